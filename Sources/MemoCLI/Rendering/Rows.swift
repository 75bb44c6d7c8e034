import MemoCore

/// A value in a row, and how it is coloured.
struct Cell {
  let value: Record.Value
  let paint: (Style) -> (String) -> String
  /// Whether its end matters more than its start, as the line behind a path.
  var isCutAtStart = false

  init(_ value: Record.Value, _ paint: @escaping (Style) -> (String) -> String = { _ in { $0 } }) {
    (self.value, self.paint) = (value, paint)
  }

  /// The value for people, which has passed the gate to terminals.
  fileprivate func text(_ paths: RelativePaths, isExact: Bool = false) -> String {
    TerminalText.visible(value.bytes(as: isExact ? .exact : .shown, paths: paths))
  }

  /// The same in colour.
  func colored(_ style: Style, _ paths: RelativePaths, isExact: Bool = false) -> String {
    paint(style)(text(paths, isExact: isExact))
  }
}

/// Rows as lines, with a tab between two cells.
struct TabbedLines {
  /// The colours that are asked for; `nil` for lines that programs read.
  var style: Style?
  /// Whether records end with NUL, so that nothing has to be escaped.
  var isExact = false
  /// How paths in the vault are spelled.
  var paths = RelativePaths.fromRoot

  /// The same without colours.
  var plain: TabbedLines { TabbedLines(isExact: isExact, paths: paths) }

  /// What ends a line.
  var end: UInt8 { isExact ? 0 : UInt8(ascii: "\n") }

  /// One row's line.
  func line(_ cells: [Cell]) -> [UInt8] {
    var line: [UInt8] = []
    append(cells, to: &line)
    return line
  }

  /// Appends one row's line.
  func append(_ cells: [Cell], to bytes: inout [UInt8]) {
    for (place, cell) in cells.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: "\t")) }
      if let style {
        bytes += cell.colored(style, paths, isExact: isExact).utf8
      } else {
        cell.value.append(to: &bytes, as: isExact ? .exact : .line, paths: paths)
      }
    }
    bytes.append(end)
  }
}

/// Rows for people in columns that line up and fit the terminal: the widest columns are cut until a line fits.
struct ColumnTable {
  private let style: Style
  private let paths: RelativePaths
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
  init(
    measuring rows: some Sequence<[Cell]>, uncut: Set<Int> = [], columns: Int, _ style: Style, _ paths: RelativePaths
  ) {
    (self.style, self.paths) = (style, paths)
    var widths: [Int] = []
    for row in rows.prefix(Self.measuredRows) {
      widths += Array(repeating: 0, count: max(0, row.count - widths.count))
      for (column, cell) in row.enumerated() {
        widths[column] = max(widths[column], Self.columns(of: cell.text(paths)))
      }
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
      let cut = cell.0.isCutAtStart ? DisplayWidth.cutAtStart : DisplayWidth.cut
      let text = cut(cell.0.text(paths), cell.1)
      let isLast = column == row.count - 1
      return cell.0.paint(style)(text) + (isLast ? "" : DisplayWidth.padding(text, to: cell.1))
    }
    return Array((cells.joined(separator: Self.gap) + "\n").utf8)
  }

  private static func columns(of text: String) -> Int { DisplayWidth.columns(of: text) }
}

extension DisplayWidth {
  /// The spaces that pad a text to `columns`; none where it is already as wide.
  static func padding(_ text: String, to columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - self.columns(of: text)))
  }
}
