import MemoCore
import MemoWords

/// Finding a text in the memo with the keys of vi.
extension ViReading {
  /// Finds in the text while the pattern is typed.
  static func find(_ event: TerminalEvent, _ input: LineInput, _ state: inout BrowserState) -> [BrowserEffect] {
    let start = state.vi.findStart
    if event.isCancel {
      state.mode = .browsing
      state.pane?.edit { $0.edit { $0.move(to: start) } }
      return []
    }
    if case .key(.enter, _) = event {
      state.mode = .browsing
      guard !input.text.isEmpty else {
        findAgain(isNext: true, &state)
        return []
      }
      state.vi.pattern = input.text
      goToMatch(of: input.text, from: start, isNext: true, &state)
      return []
    }
    var input = input
    let isChanged = input.update(event)
    state.mode = .finding(input)
    guard isChanged else { return [] }
    if input.text.isEmpty {
      state.pane?.edit { $0.edit { $0.move(to: start) } }
    } else {
      goToMatch(of: input.text, from: start, isNext: true, &state)
    }
    return []
  }

  static func findAgain(isNext: Bool, _ state: inout BrowserState) {
    guard let cursor = state.pane?.editor.buffer.cursor else { return }
    guard !state.vi.pattern.isEmpty else {
      if state.isHighlighting {
        state.showMatch(isNext: isNext)
      } else {
        state.message = ViMessages.nothingToFind[state.language]
      }
      return
    }
    goToMatch(of: state.vi.pattern, from: cursor, isNext: isNext, &state)
  }

  private static func goToMatch(
    of pattern: String, from position: LinePosition, isNext: Bool, _ state: inout BrowserState
  ) {
    guard let buffer = state.pane?.editor.buffer, let pattern = ExactPattern(pattern) else { return }
    let behind = LinePosition(line: position.line, offset: position.offset + 1)
    let match =
      isNext
      ? pattern.next(in: buffer.lines, from: behind) : pattern.previous(in: buffer.lines, before: position)
    guard let place = match?.lowerBound else {
      state.message = BrowserMessages.notFound[state.language]
      return
    }
    if isNext, place <= position { state.message = BrowserMessages.fromStart[state.language] }
    if !isNext, place >= position { state.message = BrowserMessages.fromEnd[state.language] }
    state.pane?.hasCursor = true
    state.pane?.edit { $0.edit { $0.move(to: place) } }
  }
}
