public import MemoCore
public import MemoStore

/// Why a memo could not be renamed or moved; nothing was changed.
public enum RenamingError: Error, Equatable, Sendable {
  /// A title that a memo could not be read to have: an empty one, or one with marks that would be read otherwise.
  case badTitle(String)
  /// A folder that is hidden or outside of the vault.
  case badFolder(VaultPath)
  /// A folder that is not there and named like a memo.
  case namesMemo(VaultPath)
  /// The vault's `ignore` globs leave out the path, so the memo would not be seen there.
  case ignored(VaultPath)
  /// Another file has the name, case and normalization aside.
  case taken(VaultPath)
  /// A file stands where a folder is needed.
  case fileInTheWay(VaultPath)
  /// A memo with a link could not be read.
  case vault(VaultError)

  /// Runs a file operation; its error becomes one of these.
  static func wrapping<Result>(_ operation: () throws(FileError) -> Result) throws(RenamingError) -> Result {
    do {
      return try operation()
    } catch {
      throw .vault(.file(error))
    }
  }
}
