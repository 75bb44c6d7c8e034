import MemoCore

/// Tab in a table: it goes from cell to cell and lines up the columns.
extension TextEditor {
  // Longer tables are left as they are: they are read whole for each key.
  private static let mostLines = 500
  private static let mostBytes = 64 << 10

  /// Goes to the next or previous cell of the table at the cursor, and lines it up, as one step of undo; behind the last cell
  /// a row is added. Returns false outside of tables.
  mutating func goToCell(isNext: Bool) -> Bool {
    let cursor = buffer.cursor
    guard buffer.selection == nil, let lines = linesOfTable(at: cursor.line) else { return false }
    let start = LinePosition(line: lines.lowerBound, offset: 0)
    let range = start..<buffer.lines.lineEnd(lines.upperBound - 1)
    let old = buffer.lines.bytes(in: range)
    let place = buffer.lines.offset(of: cursor) - buffer.lines.offset(of: start)
    guard let table = TypedTable(old, at: place) else { return false }
    let step = table.step(isNext: isNext)
    let text = table.aligned(withNewRow: step.isNewRow ? buffer.nearbyLineBreak.bytes : nil)
    guard let offset = TypedTable(text, at: table.start)?.offset(ofRow: step.row, column: step.column) else {
      return false
    }
    edit { buffer in
      if text != old {
        buffer.endStep()
        buffer.replace(range, with: text, as: .other)
        buffer.endStep()
      }
      buffer.move(to: buffer.lines.position(at: buffer.lines.offset(of: start) + offset))
    }
    return true
  }

  /// The lines around a line up to the blank ones, if they may hold a table.
  private func linesOfTable(at line: Int) -> Range<Int>? {
    let block = styles.block(ofLine: line)
    guard block != .code, block != .frontMatter, buffer.lines[line].bytes.contains(UInt8(ascii: "|")) else {
      return nil
    }
    var (first, end) = (line, line + 1)
    var size = buffer.lines[line].bytes.count
    func isPart(_ line: Int) -> Bool {
      buffer.lines.count > line && line >= 0 && styles.block(ofLine: line) != .frontMatter
        && buffer.lines[line].bytes.contains { $0 > 0x20 }
    }
    while isPart(first - 1), end - first <= Self.mostLines, size <= Self.mostBytes {
      first -= 1
      size += buffer.lines[first].bytes.count
    }
    while isPart(end), end - first <= Self.mostLines, size <= Self.mostBytes {
      size += buffer.lines[end].bytes.count
      end += 1
    }
    return end - first <= Self.mostLines && size <= Self.mostBytes ? first..<end : nil
  }
}

/// A table that is typed in.
private struct TypedTable {
  private let text: [UInt8]
  private let rows: [TableLayout.Row]
  /// The row and column of the cursor.
  private let row: Int
  private let column: Int

  /// Where the table starts.
  var start: Int { rows[0].range.lowerBound }

  /// The table at a byte of a text; `nil` if there is none.
  init?(_ text: [UInt8], at place: Int) {
    let rows = text.withUnsafeBytes { TableLayout.rows(ofTableAt: place, in: MarkupTree($0)) }
    guard let rows else { return nil }
    (self.text, self.rows) = (text, rows)
    row = rows.lastIndex { $0.range.lowerBound <= place } ?? 0
    let cells = rows[row].cells
    column = cells.lastIndex { $0.lowerBound <= place } ?? 0
  }

  private var columnCount: Int { rows[1].cells.count }

  /// The cell to go to; the line below the heads has none.
  func step(isNext: Bool) -> (row: Int, column: Int, isNewRow: Bool) {
    if row == 1 { return isNext ? (2, 0, rows.count == 2) : (0, columnCount - 1, false) }
    let last = max(columnCount, rows[row].cells.count) - 1
    if isNext {
      if column < last { return (row, column + 1, false) }
      let next = row == 0 ? 2 : row + 1
      return (next, 0, next == rows.count)
    }
    if column > 0 { return (row, column - 1, false) }
    let previous = row == 2 ? 0 : row - 1
    return row == 0 ? (0, 0, false) : (previous, max(columnCount, rows[previous].cells.count) - 1, false)
  }

  /// The text with the table lined up.
  ///
  /// - Parameter lineBreak: what comes before a new last row; `nil` for none.
  func aligned(withNewRow lineBreak: [UInt8]?) -> [UInt8] {
    var text = text
    if let lineBreak, let last = rows.last {
      let lineStart = text[..<last.range.lowerBound].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
      let before = Array(text[lineStart..<last.range.lowerBound])
      let cells = Array("|".utf8) + [UInt8](repeatElement(Array("  |".utf8), count: columnCount).joined())
      text.insert(contentsOf: lineBreak + before + cells, at: last.range.upperBound)
    }
    return text.withUnsafeBytes { bytes in
      let edits = TableLayout.edits(in: MarkupTree(bytes))
      return ByteEdit.apply(edits.filter { $0.range.lowerBound >= start }, to: bytes)
    }
  }

  /// The end of the text in a cell; in an empty one behind the blank at its start.
  func offset(ofRow row: Int, column: Int) -> Int? {
    guard rows.indices.contains(row), rows[row].cells.indices.contains(column) else { return nil }
    let cell = rows[row].cells[column]
    let end = text[cell].lastIndex { $0 > 0x20 }.map { $0 + 1 }
    return end ?? min(cell.lowerBound + 1, cell.upperBound)
  }
}
