public import MemoCore
public import MemoSync

/// What the split view wants done.
public enum BrowserEffect: Equatable, Sendable {
  /// A memo to show.
  case load(VaultPath)
  /// The memos that match a query, all for an empty one.
  case list(query: String, order: BrowserOrder)
  /// `paused` once nothing was typed for a while, and `saveDue` where that does not come soon.
  case awaitPause
  /// A text to be saved while typing goes on.
  case save(MemoSave)
  /// What was typed is to be saved before anything else is done; what follows waits for it.
  case flush
  /// A memo to the trash.
  case delete(VaultPath)
  /// The last change to be taken back, and the memo that is selected.
  case undo(VaultPath?)
  /// The change that was taken back last to be made again, and the memo that is selected.
  case redo(VaultPath?)
  /// The last change to be left as it is, so that the one before can be taken back.
  case forget
  /// Another title for a memo; `isSure` where another memo may have it, too.
  case rename(VaultPath, String, isSure: Bool)
  /// Another folder for a memo, as it was typed.
  case move(VaultPath, String)
  /// One of the versions of a stale save.
  case settle(VaultPath, ConflictVersion)
  /// The memo of today, which is made where there is none.
  case today
  /// To be told whether memos can be changed at all.
  case prepareWriting
  /// A memo to be looked for that is gone from its path, where it held these bytes.
  case trace(VaultPath, [UInt8])
  /// A memo on the clipboard.
  case share(VaultPath)
  /// A memo in the user's editor.
  case edit(VaultPath)
  /// The vault brought in step with other devices.
  case sync
  /// The tags of the vault to choose from.
  case tags
  /// The links of a memo to choose from, or one of them to be followed.
  case links(VaultPath, only: MemoLink?)
  /// The memos that link to a memo, to choose from.
  case backlinks(VaultPath)
  /// The places that need a look after a sync; `isAsked` where they are to be chosen from.
  case conflicts(isAsked: Bool)
  /// To be told which links of a memo lead nowhere.
  case examine(VaultPath)
  /// Memos whose titles hold what was typed in a link.
  case complete(String)
  /// A text on the terminal's clipboard.
  case copy([UInt8])
  /// The process to be stopped as by Ctrl-Z.
  case suspend
  /// Everything to be painted anew.
  case repaint
  /// The end.
  case quit

  /// Whether it changes the vault and may tell which memo to show then.
  var isChange: Bool {
    switch self {
    case .delete, .undo, .redo, .forget, .rename, .move, .settle, .today: true
    case .load, .list, .awaitPause, .save, .flush, .prepareWriting, .trace, .share, .edit, .sync, .tags, .links,
      .backlinks, .conflicts, .examine, .complete, .copy, .suspend, .repaint, .quit:
      false
    }
  }
}

/// A text to be saved.
public struct MemoSave: Equatable, Sendable {
  /// Which editing it belongs to.
  public let id: Int
  /// The memo; `nil` for a new one.
  public let path: VaultPath?
  /// Where a new one is made; `nil` to name it after its title.
  public let newPath: VaultPath?
  /// The bytes that the text was made from.
  public let base: [UInt8]
  /// The text.
  public let contents: [UInt8]
  /// Which state of the text this is.
  public let revision: Int
}
