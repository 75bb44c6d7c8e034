import MemoCore
import MemoStore

/// A host on which one memo of each vault cannot be read, as one of another user.
struct RefusingHost: WrappingHost {
  let host: any HostFiles
  let refused: VaultPath

  func vault(at root: HostPath) throws(FileError) -> VaultAccess {
    var access = try host.vault(at: root)
    access.files = RefusingFiles(files: access.files, refused: refused)
    return access
  }
}

private struct RefusingFiles: WrappingFiles {
  let files: any VaultFiles
  let refused: VaultPath

  func stream(
    _ path: VaultPath, to body: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> Bool {
    try check(path)
    return try files.stream(path, to: body)
  }

  func read(
    _ path: VaultPath, limit: Int, head: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) -> FileReading? {
    try check(path)
    return try files.read(path, limit: limit, head: head)
  }

  private func check(_ path: VaultPath) throws(FileError) {
    if path == refused { throw FileError(.read, path: path.bytes, reason: .accessDenied) }
  }
}
