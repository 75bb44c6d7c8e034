import MemoCore
import MemoStore

/// A host that is as another, but for what its vaults are read and written through.
struct WrappedHost: HostFiles {
  let base: any HostFiles
  let files: @Sendable (any VaultFiles) -> any VaultFiles
  let writer: @Sendable (any VaultWriting) -> any VaultWriting
  /// What a watcher says, in the place of the vault's own.
  var askWatcher: (@Sendable () -> [UInt8]?)?
  /// Why something cannot be written to.
  var refusal: @Sendable (HostPath) -> SystemReason? = { _ in nil }

  func kind(of path: HostPath) -> FolderEntry.Kind? { base.kind(of: path) }
  func realPath(of path: HostPath) -> HostPath? { base.realPath(of: path) }
  func ownership(of path: HostPath) -> Ownership? { base.ownership(of: path) }
  func contents(of path: HostPath, limit: Int) throws(FileError) -> [UInt8]? {
    try base.contents(of: path, limit: limit)
  }
  func writeRefusal(of folder: HostPath) -> SystemReason? { refusal(folder) }
  func makeFolder(_ path: HostPath, isPrivate: Bool) throws(FileError) {
    try base.makeFolder(path, isPrivate: isPrivate)
  }

  func vault(at root: HostPath) throws(FileError) -> VaultAccess {
    let access = try base.vault(at: root)
    return VaultAccess(
      files: files(access.files), writer: writer(access.writer), device: access.device, inode: access.inode,
      openCache: access.openCache, askWatcher: askWatcher ?? access.askWatcher)
  }
}
