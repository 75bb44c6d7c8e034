/// What the user can ask for by a key while nothing is typed; the palette and the help list them in this order.
public enum BrowserCommand: CaseIterable, Sendable {
  case open
  case write
  case new
  case search
  case delete
  case undo
  case redo
  case rename
  case share
  case tags
  case follow
  case back
  case order
  case editor
  case switchPane
  case palette
  case help
  case suspend
  case quit

  /// The key as people read it.
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
    case .share: "s"
    case .tags: "t"
    case .follow: "]"
    case .back: "["
    case .order: "o"
    case .editor: "e"
    case .switchPane: "Tab"
    case .palette: ":"
    case .help: "?"
    case .suspend: "^Z"
    case .quit: "q"
    }
  }

  /// The command of an event; `nil` for one that is none.
  init?(_ event: TerminalEvent) {
    switch event {
    case .text(let text):
      // By scalars: keys struck fast arrive together, but no command's key joins with another.
      guard let command = Self.allCases.first(where: { $0.key == text }) else { return nil }
      self = command
    case .key(.enter, _): self = .open
    case .key(.tab, _), .key(.backTab, _): self = .switchPane
    case .key(.control("z"), _): self = .suspend
    case .key(.control("r"), _): self = .redo
    case .key(.control("c"), _): self = .quit
    default: return nil
    }
  }
}
