import MemoCore

/// How a picker looks: the query, the count of matches, and the candidates with date and preview where there is room.
public enum PickerView {
  // Widths of the window from which dates and previews are shown.
  private static let columnsForDates = 40
  private static let columnsForPreviews = 72
  private static let gap = 2

  /// The picture of a picker.
  public static func render(_ state: PickerState) -> CellGrid {
    var grid = CellGrid(size: state.size)
    _ = grid.put(state.input, prompt: "> ", row: 0)
    if state.headerRows > 1 {
      grid.put("  \(state.candidates.count)/\(state.total)", row: 1, column: 0, style: CellStyle(isDim: true))
    }
    let visible = state.candidates.dropFirst(state.firstVisible).prefix(state.visibleRows)
    let widths = columnWidths(of: visible, in: state.size)
    for (place, candidate) in zip(visible.indices, visible) {
      let row = state.headerRows + place - state.firstVisible
      renderCandidate(candidate, isSelected: place == state.selection, widths: widths, row: row, on: &grid)
    }
    return grid
  }

  private static func renderCandidate(
    _ candidate: PickerCandidate, isSelected: Bool, widths: Widths, row: Int, on grid: inout CellGrid
  ) {
    let title = cut(candidate.title, to: widths.title)
    grid.put(isSelected ? "> " : "  ", row: row, column: 0)
    grid.put(title, row: row, column: gap, style: CellStyle(isBold: isSelected))
    let dateColumn = gap + widths.title + gap
    if widths.date > 0 {
      grid.put(cut(candidate.date, to: widths.date), row: row, column: dateColumn, style: CellStyle(isDim: !isSelected))
    }
    if widths.preview > 0 {
      let column = dateColumn + widths.date + gap
      grid.put(
        cut(candidate.preview, to: widths.preview), row: row, column: column, style: CellStyle(isDim: !isSelected))
    }
    if isSelected { grid.setStyle(CellStyle(isBold: true, isReversed: true), ofRow: row) }
  }

  private typealias Widths = (title: Int, date: Int, preview: Int)

  private static func columnWidths(of candidates: ArraySlice<PickerCandidate>, in size: ScreenSize) -> Widths {
    let room = max(0, size.columns - gap)
    let date = min(room / 3, widest(candidates.map(\.date)))
    guard size.columns >= columnsForDates && date > 0 else { return (room, 0, 0) }
    guard size.columns >= columnsForPreviews else { return (room - gap - date, date, 0) }
    let title = min(size.columns * 2 / 5, widest(candidates.map(\.title)))
    return (title, date, max(0, room - title - gap - date - gap))
  }

  private static func widest(_ texts: [String]) -> Int {
    texts.map { DisplayWidth.columns(of: TerminalText.visible($0)) }.max() ?? 0
  }

  // Controls take more columns once they are visible, so they must be before the text is cut.
  private static func cut(_ text: String, to columns: Int) -> String {
    DisplayWidth.cut(TerminalText.visible(text), to: columns)
  }
}
