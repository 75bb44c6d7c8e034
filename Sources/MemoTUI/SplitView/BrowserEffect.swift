public import MemoCore
public import MemoIndex
public import MemoStore
public import MemoSync

/// A request of the split view's state to its loop.
public enum BrowserEffect: Equatable, Sendable {
  /// Read a memo, to show it.
  case load(VaultPath)
  /// List the memos that match a query; all for an empty one.
  case list(query: String, order: BrowserOrder)
  /// Find the matching lines of visible memos.
  case findTexts(query: String, [VaultPath])
  /// Send `paused` after half a second without typing, or `saveDue` during continuous typing.
  case awaitPause
  /// Save a text while typing continues.
  case save(MemoSave)
  /// Save what was typed and finish writing. The effects after it wait, and are dropped if it fails.
  case flush
  /// Finish writing in a memo that is saved, by its editing session; without a path nothing was written in a new one.
  case finish(id: Int, VaultPath?)
  /// Keep a text in the user's folder that could not be saved, and is discarded.
  case rescue([UInt8])
  /// Move a memo to the trash.
  case delete(VaultPath)
  /// Undo the last change; with the selected memo.
  case undo(VaultPath?)
  /// Redo the change that was undone last; with the selected memo.
  case redo(VaultPath?)
  /// Skip the last change, so that the one before can be undone.
  case skip
  /// Give a memo another title; with `isSure` even one that another memo has.
  case rename(VaultPath, String, isSure: Bool)
  /// Move a memo to a folder, as the user typed it.
  case move(VaultPath, String)
  /// Pin a memo to the top of the list, or unpin it.
  case pin(VaultPath)
  /// List the folders, to move a memo to one of them, or to list the memos in it.
  case folders(moving: VaultPath?)
  /// List the deleted memos, to restore one.
  case trash
  /// Restore a memo from the trash.
  case restore(TrashItem)
  /// Settle a conflict.
  case settle(SyncConflict, ConflictChoice)
  /// Open today's memo, or a new one if it does not exist.
  case today
  /// Check whether memos can be changed.
  case prepareWriting
  /// Look for a memo that is no longer at its path, where it held these bytes.
  case trace(VaultPath, [UInt8])
  /// Copy a memo to the clipboard.
  case share(VaultPath)
  /// Open a memo in the user's editor, at the cursor's line.
  case edit(MemoPlace)
  /// Open the file that a link in a memo names.
  case attachment(String, VaultPath)
  /// Open a web page or a file in another program.
  case openLink(OpenedLink)
  /// Sync the vault.
  case sync
  /// List the tags, to choose from.
  case tags
  /// List the links of a memo, to choose from, or follow only one.
  case links(VaultPath, only: MemoLink?)
  /// Open the memo of a name.
  case openNamed(String)
  /// List the memos that link to a memo, to choose from.
  case backlinks(VaultPath)
  /// Find the conflicts that syncs have left; with `isAsked` to choose from them.
  case conflicts(isAsked: Bool)
  /// Find the broken links of a memo.
  case examine(VaultPath)
  /// Find what a link, tag or day of which this was typed may become.
  case complete(TypedQuery, in: VaultPath?)
  /// Copy a text to the terminal's clipboard.
  case copy([UInt8])
  /// Prepare a text to be pasted; `nil` for the one on the clipboard.
  case paste(String?)
  /// Ask the terminal about itself.
  case askTerminal(String)
  /// Suspend the process, as Ctrl-Z does.
  case suspend
  /// Paint the whole window again.
  case repaint
  /// End.
  case quit

  /// Whether it changes the vault, after which another memo may be shown.
  var isChange: Bool {
    switch self {
    case .delete, .undo, .redo, .skip, .rename, .move, .pin, .restore, .settle, .today: true
    case .load, .list, .findTexts, .awaitPause, .save, .flush, .finish, .rescue, .prepareWriting, .trace, .share, .edit,
      .openLink,
      .attachment, .sync, .tags, .folders, .trash, .links, .backlinks, .conflicts, .examine, .complete, .copy, .paste,
      .openNamed, .askTerminal, .suspend, .repaint, .quit:
      false
    }
  }
}

/// A text to save.
public struct MemoSave: Equatable, Sendable {
  /// The editing session.
  public let id: Int
  /// The memo; `nil` for a new one.
  public let path: VaultPath?
  /// Where to create a new memo; `nil` to name it after its title.
  public let newPath: VaultPath?
  /// The folder to create it in; `nil` for that of new memos.
  public let newFolder: VaultPath?
  /// The bytes that were edited.
  public let base: [UInt8]
  /// The text.
  public let contents: [UInt8]
  /// The revision of the text.
  public let revision: Int
}
