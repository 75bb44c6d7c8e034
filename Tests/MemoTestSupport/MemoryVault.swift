import MemoCore
public import MemoStore

/// A vault in memory.
public enum MemoryVault {
  /// A host whose only vault, at whatever root is asked for, is empty and in memory.
  public static func host() -> any HostFiles {
    MemoryHost()
  }

  /// The files of an empty vault in memory.
  public static func files() -> any VaultFiles {
    MemoryFiles()
  }
}

extension Ownership {
  /// What no one else may write to.
  public static let ofThisUser = Ownership(
    user: 1000, isOwnedByThisUser: true, isWritableByOthers: false, device: 1)
}

/// A host whose only vault is one in memory.
private struct MemoryHost: HostFiles {
  let memory = MemoryFiles()

  func kind(of path: HostPath) -> FolderEntry.Kind? { .folder }
  func realPath(of path: HostPath) -> HostPath? { path }
  func ownership(of path: HostPath) -> Ownership? { .ofThisUser }
  func contents(of path: HostPath, limit: Int) -> [UInt8]? { nil }
  func makeFolder(_ path: HostPath, isPrivate: Bool) {}

  func vault(at root: HostPath) -> VaultAccess {
    VaultAccess(files: memory, writer: memory, device: 1, inode: 1, openCache: { nil })
  }
}
