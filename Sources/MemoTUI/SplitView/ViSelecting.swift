import MemoCore
import MemoWords

/// The keys of vi while text is selected.
enum ViSelecting {
  /// Applies a key while text is selected.
  static func select(_ event: TerminalEvent, _ state: inout BrowserState) -> [BrowserEffect] {
    guard var selection = state.vi.selection else { return [] }
    if state.vi.keys.awaitsCharacter || state.vi.keys.awaitsObject { return extend(selection, by: event, &state) }
    if let lost = state.vi.keys.lost, case .text = event { return ViReading.report(ViMessages.lost(lost), &state) }
    switch event {
    // Text objects, as in `viw`.
    case .text("i"), .text("a"):
      state.vi.keys.beginObject(isInner: event == .text("i"))
      return []
    case .text("y"), .key(.control("c"), _): return finish(.yank, selection, &state)
    case .text("d"), .text("x"), .key(.delete, _), .key(.backspace, _): return finish(.delete, selection, &state)
    case .text("c"): return finish(.change, selection, &state)
    case .text(">"): return finish(.indent, selection, &state)
    case .text("<"): return finish(.outdent, selection, &state)
    case .text("p"): return replace(selection, &state)
    case .text("~"): return recase(selection, to: .other, &state)
    case .text("u"): return recase(selection, to: .lower, &state)
    case .text("U"): return recase(selection, to: .upper, &state)
    case .text("J"):
      let count = max(2, selection.lines.count)
      return change(selection, as: .joinLines(count), &state) { _, state in ViChanging.joinLines(count, &state) }
    case .text("v"), .text("V"):
      let isByLines = event == .text("V")
      if isByLines == selection.isByLines { return state.endSelecting(at: selection.head) }
      show(ViSelection(isByLines: isByLines, anchor: selection.anchor, head: selection.head), &state)
      return []
    case .text("o"):
      (selection.anchor, selection.head) = (selection.head, selection.anchor)
      show(selection, &state)
      return []
    case .key(.escape, _), .key(.control("g"), _):
      state.vi.keys = ViKeys()
      return state.endSelecting(at: selection.head)
    default: return extend(selection, by: event, &state)
    }
  }

  private static func extend(
    _ selection: ViSelection, by event: TerminalEvent, _ state: inout BrowserState
  ) -> [BrowserEffect] {
    var selection = selection
    goToHead(of: selection, &state)
    switch state.vi.keys.take(event) {
    case .move(.object(let object), _):
      guard let buffer = state.pane?.editor.buffer, let found = ViSelection(of: object, in: buffer) else {
        state.message = ViMessages.noObject[state.language]
        break
      }
      show(found, &state)
      return []
    case .unknown(let keys): state.message = ViMessages.lost(keys)[state.language]
    case .findWord(let isBackward): ViFinding.findWord(isBackward: isBackward, &state)
    case .move(let motion, let count): ViMoving.move(motion, count, &state)
    case .findAgain(let isNext): ViFinding.findAgain(isNext: isNext, &state)
    case .halfPage(let isDown, let lines): ViMoving.scroll(isDown: isDown, lines, &state)
    case .find(let isBackward):
      ViFinding.begin(isBackward: isBackward, &state)
      return []
    case .replaceCharacters(let text, _):
      show(selection, &state)
      return replaceCharacters(selection, by: text, &state)
    case .waits, .cancelled: break
    case nil:
      if case .key(let key, let modifiers) = event, let motion = Motion(key, modifiers),
        let rows = state.layout.memo?.rows
      {
        state.pane?.go(motion, rows: rows)
      } else if case .text(let keys) = event {
        _ = ViReading.lose(keys, &state)
      } else {
        state.message = ViMessages.selectingKeys[state.language]
      }
    default: if case .text(let keys) = event { _ = ViReading.lose(keys, &state) }
    }
    if let head = state.pane?.editor.buffer.cursor { selection.head = head }
    show(selection, &state)
    return []
  }

  /// Has the selection reach to where the cursor is.
  static func extendToCursor(_ state: inout BrowserState) {
    guard var selection = state.vi.selection, let cursor = state.pane?.editor.buffer.cursor else { return }
    selection.head = cursor
    show(selection, &state)
  }

  /// Puts the cursor back to the end that moves, for another motion; the column that up and down keep stays.
  private static func goToHead(of selection: ViSelection, _ state: inout BrowserState) {
    state.pane?.edit { editor in
      editor.edit { buffer in
        let wanted = buffer.wantedColumn
        buffer.place(selection.head, anchor: nil)
        buffer.wantedColumn = wanted
      }
    }
  }

  static func show(_ selection: ViSelection, _ state: inout BrowserState) {
    state.vi.selection = selection
    state.pane?.edit { $0.edit { selection.show(in: &$0) } }
  }

  private static func finish(
    _ key: ViKeys.Operator, _ selection: ViSelection, _ state: inout BrowserState
  ) -> [BrowserEffect] {
    let command = equivalent(of: key, selection, state)
    return change(selection, as: command, &state) { range, state in
      if selection.isByLines { return ViReading.apply(key, to: .lines(selection.lines), &state) }
      guard let range else { return ViReading.report(BrowserMessages.nothingSelected, &state) }
      return ViReading.apply(key, to: .characters(range), &state)
    }
  }

  /// Ends selecting, and changes what was selected from its start on.
  ///
  /// - Parameter command: the command that does the same without a selection, for `.`.
  private static func change(
    _ selection: ViSelection, as command: ViKeys.Command?, _ state: inout BrowserState,
    _ body: (Range<LinePosition>?, inout BrowserState) -> [BrowserEffect]
  ) -> [BrowserEffect] {
    let range = state.pane?.editor.buffer.selection
    state.vi.keys = ViKeys()
    _ = state.endSelecting(at: min(selection.anchor, selection.head))
    let before = ViRepeating.Before(state)
    let effects = body(range, &state)
    if let command { ViRepeating.note(command, since: before, &state) }
    ViReading.rest(&state)
    return effects
  }

  /// Replaces each selected character, but no line break.
  private static func replaceCharacters(
    _ selection: ViSelection, by text: String, _ state: inout BrowserState
  ) -> [BrowserEffect] {
    let count = selectedCharacters(selection, state)
    return change(selection, as: count.map { .replaceCharacters(text, $0) }, &state) { range, state in
      ViChanging.replaceEach(in: range, by: text, &state)
    }
  }

  private static func recase(
    _ selection: ViSelection, to letterCase: ViChanging.LetterCase, _ state: inout BrowserState
  ) -> [BrowserEffect] {
    let count = letterCase == .other ? selectedCharacters(selection, state) : nil
    return change(selection, as: count.map { .changeCase($0) }, &state) { range, state in
      ViChanging.recase(range, to: letterCase, &state)
    }
  }

  /// The command that does the same without a selection, as `.` does it again; `nil` for a selection of several lines that are
  /// not whole.
  private static func equivalent(
    of key: ViKeys.Operator, _ selection: ViSelection, _ state: BrowserState
  ) -> ViKeys.Command? {
    if selection.isByLines || key.isByLines { return .applyToLines(key, selection.lines.count) }
    return selectedCharacters(selection, state).map { .apply(key, .right, $0) }
  }

  /// How many characters of one line are selected; `nil` for whole lines and several.
  private static func selectedCharacters(_ selection: ViSelection, _ state: BrowserState) -> Int? {
    guard !selection.isByLines, let buffer = state.pane?.editor.buffer, let range = buffer.selection,
      range.lowerBound.line == range.upperBound.line
    else { return nil }
    let characters = buffer.lines[range.lowerBound.line].characters(from: range.lowerBound.offset)
    return characters.prefix { $0.range.lowerBound < range.upperBound.offset }.count
  }

  /// Replaces what is selected by what was copied, which then can be pasted instead.
  private static func replace(_ selection: ViSelection, _ state: inout BrowserState) -> [BrowserEffect] {
    guard !state.clipboard.isEmpty, let range = state.pane?.editor.buffer.selection else {
      return state.endSelecting(at: selection.head) + ViReading.report(ViMessages.nothingToPaste, &state)
    }
    let text = state.clipboard
    state.clipboard = state.pane?.editor.buffer.lines.bytes(in: range) ?? []
    _ = state.endSelecting(at: selection.head)
    let effects = ViReading.change(&state) { editor in
      editor.edit { buffer in
        buffer.select(range)
        buffer.paste(text)
        buffer.place(range.lowerBound, anchor: nil)
      }
    }
    ViReading.rest(&state)
    return effects
  }
}
