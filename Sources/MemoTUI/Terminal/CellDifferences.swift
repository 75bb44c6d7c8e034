/// The escape sequences that turn what a terminal shows into another grid, repainting only cells that changed.
public enum CellDifferences {
  /// What to write to the terminal; `old` is what it shows, or `nil` where that is unknown.
  ///
  /// The terminal must not wrap lines by itself. Nothing changed: the text is empty.
  public static func text(from old: CellGrid?, to new: CellGrid) -> String {
    if old == new { return "" }
    let known = old.flatMap { $0.size == new.size ? $0 : nil }
    // The cursor would be seen flying about.
    var result = "\u{1B}[?25l"
    if known == nil { result += "\u{1B}[0m\u{1B}[H\u{1B}[2J" }
    let background = known ?? CellGrid(size: new.size)
    for row in 0..<new.size.rows {
      result += changes(inRow: row, from: background.cells(inRow: row), to: new.cells(inRow: row))
    }
    if let cursor = new.cursor { result += move(row: cursor.row, column: cursor.column) + "\u{1B}[?25h" }
    return result
  }

  private static func changes(
    inRow row: Int, from old: ArraySlice<CellGrid.Cell>, to new: ArraySlice<CellGrid.Cell>
  ) -> String {
    var result = ""
    var style = CellStyle.plain
    // The column that the terminal's cursor has reached; `nil` where it must be placed.
    var reached: Int?
    var column = 0
    while column < new.count {
      let cell = new[new.startIndex + column]
      let width = 1 + new.dropFirst(column + 1).prefix(while: \.isCovered).count
      let isSame = new.dropFirst(column).prefix(width).elementsEqual(old.dropFirst(column).prefix(width))
      if !isSame {
        if reached != column { result += move(row: row, column: column) }
        if style != cell.style { result += cell.style.escapeSequence }
        style = cell.style
        // Terminals disagree on the width of joined and new characters: clear what they may not cover, and place the
        // cursor anew after them.
        let isCertain = isOfCertainWidth(cell.text)
        if !isCertain { result += String(repeating: " ", count: width) + move(row: row, column: column) }
        result += cell.text
        reached = isCertain ? column + width : nil
      }
      column += width
    }
    return result + (style == .plain ? "" : CellStyle.plain.escapeSequence)
  }

  // ASCII, Hangul, kana and the ideographs of the first plane.
  private static func isOfCertainWidth(_ text: String) -> Bool {
    guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else { return false }
    return scalar.isASCII || (0xAC00...0xD7A3).contains(scalar.value) || (0x3041...0x9FFF).contains(scalar.value)
  }

  private static func move(row: Int, column: Int) -> String {
    "\u{1B}[\(row + 1);\(column + 1)H"
  }
}
