/// A text in rows of a number of columns, and the way from places in it to places in the window and back.
///
/// Lines are wrapped by words, at display width; only lines that changed are wrapped again. A tab goes to the next fourth
/// column of its row. A blank at the end of a full row hangs over its edge, and so does a cursor behind a full row: it
/// is in the column after the last, for which a view leaves room.
public struct WrappedText: Sendable {
  /// A place on the screen, counted from the text's first row.
  public struct Cell: Hashable, Sendable {
    /// Rows above.
    public var row: Int
    /// Columns to the left.
    public var column: Int

    /// Puts together a place.
    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// A row: the part of a line that it shows.
  public struct Row: Equatable, Sendable {
    /// The line.
    public let line: Int
    /// Its bytes of that line.
    public let range: Range<Int>
    /// Whether the line goes on in the next row.
    public let isContinued: Bool
  }

  /// Columns of a row.
  public let columns: Int
  /// How many lines were wrapped so far, which tells the work that was done.
  public private(set) var wrappedLines = 0

  private var wrappings: MeasuredList<LineWrapping>

  /// Wraps a text.
  public init(_ lines: EditedLines, columns: Int) {
    self.columns = max(1, columns)
    wrappings = MeasuredList([])
    wrap(LineChange(replacing: 0..<0, withCount: lines.count), in: lines)
  }

  /// How many rows there are, at least 1.
  public var rowCount: Int { wrappings.measure }

  /// Wraps what changed.
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

  /// Where a position is shown.
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
    // The end of a row that goes on is the start of the next, so the last place in it is before its last character.
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
