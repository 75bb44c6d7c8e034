import MemoCore

/// The lines of the list: two for each memo, and one for the heading of each group.
struct ListLines {
  /// What is in a line.
  enum Item: Equatable {
    case heading(ListGroup)
    /// A row of the list, and which of its lines.
    case memo(row: Int, line: Int)
  }

  private static let linesOfMemo = BrowserLayout.rowsOfMemo

  private let groups: [ListGroup]
  /// The first row of each group.
  private let starts: [Int]
  private let rowCount: Int

  init(_ groups: [ListGroup], rowCount: Int) {
    (self.groups, self.rowCount) = (groups, rowCount)
    var start = 0
    starts = groups.map { group in
      defer { start += group.count }
      return start
    }
  }

  /// How many lines.
  var count: Int { rowCount * Self.linesOfMemo + groups.count }

  /// The first line of a row.
  func line(ofRow row: Int) -> Int {
    row * Self.linesOfMemo + groups.indices.partitioningIndex { starts[$0] > row }
  }

  /// What is in a line; `nil` for one after the last.
  func item(at line: Int) -> Item? {
    let above = groups.indices.partitioningIndex { heading($0) > line }
    if above > 0, heading(above - 1) == line { return .heading(groups[above - 1]) }
    let place = line - above
    guard place >= 0, place < rowCount * Self.linesOfMemo else { return nil }
    return .memo(row: place / Self.linesOfMemo, line: place % Self.linesOfMemo)
  }

  /// The first visible line: it moves no further than needed to show a row, with the heading above it, and never cuts a
  /// memo in two.
  func top(from top: Int, showing row: Int, inLines visible: Int) -> Int {
    let visible = max(1, visible)
    let first = line(ofRow: row)
    var start = first
    if visible > Self.linesOfMemo, case .heading? = item(at: first - 1) { start -= 1 }
    let lowest = first + min(visible, Self.linesOfMemo) - visible
    let top = max(0, min(max(top, lowest), start, max(0, count - visible)))
    if case .memo(_, let line)? = item(at: top), line > 0 { return min(start, top + Self.linesOfMemo - line) }
    return top
  }

  /// The first visible line of a list that was scrolled to a line or the nearest there is; it never cuts a memo in two.
  func top(near line: Int, inLines visible: Int) -> Int {
    let last = max(0, count - max(1, visible))
    let top = max(0, min(line, last))
    guard case .memo(_, let part)? = item(at: top), part > 0 else { return top }
    return top == last ? top + Self.linesOfMemo - part : top - part
  }

  private func heading(_ group: Int) -> Int { starts[group] * Self.linesOfMemo + group }
}
