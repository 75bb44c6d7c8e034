import MemoCore

/// What a window shows: rows of cells, each with a character and a style.
///
/// Text enters through `put` alone, which makes controls visible, so that no memo can command the terminal.
public struct CellGrid: Equatable, Sendable {
  /// One cell. A character wider than a column is held by its first cell; the cells it covers have empty text.
  public struct Cell: Equatable, Sendable {
    /// The character, or empty where the cell is covered by the one before.
    public fileprivate(set) var text: String
    /// How it looks.
    public fileprivate(set) var style: CellStyle

    /// Whether the character of a cell before covers this one.
    public var isCovered: Bool { text.isEmpty }

    fileprivate static let blank = Cell(text: " ", style: .plain)
  }

  /// A place in the grid, counted from 0.
  public struct Position: Hashable, Sendable {
    /// Rows above.
    public var row: Int
    /// Columns to the left.
    public var column: Int

    /// Puts together a position.
    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// The size of the window.
  public let size: ScreenSize
  /// Where the cursor is shown; hidden where `nil`.
  public var cursor: Position?

  private var cells: [Cell]

  /// A blank grid without a cursor.
  public init(size: ScreenSize) {
    self.size = size
    self.cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  /// The cells of a row.
  public func cells(inRow row: Int) -> ArraySlice<Cell> {
    cells[row * size.columns..<(row + 1) * size.columns]
  }

  /// The text of a row without the blanks at its end.
  public func text(ofRow row: Int) -> String {
    let text = cells(inRow: row).map(\.text).joined()
    return String(text.reversed().drop { $0 == " " }.reversed())
  }

  /// Writes text from a position on, cut at the right edge, and returns the column after it.
  ///
  /// Characters without width of their own are left out; nothing is written outside the grid.
  @discardableResult
  public mutating func put(_ text: String, row: Int, column: Int, style: CellStyle = .plain) -> Int {
    guard (0..<size.rows).contains(row), column >= 0 else { return column }
    var column = column
    for character in TerminalText.visible(text) {
      let width = DisplayWidth.columns(of: character)
      if width == 0 { continue }
      if column + width > size.columns { break }
      set(Cell(text: String(character), style: style), width: width, at: row * size.columns + column)
      column += width
    }
    return column
  }

  /// Gives a whole row one style, for instance a selected one.
  public mutating func setStyle(_ style: CellStyle, ofRow row: Int) {
    guard (0..<size.rows).contains(row) else { return }
    for index in row * size.columns..<(row + 1) * size.columns { cells[index].style = style }
  }

  /// Takes all colours away; what is bold, dim, underlined or reversed stays so.
  public mutating func dropColours() {
    for index in cells.indices where cells[index].style.colour != nil { cells[index].style.colour = nil }
  }

  private mutating func set(_ cell: Cell, width: Int, at index: Int) {
    clearCharacter(at: index)
    clearCharacter(at: index + width - 1)
    cells[index] = cell
    for covered in index + 1..<max(index + 1, index + width) { cells[covered] = Cell(text: "", style: cell.style) }
  }

  // A wide character that loses one of its cells loses all of them.
  private mutating func clearCharacter(at index: Int) {
    var first = index
    while cells[first].isCovered { first -= 1 }
    cells[first].text = " "
    var next = first + 1
    while next < cells.count && cells[next].isCovered {
      cells[next].text = " "
      next += 1
    }
  }
}
