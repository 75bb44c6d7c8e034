import MemoCore

extension CellGrid {
  /// Shows a line that is typed behind a prompt, with the cursor in it, and returns the column after it.
  ///
  /// The text before the cursor is cut at its start where the row is too short: the user types at its end.
  mutating func put(_ input: LineInput, prompt: String, row: Int) -> Int {
    let start = put(
      DisplayWidth.cut(TerminalText.visible(prompt), to: size.columns / 2), row: row, column: 0,
      style: CellStyle(isBold: true))
    // The last column stays free for the cursor.
    let before = Self.tail(of: TerminalText.visible(String(input.beforeCursor)), columns: size.columns - start - 1)
    let cursor = put(before, row: row, column: start)
    self.cursor = Position(row: row, column: min(cursor, size.columns - 1))
    let after = TerminalText.visible(String(input.text.dropFirst(input.cursor)))
    return put(DisplayWidth.cut(after, to: max(0, size.columns - cursor)), row: row, column: cursor)
  }

  private static func tail(of text: String, columns: Int) -> String {
    if DisplayWidth.columns(of: text) <= columns { return text }
    var width = 1
    let kept = text.reversed().prefix { character in
      width += DisplayWidth.columns(of: character)
      return width <= columns
    }
    return "…" + String(kept.reversed())
  }
}
