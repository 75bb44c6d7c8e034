import MemoCore
import MemoWords

/// The heading of a group in the list: its name, its number of memos, and a line to the edge.
enum GroupHeading {
  static func render(
    _ group: ListGroup, _ language: Language, _ area: BrowserLayout.Area, row: Int, on grid: inout CellGrid
  ) {
    let room = max(0, area.columns - 2)
    let text = TerminalText.cut(ListMessages.heading(group)[language], to: room)
    let end = grid.put(text, row: row, column: area.column + 1, style: BrowserView.dim)
    let rest = area.column + area.columns - 1 - end - 1
    guard rest > 0 else { return }
    grid.put(String(repeating: "─", count: rest), row: row, column: end + 1, style: BrowserView.dim)
  }
}
