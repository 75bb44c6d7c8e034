/// Lines up the columns of tables, by the columns that characters take on a screen.
public enum TableLayout {
  /// A line of a table, in bytes of the text.
  public struct Row: Equatable, Sendable {
    /// Without what is around it: marks of quotes, indentation, blanks at its end.
    public let range: Range<Int>
    /// The cells from bar to bar.
    public let cells: [Range<Int>]
  }

  /// How a column is set.
  private struct Alignment {
    var isLeft = false
    var isRight = false
  }

  // Wider ones are no table that lines up on any screen, and to fill them up would make much of little.
  private static let widest = 400

  /// The changes that line up the tables of a text, in its order.
  ///
  /// - Parameter room: the columns there are for a row. The cells of a table that would be wider lined up are not filled up,
  ///   as its rows would wrap, each behind its blanks.
  public static func edits(in tree: MarkupTree, fitting room: Int = .max) -> [ByteEdit] {
    tree.blocks.flatMap { edits(of: $0, in: tree.bytes, fitting: room) }
  }

  /// The rows of the table that holds a byte, the second one the line below the heads; `nil` outside of tables.
  public static func rows(ofTableAt offset: Int, in tree: MarkupTree) -> [Row]? {
    tree.blocks.lazy.compactMap { table(in: $0, of: tree.bytes)?.rows }.first { rows in
      let end = rows.last?.range.upperBound ?? 0
      return tree.bytes.lineStart(of: rows[0].range.lowerBound)...tree.bytes.lineEnd(from: end) ~= offset
    }
  }

  /// The table in a paragraph, which may follow lines of text.
  private static func table(
    in block: MarkupTree.Block, of bytes: UnsafeRawBufferPointer
  ) -> (rows: [Row], alignments: [Alignment])? {
    guard case .leaf(let leaf) = block.kind, leaf.kind == .paragraph else { return nil }
    let rows = rows(of: leaf, in: bytes)
    let second = rows.indices.dropFirst().first { place in
      rows[place].cells.count == rows[place - 1].cells.count && alignments(of: rows[place], in: bytes) != nil
        && !isLazy(rows[place], below: rows[0], depth: block.depth, in: bytes)
    }
    guard let second, let alignments = alignments(of: rows[second], in: bytes) else { return nil }
    return (Array(rows[(second - 1)...]), alignments)
  }

  /// Whether a line leaves out marks of the containers around it, as only text may.
  private static func isLazy(_ row: Row, below first: Row, depth: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    func quotes(_ row: Row) -> Int {
      let start = row.range.lowerBound
      return bytes[bytes.lineStart(of: start)..<start].reduce(0) { $0 + ($1 == UInt8(ascii: ">") ? 1 : 0) }
    }
    func column(_ row: Row) -> Int { columns(before: row.range.lowerBound, in: bytes) }
    let isInItem = depth > quotes(first)
    return quotes(row) < quotes(first) || isInItem && column(row) < column(first)
  }

  private static func edits(
    of block: MarkupTree.Block, in bytes: UnsafeRawBufferPointer, fitting room: Int
  ) -> [ByteEdit] {
    guard let (rows, alignments) = table(in: block, of: bytes) else { return [] }
    // A name for links ends the text: a bar behind it would make it a part of a cell.
    let isNamed = BlockAnchor.name(atEndOf: rows[rows.count - 1].range, in: bytes) != nil
    let table = isNamed ? Array(rows.dropLast()) : rows
    let texts = table.map { row in row.cells.map { Array(bytes[trimmed($0, in: bytes)]) } }
    let count = max(alignments.count, texts.map(\.count).max() ?? 0)
    let widths = (0..<count).map { column in
      texts.enumerated().filter { $0.offset != 1 && column < $0.element.count }
        .map { columns(of: $0.element[column]) }.reduce(3, max)
    }
    guard widths.reduce(0, +) <= widest else { return [] }
    let rowWidth = widths.reduce(1) { $0 + $1 + 3 }
    let isFitting = rowWidth <= room - columns(before: table[0].range.lowerBound, in: bytes)
    return zip(table, texts).enumerated().compactMap { number, row in
      let columns = max(alignments.count, row.1.count)
      let cells = (0..<columns).map { column -> [UInt8] in
        let alignment = column < alignments.count ? alignments[column] : Alignment()
        if number == 1 { return rule(alignment, isFitting ? widths[column] : 3) }
        return padded(column < row.1.count ? row.1[column] : [], alignment, to: isFitting ? widths[column] : 0)
      }
      let line = Array("| ".utf8) + cells.joined(separator: Array(" | ".utf8)) + Array(" |".utf8)
      return bytes[row.0.range].elementsEqual(line) ? nil : ByteEdit(row.0.range, line)
    }
  }

  // MARK: Reading

  private static func rows(of leaf: MarkupLeaf, in bytes: UnsafeRawBufferPointer) -> [Row] {
    var rows: [Row] = []
    var start = leaf.content.lowerBound
    while start < leaf.content.upperBound {
      let end = min(bytes.lineEnd(from: start), leaf.content.upperBound)
      if !rows.isEmpty { while start < end, bytes[start].isBlank || bytes[start] == UInt8(ascii: ">") { start += 1 } }
      let range = trimmed(start..<end, in: bytes)
      rows.append(Row(range: range, cells: cells(of: range, in: bytes)))
      start = bytes.lineStart(after: end)
    }
    return rows
  }

  private static func cells(of line: Range<Int>, in bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
    // As on GitHub, where a backslash before it escapes the one before a bar, too.
    let bars = line.filter { index in
      bytes[index] == UInt8(ascii: "|") && (index == line.lowerBound || bytes[index - 1] != UInt8(ascii: "\\"))
    }
    guard !bars.isEmpty else { return [line] }
    var starts = [line.lowerBound] + bars.map { $0 + 1 }
    var ends = bars + [line.upperBound]
    if bars.first == line.lowerBound { (starts, ends) = (Array(starts.dropFirst()), Array(ends.dropFirst())) }
    if bars.last == line.upperBound - 1, !starts.isEmpty {
      (starts, ends) = (Array(starts.dropLast()), Array(ends.dropLast()))
    }
    return zip(starts, ends).map { $0..<$1 }
  }

  /// A range without the blanks around it. Other white space is text: a no-break space may be all that is in a cell.
  private static func trimmed(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Range<Int> {
    let text = bytes[range]
    guard let first = text.firstIndex(where: { !$0.isBlank }), let last = text.lastIndex(where: { !$0.isBlank }) else {
      return range.upperBound..<range.upperBound
    }
    return first..<last + 1
  }

  /// The columns that the line below the heads sets; `nil` for any other line.
  private static func alignments(of row: Row, in bytes: UnsafeRawBufferPointer) -> [Alignment]? {
    guard bytes[row.range].contains(UInt8(ascii: "|")), !row.cells.isEmpty else { return nil }
    var found: [Alignment] = []
    for cell in row.cells {
      let marks = bytes[trimmed(cell, in: bytes)]
      let (isLeft, isRight) = (marks.first == UInt8(ascii: ":"), marks.last == UInt8(ascii: ":"))
      let dashes = marks.dropFirst(isLeft ? 1 : 0).dropLast(isRight ? 1 : 0)
      guard !dashes.isEmpty, dashes.allSatisfy({ $0 == UInt8(ascii: "-") }) else { return nil }
      found.append(Alignment(isLeft: isLeft, isRight: isRight))
    }
    return found
  }

  // MARK: Writing

  private static func columns(of cell: [UInt8]) -> Int {
    DisplayWidth.columns(of: String(decoding: cell, as: UTF8.self))
  }

  /// The columns of the marks and blanks before a row.
  private static func columns(before row: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    bytes[bytes.lineStart(of: row)..<row].reduce(0) { $0 + ($1 == UInt8(ascii: "\t") ? 4 : 1) }
  }

  private static func rule(_ alignment: Alignment, _ width: Int) -> [UInt8] {
    var cell = Array(repeating: UInt8(ascii: "-"), count: width)
    if alignment.isLeft { cell[0] = UInt8(ascii: ":") }
    if alignment.isRight { cell[width - 1] = UInt8(ascii: ":") }
    return cell
  }

  private static func padded(_ cell: [UInt8], _ alignment: Alignment, to width: Int) -> [UInt8] {
    let blanks = max(0, width - columns(of: cell))
    let before = alignment.isRight ? (alignment.isLeft ? blanks / 2 : blanks) : 0
    func spaces(_ count: Int) -> [UInt8] { Array(repeating: UInt8(ascii: " "), count: count) }
    return spaces(before) + cell + spaces(blanks - before)
  }
}
