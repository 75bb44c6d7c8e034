import MemoCore

/// What is known of the table that is typed in.
struct TypedTable: Sendable {
  /// The line of the cursor in it.
  fileprivate var line: Int?
  /// Whether it was lined up before something was typed.
  fileprivate var wasLinedUp = false
  /// The revision of the text after the last key.
  var revision: Int?
  /// Counts how often it was lined up, or the cursor went to another cell with a key for that.
  fileprivate(set) var moves = 0
}

/// Tab and Enter in a table: they go from cell to cell and line up the columns.
extension TextEditor {
  // Longer tables are left as they are: they are read whole for each key.
  private static let mostLines = 500
  private static let mostBytes = 64 << 10

  /// Goes to the next or previous cell of the table at the cursor, and lines it up, as one step of undo; behind the last cell
  /// a row is added. Returns false outside of tables.
  mutating func goToCell(isNext: Bool) -> Bool {
    guard let (table, range) = table(at: buffer.cursor) else { return false }
    return go(to: table.step(isNext: isNext), of: table, in: range)
  }

  /// Goes to the same column of the row below, as `goToCell` does; below the last row one is added, and from a last one
  /// without text the cursor leaves the table, without that row. Returns false outside of rows: before the first bar and
  /// behind the last one a line is broken.
  mutating func goToRowBelow() -> Bool {
    guard let (table, range) = table(at: buffer.cursor), table.isInRow else { return false }
    if !table.isInEmptyLastRow { return go(to: table.stepDown, of: table, in: range) }
    // A blank line is between the table and what is written next, which would be a row of it else.
    let line = buffer.cursor.line
    let before = buffer.lines[line].bytes.prefix { " \t>".utf8.contains($0) }
    let quote = before.contains(UInt8(ascii: ">")) ? Array(before) : []
    let blank = Array(quote.prefix((quote.lastIndex(of: UInt8(ascii: ">")) ?? -1) + 1))
    edit { buffer in
      let row = buffer.lines.range(ofLines: line..<line + 1)
      buffer.endStep()
      buffer.replace(row, with: blank + buffer.nearbyLineBreak.bytes + quote, as: .other)
      buffer.endStep()
    }
    typedTable.moves += 1
    return true
  }

  /// Makes a table of the row of heads at whose end the cursor is, as one step of undo: adds the line below the heads and an
  /// empty row, with the cursor in its first cell. Returns false elsewhere.
  mutating func beginTable() -> Bool {
    let (line, heads) = (buffer.cursor.line, buffer.lines[buffer.cursor.line].bytes)
    guard buffer.selection == nil, buffer.cursor.offset == heads.count, let lines = linesOfTable(at: line),
      let delimiters = TableText.delimiters(below: heads),
      line == lines.lowerBound || TableText.delimiters(below: buffer.lines[line - 1].bytes) == nil
    else { return false }
    let range = buffer.lines.range(ofLines: lines)
    let place = buffer.lines.offset(of: buffer.cursor) - buffer.lines.offset(of: range.lowerBound)
    var text = buffer.lines.bytes(in: range)
    text.insert(contentsOf: buffer.nearbyLineBreak.bytes + delimiters, at: place)
    guard let table = TableText(text, at: place), table.isBegun else { return false }
    return go(to: (2, 0, true), of: table, in: range)
  }

  private mutating func go(to step: TableText.Step, of table: TableText, in range: Range<LinePosition>) -> Bool {
    let text = table.aligned(fitting: layout.columns, newRow: step.isNewRow ? buffer.nearbyLineBreak.bytes : nil)
    guard let offset = TableText(text, at: table.start)?.offset(ofRow: step.row, column: step.column) else {
      return false
    }
    edit { buffer in
      if text != table.text {
        buffer.endStep()
        buffer.replace(range, with: text, as: .other)
        buffer.endStep()
      }
      buffer.move(to: buffer.lines.position(at: buffer.lines.offset(of: range.lowerBound) + offset))
    }
    (typedTable.line, typedTable.wasLinedUp) = (buffer.cursor.line, true)
    typedTable.moves += 1
    return true
  }

  /// Notes, before a key, whether the cursor is in a table that is lined up.
  mutating func noteTable() {
    guard typedTable.line != buffer.cursor.line else { return }
    let table = table(at: buffer.cursor)?.table
    typedTable.line = buffer.cursor.line
    typedTable.wasLinedUp = table.map { $0.aligned(fitting: layout.columns) == $0.text } ?? false
  }

  /// Lines up the table that the cursor has left, as one step of undo with what was typed last, if it was lined up before that.
  ///
  /// - Parameter isEnding: whether the cursor counts as outside, since no more is typed.
  mutating func leaveTable(isEnding: Bool = false) {
    guard let line = typedTable.line, isEnding || line != buffer.cursor.line else { return }
    typedTable.line = nil
    // What was pasted or came from another process may have moved the line.
    guard typedTable.wasLinedUp, typedTable.revision == buffer.revision, line < buffer.lines.count,
      let (table, range) = table(at: LinePosition(line: line, offset: 0))
    else { return }
    let isRead = range.lowerBound <= buffer.cursor && buffer.cursor <= range.upperBound
    let place = buffer.lines.offset(of: buffer.cursor) - buffer.lines.offset(of: range.lowerBound)
    let inside = isRead ? TableText(table.text, at: place).flatMap { $0.start == table.start ? $0 : nil } : nil
    if inside == nil || isEnding {
      lineUp(table, in: range, cursor: inside)
    } else {
      typedTable.line = buffer.cursor.line
    }
  }

  private mutating func lineUp(_ table: TableText, in range: Range<LinePosition>, cursor inside: TableText?) {
    let text = table.aligned(fitting: layout.columns)
    guard text != table.text, let linedUp = TableText(text, at: table.start) else { return }
    let start = buffer.lines.offset(of: range.lowerBound)
    edit { buffer in
      let steps = buffer.history.undoable.count
      buffer.endStep()
      buffer.replace(range, with: text, as: .other, cursor: buffer.cursor)
      if let inside { buffer.place(buffer.lines.position(at: start + inside.place(in: linedUp)), anchor: nil) }
      buffer.history.join(after: steps - 1)
    }
    typedTable.moves += 1
  }

  /// Leaves tables as they are after an undo, so that it can be redone.
  mutating func forgetTable() {
    typedTable.line = nil
  }

  /// The table at a position, and the lines that were read for it; `nil` outside of tables, and while text is selected.
  private func table(at position: LinePosition) -> (table: TableText, range: Range<LinePosition>)? {
    guard buffer.selection == nil, let lines = linesOfTable(at: position.line) else { return nil }
    let range = buffer.lines.range(ofLines: lines)
    let place = buffer.lines.offset(of: position) - buffer.lines.offset(of: range.lowerBound)
    return TableText(buffer.lines.bytes(in: range), at: place).map { ($0, range) }
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
private struct TableText {
  /// A cell to go to.
  typealias Step = (row: Int, column: Int, isNewRow: Bool)

  /// The lines with the table.
  let text: [UInt8]
  private let rows: [TableLayout.Row]
  private let place: Int
  /// The row and column of the cursor.
  private let row: Int
  private let column: Int

  /// Where the table starts.
  var start: Int { rows[0].range.lowerBound }

  /// The table at a byte of a text; `nil` if there is none.
  init?(_ text: [UInt8], at place: Int) {
    let rows = text.withUnsafeBytes { TableLayout.rows(ofTableAt: place, in: MarkupTree($0)) }
    guard let rows else { return nil }
    (self.text, self.rows, self.place) = (text, rows, place)
    row = rows.lastIndex { $0.range.lowerBound <= place } ?? 0
    let cells = rows[row].cells
    column = cells.lastIndex { $0.lowerBound <= place } ?? 0
  }

  private var columnCount: Int { rows[1].cells.count }

  /// Whether it has no row yet below the line below the heads, with the cursor in the heads.
  var isBegun: Bool { row == 0 && rows.count == 2 }

  /// The line below a row of two or more heads with bars around each; `nil` for other text.
  static func delimiters(below heads: [UInt8]) -> [UInt8]? {
    let (bar, backslash) = (UInt8(ascii: "|"), UInt8(ascii: "\\"))
    let before = Array(heads.prefix { " \t>".utf8.contains($0) })
    let bars = heads.indices.filter { heads[$0] == bar && ($0 == 0 || heads[$0 - 1] != backslash) }
    let end = heads.lastIndex { $0 != UInt8(ascii: " ") }
    // More blanks before it make it code.
    guard bars.count > 2, bars.first == before.count, before.prefix(while: { $0 != UInt8(ascii: ">") }).count < 4,
      bars.last == end,
      zip(bars, bars.dropFirst()).allSatisfy({ $1 - $0 > 1 })
    else { return nil }
    return before + [bar] + [UInt8](repeatElement(Array(" --- |".utf8), count: bars.count - 1).joined())
  }

  /// Whether the cursor is behind the start of a row and before its end.
  var isInRow: Bool { rows[row].range.lowerBound < place && place < rows[row].range.upperBound }

  /// Whether the cursor is in the last row below the heads, and nothing is written there.
  var isInEmptyLastRow: Bool {
    row >= 2 && row == rows.count - 1 && rows[row].cells.allSatisfy { cell in text[cell].allSatisfy { $0 <= 0x20 } }
  }

  /// The cell below; below the heads and the line below them it is in the first row.
  var stepDown: Step {
    let next = max(row + 1, 2)
    return (next, min(column, columnCount - 1), next == rows.count)
  }

  /// The cell to go to; the line below the heads has none.
  func step(isNext: Bool) -> Step {
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
  /// - Parameters:
  ///   - room: the columns of the text.
  ///   - lineBreak: what comes before a new last row; `nil` for none.
  func aligned(fitting room: Int, newRow lineBreak: [UInt8]? = nil) -> [UInt8] {
    var text = text
    if let lineBreak, let last = rows.last {
      let lineStart = text[..<last.range.lowerBound].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
      let before = Array(text[lineStart..<last.range.lowerBound])
      let cells = Array("|".utf8) + [UInt8](repeatElement(Array("  |".utf8), count: columnCount).joined())
      text.insert(contentsOf: lineBreak + before + cells, at: last.range.upperBound)
    }
    return text.withUnsafeBytes { bytes in
      let edits = TableLayout.edits(in: MarkupTree(bytes), fitting: room)
      return ByteEdit.apply(edits.filter { $0.range.lowerBound >= start }, to: bytes)
    }
  }

  /// The place of the cursor in the same table with other blanks.
  func place(in other: TableText) -> Int {
    guard other.rows.indices.contains(row) else { return other.start }
    if place >= rows[row].range.upperBound { return other.rows[row].range.upperBound }
    guard other.rows[row].cells.indices.contains(column), rows[row].cells.indices.contains(column),
      place >= rows[row].cells[column].lowerBound
    else { return other.rows[row].range.lowerBound }
    let (old, new) = (textRange(ofRow: row, column), other.textRange(ofRow: row, column))
    return new.lowerBound + min(max(0, place - old.lowerBound), new.count)
  }

  private func textRange(ofRow row: Int, _ column: Int) -> Range<Int> {
    let cell = rows[row].cells[column]
    let blank = min(cell.lowerBound + 1, cell.upperBound)
    let start = text[cell].firstIndex { $0 > 0x20 } ?? blank
    return start..<max(start, text[cell].lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? blank)
  }

  /// The end of the text in a cell; in an empty one behind the blank at its start.
  func offset(ofRow row: Int, column: Int) -> Int? {
    guard rows.indices.contains(row), rows[row].cells.indices.contains(column) else { return nil }
    return textRange(ofRow: row, column).upperBound
  }
}
