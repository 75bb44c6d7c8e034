import MemoCore

/// A text wrapped to rows, with conversion between positions and cells.
///
/// Lines are wrapped at words, by display width; an edit wraps again only lines that changed. A tab stop is every
/// four columns of a row. A blank at the end of a full row is beyond its edge, and so is a cursor behind a full
/// row: a view leaves a column for it.
public struct WrappedText: Sendable {
  /// A cell, counted from the text's first row.
  public struct Cell: Hashable, Sendable {
    /// The row.
    public var row: Int
    /// The column.
    public var column: Int

    /// A cell.
    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// A row of a line.
  public struct Row: Equatable, Sendable {
    /// The line.
    public let line: Int
    /// Its bytes in the line.
    public let range: Range<Int>
    /// Whether the line continues in the next row.
    public let isContinued: Bool
  }

  /// Columns of a row.
  public let columns: Int
  /// How many lines were wrapped so far; a measure of work.
  public private(set) var wrappedLines = 0

  private var wrappings: MeasuredList<LineWrapping>

  /// Wraps a text.
  public init(_ lines: EditedLines, columns: Int) {
    self.columns = max(1, columns)
    wrappings = MeasuredList([])
    wrap(LineChange(replacing: 0..<0, withCount: lines.count), in: lines)
  }

  /// The number of rows, at least 1.
  public var rowCount: Int { wrappings.measure }

  /// Wraps the lines of a change.
  public mutating func update(_ lines: EditedLines, _ change: LineChange) {
    wrap(change, in: lines)
  }

  /// A row of the text; the last one for rows past the end.
  public func row(_ row: Int, in lines: EditedLines) -> Row {
    let (line, first) = wrappings.index(at: max(0, row))
    let wrapping = wrappings[line]
    let place = min(max(0, row) - first, wrapping.measure - 1)
    return Row(
      line: line, range: wrapping.range(ofRow: place, in: lines[line]), isContinued: place + 1 < wrapping.measure)
  }

  /// The first row of a line.
  public func firstRow(ofLine line: Int) -> Int {
    wrappings.measure(before: line)
  }

  /// The cell of a position.
  public func cell(of position: LinePosition, in lines: EditedLines) -> Cell {
    let row = firstRow(ofLine: position.line) + wrappings[position.line].row(of: position.offset)
    let start = self.row(row, in: lines).range.lowerBound
    var column = 0
    for character in lines[position.line].characters(from: start) {
      if character.range.upperBound > position.offset { break }
      column += character.columns(at: column)
    }
    return Cell(row: row, column: min(column, columns))
  }

  /// The position of a cell: before the character that covers it, else at the end of the row.
  public func position(of cell: Cell, in lines: EditedLines) -> LinePosition {
    let row = row(cell.row, in: lines)
    var column = 0
    // The end of a row is the start of the next row of the line, so the last position in it is before its last
    // character.
    var last = row.range.lowerBound
    for character in lines[row.line].characters(from: row.range.lowerBound) {
      guard character.range.lowerBound < row.range.upperBound else { break }
      last = character.range.lowerBound
      column += character.columns(at: column)
      if column > max(0, cell.column) { return LinePosition(line: row.line, offset: last) }
    }
    return LinePosition(line: row.line, offset: row.isContinued ? last : row.range.upperBound)
  }

  private mutating func wrap(_ change: LineChange, in lines: EditedLines) {
    wrappedLines += change.new.count
    if let edit = change.edit, lines[change.new.lowerBound].bytes.count > LineWrapping.longLine {
      let wrapping = wrappings[change.old.lowerBound].updated(lines[change.new.lowerBound], columns: columns, by: edit)
      return wrappings.replaceSubrange(change.old, with: [wrapping])
    }
    wrappings.replaceSubrange(change.old, with: lines[change.new].map { LineWrapping($0, columns: columns) })
  }
}

/// The rows of a line.
///
/// A row ends between words: after blanks, which may be beyond the edge, and next to Han and kana, which have
/// none; but Han next to Hangul are part of its word (`無常이라`). A word longer than a row is broken between
/// characters. The end of a row depends on nothing before its start.
struct LineWrapping: Equatable, Measured {
  /// The offsets of the rows after the first; most lines have one row.
  let breaks: [Int]

  /// The number of rows, at least 1.
  var measure: Int { breaks.count + 1 }

  /// Wraps a line at a number of columns.
  init(_ line: TextLine, columns: Int) {
    // A text never has more columns than bytes, except for tabs and controls.
    guard line.bytes.count > columns || line.bytes.contains(where: { !(0x20..<0x7F).contains($0) }) else {
      breaks = []
      return
    }
    var breaker = RowBreaker(columns: columns)
    var characters = line.characters()
    while let character = characters.next() { breaker.add(character) { characters } }
    breaks = breaker.breaks
  }

  private static let reach = 6

  /// Longer lines are not wrapped completely for each key.
  static let longLine = 4_096

  /// The line after an edit, which wraps again only the rows that changed.
  ///
  /// The start of a row depends only on the text within two rows of it, since of two successive rows one is at
  /// least half full; once a row behind the edit starts where one started before, all later ones do, too.
  func updated(_ line: TextLine, columns: Int, by edit: LineEdit) -> LineWrapping {
    let grown = edit.inserted - edit.removed
    let kept = breaks[..<max(0, row(of: edit.offset) - Self.reach)]
    var breaker = RowBreaker(columns: columns)
    var checked = 0
    var characters = line.characters(from: kept.last ?? 0)
    while let character = characters.next() {
      breaker.add(character) { characters }
      while checked < breaker.breaks.count {
        let start = breaker.breaks[checked]
        checked += 1
        guard start >= edit.offset + edit.inserted, let old = index(ofBreak: start - grown) else { continue }
        let rest = breaks[(old + 1)...].map { $0 + grown }
        return LineWrapping(breaks: kept + breaker.breaks[..<checked] + rest)
      }
    }
    return LineWrapping(breaks: kept + breaker.breaks)
  }

  private init(breaks: [Int]) {
    self.breaks = breaks
  }

  private func index(ofBreak offset: Int) -> Int? {
    let row = row(of: offset)
    return row > 0 && breaks[row - 1] == offset ? row - 1 : nil
  }

  /// The bytes of a row.
  func range(ofRow row: Int, in line: TextLine) -> Range<Int> {
    (row == 0 ? 0 : breaks[row - 1])..<(row < breaks.count ? breaks[row] : line.bytes.count)
  }

  /// The row of an offset; between rows, the later one.
  func row(of offset: Int) -> Int {
    var (low, high) = (0, breaks.count)
    while low < high {
      let middle = (low + high) / 2
      if breaks[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// A move of the cursor in wrapped text.
public enum RowMove: Equatable, Sendable {
  /// One row.
  case up, down
  /// By a number of rows.
  case upRows(Int)
  case downRows(Int)
  /// To the start or end of the row; from there, of the line.
  case rowStart, rowEnd
}

extension EditBuffer {
  /// Moves the cursor by rows; up and down keep the column where they started.
  public mutating func move(_ move: RowMove, in layout: WrappedText, selecting: Bool = false) {
    switch move {
    case .up: moveRows(by: -1, in: layout, selecting)
    case .down: moveRows(by: 1, in: layout, selecting)
    case .upRows(let count): moveRows(by: -count, in: layout, selecting)
    case .downRows(let count): moveRows(by: count, in: layout, selecting)
    case .rowStart: moveToEdge(at: 0, in: layout, else: .lineStart, selecting)
    case .rowEnd: moveToEdge(at: .max, in: layout, else: .lineEnd, selecting)
    }
  }

  /// Above the first row is the text's start, below the last one its end.
  private mutating func moveRows(by count: Int, in layout: WrappedText, _ selecting: Bool) {
    let cell = layout.cell(of: cursor, in: lines)
    let column = wantedColumn ?? cell.column
    let row = cell.row + count
    if row < 0 {
      move(.textStart, selecting: selecting)
    } else if row >= layout.rowCount {
      move(.textEnd, selecting: selecting)
    } else {
      move(to: layout.position(of: WrappedText.Cell(row: row, column: column), in: lines), selecting: selecting)
    }
    wantedColumn = column
  }

  private mutating func moveToEdge(
    at column: Int, in layout: WrappedText, else farther: CursorMove, _ selecting: Bool
  ) {
    let row = layout.cell(of: cursor, in: lines).row
    let edge = layout.position(of: WrappedText.Cell(row: row, column: column), in: lines)
    if edge == cursor { move(farther, selecting: selecting) } else { move(to: edge, selecting: selecting) }
  }
}
