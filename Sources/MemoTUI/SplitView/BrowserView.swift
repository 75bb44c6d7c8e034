import MemoCore
import MemoWords

/// Draws the split view.
public enum BrowserView {
  static let dim = RoleStyle.note.style
  static let bold = RoleStyle.question.style
  static let match = RoleStyle.key.style

  /// Draws a state.
  public static func render(_ state: BrowserState) -> CellGrid {
    var grid = draw(state)
    grid.paint(in: state.looks.theme)
    return grid
  }

  private static func draw(_ state: BrowserState) -> CellGrid {
    var grid = CellGrid(size: state.size)
    if case .help(let page) = state.mode {
      page.render(state.language, on: &grid)
      return grid
    }
    let layout = state.layout
    if let area = layout.list { renderList(state, area, on: &grid) }
    if let column = layout.divider {
      for row in 0..<layout.status { grid.put("│", row: row, column: column, style: RoleStyle.line.style) }
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
      return put(text, in: area, on: &grid)
    }
    let lines = state.list.lines
    for line in 0..<area.rows {
      let row = area.row + line
      switch lines.item(at: state.list.top + line) {
      case .heading(let group): GroupHeading.render(group, state.language, area, row: row, on: &grid)
      case .memo(let place, 0):
        render(state.list.rows[place], state, isSelected: place == state.list.selection, area, row: row, on: &grid)
      case .memo, nil: break
      }
    }
  }

  private static func render(
    _ memo: BrowserRow, _ state: BrowserState, isSelected: Bool, _ area: BrowserLayout.Area, row: Int,
    on grid: inout CellGrid
  ) {
    let ground = CellStyle(surface: isSelected ? .selection : .window)
    for line in row..<min(row + BrowserLayout.rowsOfMemo, area.row + area.rows) {
      grid.put(String(repeating: " ", count: area.columns), row: line, column: area.column, style: ground)
      let bar = state.focus == .list ? RoleStyle.bar : .idleBar
      if isSelected { grid.put("▌", row: line, column: area.column, style: bar.style) }
    }
    if let path = memo.path, state.conflicting.contains(path) {
      grid.put("!", row: row, column: area.column, style: RoleStyle.warning.style(isSelected))
    }
    let room = state.layout.rowColumns(in: area)
    let date = TerminalText.visible(memo.date)
    let dateColumns = DisplayWidth.columns(of: date)
    let showsDate = room >= dateColumns + 10
    let title = memo.title.isEmpty ? Message.untitled[state.language] : memo.title
    let titleRoom = showsDate ? room - dateColumns - 1 : room
    let titleStyle = isSelected ? RoleStyle.selectedTitle : .title
    grid.put(TerminalText.cut(title, to: titleRoom), row: row, column: area.column + 1, style: titleStyle.style)
    if showsDate {
      let column = area.column + 1 + room - dateColumns
      grid.put(date, row: row, column: column, style: RoleStyle.date.style(isSelected))
    }
    guard row + 1 < area.row + area.rows else { return }
    if !state.list.shownQuery.isEmpty, let found = state.list.texts[memo.path], !found.runs.isEmpty {
      return grid.put(
        found, row: row + 1, column: area.column + 1, room: room, style: RoleStyle.preview.style(isSelected),
        match: RoleStyle.warning.style(isSelected))
    }
    // A memo without text is recognized by its path only.
    let preview = (memo.title + memo.preview).isEmpty ? memo.path?.text ?? "" : memo.preview
    let style = RoleStyle.preview.style(isSelected)
    grid.put(TerminalText.cut(preview, to: room), row: row + 1, column: area.column + 1, style: style)
  }

  // MARK: The memo

  private static func renderMemo(_ state: BrowserState, _ area: BrowserLayout.Area, on grid: inout CellGrid) {
    guard let pane = state.pane, let columns = state.layout.text else {
      let text =
        state.list.rows.count == 0 && state.list.shownQuery.isEmpty ? BrowserMessages.noMemos[state.language] : ""
      return put(text, in: area, on: &grid)
    }
    if let problem = pane.problem { return put(problem, in: area, on: &grid) }
    let left = columns.column
    let limit = area.column + area.columns
    let rows = pane.editor.rows(
      pane.top..<pane.top + area.rows, highlighting: state.highlighter, broken: pane.brokenLinks,
      drawing: RowDrawing(state))
    CodeGround.render(rows, columns, state.looks.theme, on: &grid)
    ConflictView.renderMargin(state, pane, columns, on: &grid)
    for (row, runs) in rows.enumerated() {
      for run in runs where left + run.column < limit {
        let room = limit - left - run.column
        let text = run.columns > room ? String(run.text.prefix(room)) : run.text
        grid.put(text, row: area.row + row, column: left + run.column, style: run.style)
      }
    }
    ConflictView.renderLabels(rows, state, pane, columns, on: &grid)
    grid.cursor = cursor(of: state) ?? grid.cursor
  }

  /// Where the cursor of the text is in the window; `nil` if it is not visible.
  static func cursor(of state: BrowserState) -> CellGrid.Position? {
    guard state.showsCursor, let pane = state.pane, let area = state.layout.memo, let text = state.layout.text else {
      return nil
    }
    let cell = state.cursorCell(in: pane)
    let column = min(text.column + cell.column, area.column + area.columns - 1)
    return CellGrid.Position(row: area.row + cell.row - pane.top, column: column)
  }

  /// Draws a message where there is no text.
  private static func put(_ text: String, in area: BrowserLayout.Area, on grid: inout CellGrid) {
    let first = min(1, area.rows - 1)
    for (row, line) in zip(first..<max(first, area.rows), wrapped(text, to: area.columns - 2)) {
      grid.put(line, row: area.row + row, column: area.column + 1, style: dim)
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
      let shown = lines[row.line].bytes[row.range].dropLast(blanks)
      return TerminalText.cut(String(decoding: shown, as: UTF8.self), to: columns)
    }
  }
}
