public import MemoCore

/// Lets the user choose a memo on a terminal.
public struct PickerSession {
  // Longer than the time between the bytes of one key, shorter than a person notices.
  private static let escapeMilliseconds = 25
  // A paste of which nothing has come for so long may have lost its end.
  private static let pasteMilliseconds = 1_000

  private let terminal: any ScreenTerminal
  private let all: any MemoRows
  private let untitled: String
  private let matcher: (String) -> (any MemoRows)?

  /// A session that starts with all memos.
  ///
  /// - Parameters:
  ///   - untitled: the title of a memo without one.
  ///   - matcher: the memos that match a query, best first; `nil` for an invalid query.
  public init(
    terminal: any ScreenTerminal, all: any MemoRows, untitled: String, matcher: @escaping (String) -> (any MemoRows)?
  ) {
    (self.terminal, self.all, self.untitled, self.matcher) = (terminal, all, untitled, matcher)
  }

  /// Shows the picker; returns the chosen memo, `nil` if the user cancelled.
  public func run() throws -> VaultPath? {
    try terminal.withScreen { screen in
      var state = PickerState(rows: all, untitled: untitled, size: screen.size)
      var decoder = KeyDecoder()
      var shown: CellGrid?
      while true {
        let grid = PickerView.render(state)
        let changes = CellDifferences.text(from: shown, to: grid)
        if !changes.isEmpty { try screen.write(changes) }
        shown = grid
        let input = try screen.next(within: timeout(decoder))
        guard let events = events(of: input, &decoder) else { return nil }
        // After a resize the content of the screen is unknown.
        if case .resize = input { shown = nil }
        switch update(&state, events) {
        case .choose(let path): return path
        case .cancel: return nil
        case .none, .match: break
        }
      }
    }
  }

  private func timeout(_ decoder: KeyDecoder) -> Int? {
    decoder.isWaiting ? Self.escapeMilliseconds : decoder.isPasting ? Self.pasteMilliseconds : nil
  }

  // The events of an input; `nil` at its end.
  private func events(of input: ScreenInput, _ decoder: inout KeyDecoder) -> [TerminalEvent]? {
    switch input {
    case .bytes(let bytes): decoder.decode(bytes)
    case .resize(let size): [.resize(size)]
    case .nothing, .suspend: decoder.timeout() + decoder.pausePaste()
    case .end: nil
    }
  }

  private func update(_ state: inout PickerState, _ events: [TerminalEvent]) -> PickerEffect {
    for event in events {
      switch state.update(event) {
      case .none: continue
      // At once, so that Enter right after a letter chooses from its matches.
      case .match(let query): if let rows = matcher(query) { state.show(rows) }
      case let end: return end
      }
    }
    return .none
  }
}
