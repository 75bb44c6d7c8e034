/// The columns of a table, which are drawn as wide as their widest cells.
struct TableColumns: Equatable, Sendable {
  /// What is drawn before a byte of a line.
  struct Pad: Equatable, Sendable {
    let offset: Int
    let text: String
  }

  /// The pads of each line, by their offsets.
  let pads: [[Pad]]

  // Longer tables and lines are drawn as they are typed.
  static let mostLines = 120
  private static let longestLine = 1_000

  /// Reads a table: a line of heads, one of dashes, and others with as many cells; `nil` for lines that are none, and for a
  /// table that is too wide.
  init?(_ lines: [TextLine], columns: Int) {
    guard (3...Self.mostLines).contains(lines.count) else { return nil }
    let rows = lines.compactMap(Self.cells)
    let count = rows.first?.count ?? 0
    guard rows.count == lines.count, !rows.contains(where: { $0.count != count }) else { return nil }
    let rules = rows[1].compactMap { Rule(Array(lines[1].bytes[$0.range])) }
    guard rules.count == count else { return nil }
    let widths = (0..<count).map { column in rows.map { $0[column].columns }.max() ?? 0 }
    let indent = rows.map { $0[0].range.lowerBound }.max() ?? 1
    guard indent + widths.reduce(widths.count, +) <= columns else { return nil }
    pads = zip(0..., rows).map { row, cells in
      zip(cells, zip(widths, rules)).flatMap { cell, column -> [Pad] in
        let missing = column.0 - cell.columns
        guard missing > 0 else { return [] }
        if row == 1 {
          let dash = cell.range.lowerBound + column.1.start
          return [Pad(offset: dash, text: String(repeating: "-", count: missing))]
        }
        let before = column.1.before(missing)
        let blanks = [(cell.range.lowerBound, before), (cell.range.upperBound, missing - before)]
        return blanks.filter { $0.1 > 0 }.map { Pad(offset: $0, text: String(repeating: " ", count: $1)) }
      }
    }
  }

  /// Whether a line may be one of a table.
  static func mayHold(_ line: TextLine) -> Bool {
    line.bytes.first == UInt8(ascii: "|") && line.bytes.count <= longestLine
  }

  /// The column in which a character of a line is typed that is drawn in another one.
  static func typedColumn(of drawn: Int, in line: TextLine, _ pads: [Pad]) -> Int {
    var (shown, typed) = (0, 0)
    for character in line.characters() {
      for pad in pads where pad.offset == character.range.lowerBound { shown += pad.text.utf8.count }
      let columns = character.columns(at: typed)
      if drawn < shown + columns { return typed + max(0, drawn - shown) }
      shown += columns
      typed += columns
    }
    return typed + drawn - shown
  }

  /// A cell between two bars, and its columns.
  private struct Cell {
    let range: Range<Int>
    let columns: Int
  }

  /// The cells of a line that starts and ends with a bar; `nil` for other lines.
  private static func cells(_ line: TextLine) -> [Cell]? {
    guard mayHold(line) else { return nil }
    var cells: [Cell] = []
    var (start, columns) = (1, 0)
    var isEscaped = false
    var lastBar = 0
    for character in line.characters(from: 1) {
      if character.isTab { return nil }
      if character.scalar == "|", !isEscaped {
        cells.append(Cell(range: start..<character.range.lowerBound, columns: columns))
        (start, columns, lastBar) = (character.range.upperBound, 0, character.range.lowerBound)
      } else {
        columns += character.columns
      }
      isEscaped = character.scalar == "\\" && !isEscaped
    }
    let isClosed = line.bytes[start...].allSatisfy { $0 == UInt8(ascii: " ") }
    return isClosed && lastBar > 0 ? cells : nil
  }

  /// A cell of the line below the heads.
  private struct Rule {
    /// The offset of its first dash.
    let start: Int
    /// Where its colons are, which align the cells of its column.
    private let colons: (atStart: Bool, atEnd: Bool)

    /// Reads `---`, `:--`, `--:` or `:-:`; `nil` for anything else.
    init?(_ cell: [UInt8]) {
      let marks = cell.filter { $0 != UInt8(ascii: " ") }
      let dashes = marks.filter { $0 == UInt8(ascii: "-") }.count
      colons = (marks.first == UInt8(ascii: ":"), marks.last == UInt8(ascii: ":"))
      let ends = (colons.atStart ? 1 : 0) + (colons.atEnd ? 1 : 0)
      guard dashes > 0, dashes + ends == marks.count else { return nil }
      start = cell.prefix { $0 != UInt8(ascii: "-") }.count
    }

    /// How many of the columns that a cell is short of come before it: none, half of them or all.
    func before(_ missing: Int) -> Int { colons.atEnd ? missing / (colons.atStart ? 2 : 1) : 0 }
  }
}
