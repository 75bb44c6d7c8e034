import MemoCore
import MemoPlatform
import MemoStore
import MemoTestSupport
import Testing

@Suite struct WholeContentsTests {
  @Test func aMemoThatIsWrittenWhileItIsReadIsNotHalfOldAndHalfNew() throws {
    let (old, new) = (Array("old old\n".utf8), Array("new new\n".utf8))
    let (folder, path) = (try TemporaryFolder(), VaultPath("a.md"))
    try folder.write(String(decoding: old, as: UTF8.self), to: "a.md", modified: 1_000)
    let rewrite: @Sendable () -> Void = {
      if (try? folder.bytes(of: path)) != new { try? folder.overwrite(path, with: new) }
    }
    let host = WrappedHost(
      base: TemporaryFolder.host(), files: { RewrittenFiles(files: $0, rewrite: rewrite) }, writer: { $0 })
    let bytes = try Vault(at: folder.path, host: host).contents(of: path)
    #expect(bytes == old || bytes == new, "\(String(decoding: bytes, as: UTF8.self))")
    #expect(try folder.bytes(of: path) == new)
  }
}

/// Files, each of which another program writes anew once half of it was read.
private struct RewrittenFiles: WrappingFiles {
  let files: any VaultFiles
  let rewrite: @Sendable () -> Void

  func stream(
    _ path: VaultPath, to body: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> Bool {
    for half in try halves(path) {
      let failure = half.withUnsafeBytes { bytes -> FileError? in
        do throws(FileError) { try body(bytes) } catch { return error }
        return nil
      }
      if let failure { throw failure }
    }
    return true
  }

  func read(
    _ path: VaultPath, limit: Int, head: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) -> FileReading? {
    guard let reading = try files.read(path, limit: limit, head: { _ in }) else { return nil }
    let bytes = try halves(path).flatMap(\.self)
    bytes.prefix(limit).withUnsafeBytes(head)
    return FileReading(stamp: reading.stamp, born: reading.born, hash: XXHash64.hash(bytes))
  }

  /// The first half of a file, and the second one as it is after that.
  private func halves(_ path: VaultPath) throws(FileError) -> [[UInt8]] {
    var (old, new): ([UInt8], [UInt8]) = ([], [])
    _ = try files.read(path, limit: 1 << 20) { old = Array($0) }
    rewrite()
    _ = try files.read(path, limit: 1 << 20) { new = Array($0) }
    return [Array(old.prefix(old.count / 2)), Array(new.dropFirst(old.count / 2))]
  }
}
