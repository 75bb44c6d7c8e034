public import MemoCore

/// Changes to the files of one vault. Every write is whole or absent after a crash: a temporary file in the same
/// folder, fsync, rename, fsync of the folder.
public protocol VaultWriting: Sendable {
  /// Makes a file, and the folders it needs; returns false, and writes nothing, where the name is taken.
  ///
  /// - Parameter modified: the modification time to give it, nanoseconds since 1970; now where `nil`.
  func create(_ path: VaultPath, contents: [UInt8], modified: Int64?) throws(FileError) -> Bool

  /// Makes a file or replaces the one there, keeping its permission bits; makes the folders it needs.
  func replace(_ path: VaultPath, contents: [UInt8]) throws(FileError)

  /// Removes a file; returns false where there is none.
  func remove(_ path: VaultPath) throws(FileError) -> Bool
}
