import MemoBrowser
import MemoCore
import MemoVault

/// What the split view says.
enum BrowserMessages {
  /// All of it for a vault.
  static func words(vault: String, _ language: Language) -> BrowserWords {
    BrowserWords(
      vault: vault, untitled: Message.untitled(language), commands: { command(for: $0)[language] },
      otherKeys: otherKeys.map { ($0.keys, $0.meaning[language]) }, count: { count($0)[language] },
      found: { found($0, of: $1)[language] },
      order: { order($0)[language] }, noMemos: noMemos[language], noMatch: Message.noMatch[language],
      askDelete: { askDelete($0)[language] },
      askGiveUp: { askGiveUp($0)[language] },
      newTitle: newTitle[language], choose: ">", hints: [hints[language], shortHint[language]],
      writingHint: writingHint[language],
      unsaved: unsaved[language],
      saved: saved[language], noLinks: noLinks[language], brokenLink: { Message.noSuchMemo($0)[language] },
      noWayBack: noWayBack[language],
      noTags: noTags[language], searching: searching[language], syncing: syncing[language], help: help[language])
  }

  static func renamed(_ relocation: Relocation) -> Text {
    let linking = relocation.rewrites.count { $0.memo.path != relocation.path }
    let renamed = isNow(relocation.newPath.text)
    return linking > 0 ? "\(renamed); \(Message.relinked(linking))" : renamed
  }

  static func deleted(_ path: String) -> Text { "'\(path)' is in the trash; u brings it back" }

  static let notOnThisTerminal: Text = "this terminal cannot be drawn on (TERM=dumb)"
  static let needsTerminal: Text = "the split view needs a terminal"
  static func noTerminal(_ reason: String) -> Text { "cannot use the terminal: \(reason)" }
  static let listHint: Text = "'memo list' and 'memo show' work anywhere"
  static func notSaved(_ reason: String) -> Text { "what was typed last could not be saved: \(reason)" }

  private static let hints: Text = "n new · i write · / search · ? help"
  private static let shortHint: Text = "? help"
  private static let writingHint: Text = "Esc leaves"
  private static let unsaved: Text = "not saved yet"
  private static let saved: Text = "saved"
  private static let noMemos: Text = "No memos yet. Press n to write one."
  private static let newTitle: Text = "new title:"
  private static let noLinks: Text = "this memo links to nothing"
  private static let noWayBack: Text = "no link was followed"
  private static let noTags: Text = "no memo has a tag"
  private static let searching: Text = "…"
  private static let syncing: Text = "syncing…"
  private static let help: Text = "Keys (any other key leaves this page)"

  private static func count(_ memos: Int) -> Text { memos == 1 ? "1 memo" : "\(memos) memos" }
  private static func found(_ found: Int, of memos: Int) -> Text { "\(found) of \(memos)" }
  private static func askDelete(_ title: String) -> Text { "move '\(title)' to the trash? [y/N] " }
  private static func askGiveUp(_ reason: String) -> Text { "\(reason). Leave without saving? [y/N] " }
  private static func isNow(_ path: String) -> Text { "it is '\(path)' now" }

  private static func order(_ order: BrowserOrder) -> Text {
    switch order {
    case .newest: "newest first"
    case .title: "by title"
    case .created: "by date of creation"
    case .path: "by path"
    }
  }

  private static func command(for command: BrowserCommand) -> Text {
    switch command {
    case .open: "go to the memo's text"
    case .write: "write in the memo"
    case .new: "write a new memo"
    case .search: "search as you type"
    case .delete: "move the memo to the trash"
    case .undo: "undo the last change of any memo"
    case .redo: "do it again"
    case .rename: "give the memo another title"
    case .share: "put the memo on the clipboard"
    case .tags: "choose a tag"
    case .follow: "follow a link"
    case .back: "go back along the link"
    case .order: "sort otherwise"
    case .editor: "open the memo in your editor"
    case .sync: "sync now"
    case .switchPane: "from the list to the text, and back"
    case .palette: "find a command"
    case .help: "show the keys"
    case .suspend: "stop for a while (fg goes on)"
    case .quit: "leave"
    }
  }

  private static let otherKeys: [(keys: String, meaning: Text)] = [
    ("j k ↓ ↑", "the next or previous memo, or row of text"),
    ("PgUp PgDn", "a page; also b, f and the space bar"),
    ("g G", "the first or last memo, or row of text"),
    ("Esc", "back to the list, to all memos, out of the text"),
    ("mouse", "click, wheel; drag the line between the panes"),
    ("", ""),
    ("while writing:", ""),
    ("Shift+arrows", "select; ^A selects all"),
    ("^X ^C ^V", "cut, copy, paste"),
    ("^Z ^Y", "undo, redo"),
    ("Ctrl+arrows", "by words"),
    ("^W ^K ^U", "remove a word, the rest of the line, its start"),
  ]
}
