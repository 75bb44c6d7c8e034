import MemoCore
import MemoStore

extension WrappedHost {
  /// A host with vaults on a file system that shows every file as writable for everybody, whatever it was made with, as
  /// ntfs-3g, exFAT and some network shares do.
  static func openToAll(_ base: any HostFiles) -> WrappedHost {
    WrappedHost(base: base, files: { OpenFiles(base: $0) }, writer: { $0 })
  }
}

private struct OpenFiles: VaultFiles {
  let base: any VaultFiles

  var root: HostPath { base.root }

  func ownership(of path: VaultPath) throws(FileError) -> Ownership? {
    try base.ownership(of: path).map {
      Ownership(
        user: $0.user, isOwnedByThisUser: $0.isOwnedByThisUser, isWritableByOthers: false, device: $0.device,
        permissions: 0o777)
    }
  }

  func entries(of folder: VaultPath) throws(FileError) -> [FolderEntry]? { try base.entries(of: folder) }
  func allEntries(of folder: VaultPath) throws(FileError) -> [AnyEntry]? { try base.allEntries(of: folder) }
  func folderStamp(of folder: VaultPath) throws(FileError) -> FileStamp? { try base.folderStamp(of: folder) }
  func fileStamps(
    in folder: VaultPath, count: Int, name: (Int) -> UnsafePointer<CChar>, body: (Int, FileStamp?) -> Void
  ) throws(FileError) {
    try base.fileStamps(in: folder, count: count, name: name, body: body)
  }
  func stream(
    _ path: VaultPath, to body: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> Bool { try base.stream(path, to: body) }
  func read(
    _ path: VaultPath, limit: Int, head: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) -> FileReading? { try base.read(path, limit: limit, head: head) }
}
