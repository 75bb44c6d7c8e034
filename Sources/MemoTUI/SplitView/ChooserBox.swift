import MemoCore
import MemoWords

/// The box that shows a list of choices over the rest of the window.
struct ChooserBox {
  private static let widest = 64
  private static let longest = 16

  let row: Int
  let column: Int
  let columns: Int
  /// How many choices are visible.
  let visible: Int
  /// The first visible one.
  let top: Int

  init(_ chooser: Chooser, in size: ScreenSize) {
    columns = min(Self.widest, size.columns)
    let shown = max(1, chooser.matching.count)
    visible = max(0, min(shown, Self.longest, size.rows - 4))
    column = (size.columns - columns) / 2
    row = max(0, (size.rows - Self.longest - 3) / 3)
    top = max(0, min(chooser.selection - visible / 2, shown - visible))
  }

  /// The place of the choice in a row of the window; `nil` if there is none.
  func place(ofRow row: Int) -> Int? {
    let place = row - self.row - 2
    return (0..<visible).contains(place) ? top + place : nil
  }

  static func render(_ chooser: Chooser, _ language: Language, on grid: inout CellGrid) {
    let box = ChooserBox(chooser, in: grid.size)
    let inside = max(0, box.columns - 2)
    let line = String(repeating: "─", count: inside)
    grid.put("┌\(line)┐", row: box.row, column: box.column)
    grid.put("│" + String(repeating: " ", count: inside) + "│", row: box.row + 1, column: box.column)
    let start = grid.put(" > ", row: box.row + 1, column: box.column + 1, style: BrowserView.bold)
    let before = TerminalText.cut(String(chooser.input.beforeCursor), to: max(0, inside - (start - box.column)))
    let cursor = grid.put(before, row: box.row + 1, column: start)
    if chooser.matching.isEmpty, box.visible > 0 {
      let message = (chooser.isPalette ? BrowserMessages.noCommand : BrowserMessages.noChoice)[language]
      let text = " " + DisplayWidth.padded(TerminalText.cut(message, to: max(0, inside - 2)), to: max(0, inside - 1))
      grid.put("│", row: box.row + 2, column: box.column)
      grid.put(text, row: box.row + 2, column: box.column + 1, style: BrowserView.dim)
      grid.put("│", row: box.row + 2, column: box.column + box.columns - 1)
    }
    for place in box.top..<min(box.top + box.visible, chooser.matching.count) {
      let row = box.row + 2 + place - box.top
      render(chooser.matching[place], isSelected: place == chooser.selection, box, row: row, on: &grid)
    }
    grid.put("└\(line)┘", row: box.row + 2 + box.visible, column: box.column)
    render("↑", box.top, row: box.row, box, on: &grid)
    render("↓", chooser.matching.count - box.top - box.visible, row: box.row + 2 + box.visible, box, on: &grid)
    let (lastRow, lastColumn) = (grid.size.rows - 1, grid.size.columns - 1)
    grid.cursor = CellGrid.Position(row: min(box.row + 1, lastRow), column: min(cursor, lastColumn))
  }

  /// Draws how many choices are beyond an edge.
  private static func render(_ arrow: String, _ count: Int, row: Int, _ box: ChooserBox, on grid: inout CellGrid) {
    let text = " \(arrow) \(count) "
    guard count > 0, box.columns > text.count + 4 else { return }
    grid.put(text, row: row, column: box.column + box.columns - text.count - 2, style: BrowserView.dim)
  }

  private static func render(
    _ choice: Chooser.Choice, isSelected: Bool, _ box: ChooserBox, row: Int, on grid: inout CellGrid
  ) {
    let inside = max(0, box.columns - 4)
    let note = TerminalText.cut(choice.note, to: inside / 2)
    let noteColumns = DisplayWidth.columns(of: note)
    let name = DisplayWidth.padded(
      TerminalText.cut(choice.name, to: max(0, inside - noteColumns - 1)), to: inside - noteColumns)
    let style = (isSelected ? RoleStyle.selectedChoice : .choice).style
    grid.put("│", row: row, column: box.column)
    let end = grid.put((isSelected ? "▌" : " ") + name, row: row, column: box.column + 1, style: style)
    grid.put(note + " ", row: row, column: end, style: RoleStyle.note.style(isSelected))
    grid.put("│", row: row, column: box.column + box.columns - 1)
  }
}
