/// A command with a key of its own. The palette and the help list them in this order.
public enum BrowserCommand: CaseIterable, Sendable {
  case open
  case write
  case new
  case search
  case delete
  case undo
  case redo
  case rename
  case move
  case share
  case pin
  case tags
  case folders
  case trash
  case follow
  case backlinks
  case back
  case conflicts
  case nextConflict
  case outline
  case fold
  case today
  case order
  case editor
  case sync
  case save
  case switchPane
  case palette
  case help
  case suspend
  case quit

  /// The key as the help shows it.
  public var key: String {
    switch self {
    case .open: "Enter"
    case .write: "i"
    case .new: "n"
    case .search: "/"
    case .delete: "d"
    case .undo: "u"
    case .redo: "U"
    case .rename: "r"
    case .move: "m"
    case .share: "s"
    case .pin: "P"
    case .tags: "t"
    case .folders: "F"
    case .trash: "R"
    case .follow: "]"
    case .backlinks: "B"
    case .back: "["
    case .conflicts: "C"
    case .nextConflict: ")"
    case .outline: "O"
    case .fold: "z"
    case .today: "T"
    case .order: "o"
    case .editor: "e"
    case .sync: "S"
    case .save: "^S"
    case .switchPane: "Tab"
    case .palette: ":"
    case .help: "?"
    case .suspend: "^Z"
    case .quit: "q"
    }
  }

  /// The command of a key; `nil` for other events.
  init?(_ event: TerminalEvent) {
    switch event {
    case .text(let text):
      // By scalars: keys typed fast arrive together, but no command's key joins with another one.
      guard let command = Self.allCases.first(where: { $0.key == text }) else { return nil }
      self = command
    case .key(.enter, _): self = .open
    case .key(.tab, _), .key(.backTab, _): self = .switchPane
    case .key(.control("z"), _): self = .suspend
    case .key(.control("r"), _), .key(.control("y"), _): self = .redo
    // As other programs open a note.
    case .key(.control("o"), _): self = .search
    case .key(.control("s"), _): self = .save
    case .key(.control("c"), _): self = .quit
    default: return nil
    }
  }
}
