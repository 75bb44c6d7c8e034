import MemoCore

/// The last row of the window: what is typed, what was done, or where the user is.
extension BrowserView {
  private static let gap = 2
  private static let narrowestNote = 6

  static func renderStatus(_ state: BrowserState, _ row: Int, on grid: inout CellGrid) {
    switch state.mode {
    case .searching(let input): renderInput("/", input, note: searchNote(state), row, on: &grid)
    case .renaming(let input): renderInput(state.words.newTitle + " ", input, note: "", row, on: &grid)
    case .asking(let question): renderQuestion(text(of: question, state), row, on: &grid)
    case .writing:
      let notes = [writingNote(state), state.words.writingHint]
      renderLine(state.message ?? place(state), notes, row, on: &grid)
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
    if let sync = state.sync { parts.append(sync) }
    return parts.joined(separator: " · ")
  }

  private static func writingNote(_ state: BrowserState) -> String {
    let words = state.words
    let isSaved = state.pane?.isDirty == false
    let text = state.pane?.isGone == true ? words.gone : isSaved ? words.saved : words.unsaved
    return text + " · " + words.writingHint
  }

  private static func searchNote(_ state: BrowserState) -> String {
    if let problem = state.queryProblem { return problem }
    if state.query != state.shownQuery { return state.words.searching }
    return state.query.isEmpty
      ? state.words.count(state.total) : state.words.found(state.rows.count, state.total)
  }

  /// A question; a title that is too long for it is cut, and not what is asked.
  private static func text(of question: BrowserQuestion, _ state: BrowserState) -> String {
    let words = state.words
    switch question {
    case .delete(let path): return fitted(title(of: path, state), in: state.size, words.askDelete)
    case .giveUp(let reason): return fitted(reason, in: state.size, words.askGiveUp)
    case .forget(let reason): return fitted(reason, in: state.size, words.askForget)
    case .twin(_, let title): return fitted(title, in: state.size, words.askTwin)
    case .make(let target): return fitted(target, in: state.size, words.askMake)
    }
  }

  private static func fitted(_ name: String, in size: ScreenSize, _ question: (String) -> String) -> String {
    let room = size.columns - 1 - DisplayWidth.columns(of: question(""))
    return question(cut(name, to: max(narrowestNote, room)))
  }

  private static func title(of path: VaultPath, _ state: BrowserState) -> String {
    let title = state.rows.row(of: path).map { state.rows[$0].title } ?? ""
    return title.isEmpty ? state.words.untitled : title
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
