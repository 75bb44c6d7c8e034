import MemoCore

/// A text wrapped to rows, with conversion between positions and cells.
///
/// Lines are wrapped at words, by display width; an edit wraps again only lines that changed. A tab stop is every
/// four columns of a row, counted from its indent. A blank at the end of a full row is beyond its edge, and so is a cursor
/// behind a full row: a view leaves a column for it.
public struct WrappedText: Sendable {
  /// A cell, counted from the text's first row.
  public struct Cell: Hashable, Sendable {
    /// The row.
    public var row: Int
    /// The column.
    public var column: Int
  }

  /// A row of a line.
  public struct Row: Equatable, Sendable {
    /// The line.
    public let line: Int
    /// Its bytes in the line.
    public let range: Range<Int>
    /// The columns before it: rows of a list item or quote start below its text.
    public let indent: Int
    /// Whether the line continues in the next row.
    public let isContinued: Bool
    /// Which row of the picture below the line it is, without text; `nil` for a row of text.
    var picture: Int?
  }

  /// Columns of a row.
  public let columns: Int
  /// How many lines were wrapped so far; a measure of work.
  public private(set) var wrappedLines = 0

  /// Lines without rows. There is always a line with one.
  private(set) var hidden = HiddenLines()

  /// The rows that pictures take.
  private(set) var pictures: PictureRows

  private var wrappings: MeasuredList<LineWrapping>

  /// Wraps a text, with room for pictures.
  init(_ lines: EditedLines, columns: Int, pictures: PictureRows = PictureRows()) {
    (self.columns, self.pictures) = (max(1, columns), pictures)
    wrappings = MeasuredList([])
    wrap(LineChange(replacing: 0..<0, withCount: lines.count), in: lines)
  }

  /// The number of rows, at least 1.
  public var rowCount: Int { wrappings.measure }

  /// Wraps the lines of a change. Hidden lines that it touches are shown.
  public mutating func update(_ lines: EditedLines, _ change: LineChange) {
    let opened = hidden.follow(change)
    wrap(change, in: lines)
    for range in opened { wrap(LineChange(replacing: range, withCount: range.count), in: lines) }
  }

  /// Hides lines, and shows those that were hidden before.
  mutating func hide(_ new: HiddenLines, in lines: EditedLines) {
    let (old, new) = (hidden.ranges, new.ranges)
    hidden = HiddenLines(new)
    for range in old where !new.contains(range) {
      wrap(LineChange(replacing: range, withCount: range.count), in: lines)
    }
    for range in new where !old.contains(range) {
      wrappings.replaceSubrange(range, with: range.map { _ in .hidden })
    }
  }

  /// A row of the text; the last one for rows past the end.
  public func row(_ row: Int, in lines: EditedLines) -> Row {
    // The last lines may be hidden.
    let row = min(max(0, row), rowCount - 1)
    let (line, first) = wrappings.index(at: row)
    let wrapping = wrappings[line]
    let place = min(row - first, wrapping.measure - 1)
    guard place < wrapping.textRows else {
      let end = lines[line].bytes.count
      return Row(line: line, range: end..<end, indent: 0, isContinued: false, picture: place - wrapping.textRows)
    }
    return Row(
      line: line, range: wrapping.range(ofRow: place, in: lines[line]), indent: wrapping.indent(ofRow: place),
      isContinued: place + 1 < wrapping.textRows)
  }

  /// Whether there may be a picture.
  var hasPictures: Bool { !pictures.isEmpty }

  /// How many rows the picture below a line takes.
  func pictureHeight(ofLine line: Int) -> Int { wrappings[line].pictureRows }

  /// How many rows the picture below a row of text takes; 0 where there is none.
  func pictureRows(below row: Int, in lines: EditedLines) -> Int {
    let here = self.row(row, in: lines)
    return here.isContinued || here.picture != nil ? 0 : wrappings[here.line].pictureRows
  }

  /// The row of text at a row, or the nearest beyond the picture there; the last row where a picture ends the text.
  func textRow(near row: Int, isDown: Bool, in lines: EditedLines) -> Int {
    let here = self.row(row, in: lines)
    guard let picture = here.picture else { return row }
    return isDown ? row - picture + wrappings[here.line].pictureRows : row - picture - 1
  }

  /// The first row of a line.
  public func firstRow(ofLine line: Int) -> Int {
    wrappings.measure(before: line)
  }

  /// The cell of a position; in a hidden line, the start of the next row.
  public func cell(of position: LinePosition, in lines: EditedLines) -> Cell {
    let wrapping = wrappings[position.line]
    let first = firstRow(ofLine: position.line)
    guard !wrapping.isHidden else { return Cell(row: min(first, rowCount - 1), column: 0) }
    let place = wrapping.row(of: position.offset)
    let indent = wrapping.indent(ofRow: place)
    var column = 0
    for character in lines[position.line].characters(from: place == 0 ? 0 : wrapping.breaks[place - 1]) {
      if character.range.upperBound > position.offset { break }
      column += character.columns(at: column)
    }
    return Cell(row: first + place, column: min(indent + column, columns))
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
      if column > max(0, cell.column - row.indent) { return LinePosition(line: row.line, offset: last) }
    }
    return LinePosition(line: row.line, offset: row.isContinued ? last : row.range.upperBound)
  }

  private mutating func wrap(_ change: LineChange, in lines: EditedLines) {
    wrappedLines += change.new.count
    if let edit = change.edit, lines[change.new.lowerBound].bytes.count > LineWrapping.longLine {
      let wrapping = wrappings[change.old.lowerBound].updated(lines[change.new.lowerBound], columns: columns, by: edit)
      return wrappings.replaceSubrange(change.old, with: [wrapping])
    }
    wrappings.replaceSubrange(
      change.old, with: lines[change.new].map { LineWrapping($0, columns: columns, pictures: pictures) })
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
    let row = layout.textRow(near: cell.row + count, isDown: count > 0, in: lines)
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
