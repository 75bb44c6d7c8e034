/// The tables of a text that were looked at while it is drawn, each only once.
struct DrawnTables {
  private var found: [(lines: Range<Int>, columns: TableColumns?)] = []

  /// What is drawn between the columns of a line; nothing outside of tables, in one that has the cursor in it, and where text
  /// is drawn as it is typed.
  mutating func pads(ofLine line: Int, in text: TextEditor, _ drawing: RowDrawing) -> [TableColumns.Pad] {
    guard drawing.marks == .dim, Self.isTableLine(line, in: text) else { return [] }
    let table = found.first { $0.lines.contains(line) } ?? read(around: line, in: text, drawing)
    return table.columns?.pads[line - table.lines.lowerBound] ?? []
  }

  private mutating func read(
    around line: Int, in text: TextEditor, _ drawing: RowDrawing
  ) -> (lines: Range<Int>, columns: TableColumns?) {
    var (start, end) = (line, line + 1)
    let reach = TableColumns.mostLines
    while start > 0, line - start <= reach, Self.isTableLine(start - 1, in: text) { start -= 1 }
    while end < text.buffer.lines.count, end - line <= reach, Self.isTableLine(end, in: text) { end += 1 }
    let isActive = drawing.activeLine.map { (start..<end).contains($0) } ?? false
    let isShort = end - start <= reach
    let lines = isShort && !isActive ? text.buffer.lines[start..<end] : []
    let columns = TableColumns(lines, columns: text.layout.columns)
    found.append((start..<end, columns))
    return (start..<end, columns)
  }

  private static func isTableLine(_ line: Int, in text: TextEditor) -> Bool {
    TableColumns.mayHold(text.buffer.lines[line]) && text.styles.block(ofLine: line) == .text
      && text.layout.hidden.range(holding: line) == nil
  }
}
