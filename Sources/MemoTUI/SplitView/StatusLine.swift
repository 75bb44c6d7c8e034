import MemoCore
import MemoSync
import MemoWords

/// The last row of the window: a line that is typed, a message, or the position.
enum StatusLine {
  private static let gap = 2
  private static let narrowestNote = 6
  /// Rows that a question or message may take; they cover others until the next key.
  private static let mostRows = 3

  static func render(_ state: BrowserState, _ row: Int, on grid: inout CellGrid) {
    switch state.mode {
    case .searching(let input): renderSearch(input, state, row, on: &grid)
    case .finding(let input):
      let keys = state.vi.keys.typed
      let prompt = keys.isEmpty ? state.vi.findsBackward ? "?" : "/" : keys
      renderInput(prompt, input, note: state.message ?? "", row, on: &grid)
    case .prompting(let prompt):
      renderInput(BrowserMessages.newTitle[state.language] + " ", prompt.input, note: "", row, on: &grid)
    case .asking(let question): renderQuestion(text(of: question, state), row, on: &grid)
    case .writing:
      guard let finder = state.finder else { return renderWriting(state, row, on: &grid) }
      let note = state.message ?? finder.keys[state.language]
      renderInput(finder.label[state.language] + " ", finder.input, note: note, row, on: &grid)
    case .selecting:
      let keys = state.vi.selection == nil ? BrowserMessages.selectingKeys : ViMessages.selectingKeys
      renderLine(state.message ?? place(state, in: grid.size.columns), [keys[state.language]], row, on: &grid)
    case .browsing, .choosing, .help:
      if let message = state.error.text ?? state.message { return renderMessage(message, state, row, on: &grid) }
      if let mark = state.conflictAtCursor {
        return renderLine(conflict(mark, state), [SettlingMessages.keys(mark.conflict)[state.language]], row, on: &grid)
      }
      renderLine(place(state, in: grid.size.columns), hints(state), row, on: &grid)
    }
  }

  /// Which conflict the cursor is at, and where its versions are from.
  private static func conflict(_ mark: ConflictMarks.Mark, _ state: BrowserState) -> String {
    let place = SettlingMessages.place(mark.number, of: state.conflicts.count)[state.language]
    let sides = ConflictVersion.allCases.map { "\($0.mark) \(ConflictView.label(of: $0, of: mark.conflict, state))" }
    return ([place] + (mark.place == nil ? [] : sides)).joined(separator: " · ")
  }

  /// The hints for the keys of the current pane.
  private static func hints(_ state: BrowserState) -> [String] {
    if state.readsVi {
      let typed = state.vi.keys.typed
      if typed.isEmpty, let name = state.vi.macros.recordedName { return [ViMessages.recording(name)[state.language]] }
      return typed.isEmpty ? ViMessages.hints.map { $0[state.language] } : [typed]
    }
    if let count = state.vi.listCount { return ["\(count)"] }
    if state.goesThroughFound { return ViMessages.foundHints.map { $0[state.language] } }
    let hints = state.focus == .memo && state.highlighter != nil ? BrowserMessages.matchHints : BrowserMessages.hints
    return hints.map { $0[state.language] }
  }

  // MARK: Writing

  /// Always shows whether the text is on disk; the position gets the remaining space.
  private static func renderWriting(_ state: BrowserState, _ row: Int, on grid: inout CellGrid) {
    let saved = savedNote(state)
    let isSelected = state.pane?.editor.buffer.selection != nil
    let keys = isSelected ? "\(saved) · \(BrowserMessages.selectedKeys[state.language])" : saved
    let notes = ["\(keys) · \(BrowserMessages.writingHint[state.language])", keys, saved]
    if let message = state.error.text ?? state.message { return renderLine(message, notes, row, on: &grid) }
    let columns = grid.size.columns
    let note = notes.first { DisplayWidth.columns(of: $0) <= columns } ?? saved
    let column = max(0, columns - DisplayWidth.columns(of: note))
    let room = column - gap
    if room >= narrowestNote { grid.put(place(state, in: room), row: row, column: 0, style: BrowserView.dim) }
    grid.put(TerminalText.cut(note, to: columns), row: row, column: column, style: BrowserView.dim)
  }

  private static func savedNote(_ state: BrowserState) -> String {
    if state.pane?.isGone == true { return BrowserMessages.gone[state.language] }
    return (state.pane?.isDirty == false ? BrowserMessages.saved : BrowserMessages.unsaved)[state.language]
  }

  // MARK: Browsing

  /// The vault, the memo and the position in a width. The position is shown as a whole or not at all: the title is cut, and
  /// what is before it left out, first.
  private static func place(_ state: BrowserState, in columns: Int) -> String {
    let text = textParts(state)
    let isAlone = state.layout.list == nil && text.position != nil
    let before = conflictParts(state) + (isAlone ? [] : listParts(state))
    guard let position = text.position else { return TerminalText.cut(joined(before), to: columns) }
    let tail = [text.words, isAlone ? state.sync : nil].compactMap(\.self)
    let head = before + [text.title].compactMap(\.self) + [position]
    for count in (0...tail.count).reversed() {
      let place = joined(head + tail.prefix(count))
      if DisplayWidth.columns(of: place) <= columns { return place }
    }
    let room = columns - DisplayWidth.columns(of: joined(before + ["", position]))
    if let title = text.title, room >= narrowestNote {
      return joined(before + [TerminalText.cut(title, to: room), position])
    }
    for count in (0...before.count).reversed() {
      let place = joined(before.prefix(count) + [position])
      if DisplayWidth.columns(of: place) <= columns { return place }
    }
    return TerminalText.cut(text.title ?? state.vaultName, to: columns)
  }

  private static func joined(_ parts: some Sequence<String>) -> String { parts.joined(separator: " · ") }

  private static func conflictParts(_ state: BrowserState) -> [String] {
    let count = state.conflicts.count
    let text = state.readsVi ? BrowserMessages.viConflicts : BrowserMessages.conflicts
    return count == 0 ? [] : [text(count)[state.language]]
  }

  /// The vault, the count and the state of the list.
  private static func listParts(_ state: BrowserState) -> [String] {
    let language = state.language
    var parts = [state.vaultName]
    if state.list.shownQuery.isEmpty {
      parts.append(Message.memoCount(state.list.total)[language])
    } else {
      let folder = FolderChoices.folder(of: state.list.shownQuery)
      parts += [
        folder.map { ListMessages.inFolder($0)[language] } ?? "/\(state.list.shownQuery)",
        Message.share(state.list.rows.count, of: state.list.total)[language],
      ]
      parts += [matches(state), state.list.partlyRead].compactMap(\.self)
    }
    if state.list.order != .newest { parts.append(BrowserMessages.order(state.list.order)[language]) }
    if let sync = state.sync { parts.append(sync) }
    return parts
  }

  /// The name of the memo where the list is hidden, the position in it and its words; none while the list has the keys.
  private static func textParts(_ state: BrowserState) -> (title: String?, position: String?, words: String?) {
    guard state.focus == .memo, let pane = state.pane, pane.isEditable else { return (nil, nil, nil) }
    // The selected row: looking for a memo in a sorted list goes through all of it.
    let isListed = state.list.rows.count > 0 && state.list.rows.path(ofRow: state.list.selection) == pane.path
    let row = isListed ? state.list.rows[state.list.selection] : nil
    var title: String?
    if state.layout.list == nil, let row {
      let text = row.title.isEmpty ? Message.untitled[state.language] : row.title
      title = TerminalText.cut(text, to: max(narrowestNote, state.size.columns / 3))
    }
    let position = pane.editor.positionText(at: state.vi.selection?.head ?? pane.editor.buffer.cursor)
    // In search results the room is for the matches.
    let words = state.list.shownQuery.isEmpty ? row?.words : nil
    return (title, position, words.map { Message.wordCount($0)[state.language] })
  }

  /// The query, and what is said of it; a reason that is too long for the rest of the row is above it.
  private static func renderSearch(
    _ input: LineInput, _ state: BrowserState, _ row: Int, on grid: inout CellGrid
  ) {
    let (prompt, note) = ("/", searchNote(state))
    let typed = DisplayWidth.columns(of: prompt + TerminalText.visible(input.text))
    let isCut = typed + gap + DisplayWidth.columns(of: note) > grid.size.columns
    renderInput(prompt, input, note: isCut && state.list.problem != nil ? "" : note, row, on: &grid)
    guard isCut, state.list.problem != nil, row > 0 else { return }
    let cursor = grid.cursor
    let lines = BrowserView.wrapped(TerminalText.visible(note), to: grid.size.columns).prefix(mostRows)
    put(Array(lines), endingAt: row - 1, style: BrowserView.dim, on: &grid)
    grid.cursor = cursor
  }

  private static func searchNote(_ state: BrowserState) -> String {
    let partlyRead = state.list.partlyRead
    if let problem = state.list.problem { return joined([problem, partlyRead].compactMap(\.self)) }
    if state.list.query != state.list.shownQuery { return "…" }
    let count =
      state.list.query.isEmpty
      ? Message.memoCount(state.list.total) : Message.share(state.list.rows.count, of: state.list.total)
    return joined([count[state.language], matches(state), partlyRead].compactMap(\.self))
  }

  /// How many matches of the search the selected memo has.
  private static func matches(_ state: BrowserState) -> String? {
    guard !state.list.query.isEmpty, let found = state.list.texts[state.list.selectedPath], found.count > 0 else {
      return nil
    }
    return ListMessages.matches(found.count)[state.language]
  }

  // MARK: Questions

  /// The text of a question. A long title is cut, not the question.
  private static func text(of question: BrowserQuestion, _ state: BrowserState) -> String {
    switch question {
    case .delete(_, let title):
      fitted(title.isEmpty ? Message.untitled[state.language] : title, state, BrowserMessages.askDelete)
    case .discard(let reason): fitted(reason, state, BrowserMessages.askDiscard)
    case .skip(let reason): fitted(reason, state, BrowserMessages.askSkip)
    case .twin(_, let title): fitted(title, state, BrowserMessages.askTwin)
    case .create(let target): fitted(target, state, BrowserMessages.askCreate)
    }
  }

  private static func fitted(_ name: String, _ state: BrowserState, _ question: (String) -> Text) -> String {
    // One row less: rows end between words.
    let room = (state.size.columns - 1) * (mostRows - 1) - DisplayWidth.columns(of: question("")[state.language])
    return question(TerminalText.cut(name, to: max(narrowestNote, room)))[state.language]
  }

  private static func renderQuestion(_ question: String, _ row: Int, on grid: inout CellGrid) {
    let end = put(
      BrowserView.wrapped(question, to: grid.size.columns - 1), endingAt: row, style: BrowserView.bold, on: &grid)
    grid.cursor = CellGrid.Position(row: row, column: min(end + 1, grid.size.columns - 1))
  }

  /// A message that is too long for the row takes more rows.
  private static func renderMessage(_ message: String, _ state: BrowserState, _ row: Int, on grid: inout CellGrid) {
    let message = TerminalText.visible(message)
    guard DisplayWidth.columns(of: message) > grid.size.columns else {
      return renderLine(message, hints(state), row, on: &grid)
    }
    put(BrowserView.wrapped(message, to: grid.size.columns), endingAt: row, style: BrowserView.dim, on: &grid)
  }

  /// Draws lines that end at a row, and returns the column where the last one ends. If there are too many, the
  /// last ones are drawn, since a question ends in what it asks.
  @discardableResult private static func put(
    _ lines: [String], endingAt row: Int, style: CellStyle, on grid: inout CellGrid
  ) -> Int {
    let lines = lines.suffix(min(mostRows + 1, row + 1))
    let blank = String(repeating: " ", count: grid.size.columns)
    var end = 0
    for (place, line) in lines.enumerated() {
      let row = row - lines.count + 1 + place
      grid.put(blank, row: row, column: 0)
      end = grid.put(line, row: row, column: 0, style: style)
    }
    return end
  }

  /// A line that is typed.
  private static func renderInput(
    _ prompt: String, _ input: LineInput, note: String, _ row: Int, on grid: inout CellGrid
  ) {
    let end = grid.put(input, prompt: prompt, row: row)
    putAtEnd(note, row, after: end, on: &grid)
  }

  /// A line, and the first of some notes that fits.
  private static func renderLine(_ text: String, _ notes: [String], _ row: Int, on grid: inout CellGrid) {
    let end = grid.put(TerminalText.cut(text, to: grid.size.columns), row: row, column: 0, style: BrowserView.dim)
    let room = grid.size.columns - end - gap
    if let note = notes.first(where: { DisplayWidth.columns(of: $0) <= room }) {
      putAtEnd(note, row, after: end, on: &grid)
    }
  }

  /// Draws a note at the right edge if there is room.
  private static func putAtEnd(_ note: String, _ row: Int, after end: Int, on grid: inout CellGrid) {
    let room = grid.size.columns - end - gap
    guard room >= narrowestNote else { return }
    let note = TerminalText.cut(note, to: room)
    let column = grid.size.columns - DisplayWidth.columns(of: note)
    grid.put(note, row: row, column: column, style: BrowserView.dim)
  }
}
