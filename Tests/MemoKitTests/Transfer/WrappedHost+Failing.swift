import MemoCore
import MemoPlatform
import MemoStore

extension WrappedHost {
  /// A host on which one file of each vault cannot be read: permissions do not stop the superuser whom tests may run as.
  static func failing(_ base: any HostFiles, unreadable: VaultPath) -> WrappedHost {
    WrappedHost(base: base, files: { FailingFiles(base: $0, unreadable: unreadable) }, writer: { $0 })
  }
}

private struct FailingFiles: VaultFiles {
  let base: any VaultFiles
  let unreadable: VaultPath

  var root: HostPath { base.root }

  func entries(of folder: VaultPath) throws(FileError) -> [FolderEntry]? { try base.entries(of: folder) }
  func allEntries(of folder: VaultPath) throws(FileError) -> [AnyEntry]? { try base.allEntries(of: folder) }
  func folderStamp(of folder: VaultPath) throws(FileError) -> FileStamp? { try base.folderStamp(of: folder) }

  func ownership(of path: VaultPath) throws(FileError) -> Ownership? { try base.ownership(of: path) }

  func fileStamps(
    in folder: VaultPath, count: Int, name: (Int) -> UnsafePointer<CChar>, body: (Int, FileStamp?) -> Void
  ) throws(FileError) {
    try base.fileStamps(in: folder, count: count, name: name, body: body)
  }

  func read(
    _ path: VaultPath, limit: Int, head: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) -> FileReading? {
    guard path != unreadable else { throw FileError(.read, path: path.bytes, code: 13) }
    return try base.read(path, limit: limit, head: head)
  }

  func stream(
    _ path: VaultPath, to body: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> Bool {
    guard path != unreadable else { throw FileError(.read, path: path.bytes, code: 13) }
    return try base.stream(path, to: body)
  }
}
