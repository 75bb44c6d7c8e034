/// Lets the user choose a memo on a terminal.
public struct PickerSession {
  // Longer than the bytes of one key are apart, shorter than a person notices.
  private static let escapeMilliseconds = 25

  private let terminal: any ScreenTerminal
  private let matcher: (String) -> [PickerCandidate]

  /// A session in which `matcher` gives the candidates for a query, best first; all of them, newest first, for "".
  public init(terminal: any ScreenTerminal, matcher: @escaping (String) -> [PickerCandidate]) {
    self.terminal = terminal
    self.matcher = matcher
  }

  /// Shows the picker until the user chose; `nil` if the user did not want to.
  public func run() throws -> PickerCandidate? {
    try terminal.withScreen { screen in
      var state = PickerState(candidates: matcher(""), size: screen.size)
      var decoder = KeyDecoder()
      var shown: CellGrid?
      while true {
        let grid = PickerView.render(state)
        let changes = CellDifferences.text(from: shown, to: grid)
        if !changes.isEmpty { try screen.write(changes) }
        shown = grid
        let input = try screen.next(within: decoder.isWaiting ? Self.escapeMilliseconds : nil)
        guard let events = events(of: input, &decoder) else { return nil }
        // Another size leaves a screen that nobody knows.
        if case .resize = input { shown = nil }
        switch update(&state, events) {
        case .choose(let candidate): return candidate
        case .cancel: return nil
        case .none, .match: break
        }
      }
    }
  }

  // The events of an input; `nil` at its end.
  private func events(of input: ScreenInput, _ decoder: inout KeyDecoder) -> [TerminalEvent]? {
    switch input {
    case .bytes(let bytes): decoder.decode(bytes)
    case .resize(let size): [.resize(size)]
    case .nothing, .suspend: decoder.timeout()
    case .end: nil
    }
  }

  private func update(_ state: inout PickerState, _ events: [TerminalEvent]) -> PickerEffect {
    for event in events {
      switch state.update(event) {
      case .none: continue
      // At once, so that Enter right after a letter chooses from what matches with it.
      case .match(let query): state.show(matcher(query))
      case let end: return end
      }
    }
    return .none
  }
}
