import MemoCore
import MemoPlatform
import MemoStore

extension WrappedHost {
  /// A host on which one file of each vault cannot be read: permissions do not stop the superuser whom tests may run as.
  static func failing(_ base: any HostFiles, unreadable: VaultPath) -> WrappedHost {
    WrappedHost(base: base, files: { FailingFiles(files: $0, unreadable: unreadable) }, writer: { $0 })
  }
}

private struct FailingFiles: WrappingFiles {
  let files: any VaultFiles
  let unreadable: VaultPath

  func read(
    _ path: VaultPath, limit: Int, head: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) -> FileReading? {
    guard path != unreadable else { throw FileError(.read, path: path.bytes, code: 13) }
    return try files.read(path, limit: limit, head: head)
  }

  func stream(
    _ path: VaultPath, to body: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> Bool {
    guard path != unreadable else { throw FileError(.read, path: path.bytes, code: 13) }
    return try files.stream(path, to: body)
  }
}
