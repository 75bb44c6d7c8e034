import CSystem
import MemoCore
import MemoStore
import MemoSync

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The work tree of a vault on disk.
struct DiskWorkTree: WorkTree {
  private let folders: VaultFolders

  init(root: HostPath) throws(FileError) {
    self.init(in: try VaultFolders(root: root.bytes))
  }

  /// The same of a root that is open.
  init(in folders: VaultFolders) {
    self.folders = folders
  }

  func entries(of folder: VaultPath) throws(FileError) -> [WorkTreeEntry]? {
    do throws(FileError) {
      let descriptor = try folders.openFolder(folder, for: .list)
      return try list(descriptor.number, folder)
    } catch {
      // A link or a file is no folder.
      if [.notFound, .notAFolder].contains(error.reason) { return nil }
      throw error
    }
  }

  func setModified(_ path: VaultPath, to time: Int64, ifStill stamp: FileStamp) throws(FileError) -> Bool {
    let folder = try folders.openParent(of: path, for: .write)
    guard let file = Descriptor.open(cString(path.name), in: folder.number, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    else { throw FileError(.write, path: path.bytes, code: errno) }
    guard let status = file.status, status.isRegularFile, FileStamp(status) == stamp else { return false }
    do throws(SystemFailure) {
      let copy = OwnedDescriptor(try retrying { fcntl(file.number, F_DUPFD_CLOEXEC, 0) })
      try copy.setModified(time)
      return true
    } catch {
      throw FileError(.write, path: path.bytes, code: error.code)
    }
  }

  func setExecutable(_ path: VaultPath, _ isExecutable: Bool) throws(FileError) {
    let folder = try folders.openParent(of: path, for: .write)
    guard let file = Descriptor.open(cString(path.name), in: folder.number, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let status = file.status, status.isRegularFile,
      fchmod(file.number, Self.permissions(status.mode, isExecutable: isExecutable)) == 0
    else { throw FileError(.write, path: path.bytes, code: errno) }
  }

  /// Permission bits with execute set wherever read is, or nowhere.
  private static func permissions(_ mode: UInt32, isExecutable: Bool) -> mode_t {
    mode_t(mode & 0o666 | (isExecutable ? mode & 0o111 | (mode & 0o444) >> 2 : 0))
  }

  private func list(_ folder: Int32, _ path: VaultPath) throws(FileError) -> [WorkTreeEntry] {
    var entries: [WorkTreeEntry] = []
    do throws(SystemFailure) {
      try forEachEntry(of: folder) { entry in
        if let found = Self.entry(entry, in: folder) { entries.append(found) }
      }
    } catch {
      throw FileError(.list, path: path.bytes, code: error.code)
    }
    return entries
  }

  private static func entry(_ entry: ListedEntry, in folder: Int32) -> WorkTreeEntry? {
    let name = entry.nameBytes
    guard let status = csystem_status(of: entry.name, in: folder) else {
      // Gone since it was listed; or it cannot be looked at, and is not gone for all we know.
      return errno == ENOENT ? nil : WorkTreeEntry(name: name, kind: .other)
    }
    if status.isFolder { return WorkTreeEntry(name: name, kind: .folder) }
    guard status.isRegularFile else { return WorkTreeEntry(name: name, kind: .other) }
    let isExecutable = status.mode & UInt32(S_IXUSR) != 0
    return WorkTreeEntry(name: name, kind: .file(FileStamp(status), isExecutable: isExecutable))
  }
}
