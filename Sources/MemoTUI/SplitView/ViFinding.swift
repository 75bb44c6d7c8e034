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
      state.vi.keys = ViKeys()
      end(&state)
      return []
    }
    if case .key(.enter, _) = event {
      end(&state)
      if !input.text.isEmpty { state.vi.pattern = input.text }
      state.vi.isPatternBackward = state.vi.findsBackward
      let command = state.vi.keys.find(state.vi.pattern, isBackward: state.vi.findsBackward)
      return ViReading.obey(command, &state)
    }
    var input = input
    _ = input.update(event)
    state.mode = .finding(input)
    guard !input.text.isEmpty else { return [] }
    let keys = state.vi.keys
    goToMatch(of: input.text, isForward: !state.vi.findsBackward, keys.times, wraps: !keys.hasOperator, &state)
    return []
  }

  private static func end(_ state: inout BrowserState) {
    state.mode = state.vi.selection == nil ? .browsing : .selecting
    state.vi.findStart = nil
  }

  /// Goes to the next match in the direction of the search, or against it, or to a later one.
  static func findAgain(isNext: Bool, _ count: Int, _ state: inout BrowserState) {
    guard let cursor = state.pane?.editor.buffer.cursor else { return }
    let isForward = isNext != state.vi.isPatternBackward
    if !state.vi.pattern.isEmpty {
      goToMatch(of: state.vi.pattern, isForward: isForward, count, &state)
    } else if state.highlighter != nil {
      _ = goOn(count) {
        state.showMatch(isNext: isForward)
        return state.pane?.editor.buffer.cursor
      }
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
    goToMatch(of: word.text, isForward: !isBackward, 1, &state)
    if state.pane?.editor.buffer.cursor != cursor { ViMoving.noteJump(from: cursor, &state) }
  }

  private static func goToMatch(
    of pattern: String, isForward: Bool, _ count: Int, wraps: Bool = true, _ state: inout BrowserState
  ) {
    guard let buffer = state.pane?.editor.buffer else { return }
    guard let place = place(of: pattern, isForward: isForward, count, wraps: wraps, in: buffer) else {
      state.message = BrowserMessages.notFound[state.language]
      return
    }
    if isForward, place <= buffer.cursor { state.message = BrowserMessages.fromStart[state.language] }
    if !isForward, place >= buffer.cursor { state.message = BrowserMessages.fromEnd[state.language] }
    state.pane?.hasCursor = true
    state.pane?.edit { $0.edit { $0.move(to: place) } }
    ViMoving.showInMiddle(&state)
  }

  /// Where an operator ends that goes to what is found; `nil` for other motions, and if nothing is found.
  static func place(of motion: ViMotion, _ count: Int, _ state: BrowserState) -> LinePosition? {
    guard let buffer = state.pane?.editor.buffer else { return nil }
    switch motion {
    case .match(let pattern, let isBackward):
      return place(of: pattern, isForward: !isBackward, count, wraps: false, in: buffer)
    case .matchAgain(let isNext):
      let isForward = isNext != state.vi.isPatternBackward
      return place(of: state.vi.pattern, isForward: isForward, count, wraps: false, in: buffer)
    default: return nil
    }
  }

  /// Where the next match from the cursor begins, or a later one; `nil` if there is none.
  ///
  /// - Parameter wraps: whether the search continues at the other end of the text.
  private static func place(
    of pattern: String, isForward: Bool, _ count: Int, wraps: Bool, in buffer: EditBuffer
  ) -> LinePosition? {
    guard let pattern = ExactPattern(pattern) else { return nil }
    var position = buffer.cursor
    return goOn(count) {
      let behind = LinePosition(line: position.line, offset: position.offset + 1)
      let match =
        isForward
        ? pattern.next(in: buffer.lines, from: behind) : pattern.previous(in: buffer.lines, before: position)
      guard let next = match?.lowerBound, wraps || (isForward ? next > position : next < position) else { return nil }
      position = next
      return position
    }
  }

  /// Goes from match to match so often; whole rounds through the text are left out. Returns the last one; `nil` if one is
  /// missing.
  private static func goOn(_ count: Int, _ next: () -> LinePosition?) -> LinePosition? {
    var (first, last): (LinePosition?, LinePosition?) = (nil, nil)
    var (left, gone) = (count, 0)
    while left > 0 {
      guard let place = next() else { return nil }
      (left, gone, last) = (left - 1, gone + 1, place)
      if place == first { left %= gone - 1 }
      first = first ?? place
    }
    return last
  }
}
