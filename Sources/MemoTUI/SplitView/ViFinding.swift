import MemoCore
import MemoWords

/// Finding a text in the memo with the keys of vi.
enum ViFinding {
  /// Begins to find; what is selected then reaches to what is found.
  static func begin(isBackward: Bool, _ state: inout BrowserState) {
    (state.vi.findStart, state.vi.findsBackward) = (state.pane?.place, isBackward)
    state.mode = .finding(LineInput())
    ViSelecting.extendToCursor(&state)
  }

  /// Finds in the text while the pattern is typed.
  static func find(_ event: TerminalEvent, _ input: LineInput, _ state: inout BrowserState) -> [BrowserEffect] {
    // What is not found leaves the cursor where it was.
    if let start = state.vi.findStart { state.pane?.show(start) }
    defer { ViSelecting.extendToCursor(&state) }
    if event.isCancel {
      end(&state)
      return []
    }
    if case .key(.enter, _) = event {
      end(&state)
      if !input.text.isEmpty { state.vi.pattern = input.text }
      state.vi.isPatternBackward = state.vi.findsBackward
      findAgain(isNext: true, &state)
      return []
    }
    var input = input
    _ = input.update(event)
    state.mode = .finding(input)
    if !input.text.isEmpty { goToMatch(of: input.text, isForward: !state.vi.findsBackward, &state) }
    return []
  }

  private static func end(_ state: inout BrowserState) {
    state.mode = state.vi.selection == nil ? .browsing : .selecting
    state.vi.findStart = nil
  }

  /// Goes to the next match in the direction of the search, or against it.
  static func findAgain(isNext: Bool, _ state: inout BrowserState) {
    guard let cursor = state.pane?.editor.buffer.cursor else { return }
    let isForward = isNext != state.vi.isPatternBackward
    if !state.vi.pattern.isEmpty {
      goToMatch(of: state.vi.pattern, isForward: isForward, &state)
    } else if state.highlighter != nil {
      state.showMatch(isNext: isForward)
    } else {
      state.message = ViMessages.nothingToFind[state.language]
    }
    if state.pane?.editor.buffer.cursor != cursor { ViMoving.noteJump(from: cursor, &state) }
  }

  /// Finds the word at the cursor again.
  static func findWord(isBackward: Bool, _ state: inout BrowserState) {
    guard let buffer = state.pane?.editor.buffer,
      let word = ViText(buffer: buffer).wordToFind(at: buffer.cursor)
    else {
      state.message = BrowserMessages.notFound[state.language]
      return
    }
    let cursor = buffer.cursor
    (state.vi.pattern, state.vi.isPatternBackward) = (word.text, isBackward)
    // From inside the word, that is not the one to find.
    state.pane?.edit { $0.edit { $0.move(to: word.start) } }
    goToMatch(of: word.text, isForward: !isBackward, &state)
    if state.pane?.editor.buffer.cursor != cursor { ViMoving.noteJump(from: cursor, &state) }
  }

  private static func goToMatch(of pattern: String, isForward: Bool, _ state: inout BrowserState) {
    guard let buffer = state.pane?.editor.buffer, let pattern = ExactPattern(pattern) else { return }
    let position = buffer.cursor
    let behind = LinePosition(line: position.line, offset: position.offset + 1)
    let match =
      isForward
      ? pattern.next(in: buffer.lines, from: behind) : pattern.previous(in: buffer.lines, before: position)
    guard let place = match?.lowerBound else {
      state.message = BrowserMessages.notFound[state.language]
      return
    }
    if isForward, place <= position { state.message = BrowserMessages.fromStart[state.language] }
    if !isForward, place >= position { state.message = BrowserMessages.fromEnd[state.language] }
    state.pane?.hasCursor = true
    state.pane?.edit { $0.edit { $0.move(to: place) } }
    ViMoving.showInMiddle(&state)
  }
}
