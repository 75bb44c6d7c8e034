import CSystem
import Dispatch
public import MemoCore
public import MemoStore
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Changes files of a vault on the real file system: new bytes only ever appear under a name by a rename.
///
/// A file with several hard links is split by that: the vault's name gets the new bytes, the other names keep the old
/// ones. Writing in place instead could lose both in a crash. Everything is opened from the vault's root through no symbolic
/// link, so that none leads out of it.
public final class DiskWriter: VaultWriting {
  let folders: VaultFolders
  let abilities: RenameAbilities

  /// Opens the root, an absolute path; throws where it is no folder.
  public convenience init(root: [UInt8]) throws(FileError) {
    self.init(in: try VaultFolders(root: root))
  }

  /// The same of a root that is open; what a file system lacks, hard links do instead, and plain renames where it has none.
  init(in folders: VaultFolders, abilities: RenameAbilities = .all) {
    (self.folders, self.abilities) = (folders, abilities)
  }

  /// Makes a file, and the folders it needs; returns false, and writes nothing, where the name is taken.
  public func create(
    _ path: VaultPath, modified: Int64?, permissions: UInt16?, isDurable: Bool, fill: FileFilling
  ) throws(FileError) -> Bool {
    let folder = try folders.openOrMakeParent(of: path, isDurable: isDurable)
    let name = cString(path.name)
    let isTaken = try naming(path) { () throws(SystemFailure) in try folder.status(of: name) != nil }
    if isTaken { return false }
    let mode = Self.mode(permissions)
    let file = try naming(path) { () throws(SystemFailure) in try TemporaryFile(in: folder.number, mode: mode) }
    try fill { piece throws(FileError) in
      try naming(path) { () throws(SystemFailure) in try file.write(piece) }
    }
    do throws(SystemFailure) {
      if let modified { try file.setModified(modified) }
      if isDurable { try file.synchronize() }
      guard try file.moveIfFree(to: name, abilities) else { return false }
      if isDurable { try synchronizeFolder(folder.number) }
      return true
    } catch {
      throw FileError(.write, path: path.bytes, code: error.code)
    }
  }

  /// Makes a file or replaces the one there, keeping its permission bits and extended attributes; makes the folders it needs.
  ///
  /// Throws where the name belongs to a symbolic link (`ELOOP`), a folder (`EISDIR`) or a device (`EINVAL`).
  public func replace(_ path: VaultPath, contents: [UInt8]) throws(FileError) {
    let folder = try folders.openOrMakeParent(of: path, isDurable: true)
    let name = cString(path.name)
    try naming(path) { () throws(SystemFailure) in
      let old = try folder.status(of: name)
      if let old { try refuseOtherThanFile(old) }
      // No one else may read the text before it has the old file's permissions.
      let file = try TemporaryFile(in: folder.number, mode: old == nil ? 0o666 : 0o600)
      try file.write(contents)
      if let old {
        let model = Descriptor.open(name, in: folder.number, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        try file.copyAttributes(of: ModelFile(status: old, file: model))
      }
      try file.synchronize()
      try file.move(to: name)
      try synchronizeFolder(folder.number)
    }
  }

  /// The mode of a new file, from which the system takes the umask: its owner can always read and write it.
  static func mode(_ permissions: UInt16?) -> mode_t {
    permissions.map { mode_t($0) & 0o666 | 0o600 } ?? 0o666
  }

  /// Removes a file; returns false where there is none.
  public func remove(_ path: VaultPath) throws(FileError) -> Bool {
    try falseIfAbsent { () throws(FileError) in
      let folder = try folders.openParent(of: path, for: .remove)
      try naming(path, .remove) { () throws(SystemFailure) in
        try retrying { unlinkat(folder.number, cString(path.name), 0) }
        try synchronizeFolder(folder.number)
      }
      return true
    }
  }

  // A rename would put a file in place of a link, and the link's target would keep the old text.
  private func refuseOtherThanFile(_ status: csystem_status) throws(SystemFailure) {
    switch mode_t(status.mode) & S_IFMT {
    case S_IFREG: return
    case S_IFLNK: throw SystemFailure(code: ELOOP)
    case S_IFDIR: throw SystemFailure(code: EISDIR)
    default: throw SystemFailure(code: EINVAL)
    }
  }
}

extension DiskWriter {
  // Who has waited long for the lock of a file looks more often, so that it comes before those who have just begun.
  private static let impatientInterval: UInt32 = 1_000  // microseconds

  /// Takes a lock of the kernel's, which ends with the process however that ends.
  public func lock(_ path: VaultPath, waiting: Duration) throws(FileError) -> (any VaultLock)? {
    let file = try openLock(path)
    let isLocked = try naming(path) { () throws(SystemFailure) in
      try takeLock(of: file.number, waiting: waiting, impatience: Self.impatientInterval)
    }
    return isLocked ? DiskLock(file) : nil
  }

  /// Takes a lock of the same kind on a folder.
  public func lockFolder(_ path: VaultPath, waiting: Duration) -> (any VaultLock)? {
    // Many devices may wait for long: fifty that look each millisecond take a quarter of a processor from the one that they
    // wait for.
    guard let folder = try? folders.openFolder(path, for: .read),
      (try? takeLock(of: folder.number, waiting: waiting)) == true
    else { return nil }
    return DiskLock(folder)
  }

  /// Takes a lock of the kernel's that programs inherit with the open file.
  public func lockForPrograms(_ path: VaultPath) throws(FileError) -> (any VaultLock)? {
    let file = try openLock(path)
    let number = file.number
    do throws(SystemFailure) {
      try retrying { flock(number, LOCK_EX | LOCK_NB) }
      try retrying { fcntl(number, F_SETFD, 0) }
    } catch {
      if error.code == EWOULDBLOCK { return nil }
      throw FileError(.write, path: path.bytes, code: error.code)
    }
    return SharedDiskLock(file)
  }

  private func openLock(_ path: VaultPath) throws(FileError) -> OwnedDescriptor {
    let folder = try folders.openOrMakeParent(of: path, isDurable: false)
    return try naming(path) { () throws(SystemFailure) in
      let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
      let file = OwnedDescriptor(try retrying { openat(folder.number, cString(path.name), flags, 0o666) })
      if path.isBelow(Self.marker) { MadeByRoot.give(file.number, toOwnerOf: folder.number) }
      return file
    }
  }

  private static let marker = VaultPath(VaultLocator.marker)
}

/// A lock that is held while the object lives.
private final class DiskLock: VaultLock {
  private let file: OwnedDescriptor

  init(_ file: consuming OwnedDescriptor) {
    self.file = file
  }

  // As for a cache: a process that is being started has a copy of the descriptor.
  deinit { _ = flock(file.number, LOCK_UN) }
}

/// A lock that is held while the object lives or a program runs that was started in the meantime: closed, never unlocked, which
/// would take it from that program, too.
private final class SharedDiskLock: VaultLock {
  private let file: OwnedDescriptor

  init(_ file: consuming OwnedDescriptor) {
    self.file = file
  }
}

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
          let file = OwnedDescriptor(try retrying { csystem_open(folder.number, name, flags, 0) })
          try synchronizeDisk(file.number, isLast: index == files.count - 1)
        }
      } catch {
        if ![.notFound, .notAFolder, .symbolicLink, .noDeviceOrAddress].contains(error.reason) { throw error }
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
        // No folder can have a longer name than the system takes.
        if ![.notFound, .notAFolder, .symbolicLink, .nameTooLong].contains(error.reason) { throw error }
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

  /// Makes a folder with the permission bits of another one.
  public func makeFolder(_ path: VaultPath, like model: VaultPath) throws(FileError) {
    // One that is there already keeps its own.
    guard try !isTaken(path) else { return try makeFolder(path) }
    let folder = try folders.openOrMake(path)
    guard let status = folders.status(of: model), status.isFolder else { return }
    try naming(path, .makeFolder) { () throws(SystemFailure) in
      try retrying { fchmod(folder.number, mode_t(status.mode & 0o7777)) }
    }
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
    try removeAll(names(in: folder), in: folder.number)
    try retrying { unlinkat(parent, name, AT_REMOVEDIR) }
  }

  /// A file system may give back the room of each file, and wait for the disk, before the next one goes. So several threads
  /// wait at once, however few cores there are.
  private static let removers = 4
  private static let removedByOne = 64

  private static func removeAll(_ names: [[CChar]], in folder: Int32) throws(SystemFailure) {
    let size = max(removedByOne, (names.count + removers - 1) / removers)
    guard names.count > size else { return try remove(names[...], in: folder) }
    let failure = FirstFailure()
    let group = DispatchGroup()
    for start in stride(from: 0, to: names.count, by: size) {
      let part = names[start..<min(start + size, names.count)]
      // A queue that is serial has a thread of its own.
      DispatchQueue(label: "memo.removal").async(group: group) {
        do throws(SystemFailure) { try remove(part, in: folder) } catch { failure.note(error) }
      }
    }
    group.wait()
    if let failure = failure.noted { throw failure }
  }

  private static func remove(_ names: ArraySlice<[CChar]>, in folder: Int32) throws(SystemFailure) {
    for name in names where unlinkat(folder, name, 0) != 0 {
      // EPERM: some systems say so of a folder.
      guard errno == EISDIR || errno == EPERM else { throw SystemFailure(code: errno) }
      try remove(name, in: folder)
    }
  }

  /// All names first: a folder that is read while it shrinks may leave some out.
  private static func names(in folder: borrowing OwnedDescriptor) throws(SystemFailure) -> [[CChar]] {
    var names: [[CChar]] = []
    try forEachEntry(of: folder.number) { names.append(cString($0.nameBytes)) }
    return names
  }
}

/// The first of what several threads met.
private final class FirstFailure: Sendable {
  private let failure = Mutex<SystemFailure?>(nil)

  var noted: SystemFailure? { failure.withLock { $0 } }

  func note(_ new: SystemFailure) { failure.withLock { $0 = $0 ?? new } }
}
