import MemoCore

/// Where a list of choices is in the window.
struct ChooserBox {
  private static let widest = 64
  private static let longest = 16

  let row: Int
  let column: Int
  let columns: Int
  /// How many choices are shown.
  let visible: Int
  /// The first one.
  let top: Int

  init(_ chooser: Chooser, in size: ScreenSize) {
    columns = min(Self.widest, size.columns)
    let shown = max(1, chooser.matching.count)
    visible = max(0, min(shown, Self.longest, size.rows - 4))
    column = (size.columns - columns) / 2
    row = max(0, (size.rows - Self.longest - 3) / 3)
    top = max(0, min(chooser.selection - visible / 2, shown - visible))
  }

  /// The place of the choice in a row of the window; `nil` for other rows.
  func place(ofRow row: Int) -> Int? {
    let place = row - self.row - 2
    return (0..<visible).contains(place) ? top + place : nil
  }
}

/// Choices and the help, drawn over the rest.
extension BrowserView {
  static func render(_ chooser: Chooser, _ words: BrowserWords, on grid: inout CellGrid) {
    let box = ChooserBox(chooser, in: grid.size)
    let inside = max(0, box.columns - 2)
    let line = String(repeating: "─", count: inside)
    grid.put("┌\(line)┐", row: box.row, column: box.column)
    grid.put("│" + String(repeating: " ", count: inside) + "│", row: box.row + 1, column: box.column)
    let start = grid.put(" \(words.choose) ", row: box.row + 1, column: box.column + 1, style: bold)
    let before = cut(String(chooser.input.beforeCursor), to: max(0, inside - (start - box.column)))
    let cursor = grid.put(before, row: box.row + 1, column: start)
    if chooser.matching.isEmpty, box.visible > 0 {
      let said = chooser.isPalette ? words.noCommand : words.noChoice
      let text = " " + DisplayWidth.padded(cut(said, to: max(0, inside - 2)), to: max(0, inside - 1))
      grid.put("│", row: box.row + 2, column: box.column)
      grid.put(text, row: box.row + 2, column: box.column + 1, style: dim)
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

  /// Reports how many choices follow beyond an edge.
  private static func render(_ arrow: String, _ count: Int, row: Int, _ box: ChooserBox, on grid: inout CellGrid) {
    let text = " \(arrow) \(count) "
    guard count > 0, box.columns > text.count + 4 else { return }
    grid.put(text, row: row, column: box.column + box.columns - text.count - 2, style: dim)
  }

  private static func render(
    _ choice: Chooser.Choice, isSelected: Bool, _ box: ChooserBox, row: Int, on grid: inout CellGrid
  ) {
    let inside = max(0, box.columns - 4)
    let note = cut(choice.note, to: inside / 2)
    let noteColumns = DisplayWidth.columns(of: note)
    let name = DisplayWidth.padded(cut(choice.name, to: max(0, inside - noteColumns - 1)), to: inside - noteColumns)
    let style = CellStyle(isReversed: isSelected)
    grid.put("│", row: row, column: box.column)
    grid.put(" \(name)\(note) ", row: row, column: box.column + 1, style: style)
    grid.put("│", row: row, column: box.column + box.columns - 1)
  }

  // MARK: Help

  private static let narrowestMeaning = 10

  /// All keys, each with what it does, in as many rows as that takes.
  static func helpLines(_ words: BrowserWords, columns: Int) -> [(keys: String, meaning: String)] {
    let keys = allKeys(words)
    let room = max(narrowestMeaning, columns - meaningColumn(keys))
    return keys.flatMap { key in
      wrapped(key.meaning, to: room).enumerated().map { row, text in (row == 0 ? key.keys : "", text) }
    }
  }

  private static func allKeys(_ words: BrowserWords) -> [(keys: String, meaning: String)] {
    BrowserCommand.allCases.map { ($0.key, words.commands($0)) } + [("", "")] + words.otherKeys
  }

  private static func meaningColumn(_ keys: [(keys: String, meaning: String)]) -> Int {
    3 + (keys.map { DisplayWidth.columns(of: $0.keys) }.max() ?? 0)
  }

  /// Rows of a window below the title of the help.
  static func helpRows(_ size: ScreenSize) -> Int { max(0, size.rows - 1) }

  static func renderHelp(_ state: BrowserState, _ top: Int, on grid: inout CellGrid) {
    let lines = helpLines(state.words, columns: grid.size.columns)
    let column = meaningColumn(lines)
    grid.put(cut(state.words.help, to: grid.size.columns), row: 0, column: 0, style: bold)
    let rest = lines.count - top
    let shown = helpRows(grid.size) < rest ? max(0, helpRows(grid.size) - 1) : rest
    for (row, line) in zip(1..., lines.dropFirst(top).prefix(shown)) {
      grid.put(cut(line.keys, to: grid.size.columns), row: row, column: 1, style: match)
      grid.put(cut(line.meaning, to: grid.size.columns - column), row: row, column: column)
    }
    guard shown < rest else { return }
    grid.put(cut(state.words.moreHelp, to: grid.size.columns), row: grid.size.rows - 1, column: 0, style: dim)
  }
}
