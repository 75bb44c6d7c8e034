import MemoCore

/// Questions, prompts and lists of choices.
extension BrowserState {
  // MARK: Deleting

  mutating func answer(_ event: TerminalEvent) -> [BrowserEffect] {
    mode = .browsing
    guard case .text(let text) = event, Answer.isYes(text), let path = selectedPath else { return [] }
    rows.setDraft(nil)
    return [.delete(path)]
  }

  // MARK: Texts that cannot be saved

  /// Goes back to what is on disk, or to the text.
  mutating func giveUp(_ event: TerminalEvent) -> [BrowserEffect] {
    guard case .text(let text) = event, Answer.isYes(text) else {
      mode = .writing
      return [.awaitPause]
    }
    mode = .browsing
    pane?.forget()
    rows.setDraft(nil)
    select(selectedPath.flatMap { rows.row(of: $0) } ?? selection)
    return [.flush]
  }

  // MARK: Renaming

  mutating func startRenaming() {
    guard selectedPath != nil else { return }
    mode = .renaming(LineInput(rows[selection].title))
  }

  mutating func rename(_ event: TerminalEvent, _ input: LineInput) -> [BrowserEffect] {
    switch event {
    case .key(.escape, _), .key(.control("c"), _), .key(.control("g"), _): mode = .browsing
    case .key(.enter, _):
      mode = .browsing
      return selectedPath.map { [.rename($0, input.text)] } ?? []
    default:
      var input = input
      _ = input.update(event)
      mode = .renaming(input)
    }
    return []
  }

  // MARK: Choosing

  mutating func openPalette() {
    let words = words
    let commands = BrowserCommand.allCases.filter { $0 != .palette }
    mode = .choosing(
      Chooser(commands.map { Chooser.Choice(name: words.commands($0), note: $0.key, action: .command($0)) }))
  }

  mutating func choose(_ event: TerminalEvent, _ chooser: Chooser) -> [BrowserEffect] {
    var chooser = chooser
    switch event {
    case .key(.escape, _), .key(.control("c"), _), .key(.control("g"), _): mode = .browsing
    case .key(.enter, _):
      mode = .browsing
      return chooser.chosen.map { take($0.action) } ?? []
    default:
      chooser.update(event)
      mode = .choosing(chooser)
    }
    return []
  }

  /// Does what was chosen.
  mutating func take(_ choice: BrowserChoice) -> [BrowserEffect] {
    switch choice {
    case .command(let command): return carryOut(command)
    case .tag(let tag): return search(for: "tag:\(Self.quoted(tag))")
    case .memo(let path):
      if let selectedPath, selectedPath != path { trail.append(selectedPath) }
      return go(to: path)
    case .nowhere(let target):
      message = words.brokenLink(target)
      return []
    }
  }

  private static func quoted(_ tag: String) -> String {
    tag.contains { $0.isWhitespace } ? "\"\(tag)\"" : tag
  }

  // MARK: Help

  mutating func help(_ event: TerminalEvent, _ top: Int) -> [BrowserEffect] {
    let page = max(1, size.rows - 2)
    switch event {
    case .text("j"), .key(.down, _): mode = .help(top: top + 1)
    case .text("k"), .key(.up, _): mode = .help(top: max(0, top - 1))
    case .text(" "), .key(.pageDown, _): mode = .help(top: top + page)
    case .key(.pageUp, _): mode = .help(top: max(0, top - page))
    default: mode = .browsing
    }
    if case .help(let top) = mode {
      mode = .help(top: min(top, max(0, BrowserView.helpLines(words).count - page)))
    }
    return []
  }
}
