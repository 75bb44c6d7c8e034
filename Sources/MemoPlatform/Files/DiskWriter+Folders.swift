import CSystem
public import MemoCore
public import MemoStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension DiskWriter {
  /// More files than this are worth waiting for everything that is written to the disk, whoever wrote it: importing 2,000
  /// memos takes 0.2 s so, and 0.9 s with a wait for each.
  private static let manyFiles = 16

  /// Waits until the bytes of files are on the disk itself.
  public func synchronize(files: [VaultPath]) throws(FileError) {
    if files.count > Self.manyFiles, try synchronizeFileSystem() { return }
    for (index, path) in files.enumerated() {
      do throws(FileError) {
        let folder = try folders.openParent(of: path, for: .write)
        try naming(path) { () throws(SystemFailure) in
          let name = cString(path.name)
          // O_NONBLOCK: someone may have put a FIFO in its place.
          let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
          let file = OwnedDescriptor(try retrying { openat(folder.number, name, flags) })
          try synchronizeDisk(file.number, isLast: index == files.count - 1)
        }
      } catch {
        if ![.notFound, .notAFolder, .symbolicLink, SystemReason(errno: ENXIO)].contains(error.reason) { throw error }
      }
    }
  }

  /// Waits until the names in folders are on the disk itself.
  public func synchronize(folders paths: [VaultPath]) throws(FileError) {
    if paths.count > Self.manyFiles, try synchronizeFileSystem() { return }
    for path in paths {
      do throws(FileError) {
        let folder = try folders.openFolder(path, for: .write)
        try naming(path) { () throws(SystemFailure) in try synchronizeFolder(folder.number) }
      } catch {
        if ![.notFound, .notAFolder, .symbolicLink].contains(error.reason) { throw error }
      }
    }
  }

  /// Waits until all that was written to the vault's file system is on the disk itself.
  public func synchronizeAll() throws(FileError) {
    _ = try synchronizeFileSystem()
  }

  /// Returns false where the system cannot.
  private func synchronizeFileSystem() throws(FileError) -> Bool {
    let root = try folders.openFolder(.root, for: .write)
    do throws(SystemFailure) {
      try retrying { csystem_synchronize_file_system(root.number) }
      return true
    } catch {
      if error.code == ENOSYS { return false }
      throw FileError(.write, path: [], code: error.code)
    }
  }

  /// Makes a folder and those above it.
  public func makeFolder(_ path: VaultPath) throws(FileError) {
    _ = try folders.openOrMake(path)
  }

  /// Renames a folder.
  public func moveFolder(_ path: VaultPath, to newPath: VaultPath) throws(FileError) {
    let folder = try folders.openParent(of: path, for: .write)
    let newFolder = try folders.openParent(of: newPath, for: .write)
    try naming(path) { () throws(SystemFailure) in
      try retrying { renameat(folder.number, cString(path.name), newFolder.number, cString(newPath.name)) }
    }
  }

  /// Removes a folder that holds nothing.
  public func removeFolder(_ path: VaultPath) throws(FileError) -> Bool {
    do throws(FileError) {
      let parent = try folders.openParent(of: path, for: .remove)
      try naming(path, .remove) { () throws(SystemFailure) in
        try retrying { unlinkat(parent.number, cString(path.name), AT_REMOVEDIR) }
      }
      return true
    } catch {
      if [.notFound, .notEmpty, .alreadyExists].contains(error.reason) { return false }
      throw error
    }
  }

  /// Removes a folder with the files in it.
  public func removeFolderWithFiles(_ path: VaultPath) throws(FileError) {
    do throws(FileError) {
      let parent = try folders.openParent(of: path, for: .remove)
      let name = cString(path.name)
      try naming(path, .remove) { () throws(SystemFailure) in try Self.remove(name, in: parent.number) }
    } catch {
      if error.reason != .notFound { throw error }
    }
  }

  /// Removes what killed processes were writing in a folder.
  public func removeLeftovers(in path: VaultPath) throws(FileError) {
    do throws(FileError) {
      let folder = try folders.openFolder(path, for: .remove)
      try naming(path, .remove) { () throws(SystemFailure) in
        for name in try Self.names(in: folder) { TemporaryFile.removeIfLeft(name, in: folder.number) }
      }
    } catch {
      if error.reason != .notFound { throw error }
    }
  }

  private static func remove(_ name: [CChar], in parent: Int32) throws(SystemFailure) {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let folder = OwnedDescriptor(try retrying { openat(parent, name, flags) })
    for name in try names(in: folder) where unlinkat(folder.number, name, 0) != 0 {
      // EPERM: some systems say so of a folder.
      guard errno == EISDIR || errno == EPERM else { throw SystemFailure(code: errno) }
      try remove(name, in: folder.number)
    }
    try retrying { unlinkat(parent, name, AT_REMOVEDIR) }
  }

  /// All names first: a folder that is read while it shrinks may leave some out.
  private static func names(in folder: borrowing OwnedDescriptor) throws(SystemFailure) -> [[CChar]] {
    let number = folder.number
    let copy = try retrying { fcntl(number, F_DUPFD_CLOEXEC, 0) }
    guard let stream = fdopendir(copy) else { throw SystemFailure(code: errno) }
    defer { closedir(stream) }
    var names: [[CChar]] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        let start = UnsafeRawPointer(tuple).assumingMemoryBound(to: CChar.self)
        return Array(UnsafeBufferPointer(start: start, count: strlen(start) + 1))
      }
      if name != cString(".".utf8), name != cString("..".utf8) { names.append(name) }
    }
    return names
  }
}
