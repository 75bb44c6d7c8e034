public import MemoCore

/// What the split view wants done.
public enum BrowserEffect: Equatable, Sendable {
  /// A memo to show.
  case load(VaultPath)
  /// The memos that match a query, all for an empty one.
  case list(query: String, order: BrowserOrder)
  /// `paused` once nothing was typed for a while.
  case awaitPause
  /// A text to be saved while typing goes on.
  case save(MemoSave)
  /// What was typed is to be saved before anything else is done; what follows waits for it.
  case flush
  /// A memo to the trash.
  case delete(VaultPath)
  /// The last change to be taken back.
  case undo
  /// The change that was taken back last to be made again.
  case redo
  /// Another title for a memo.
  case rename(VaultPath, String)
  /// A memo on the clipboard.
  case share(VaultPath)
  /// A memo in the user's editor.
  case edit(VaultPath)
  /// The tags of the vault to choose from.
  case tags
  /// The links of a memo to choose from.
  case links(VaultPath)
  /// A text on the terminal's clipboard.
  case copy([UInt8])
  /// The process to be stopped as by Ctrl-Z.
  case suspend
  /// Everything to be painted anew.
  case repaint
  /// The end.
  case quit
}

/// A text to be saved.
public struct MemoSave: Equatable, Sendable {
  /// Which editing it belongs to.
  public let id: Int
  /// The memo; `nil` for a new one.
  public let path: VaultPath?
  /// The bytes that the text was made from.
  public let base: [UInt8]
  /// The text.
  public let contents: [UInt8]
  /// Which state of the text this is.
  public let revision: Int
}
