import MemoCore

/// What is asked for in a line of text.
enum BrowserPrompt: Equatable, Sendable {
  /// Another title for the memo.
  case title
  /// Another folder for it.
  case folder
}

/// What to show in a memo once its text is there.
enum WantedPlace: Equatable, Sendable {
  /// The heading that a link names.
  case heading(String)
  /// A line, from 1.
  case line(Int)
}

extension BrowserState {
  mutating func startRenaming() {
    guard let selectedPath, let row = rows.row(of: selectedPath) else { return }
    mode = .prompting(.title, LineInput(rows[row].title))
  }

  mutating func startMoving() {
    guard let selectedPath else { return }
    mode = .prompting(.folder, LineInput(selectedPath.parent.text))
  }

  mutating func type(_ event: TerminalEvent, _ prompt: BrowserPrompt, _ input: LineInput) -> [BrowserEffect] {
    switch event {
    case .key(.escape, _), .key(.control("c"), _), .key(.control("g"), _): mode = .browsing
    case .key(.enter, _):
      mode = .browsing
      guard let selectedPath else { return [] }
      switch prompt {
      case .title: return [.rename(selectedPath, input.text, isSure: false)]
      case .folder: return [.move(selectedPath, input.text)]
      }
    default:
      var input = input
      _ = input.update(event)
      mode = .prompting(prompt, input)
    }
    return []
  }
}

/// What is asked before it is done; any key but a yes means no.
enum BrowserQuestion: Equatable, Sendable {
  /// Whether a memo goes to the trash.
  case delete(VaultPath)
  /// Whether a text is given up that could not be saved, for this reason.
  case giveUp(String)
  /// Whether a change stays for good that cannot be taken back, for this reason.
  case forget(String)
  /// Whether a memo gets a title that another one has.
  case twin(VaultPath, title: String)
  /// Whether the memo is made that a broken link names.
  case make(String)
}
