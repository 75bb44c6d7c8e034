import MemoCore

/// The memos that a link may mean, drawn beside the text that is typed of it.
extension BrowserView {
  private static let widest = 40

  static func render(_ completion: LinkCompletion, _ layout: BrowserLayout, on grid: inout CellGrid) {
    guard let cursor = grid.cursor, let area = layout.memo else { return }
    let titles = completion.choices.map { cut($0.title, to: widest) }
    let inside = min(titles.map { DisplayWidth.columns(of: $0) }.max() ?? 0, max(1, area.columns - 2))
    // Below the line that is typed, else above it.
    let rowsBelow = layout.status - cursor.row - 1
    let isBelow = rowsBelow >= min(titles.count, cursor.row)
    let shown = min(titles.count, isBelow ? rowsBelow : cursor.row)
    let first = min(max(0, completion.selection - shown + 1), max(0, titles.count - shown))
    let row = isBelow ? cursor.row + 1 : cursor.row - shown
    let column = max(area.column, min(cursor.column, area.column + area.columns - inside - 2))
    for (place, title) in titles.enumerated().dropFirst(first).prefix(shown) {
      let text = " " + DisplayWidth.padded(cut(title, to: inside), to: inside) + " "
      let style = CellStyle(isBold: place == completion.selection, isReversed: true)
      let mark = place == completion.selection ? ">" : " "
      grid.put(mark + text.dropFirst(), row: row + place - first, column: column, style: style)
    }
  }
}
