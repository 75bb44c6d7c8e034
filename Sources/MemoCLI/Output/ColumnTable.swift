import MemoCore

/// Rows for people in columns that line up and fit the terminal: the widest columns are cut until a line fits.
struct ColumnTable {
  /// A text of a row, which has passed the gate to terminals, and how it is coloured.
  struct Cell {
    let text: String
    var paint: (String) -> String = { $0 }
  }

  private let widths: [Int]

  private static let gap = "  "
  private static let narrowest = 4
  /// The rows that decide how wide the columns are: a longer list starts before the rest is looked at.
  private static let measuredRows = 200

  /// Measures the first rows.
  ///
  /// - Parameters:
  ///   - uncut: columns that are never cut, such as ids that people copy.
  ///   - columns: of the terminal.
  init(measuring rows: some Sequence<[Cell]>, uncut: Set<Int> = [], columns: Int) {
    var widths: [Int] = []
    for row in rows.prefix(Self.measuredRows) {
      widths += Array(repeating: 0, count: max(0, row.count - widths.count))
      for (column, cell) in row.enumerated() { widths[column] = max(widths[column], Self.columns(of: cell.text)) }
    }
    let room = columns - Self.gap.utf8.count * max(0, widths.count - 1)
    while widths.reduce(0, +) > room {
      let shrinkable = widths.indices.filter { !uncut.contains($0) && widths[$0] > Self.narrowest }
      guard let widest = shrinkable.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
    }
    self.widths = widths
  }

  /// One row's line; nothing follows its last cell.
  func line(_ row: [Cell]) -> [UInt8] {
    let cells = zip(row, widths).enumerated().map { column, cell in
      let text = DisplayWidth.cut(cell.0.text, to: cell.1)
      let isLast = column == row.count - 1
      return cell.0.paint(text) + (isLast ? "" : String(repeating: " ", count: max(0, cell.1 - Self.columns(of: text))))
    }
    return Array((cells.joined(separator: Self.gap) + "\n").utf8)
  }

  private static func columns(of text: String) -> Int { DisplayWidth.columns(of: text) }
}

extension Session {
  /// Writes a table through the pager.
  func page(_ rows: [[ColumnTable.Cell]], uncut: Set<Int> = []) throws {
    let table = ColumnTable(measuring: rows, uncut: uncut, columns: columns)
    try page(rows.lazy.map(table.line))
  }
}
