import MemoCore

/// Draws the picker: the query, the count, and the memos, in wider windows with date and preview.
public enum PickerView {
  // The widths of a window from which dates and previews are shown.
  private static let columnsForDates = 40
  private static let columnsForPreviews = 72
  private static let gap = 2

  /// Draws a state.
  public static func render(_ state: PickerState) -> CellGrid {
    var grid = CellGrid(size: state.size)
    _ = grid.put(state.input, prompt: "> ", row: 0)
    if state.headerRows > 1 {
      grid.put("  \(state.rows.count)/\(state.total)", row: 1, column: 0, style: CellStyle(isDim: true))
    }
    let visible = visibleRows(of: state)
    let widths = columnWidths(of: visible, in: state.size)
    for (place, memo) in visible.enumerated() {
      let isSelected = state.firstVisible + place == state.selection
      render(memo, isSelected: isSelected, widths: widths, row: state.headerRows + place, on: &grid)
    }
    return grid
  }

  private static func visibleRows(of state: PickerState) -> [BrowserRow] {
    let last = min(state.firstVisible + state.visibleRows, state.rows.count)
    return (state.firstVisible..<last).map { place in
      var row = state.rows[place]
      if row.title.isEmpty { row.title = state.untitled }
      return row
    }
  }

  private static func render(
    _ memo: BrowserRow, isSelected: Bool, widths: Widths, row: Int, on grid: inout CellGrid
  ) {
    let title = TerminalText.cut(memo.title, to: widths.title)
    grid.put(isSelected ? "> " : "  ", row: row, column: 0)
    grid.put(title, row: row, column: gap, style: CellStyle(isBold: isSelected))
    let (dateColumn, style) = (gap + widths.title + gap, CellStyle(isDim: !isSelected))
    if widths.date > 0 {
      grid.put(TerminalText.cut(memo.date, to: widths.date), row: row, column: dateColumn, style: style)
    }
    if widths.preview > 0 {
      let column = dateColumn + widths.date + gap
      grid.put(TerminalText.cut(memo.preview, to: widths.preview), row: row, column: column, style: style)
    }
    if isSelected { grid.setStyle(CellStyle(isBold: true, isReversed: true), ofRow: row) }
  }

  private typealias Widths = (title: Int, date: Int, preview: Int)

  private static func columnWidths(of memos: [BrowserRow], in size: ScreenSize) -> Widths {
    let room = max(0, size.columns - gap)
    let date = min(room / 3, widest(memos.map(\.date)))
    guard size.columns >= columnsForDates && date > 0 else { return (room, 0, 0) }
    guard size.columns >= columnsForPreviews else { return (room - gap - date, date, 0) }
    let title = min(size.columns * 2 / 5, widest(memos.map(\.title)))
    return (title, date, max(0, room - title - gap - date - gap))
  }

  private static func widest(_ texts: [String]) -> Int {
    texts.map { DisplayWidth.columns(of: TerminalText.visible($0)) }.max() ?? 0
  }
}
