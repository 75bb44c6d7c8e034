import MemoCore
import MemoWords

/// The keys of vi in a text that is read, for those who set them: `memo config keys vi`.
enum ViReading {
  /// What is remembered between keys.
  struct Memory: Sendable {
    /// The keys typed so far.
    var keys = ViKeys()
    /// The count typed in the list.
    var listCount: Int?
    /// What is selected.
    var selection: ViSelection?
    /// What was selected last, and in which editing session.
    var lastSelection: (pane: Int, selection: ViSelection)?
    /// The revision of the text in which the selection was shown.
    var selectionRevision: Int?
    /// What was searched for last, and in which direction.
    var pattern = ""
    var isPatternBackward = false
    /// The character that was gone to last in a line.
    var find: ViFind?
    /// What was recorded under a name.
    var macros = ViMacros()
    /// What was copied and deleted under a name.
    var registers = ViRegisters()
    /// What waits for the clipboard of the system.
    var awaitedPaste: ViPasting.Awaited?
    /// The last change, for `.`.
    var change: ViChange?
    /// What is being written since a key.
    var insertion: ViInsertion?
    /// Where the cursor was put last while writing: what was typed begins there.
    var typedFrom: LinePosition?
    /// The view in which the search began that is being typed, and its direction.
    var findStart: MemoPane.Place?
    var findsBackward = false
    /// Where jumps began.
    var jumps: [ViJump] = []
    /// The lines that `^D` and `^U` scroll; `nil` for half a page.
    var scrolledLines: Int?
    /// The text that was saved by a command.
    var saved: ViSaved?
  }

  /// Applies a key in the text; `nil` for one that vi's keys do not include.
  static func read(_ event: TerminalEvent, _ state: inout BrowserState) -> [BrowserEffect]? {
    guard state.readsVi, !settlesConflict(event, state) else { return nil }
    if ViMacros.ends(with: event, state) { return ViMacros.end(&state) }
    guard let command = state.vi.keys.take(event) else { return nil }
    return obey(command, &state)
  }

  /// Carries out a command that was typed.
  static func obey(_ command: ViKeys.Command, _ state: inout BrowserState) -> [BrowserEffect] {
    let effects = carryOut(command, &state)
    // Else the text that was to be written is taken for commands. What a macro was to write is dropped with it.
    if command.isChange, !state.waiting.isPlaying, case .browsing = state.mode { state.waiting.dropTyped() }
    return effects
  }

  /// Whether keys go to the text or to a line about it, and not to the list or a question.
  static func isInText(_ state: BrowserState) -> Bool {
    guard state.focus == .memo else { return false }
    switch state.mode {
    case .browsing: return state.readsVi
    case .writing, .selecting, .finding: return true
    case .choosing(let chooser): return chooser.isPalette
    case .searching, .prompting, .asking, .help: return false
    }
  }

  /// Whether a key settles the conflict at the cursor, and does not begin to indent.
  private static func settlesConflict(_ event: TerminalEvent, _ state: BrowserState) -> Bool {
    let isKey = [.text("<"), .text(">"), .text("=")].contains(event)
    return isKey && state.vi.keys.typed.isEmpty && state.conflictAtCursor != nil
  }

  // A name that is typed for no other mark.
  private static let writtenMark = "^"

  /// Goes back from writing: the cursor is on the character that was typed last.
  static func leaveWriting(_ state: inout BrowserState) {
    guard ViRepeating.endInsertion(&state) else { return }
    state.pane?.edit { editor in
      editor.edit { buffer in
        buffer.setMark(writtenMark)
        let offset = buffer.lines[buffer.cursor.line].boundary(before: buffer.cursor.offset) ?? 0
        buffer.move(to: LinePosition(line: buffer.cursor.line, offset: offset))
      }
    }
  }

  /// Whether a key ends writing as Esc does.
  static func endsWriting(_ event: TerminalEvent, _ state: BrowserState) -> Bool {
    guard case .key(.control("c"), _) = event, state.looks.keys == .vi else { return false }
    return state.pane?.editor.buffer.selectedBytes.isEmpty == true
  }

  /// Whether a key does nothing while a text is written, because to those who know vi it means something else than here.
  static func isIdleInWriting(_ event: TerminalEvent, _ state: BrowserState) -> Bool {
    guard case .key(.control(let key), _) = event, state.looks.keys == .vi else { return false }
    return ["a", "k", "o", "r"].contains(key)
  }

  /// Carries out a command, and remembers it if it changes the text.
  static func carryOut(_ command: ViKeys.Command, _ state: inout BrowserState) -> [BrowserEffect] {
    let before = ViRepeating.Before(state)
    let effects = perform(command, &state)
    ViRepeating.note(command, since: before, &state)
    if state.waiting.isPlaying {
      rest(&state)
      if ViMacros.hasFailed(command, since: before, state) { WaitingKeys.stopPlaying(&state) }
    }
    return effects
  }

  private static func perform(_ command: ViKeys.Command, _ state: inout BrowserState) -> [BrowserEffect] {
    switch command {
    case .move(let motion, let count): ViMoving.move(motion, count, &state)
    case .apply(let key, let motion, let count): return apply(key, motion, count, &state)
    case .applyToLines(let key, let count):
      guard let editor = state.pane?.editor else { return [] }
      let (first, last) = (editor.buffer.cursor.line, ViText(buffer: editor.buffer).lastLine)
      guard first <= last else { return report(ViMessages.nothingToDelete, &state) }
      return apply(key, to: .lines(editor.shownLines(from: first, count, through: last)), &state)
    case .deleteCharacters(let count): return deleteCharacters(count, &state)
    case .replaceCharacters(let text, let count): return ViChanging.replace(count, with: text, &state)
    case .changeCase(let count): return ViChanging.changeCase(count, &state)
    case .joinLines(let count, let hasBlanks):
      return ViChanging.joinLines(count, hasBlanks: hasBlanks, &state)
    case .changeSelected(let change, let size):
      guard let buffer = state.pane?.editor.buffer else { return [] }
      let selection = ViSelection(size, in: buffer)
      ViSelecting.show(selection, &state)
      return ViSelecting.apply(change, to: selection, &state)
    case .repeatChange(let count): return ViRepeating.repeatChange(count, &state)
    case .scroll(let place): if let rows = state.layout.memo?.rows { state.pane?.scrollCursor(to: place, rows: rows) }
    case .fold(let fold): ViChanging.fold(fold, &state)
    case .write(let place, _): return write(place, &state)
    case .paste(let isBefore, let count): return ViPasting.paste(isBefore: isBefore, count, &state)
    case .inRegister(let name, let command):
      state.vi.registers.chosen = name
      defer { state.vi.registers.chosen = nil }
      return perform(command, &state)
    case .undo(let count): return undo(count, &state)
    case .redo(let count): return redo(count, &state)
    case .record(let name): state.vi.macros.begin(name)
    case .play(let name, let count): return ViMacros.play(name, count, &state)
    case .select(let isByLines):
      guard let cursor = state.pane?.editor.buffer.cursor else { return [] }
      state.mode = .selecting
      state.pane?.hasCursor = true
      ViSelecting.show(ViSelection(isByLines: isByLines, anchor: cursor, head: cursor), &state)
    case .selectAgain: ViSelecting.selectAgain(&state)
    case .setMark(let name): state.pane?.edit { $0.edit { $0.setMark(name) } }
    case .find(let isBackward): ViFinding.begin(isBackward: isBackward, &state)
    case .findAgain(let isNext, let count): ViFinding.findAgain(isNext: isNext, count, &state)
    case .findWord(let isBackward): ViFinding.findWord(isBackward: isBackward, &state)
    case .halfPage(let isDown, let lines): ViMoving.scroll(isDown: isDown, lines, &state)
    case .scrollRows(let count): ViMoving.scrollRows(count, &state)
    case .showPlace: return report(ViMessages.place(state), &state)
    case .jumpBack: return ViMoving.jumpBack(&state)
    case .tick: return state.tick()
    case .waits, .cancelled: break
    case .rest: return report(ViMessages.atRest, &state)
    case .unknown(let keys), .dropped(let keys): return report(ViMessages.lost(keys), &state)
    }
    return []
  }

  /// Drops what follows on keys without a meaning.
  static func lose(_ keys: String, _ state: inout BrowserState) -> [BrowserEffect] {
    state.vi.keys.lose(keys)
    return report(ViMessages.lost(keys), &state)
  }

  static func report(_ text: Text, _ state: inout BrowserState) -> [BrowserEffect] {
    state.message = text[state.language]
    return []
  }

  /// Keeps the cursor on a character of a line; the column that up and down keep stays.
  static func rest(_ state: inout BrowserState) {
    guard case .browsing = state.mode else { return }
    state.pane?.edit { editor in
      ViMoving.keepOnLines(&editor)
      let (cursor, line) = (editor.buffer.cursor, editor.buffer.lines[editor.buffer.cursor.line])
      guard cursor.offset == line.bytes.count, let offset = line.boundary(before: cursor.offset) else { return }
      editor.edit { buffer in
        let wanted = buffer.wantedColumn
        buffer.place(LinePosition(line: cursor.line, offset: offset), anchor: nil)
        buffer.wantedColumn = wanted
      }
    }
  }

  // MARK: Changes

  /// Changes the text, which is saved after a pause.
  static func change(
    _ state: inout BrowserState, _ body: (inout TextEditor) -> Void
  ) -> [BrowserEffect] {
    let revision = state.pane?.editor.buffer.revision
    state.pane?.hasCursor = true
    state.pane?.edit(body)
    guard state.pane?.editor.buffer.revision != revision else { return [] }
    state.trackDraft()
    return [.prepareWriting, .awaitPause]
  }

  static func apply(
    _ key: ViKeys.Operator, _ motion: ViMotion, _ count: Int?, _ state: inout BrowserState
  ) -> [BrowserEffect] {
    guard let motion = ViMoving.found(motion, count, &state), let buffer = state.pane?.editor.buffer else { return [] }
    let text = ViText(buffer: buffer)
    if key.isByLines, case .object = motion {
      return text.extent(of: motion, count, from: buffer.cursor, isChange: false).map { apply(key, to: $0, &state) }
        ?? report(ViMessages.noObject, &state)
    }
    if key.isByLines {
      var target = text.target(of: motion, count, from: buffer.cursor)
      // A line at whose start a motion ends, such as a heading, is not a part of what it goes over.
      if case .place = motion, target.offset == 0, target.line > buffer.cursor.line { target.line -= 1 }
      let ends = [buffer.cursor.line, min(target.line, text.lastLine)]
      return apply(key, to: .lines((ends.min() ?? 0)...(ends.max() ?? 0)), &state)
    }
    var extent = text.extent(of: motion, count, from: buffer.cursor, isChange: key == .change)
    if motion == .down, case .lines(let lines) = extent, let editor = state.pane?.editor {
      extent = .lines(editor.shownLines(from: lines.lowerBound, (count ?? 1) + 1, through: text.lastLine))
    }
    if case .object = motion {
      guard let extent else { return report(ViMessages.noObject, &state) }
      guard case .characters(let range) = extent, range.isEmpty else { return apply(key, to: extent, &state) }
      // Between brackets without a text something can be written.
      guard key == .change else { return report(ViMessages.nothingToDelete, &state) }
      state.pane?.edit { $0.edit { $0.move(to: range.lowerBound) } }
      return write(.cursor, &state)
    }
    guard let extent else {
      return key == .change ? write(.cursor, &state) : report(ViMessages.nothingToDelete, &state)
    }
    return apply(key, to: extent, &state)
  }

  static func apply(
    _ key: ViKeys.Operator, to extent: ViText.Extent, _ state: inout BrowserState
  ) -> [BrowserEffect] {
    guard let editor = state.pane?.editor else { return [] }
    let (buffer, text) = (editor.buffer, ViText(buffer: editor.buffer))
    var extent = extent
    if case .lines(let lines) = extent { extent = .lines(editor.withFolded(lines)) }
    if key.isByLines { return ViChanging.indent(extent, isOut: key == .outdent, &state) }
    if let letterCase = key.letterCase { return ViChanging.recase(extent, to: letterCase, &state) }
    switch extent {
    case .characters(let range): ViPasting.keep(buffer.lines.bytes(in: range), isCopied: key == .yank, &state)
    case .lines(let lines): ViPasting.keep(text.text(ofLines: lines), isCopied: key == .yank, &state)
    }
    let copies: [BrowserEffect] = ViRegisters.isOfSystem(state.vi.registers.chosen) ? [.copy(state.clipboard)] : []
    switch (key, extent) {
    case (.yank, .characters(let range)):
      state.pane?.edit { $0.edit { $0.move(to: range.lowerBound) } }
      return copied(&state)
    case (.yank, .lines(let lines)):
      if lines.lowerBound < buffer.cursor.line {
        state.pane?.edit { $0.edit { $0.move(to: LinePosition(line: lines.lowerBound, offset: buffer.cursor.offset)) } }
      }
      return copied(&state)
    case (.delete, .characters(let range)): return copies + remove(range, &state)
    case (.delete, .lines(let lines)):
      let effects = copies + remove(text.removal(ofLines: lines), &state)
      state.pane?.edit { editor in
        let text = ViText(buffer: editor.buffer)
        let start = text.lineText(min(lines.lowerBound, text.lastLine))
        editor.edit { $0.place(start, anchor: nil) }
      }
      return effects
    case (.change, .characters(let range)): return copies + remove(range, &state) + state.startWriting(isPlaced: true)
    case (.change, .lines(let lines)):
      let range = text.lineText(lines.lowerBound)..<buffer.lines.lineEnd(lines.upperBound)
      if range.isEmpty { state.pane?.edit { $0.edit { $0.move(to: range.lowerBound) } } }
      return copies + (range.isEmpty ? [] : remove(range, &state)) + state.startWriting(isPlaced: true)
    case (.indent, _), (.outdent, _), (.lower, _), (.upper, _), (.otherCase, _): return []
    }
  }

  private static func copied(_ state: inout BrowserState) -> [BrowserEffect] {
    state.message = BrowserMessages.copiedText[state.language]
    return state.vi.registers.isShared ? [.copy(state.clipboard)] : []
  }

  private static func remove(_ range: Range<LinePosition>, _ state: inout BrowserState) -> [BrowserEffect] {
    change(&state) { editor in
      editor.edit { buffer in
        let (start, end) = (range.lowerBound, range.upperBound)
        // A last line that is emptied stays a line, so it gets a line break: the cursor would go to the line above.
        let isEmptied = start.offset == 0 && start.line > 0 && end.offset > 0 && end == buffer.lines.end
        let lineBreak = isEmptied ? buffer.lines[start.line - 1].lineBreak.bytes : []
        buffer.replace(range, with: lineBreak, as: .other, cursor: start)
      }
    }
  }

  private static func deleteCharacters(_ count: Int, _ state: inout BrowserState) -> [BrowserEffect] {
    guard let buffer = state.pane?.editor.buffer else { return [] }
    let end = ViText(buffer: buffer).target(of: .right, count, from: buffer.cursor)
    guard end > buffer.cursor else { return report(ViMessages.nothingToDelete, &state) }
    return apply(.delete, to: .characters(buffer.cursor..<end), &state)
  }

  static func write(_ place: ViKeys.Place, _ state: inout BrowserState) -> [BrowserEffect] {
    // It is on the screen, so text comes where it is.
    state.pane?.hasCursor = true
    state.fitCursor()
    var effects: [BrowserEffect] = []
    switch place {
    case .cursor: break
    case .lastWritten:
      ViMoving.noteJump(&state)
      state.pane?.edit { $0.edit { $0.move(to: $0.mark(writtenMark) ?? $0.cursor) } }
    case .behindCursor: state.pane?.edit { $0.edit { $0.moveBehindCharacter() } }
    case .lineText: state.pane?.edit { $0.edit { $0.moveToLineText() } }
    case .lineEnd: state.pane?.edit { $0.edit { $0.move(.lineEnd) } }
    case .lineBelow:
      effects = change(&state) { editor in
        let line = editor.buffer.lines[editor.buffer.cursor.line].bytes
        editor.edit { $0.move(.lineEnd) }
        // Below an empty item there is another one, as vi has no key that ends a list.
        if ListItem(line)?.isEmpty == true { editor.edit { $0.insertLineBreak() } } else { editor.breakLine() }
      }
    case .lineAbove:
      effects = change(&state) { editor in
        let start = LinePosition(line: editor.buffer.cursor.line, offset: 0)
        editor.edit { buffer in
          buffer.move(to: start)
          buffer.insertLineBreak()
          buffer.move(to: start)
        }
      }
    }
    return state.startWriting(isPlaced: true) + effects.filter { $0 != .prepareWriting }
  }

  private static func undo(_ count: Int, _ state: inout BrowserState) -> [BrowserEffect] {
    guard let history = state.pane?.editor.buffer.history else { return [] }
    guard !history.undoable.isEmpty else {
      return report(history.hasLostSteps ? BrowserMessages.cannotUndoMore : ViMessages.nothingToUndo, &state)
    }
    return change(&state) { editor in
      for _ in 0..<count where !editor.buffer.history.undoable.isEmpty { editor.edit { $0.undo() } }
      editor.edit { $0.deselect() }
      goToChange(in: &editor)
    }
  }

  /// Goes to the first line that came back, where the cursor is in another one.
  private static func goToChange(in editor: inout TextEditor) {
    let edits = editor.buffer.history.redoable.last?.edits ?? []
    guard let first = edits.min(by: { $0.offset < $1.offset }) else { return }
    let text = ViText(buffer: editor.buffer)
    let place = text.lines.position(at: first.offset)
    // Lines that are gone were above or below the cursor; the last one may come back with the line break before it.
    let isGone = first.removed.isEmpty && place.offset == 0
    let isBelow = first.inverse.startsWithLineEnd && place.offset > 0
    let near = (place.line - (isGone ? 1 : 0))...(place.line + (isBelow ? 1 : 0))
    if near.contains(editor.buffer.cursor.line) { return }
    let line = min(max(0, isGone ? near.lowerBound : near.upperBound), text.lastLine)
    editor.edit { $0.move(to: text.lineText(line)) }
  }

  private static func redo(_ count: Int, _ state: inout BrowserState) -> [BrowserEffect] {
    guard state.pane?.editor.buffer.history.redoable.isEmpty == false else {
      return report(BrowserMessages.nothingToRedo, &state)
    }
    return change(&state) { editor in
      for _ in 0..<count where !editor.buffer.history.redoable.isEmpty { editor.edit { $0.redo() } }
      editor.edit { $0.deselect() }
    }
  }
}
