import MemoBrowser
import MemoCore
import MemoVault

/// What the split view says.
enum BrowserMessages {
  /// All of it for a vault.
  static func words(vault: String, _ language: Language) -> BrowserWords {
    var words = BrowserWords()
    words.vault = vault
    words.untitled = Message.untitled(language)
    words.commands = { command(for: $0).en }
    words.otherKeys = otherKeys.map { ($0.keys.en, $0.meaning.en) }
    words.count = { count($0).en }
    words.found = { found($0, of: $1).en }
    words.order = { order($0).en }
    (words.noMemos, words.noMatch) = (noMemos.en, Message.noMatch.en)
    (words.hints, words.writingHint, words.choose) = ([hints.en, shortHint.en], writingHint.en, ">")
    (words.help, words.moreHelp) = (help.en, moreHelp.en)
    (words.noLinks, words.noWayBack, words.noTags) = (noLinks.en, noWayBack.en, noTags.en)
    words.brokenLink = { Message.noSuchMemo($0).en }
    (words.searching, words.syncing) = (searching.en, syncing.en)
    setQuestions(&words)
    setWriting(&words)
    return words
  }

  private static func setQuestions(_ words: inout BrowserWords) {
    words.newTitle = newTitle.en
    words.askDelete = { askDelete($0).en }
    words.askGiveUp = { askGiveUp($0).en }
    words.askForget = { askForget($0).en }
    words.askTwin = { askTwin($0).en }
    words.askMake = { askMake($0).en }
    words.yes = "예네ㅛ"
  }

  private static func setWriting(_ words: inout BrowserWords) {
    (words.unsaved, words.saved, words.gone) = (unsaved.en, saved.en, gone.en)
    (words.goneWhileWriting, words.broughtBack, words.merged) = (goneWhileWriting.en, broughtBack.en, merged.en)
    words.moved = { moved(short($0)).en }
  }

  // MARK: What was done

  /// A title or a path, cut so that what is said of it has room.
  private static func short(_ name: String) -> String {
    DisplayWidth.cut(TerminalText.visible(name), to: 28)
  }

  static func renamed(_ title: String, _ relocation: Relocation) -> Text {
    let linking = relocation.rewrites.count { $0.memo.path != relocation.path }
    let name = short(relocation.newPath.text)
    let told = relocation.newPath == relocation.path ? keepsName(short(title), name) : isNow(name)
    return linking > 0 ? "\(told); \(Message.relinked(linking))" : told
  }

  static func deleted(_ title: String) -> Text { "'\(short(title))' is in the trash; u brings it back" }
  static func undone(_ operation: PastOperation) -> Text { "undone: \(operation.name) \(memos(operation))" }
  static func redone(_ operation: PastOperation) -> Text { "done again: \(operation.name) \(memos(operation))" }
  static func forgotten(_ operation: PastOperation) -> Text {
    "\(operation.name) \(memos(operation)) stays; u undoes the change before it"
  }

  /// The first memo that an operation changed, and how many more.
  private static func memos(_ operation: PastOperation) -> Text {
    guard let first = operation.changed.first else { return "" }
    let more = operation.changed.count - 1
    return more > 0 ? "'\(short(first.text))' + \(more)" : "'\(short(first.text))'"
  }

  static func sync(at date: String?, hasFailed: Bool) -> Text {
    switch (date, hasFailed) {
    case (let date?, false): "synced \(date)"
    case (let date?, true): "sync fails since \(date)"
    case (nil, _): "never synced"
    }
  }

  static let copied: Text = "the memo is on the clipboard"
  static func readOnly(_ reason: String) -> Text { "memos of this vault cannot be changed: \(reason)" }
  static let notOnThisTerminal: Text = "this terminal cannot be drawn on (TERM=dumb)"
  static let needsTerminal: Text = "the split view needs a terminal"
  static func noTerminal(_ reason: String) -> Text { "cannot use the terminal: \(reason)" }
  static let listHint: Text = "'memo list' and 'memo show' work anywhere"
  static func notSaved(_ reason: String) -> Text { "what was typed last could not be saved: \(reason)" }

  private static let hints: Text = "n new · i write · / search · ? help"
  private static let shortHint: Text = "? help"
  private static let writingHint: Text = "Esc leaves"
  private static let unsaved: Text = "not saved yet"
  private static let gone: Text = "deleted elsewhere"
  private static let goneWhileWriting: Text = "deleted elsewhere; type on, and it is saved again"
  private static let broughtBack: Text = "it was deleted elsewhere, and is saved again"
  private static let merged: Text = "merged with what was written elsewhere"
  private static func moved(_ path: String) -> Text { "moved elsewhere: it is '\(path)' now" }
  private static let saved: Text = "saved"
  private static let noMemos: Text = "No memos yet. Press n to write one."
  private static let newTitle: Text = "new title:"
  private static let noLinks: Text = "this memo links to nothing"
  private static let noWayBack: Text = "no link was followed"
  private static let noTags: Text = "no memo has a tag"
  private static let searching: Text = "…"
  private static let syncing: Text = "syncing…"
  private static let help: Text = "Keys (any other key leaves this page)"
  private static let moreHelp: Text = "↓ more (space, j)"

  private static func count(_ memos: Int) -> Text { memos == 1 ? "1 memo" : "\(memos) memos" }
  private static func found(_ found: Int, of memos: Int) -> Text { "\(found) of \(memos)" }
  private static func askDelete(_ title: String) -> Text { "move '\(title)' to the trash? [y/N] " }
  private static func askGiveUp(_ reason: String) -> Text { "\(reason). Leave without saving? [y/N] " }
  private static func askForget(_ reason: String) -> Text { "\(reason). Leave that change as it is? [y/N] " }
  private static func askTwin(_ title: String) -> Text { "another memo is called '\(title)'. Rename anyway? [y/N] " }
  private static func askMake(_ target: String) -> Text { "no memo is called '\(target)'. Write it? [y/N] " }
  private static func keepsName(_ title: String, _ path: String) -> Text {
    "renamed to '\(title)'; the file is still '\(path)'"
  }
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
    case .open: "go to the text; there, follow the link at the cursor"
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

  private static let otherKeys: [(keys: Text, meaning: Text)] = [
    ("j k ↓ ↑", "the next or previous memo, or row of text"),
    ("PgUp PgDn", "a page; also b, f and the space bar"),
    ("g G", "the first or last memo, or row of text"),
    ("Esc", "back: from the text to the list, from a search to all memos"),
    ("mouse", "click, wheel; drag the line between the panes"),
    ("", ""),
    ("while writing:", ""),
    ("Esc", "save and leave"),
    ("[[", "link to a memo: type part of its title, then ↓ ↑ Enter"),
    ("Enter", "goes on with a list, or ends it on an empty item"),
    ("Tab Shift+Tab", "indent what is selected, and back"),
    ("Shift+arrows", "select; ^A selects all"),
    ("^X ^C ^V", "cut, copy, paste"),
    ("^Z ^Y", "undo, redo"),
    ("Ctrl+arrows", "by words"),
    ("^W ^K ^U", "remove a word, the rest of the line, its start"),
  ]
}
