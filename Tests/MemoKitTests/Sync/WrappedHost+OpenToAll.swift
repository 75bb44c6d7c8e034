import MemoCore
import MemoStore

extension WrappedHost {
  /// A host with vaults on a file system that shows every file as writable by everyone, whatever it was made with, as
  /// ntfs-3g, exFAT and some network shares do.
  static func openToAll(_ base: any HostFiles) -> WrappedHost {
    WrappedHost(base: base, files: { OpenFiles(files: $0) }, writer: { $0 })
  }
}

private struct OpenFiles: WrappingFiles {
  let files: any VaultFiles

  func ownership(of path: VaultPath) throws(FileError) -> Ownership? {
    try files.ownership(of: path).map {
      Ownership(
        user: $0.user, isOwnedByThisUser: $0.isOwnedByThisUser, isWritableByOthers: false, device: $0.device,
        permissions: 0o777)
    }
  }
}
