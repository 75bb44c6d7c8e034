public import MemoCore

/// Why memos were not changed. Whatever it is, they are as they were.
public enum OperationError: Error, Equatable, Sendable {
  /// Files that are not as they were when they were read, or whose new names are taken.
  case changed([VaultPath])
  /// Memos that were to come out of the trash, where they are no longer.
  case notInTrash([VaultPath])
  /// Another process changes the vault's memos all the time.
  case locked
  /// No operation is left to undo.
  case nothingToUndo
  /// No undone operation is left to do again.
  case nothingToRedo
  /// What another user has put into the history or the trash, or may have.
  case ofAnotherUser(VaultPath)
  /// A file of memo's own cannot be understood.
  case unreadable(VaultPath, reason: String)
  /// A file operation failed.
  case file(FileError)

  /// Runs a file operation; its error becomes one of these.
  package static func wrapping<Result>(_ operation: () throws(FileError) -> Result) throws(OperationError) -> Result {
    do {
      return try operation()
    } catch {
      throw .file(error)
    }
  }
}
