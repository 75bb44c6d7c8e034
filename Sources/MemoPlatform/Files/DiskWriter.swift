public import MemoCore
public import MemoStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Changes files of a vault on the real file system: new bytes only ever appear under a name by a rename.
///
/// A file with several hard links is split by that: the vault's name gets the new bytes, the other names keep the old
/// ones. Writing in place instead could lose both in a crash. Everything is opened from the vault's root one folder at a time, so that no symbolic link leads out of it.
public final class DiskWriter: VaultWriting {
  let folders: VaultFolders
  let renamesExclusively: Bool
  let exchangesNames: Bool

  /// Opens the root, an absolute path; throws where it is no folder.
  public convenience init(root: [UInt8]) throws(FileError) {
    self.init(in: try VaultFolders(root: root))
  }

  /// The same of a root that is open; what a file system lacks, hard links do instead.
  init(in folders: VaultFolders, renamesExclusively: Bool = true, exchangesNames: Bool = true) {
    self.folders = folders
    self.renamesExclusively = renamesExclusively
    self.exchangesNames = exchangesNames
  }

  /// Makes a file, and the folders it needs; returns false, and writes nothing, where the name is taken.
  public func create(
    _ path: VaultPath, modified: Int64?, isDurable: Bool, fill: FileFilling
  ) throws(FileError) -> Bool {
    let folder = try folders.openOrMakeParent(of: path, isDurable: isDurable)
    let name = cString(path.name)
    let isTaken = try naming(path) { () throws(SystemFailure) in try folder.status(of: name) != nil }
    if isTaken { return false }
    let file = try naming(path) { () throws(SystemFailure) in try TemporaryFile(in: folder.number, mode: 0o666) }
    try fill { piece throws(FileError) in
      try naming(path) { () throws(SystemFailure) in try file.write(piece) }
    }
    do throws(SystemFailure) {
      if let modified { try file.setModified(modified) }
      if isDurable { try file.synchronize() }
      guard try file.moveIfFree(to: name, renamesExclusively: renamesExclusively) else { return false }
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
    do throws(SystemFailure) {
      let old = try folder.status(of: name)
      if let old { try refuseOtherThanFile(old) }
      // No one else may read the text before it has the old file's permissions.
      let file = try TemporaryFile(in: folder.number, mode: old == nil ? 0o666 : 0o600)
      try file.write(contents)
      if let old { try file.copyAttributes(of: old, named: name) }
      try file.synchronize()
      try file.move(to: name)
      try synchronizeFolder(folder.number)
    } catch {
      throw FileError(.write, path: path.bytes, code: error.code)
    }
  }

  /// Removes a file; returns false where there is none.
  public func remove(_ path: VaultPath) throws(FileError) -> Bool {
    do throws(FileError) {
      let folder = try folders.openParent(of: path, for: .remove)
      try unlink(cString(path.name), in: folder, path: path)
      return true
    } catch {
      if error.reason == .notFound { return false }
      throw error
    }
  }

  private func unlink(_ name: [CChar], in folder: borrowing OwnedDescriptor, path: VaultPath) throws(FileError) {
    do throws(SystemFailure) {
      let number = folder.number
      try retrying { unlinkat(number, name, 0) }
      try synchronizeFolder(number)
    } catch {
      throw FileError(.remove, path: path.bytes, code: error.code)
    }
  }

  // A rename would put a file in place of a link, and the link's target would keep the old text.
  private func refuseOtherThanFile(_ status: stat) throws(SystemFailure) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFLNK: throw SystemFailure(code: ELOOP)
    case S_IFDIR: throw SystemFailure(code: EISDIR)
    default: throw SystemFailure(code: EINVAL)
    }
  }
}
