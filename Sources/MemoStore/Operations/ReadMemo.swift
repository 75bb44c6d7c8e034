public import MemoCore

/// A memo as a command has read it: what it changes it to holds only as long as the file is so.
public struct ReadMemo: Sendable {
  /// Where it is.
  public let path: VaultPath
  /// XXH64 over its bytes, which its etag shows.
  public let hash: UInt64
  /// Its bytes; only the first ones of a memo that was read for its head.
  public let bytes: [UInt8]
  /// Nanoseconds since 1970.
  public let modified: Int64

  /// Its title.
  public var title: String { MemoText.title(of: bytes) }

  /// Reads a whole memo; refuses one that is too large for memory.
  ///
  /// - Throws: `noSuchMemo` where it is gone.
  public init(_ path: VaultPath, in vault: Vault) throws(VaultError) {
    let file: WholeFile?
    do throws(FileError) {
      file = try WholeFile.read(path, in: vault.files)
    } catch {
      throw .file(error)
    }
    guard let file else { throw .noSuchMemo(reference: path.text, nearest: []) }
    (self.path, bytes, modified) = (path, file.bytes, file.modified)
    hash = XXHash64.hash(bytes)
  }

  /// Reads a memo and keeps its first bytes, at most `limit`, for a command that does not change the text.
  public init(head path: VaultPath, limit: Int, in vault: Vault) throws(VaultError) {
    var bytes: [UInt8] = []
    let reading: FileReading?
    do throws(FileError) {
      reading = try vault.files.read(path, limit: limit) { bytes = Array($0) }
    } catch {
      throw .file(error)
    }
    guard let reading else { throw .noSuchMemo(reference: path.text, nearest: []) }
    (self.path, self.bytes, hash, modified) = (path, bytes, reading.hash, reading.stamp.modified)
  }
}
