import MemoCore
import MemoWords

/// Draws the split view.
public enum BrowserView {
  static let dim = CellStyle(isDim: true)
  static let bold = CellStyle(isBold: true)
  static let match = CellStyle(isBold: true, colour: 3)

  /// Draws a state.
  public static func render(_ state: BrowserState) -> CellGrid {
    var grid = CellGrid(size: state.size)
    if case .help(let page) = state.mode {
      page.render(state.language, on: &grid)
      return grid
    }
    let layout = state.layout
    if let area = layout.list { renderList(state, area, on: &grid) }
    if let column = layout.divider {
      for row in 0..<layout.status { grid.put("│", row: row, column: column, style: dim) }
    }
    if let area = layout.memo { renderMemo(state, area, on: &grid) }
    StatusLine.render(state, layout.status, on: &grid)
    if case .choosing(let chooser) = state.mode { ChooserBox.render(chooser, state.language, on: &grid) }
    if let completion = state.completion, completion.isShown { completion.render(layout, on: &grid) }
    return grid
  }

  // MARK: The list

  private static func renderList(_ state: BrowserState, _ area: BrowserLayout.Area, on grid: inout CellGrid) {
    guard state.list.rows.count > 0 else {
      let text =
        state.list.shownQuery.isEmpty
        ? (state.layout.memo == nil ? BrowserMessages.noMemos[state.language] : "") : Message.noMatch[state.language]
      return put(text, in: area, row: min(1, area.rows - 1), style: dim, on: &grid)
    }
    let visible = (area.rows + BrowserLayout.rowsOfMemo - 1) / BrowserLayout.rowsOfMemo
    for place in state.list.top..<min(state.list.rows.count, state.list.top + visible) {
      let row = area.row + (place - state.list.top) * BrowserLayout.rowsOfMemo
      render(state.list.rows[place], state, isSelected: place == state.list.selection, area, row: row, on: &grid)
    }
  }

  private static func render(
    _ memo: BrowserRow, _ state: BrowserState, isSelected: Bool, _ area: BrowserLayout.Area, row: Int,
    on grid: inout CellGrid
  ) {
    let isStrong = isSelected && state.focus == .list
    let ground = CellStyle(isReversed: isStrong)
    for line in row..<min(row + BrowserLayout.rowsOfMemo, area.row + area.rows) {
      grid.put(String(repeating: " ", count: area.columns), row: line, column: area.column, style: ground)
      if isSelected, !isStrong { grid.put("▌", row: line, column: area.column, style: CellStyle(colour: 4)) }
    }
    if let path = memo.path, state.conflicting.contains(path) {
      grid.put("!", row: row, column: area.column, style: isStrong ? ground : match)
    }
    let room = max(0, area.columns - 2)
    let date = TerminalText.visible(memo.date)
    let dateColumns = DisplayWidth.columns(of: date)
    let showsDate = room >= dateColumns + 10
    let title = memo.title.isEmpty ? Message.untitled[state.language] : memo.title
    let titleRoom = showsDate ? room - dateColumns - 1 : room
    grid.put(
      cut(title, to: titleRoom), row: row, column: area.column + 1, style: CellStyle(isBold: true, isReversed: isStrong)
    )
    if showsDate {
      let column = area.column + area.columns - 1 - dateColumns
      grid.put(date, row: row, column: column, style: isStrong ? ground : CellStyle(colour: 6))
    }
    guard row + 1 < area.row + area.rows else { return }
    // A memo without text is recognized by its path only.
    let preview = (memo.title + memo.preview).isEmpty ? memo.path?.text ?? "" : memo.preview
    grid.put(cut(preview, to: room), row: row + 1, column: area.column + 1, style: isStrong ? ground : dim)
  }

  // MARK: The memo

  private static func renderMemo(_ state: BrowserState, _ area: BrowserLayout.Area, on grid: inout CellGrid) {
    guard let pane = state.pane else {
      let text =
        state.list.rows.count == 0 && state.list.shownQuery.isEmpty ? BrowserMessages.noMemos[state.language] : ""
      return put(text, in: area, row: min(1, area.rows - 1), style: dim, on: &grid)
    }
    if let problem = pane.problem {
      return put(problem, in: area, row: min(1, area.rows - 1), style: dim, on: &grid)
    }
    let left = area.column + 1
    let limit = area.column + area.columns
    let rows = pane.editor.rows(
      pane.top..<pane.top + area.rows, highlighting: state.highlighter, broken: pane.brokenLinks)
    for (row, runs) in rows.enumerated() {
      for run in runs where left + run.column < limit {
        let room = limit - left - run.column
        let text = run.columns > room ? String(run.text.prefix(room)) : run.text
        grid.put(text, row: area.row + row, column: left + run.column, style: run.style)
      }
    }
    guard state.showsCursor else { return }
    let cell = pane.editor.cursorCell
    let row = area.row + cell.row - pane.top
    grid.cursor = CellGrid.Position(row: row, column: min(left + cell.column, limit - 1))
  }

  /// Draws a message where there is no text.
  private static func put(
    _ text: String, in area: BrowserLayout.Area, row: Int, style: CellStyle, on grid: inout CellGrid
  ) {
    for (place, line) in wrapped(text, to: area.columns - 2).prefix(max(0, area.rows - row)).enumerated() {
      grid.put(line, row: area.row + row + place, column: area.column + 1, style: style)
    }
  }

  /// Wraps a text; at least one row.
  static func wrapped(_ text: String, to columns: Int) -> [String] {
    let lines = EditedLines(Array(text.utf8))
    let layout = WrappedText(lines, columns: max(1, columns))
    return (0..<layout.rowCount).map { place in
      let row = layout.row(place, in: lines)
      // The blank at the end of a full row is beyond its edge.
      let blanks = lines[row.line].bytes[row.range].reversed().prefix { $0 == UInt8(ascii: " ") }.count
      return cut(String(decoding: lines[row.line].bytes[row.range].dropLast(blanks), as: UTF8.self), to: columns)
    }
  }

  /// Cuts a text to a width. First controls are made visible, which takes columns.
  static func cut(_ text: String, to columns: Int) -> String {
    DisplayWidth.cut(TerminalText.visible(text), to: columns)
  }
}
