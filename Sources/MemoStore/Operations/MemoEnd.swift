public import MemoCore

/// What a command has read of a memo to add lines at its end, however large the memo is.
public struct MemoEnd: Sendable {
  /// Where it is.
  public let path: VaultPath
  /// XXH64 over its bytes, which its etag shows.
  public let hash: UInt64
  /// How its text ends.
  public let end: TextEnd

  /// Reads a memo.
  ///
  /// - Throws: `noSuchMemo` where it is gone; `file` where it is too large to be hashed as a whole, which whoever writes
  ///   to it has to do.
  public init(_ path: VaultPath, in vault: Vault) throws(VaultError) {
    var (hash, end) = (XXHash64(), TextEnd())
    if let stamp = vault.files.stamp(of: path), stamp.size > FileError.largestHashed {
      throw .file(FileError(.write, path: path.bytes, reason: .tooLarge))
    }
    let isThere: Bool
    do throws(FileError) {
      isThere = try vault.files.stream(path) { piece throws(FileError) in
        hash.update(piece)
        end.read(piece)
      }
    } catch {
      throw .file(error)
    }
    guard isThere else { throw .noSuchMemo(reference: path.text, nearest: []) }
    (self.path, self.hash, self.end) = (path, hash.finish(), end)
  }
}
