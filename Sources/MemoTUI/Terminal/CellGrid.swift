import MemoCore

/// The content of a window: rows of cells, each with a character and a style.
///
/// Text enters only through `put`, which makes controls visible: no memo can send commands to the terminal.
public struct CellGrid: Equatable, Sendable {
  /// One cell. A character wider than a column is held by its first cell; the cells it covers have empty text.
  public struct Cell: Equatable, Sendable {
    /// The character; empty if the cell is covered by the one before.
    public fileprivate(set) var text: String
    /// Its style.
    public fileprivate(set) var style: CellStyle

    /// Whether a character of an earlier cell covers it.
    public var isCovered: Bool { text.isEmpty }

    fileprivate static let blank = Cell(text: " ", style: .plain)
    /// No text puts this into a cell.
    fileprivate static let unknown = Cell(text: "\0", style: .plain)
  }

  /// A place in the grid, counted from 0.
  public struct Position: Hashable, Sendable {
    /// Rows above.
    public var row: Int
    /// Columns to the left.
    public var column: Int

    /// A position.
    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// The size of the window.
  public let size: ScreenSize
  /// The position of the cursor; `nil` if it is hidden.
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

  /// Writes text from a position, cut at the right edge, and returns the column after it.
  ///
  /// Characters without a width of their own are left out.
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

  /// Sets the style of a whole row.
  public mutating func setStyle(_ style: CellStyle, ofRow row: Int) {
    guard (0..<size.rows).contains(row) else { return }
    for index in row * size.columns..<(row + 1) * size.columns { cells[index].style = style }
  }

  /// Removes all colours, but not bold, dim, italic, underline, strikethrough and reverse.
  public mutating func dropColours() {
    restyle { style in style.with { ($0.colour, $0.ground) = (nil, nil) } }
  }

  /// Whether nothing is written in a part.
  func isBlank(rows: Range<Int>, columns: Range<Int>) -> Bool {
    rows.allSatisfy { row in
      row < size.rows && columns.allSatisfy { $0 < size.columns && cells[row * size.columns + $0].text == " " }
    }
  }

  /// Notes that the terminal may show something else in a part, so that the next frame writes it again.
  mutating func forget(rows: Range<Int>, columns: Range<Int>) {
    for row in rows.clamped(to: 0..<size.rows) {
      for column in columns.clamped(to: 0..<size.columns) { cells[row * size.columns + column] = .unknown }
    }
  }

  /// Whether a cell is on a surface of its own.
  var hasSurfaces: Bool { cells.contains { $0.style.surface != .window } }

  /// Gives each cell another style.
  mutating func restyle(_ change: (CellStyle) -> CellStyle) {
    // Neighbours are mostly alike.
    var last = (old: CellStyle.plain, new: change(.plain))
    for index in cells.indices {
      let old = cells[index].style
      if old != last.old { last = (old, change(old)) }
      if old != last.new { cells[index].style = last.new }
    }
  }

  private mutating func set(_ cell: Cell, width: Int, at index: Int) {
    clearCharacter(at: index)
    clearCharacter(at: index + width - 1)
    cells[index] = cell
    for covered in index + 1..<max(index + 1, index + width) { cells[covered] = Cell(text: "", style: cell.style) }
  }

  // A wide character that loses one of its cells loses all.
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

extension TerminalText {
  /// Cuts a text to a width. First controls are made visible, which takes columns.
  static func cut(_ text: String, to columns: Int) -> String { DisplayWidth.cut(visible(text), to: columns) }
}

/// The style of a cell.
public struct CellStyle: Hashable, Sendable {
  /// What a cell belongs to, for a theme with backgrounds.
  public enum Surface: Hashable, Sendable {
    case window, selection, code
  }

  /// Heavier letters.
  public var isBold: Bool
  /// Paler letters.
  public var isDim: Bool
  /// Slanted letters.
  public var isItalic: Bool
  /// A line below.
  public var isUnderlined: Bool
  /// A line through the letters.
  public var isStruck: Bool
  /// Colours of text and background swapped.
  public var isReversed: Bool
  /// A colour of the terminal's palette of 256, of which 0–15 are its own; `nil` for the default.
  public var colour: UInt8?
  /// The background, likewise.
  public var ground: UInt8?
  /// What it belongs to; a theme turns that into a background.
  public var surface: Surface

  /// The terminal's default.
  public static let plain = CellStyle()

  /// A style.
  public init(
    isBold: Bool = false, isDim: Bool = false, isItalic: Bool = false, isUnderlined: Bool = false,
    isStruck: Bool = false, isReversed: Bool = false, colour: UInt8? = nil, ground: UInt8? = nil,
    surface: Surface = .window
  ) {
    (self.isBold, self.isDim, self.isItalic, self.isUnderlined) = (isBold, isDim, isItalic, isUnderlined)
    (self.isStruck, self.isReversed) = (isStruck, isReversed)
    (self.colour, self.ground, self.surface) = (colour, ground, surface)
  }

  /// The same but for what a closure changes.
  func with(_ change: (inout CellStyle) -> Void) -> CellStyle {
    var style = self
    change(&style)
    return style
  }

  /// The escape sequence that sets this style, whatever was set before.
  public var escapeSequence: String {
    let attributes = [(isBold, 1), (isDim, 2), (isItalic, 3), (isUnderlined, 4), (isReversed, 7), (isStruck, 9)]
    var codes = ["0"] + attributes.filter(\.0).map { "\($0.1)" }
    if let colour { codes.append(Self.code(colour, plain: 30, bright: 90, other: 38)) }
    if let ground { codes.append(Self.code(ground, plain: 40, bright: 100, other: 48)) }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  private static func code(_ colour: UInt8, plain: Int, bright: Int, other: Int) -> String {
    switch colour {
    case ..<8: "\(plain + Int(colour))"
    case ..<16: "\(bright + Int(colour) - 8)"
    default: "\(other);5;\(colour)"
    }
  }
}

/// The escape sequences that turn one grid into another, painting only cells that changed.
public enum CellDifferences {
  /// The text to write; empty if nothing changed. The terminal must not wrap lines.
  ///
  /// - Parameters:
  ///   - old: what the terminal shows; `nil` if unknown.
  ///   - keepsPictures: whether a window that is cleared keeps the data of pictures: Kitty's terminal drops it with `2J`.
  public static func text(from old: CellGrid?, to new: CellGrid, keepsPictures: Bool = false) -> String {
    if old == new { return "" }
    let known = old.flatMap { $0.size == new.size ? $0 : nil }
    // The cursor would be seen moving.
    var result = "\u{1B}[?25l"
    if known == nil { result += "\u{1B}[0m\u{1B}[H\u{1B}[\(keepsPictures ? "" : "2")J" }
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
    // The column of the terminal's cursor; `nil` if it must be placed.
    var reached: Int?
    // The first column that no joined character may have drawn over.
    var untouched = 0
    var column = 0
    while column < new.count {
      let cell = new[new.startIndex + column]
      let width = 1 + new.dropFirst(column + 1).prefix(while: \.isCovered).count
      let isSame = new.dropFirst(column).prefix(width).elementsEqual(old.dropFirst(column).prefix(width))
      if !isSame || column < untouched {
        if reached != column { result += move(row: row, column: column) }
        if style != cell.style { result += cell.style.escapeSequence }
        style = cell.style
        // Terminals disagree on the width of joined and new characters: clear what they may not cover, place the
        // cursor again after them, and write the cells behind them again. tmux 3.3a draws the skin tone of an emoji there.
        let isCertain = isOfCertainWidth(cell.text)
        if !isCertain {
          result += String(repeating: " ", count: width) + move(row: row, column: column)
          untouched = max(untouched, column + DisplayWidth.unjoinedColumns(of: cell.text))
        }
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
