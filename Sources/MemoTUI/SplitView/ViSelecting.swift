import MemoCore
import MemoWords

/// The keys of vi while text is selected.
enum ViSelecting {
  /// Applies a key while text is selected.
  static func select(_ event: TerminalEvent, _ state: inout BrowserState) -> [BrowserEffect] {
    guard var selection = state.vi.selection else { return [] }
    if ViMacros.ends(with: event, state) { return ViMacros.end(&state) }
    if state.vi.keys.awaitsCharacter || state.vi.keys.awaitsName { return extend(selection, by: event, &state) }
    if let lost = state.vi.keys.lost, case .text = event { return ViReading.report(ViMessages.lost(lost), &state) }
    let (isAfterG, steps) = (state.vi.keys.isAfterG, state.vi.keys.times)
    // `gd` deletes nothing.
    if isAfterG, case .text(let key) = event, !["u", "U", "~", "J"].contains(key) {
      return extend(selection, by: event, &state)
    }
    switch event {
    // Text objects, as in `viw`.
    case .text(let key) where key == "i" || key == "a":
      let isBegun = state.vi.keys.beginObject(key)
      return isBegun ? [] : ViReading.lose(state.vi.keys.typed + key, &state)
    case .text("y"), .key(.control("c"), _): return apply(.apply(.yank), to: selection, &state)
    case .text("d"), .text("x"), .key(.delete, _), .key(.backspace, _):
      return apply(.apply(.delete), to: selection, &state)
    case .text("c"), .text("s"): return apply(.apply(.change), to: selection, &state)
    case .text("S"), .text("C"), .text("R"): return apply(.apply(.change), to: selection.byLines, &state)
    case .text("D"), .text("X"): return apply(.apply(.delete), to: selection.byLines, &state)
    case .text("Y"): return apply(.apply(.yank), to: selection.byLines, &state)
    case .text(">"): return apply(.indent(isOut: false, steps: steps), to: selection, &state)
    case .text("<"): return apply(.indent(isOut: true, steps: steps), to: selection, &state)
    case .text("p") where ViRegisters.isOfSystem(state.vi.keys.register),
      .text("P") where ViRegisters.isOfSystem(state.vi.keys.register):
      state.vi.keys = ViKeys()
      return [.paste(nil)]
    case .text("p"): return apply(.paste(keepsRegister: false), to: selection, &state)
    case .text("P"): return apply(.paste(keepsRegister: true), to: selection, &state)
    case .text("~"): return apply(.recase(.other), to: selection, &state)
    case .text("u"): return apply(.recase(.lower), to: selection, &state)
    case .text("U"): return apply(.recase(.upper), to: selection, &state)
    case .text("J"): return apply(.joinLines(hasBlanks: !isAfterG), to: selection, &state)
    case .text("v"), .text("V"):
      let isByLines = event == .text("V")
      if isByLines == selection.isByLines { return state.endSelecting(at: selection.head) }
      show(ViSelection(isByLines: isByLines, anchor: selection.anchor, head: selection.head), &state)
      return []
    case .text("o"):
      (selection.anchor, selection.head) = (selection.head, selection.anchor)
      show(selection, &state)
      return []
    case .text(":"): return ViCommandLine.begin(with: selection, &state)
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
    // Whether it fails where the selection stays as it is, as what sets a message does.
    var hasFailed = false
    switch state.vi.keys.take(event) {
    case .move(.object(let object), let count):
      guard let buffer = state.pane?.editor.buffer, let found = selection.taking(object, count ?? 1, in: buffer) else {
        state.message = ViMessages.noObject[state.language]
        break
      }
      show(found, &state)
      return []
    case .unknown(let keys): state.message = ViMessages.lost(keys)[state.language]
    case .findWord(let isBackward): ViFinding.findWord(isBackward: isBackward, &state)
    case .move(let motion, let count):
      // Lines are selected by lines of the file, however many rows one has.
      let isLines = selection.isByLines && (motion == .up || motion == .down)
      ViMoving.move(motion, count ?? (isLines ? 1 : nil), &state)
      hasFailed = motion.needsRoom
    case .findAgain(let isNext, let count): ViFinding.findAgain(isNext: isNext, count, &state)
    case .halfPage(let isDown, let lines): ViMoving.scroll(isDown: isDown, lines, &state)
    case .scrollRows(let count): ViMoving.scrollRows(count, &state)
    case .setMark(let name): state.pane?.edit { $0.edit { $0.setMark(name) } }
    case .find(let isBackward):
      ViFinding.begin(isBackward: isBackward, &state)
      return []
    case .play(let name, let count):
      show(selection, &state)
      return ViMacros.play(name, count, &state)
    case .replaceCharacters(let text, _):
      show(selection, &state)
      return apply(.replace(text), to: selection, &state)
    case .waits, .cancelled: break
    case nil:
      if case .key(let key, let modifiers) = event, let motion = Motion(key, modifiers),
        let rows = state.layout.memo?.rows
      {
        state.pane?.go(motion, rows: rows)
        hasFailed = motion.needsRoom
      } else if case .text(let keys) = event {
        _ = ViReading.lose(keys, &state)
      } else {
        state.message = ViMessages.selectingKeys[state.language]
      }
    default: if case .text(let keys) = event { _ = ViReading.lose(keys, &state) }
    }
    state.pane?.edit { ViMoving.keepOnLines(&$0) }
    let before = selection.head
    if let head = state.pane?.editor.buffer.cursor { selection.head = head }
    if state.waiting.isPlaying, selection.head == before, hasFailed || state.message != nil {
      WaitingKeys.stopPlaying(&state)
    }
    show(selection, &state)
    return []
  }

  /// What was selected last in the text, as far as the text still has it.
  static func lastSelection(_ state: BrowserState) -> ViSelection? {
    guard let (id, selection) = state.vi.lastSelection, let pane = state.pane, pane.id == id else { return nil }
    return selection.clamped(to: pane.editor.buffer)
  }

  /// Selects what was selected last.
  static func selectAgain(_ state: inout BrowserState) {
    guard let selection = lastSelection(state) else {
      state.message = BrowserMessages.nothingSelected[state.language]
      return
    }
    state.mode = .selecting
    state.pane?.hasCursor = true
    show(selection, &state)
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
    state.pane?.edit { editor in
      let lines = editor.withFolded(selection.lines)
      editor.edit { selection.show(in: &$0, lines: lines) }
    }
    state.vi.selectionRevision = state.pane?.editor.buffer.revision
  }

  /// Has the selection follow a text that another process has changed; it ends if nothing of it is left.
  static func followText(_ state: inout BrowserState) {
    guard let selection = state.vi.selection, let buffer = state.pane?.editor.buffer,
      buffer.revision != state.vi.selectionRevision
    else { return }
    // The selection of the buffer has followed.
    let followed = ViSelection(selectedIn: buffer, isByLines: selection.isByLines)
    if let followed { show(followed, &state) } else { _ = state.endSelecting() }
  }

  /// Changes what is selected.
  static func apply(
    _ change: ViSelectedChange, to selection: ViSelection, _ state: inout BrowserState
  ) -> [BrowserEffect] {
    guard let buffer = state.pane?.editor.buffer else { return [] }
    let range = buffer.selection
    var command = equivalent(of: change, selection, state) ?? .changeSelected(change, selection.size(in: buffer))
    if let register = state.vi.keys.register {
      state.vi.registers.chosen = register
      command = .inRegister(register, command)
    }
    defer { state.vi.registers.chosen = nil }
    state.vi.keys = ViKeys()
    _ = state.endSelecting(at: min(selection.anchor, selection.head))
    let before = ViRepeating.Before(state)
    let effects = carryOut(change, selection, range, &state)
    ViRepeating.note(command, since: before, &state)
    return effects
  }

  /// - Parameter range: what was selected.
  private static func carryOut(
    _ change: ViSelectedChange, _ selection: ViSelection, _ range: Range<LinePosition>?, _ state: inout BrowserState
  ) -> [BrowserEffect] {
    switch change {
    case .apply(let key):
      if selection.isByLines { return ViReading.apply(key, to: .lines(selection.lines), &state) }
      guard let range else { return ViReading.report(BrowserMessages.nothingSelected, &state) }
      return ViReading.apply(key, to: .characters(range), &state)
    case .paste(let keepsRegister):
      return ViPasting.paste(over: range, isByLines: selection.isByLines, keepsRegister: keepsRegister, &state)
    case .recase(let letterCase): return ViChanging.recase(range, to: letterCase, &state)
    case .replace(let text): return ViChanging.replaceEach(in: range, by: text, &state)
    case .joinLines(let hasBlanks):
      return ViChanging.joinLines(max(2, selection.lines.count), hasBlanks: hasBlanks, &state)
    case .indent(let isOut, let steps):
      return ViChanging.indent(.lines(selection.lines), isOut: isOut, steps: steps, &state)
    }
  }

  /// The command that does the same without a selection, which `.` can do with another count; `nil` for others.
  private static func equivalent(
    of change: ViSelectedChange, _ selection: ViSelection, _ state: BrowserState
  ) -> ViKeys.Command? {
    switch change {
    case .apply(let key) where selection.isByLines: .applyToLines(key, selection.lines.count)
    case .indent(let isOut, 1): .applyToLines(isOut ? .outdent : .indent, selection.lines.count)
    case .apply(let key): selectedCharacters(selection, state).map { .apply(key, .right, $0) }
    case .recase(.other): selectedCharacters(selection, state).map { .changeCase($0) }
    case .replace(let text): selectedCharacters(selection, state).map { .replaceCharacters(text, $0) }
    case .joinLines(let hasBlanks): .joinLines(max(2, selection.lines.count), hasBlanks: hasBlanks)
    case .recase, .paste, .indent: nil
    }
  }

  /// How many characters of one line are selected; `nil` for whole lines and several.
  private static func selectedCharacters(_ selection: ViSelection, _ state: BrowserState) -> Int? {
    guard !selection.isByLines, let buffer = state.pane?.editor.buffer, let range = buffer.selection,
      range.lowerBound.line == range.upperBound.line
    else { return nil }
    let characters = buffer.lines[range.lowerBound.line].characters(from: range.lowerBound.offset)
    return characters.prefix { $0.range.lowerBound < range.upperBound.offset }.count
  }
}
