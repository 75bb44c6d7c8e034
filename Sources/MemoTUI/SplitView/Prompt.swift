import MemoCore

/// A line in which the user types another title for a memo.
struct Prompt: Equatable, Sendable {
  /// The memo, whichever is selected once the line is typed.
  private(set) var path: VaultPath
  private(set) var input: LineInput

  /// - Parameter title: the one that it has.
  init(of path: VaultPath, _ title: String) {
    (self.path, input) = (path, LineInput(title))
  }

  /// Applies an event that does not end it.
  mutating func update(_ event: TerminalEvent) {
    _ = input.update(event)
  }

  /// Follows the memo to another path.
  mutating func follow(_ path: VaultPath, to newPath: VaultPath) {
    if self.path == path { self.path = newPath }
  }

  /// What Enter does.
  var effect: BrowserEffect { .rename(path, input.text, isSure: false) }
}

/// A yes-or-no question; any key but a yes means no.
enum BrowserQuestion: Equatable, Sendable {
  /// Move a memo to the trash? It keeps its title if another process removes it.
  case delete(VaultPath, title: String)
  /// Discard a text that could not be saved for this reason?
  case discard(String)
  /// Skip a change that cannot be undone for this reason?
  case skip(String)
  /// Give a memo a title that another memo has?
  case twin(VaultPath, title: String)
  /// Create the memo that a broken link names?
  case create(String)

  /// Whether the list shows another title for the memo that is to be deleted, which may be another one by now.
  func isOutdated(in rows: ShownRows) -> Bool {
    guard case .delete(let path, let title) = self, let row = rows.row(of: path) else { return false }
    return !rows[row].title.utf8.elementsEqual(title.utf8)
  }

  /// Follows the memo to another path.
  mutating func follow(_ path: VaultPath, to newPath: VaultPath) {
    switch self {
    case .delete(path, let title): self = .delete(newPath, title: title)
    case .twin(path, let title): self = .twin(newPath, title: title)
    case .delete, .twin, .discard, .skip, .create: break
    }
  }
}
