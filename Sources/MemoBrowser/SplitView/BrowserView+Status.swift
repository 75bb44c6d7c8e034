import MemoCore

/// The last row of the window: what is typed, what was done, or where the user is.
extension BrowserView {
  private static let gap = 2
  private static let narrowestNote = 6

  static func renderStatus(_ state: BrowserState, _ row: Int, on grid: inout CellGrid) {
    switch state.mode {
    case .searching(let input): renderInput("/", input, note: searchNote(state), row, on: &grid)
    case .renaming(let input): renderInput(state.words.newTitle + " ", input, note: "", row, on: &grid)
    case .asking: renderQuestion(deletion(state), row, on: &grid)
    case .refused(let reason): renderQuestion(state.words.askGiveUp(reason), row, on: &grid)
    case .writing: renderLine(state.message ?? place(state), [writingNote(state)], row, on: &grid)
    case .browsing, .choosing, .help: renderLine(state.message ?? place(state), state.words.hints, row, on: &grid)
    }
  }

  /// Vault, count, and what is special about the list.
  private static func place(_ state: BrowserState) -> String {
    var parts = [state.words.vault]
    if state.shownQuery.isEmpty {
      parts.append(state.words.count(state.total))
    } else {
      parts += ["/\(state.shownQuery)", state.words.found(state.rows.count, state.total)]
    }
    if state.order != .newest { parts.append(state.words.order(state.order)) }
    return parts.joined(separator: " · ")
  }

  private static func writingNote(_ state: BrowserState) -> String {
    let isSaved = state.pane?.isDirty == false
    return (isSaved ? state.words.saved : state.words.unsaved) + " · " + state.words.writingHint
  }

  private static func searchNote(_ state: BrowserState) -> String {
    if let problem = state.queryProblem { return problem }
    if state.query != state.shownQuery { return state.words.searching }
    return state.query.isEmpty
      ? state.words.count(state.total) : state.words.found(state.rows.count, state.total)
  }

  private static func deletion(_ state: BrowserState) -> String {
    let title = state.rows.count == 0 ? "" : state.rows[state.selection].title
    return state.words.askDelete(title.isEmpty ? state.words.untitled : title)
  }

  private static func renderQuestion(_ question: String, _ row: Int, on grid: inout CellGrid) {
    let end = grid.put(cut(question, to: grid.size.columns - 1), row: row, column: 0, style: bold)
    grid.cursor = CellGrid.Position(row: row, column: min(end, grid.size.columns - 1))
  }

  /// A line that is typed.
  private static func renderInput(
    _ prompt: String, _ input: LineInput, note: String, _ row: Int, on grid: inout CellGrid
  ) {
    let end = grid.put(input, prompt: prompt, row: row)
    putAtEnd(note, row, after: end, on: &grid)
  }

  /// A line with the first of some notes for which there is room.
  private static func renderLine(_ text: String, _ notes: [String], _ row: Int, on grid: inout CellGrid) {
    let end = grid.put(cut(text, to: grid.size.columns), row: row, column: 0, style: dim)
    let room = grid.size.columns - end - gap
    if let note = notes.first(where: { DisplayWidth.columns(of: $0) <= room }) {
      putAtEnd(note, row, after: end, on: &grid)
    }
  }

  /// At the right edge where there is room.
  private static func putAtEnd(_ note: String, _ row: Int, after end: Int, on grid: inout CellGrid) {
    let room = grid.size.columns - end - gap
    guard room >= narrowestNote else { return }
    let note = cut(note, to: room)
    let column = grid.size.columns - DisplayWidth.columns(of: note)
    grid.put(note, row: row, column: column, style: dim)
  }
}
