import MemoCore

/// Where the rows of a wrapped line start.
///
/// A row ends between words: behind blanks, which may hang over the edge, and beside Han and kana, which have none; but
/// Han that touch Hangul are a part of its word (`無常이라`). A word that is longer than a row is broken between characters.
/// Where a row ends depends on nothing before its start.
struct LineWrapping: Equatable, Measured {
  /// Offsets of the rows after the first; most lines are one row.
  let breaks: [Int]

  /// Rows, at least 1.
  var measure: Int { breaks.count + 1 }

  /// Wraps a line at so many columns.
  init(_ line: TextLine, columns: Int) {
    // As many bytes as columns are never more columns, but for tabs and what is made visible.
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

  /// Longer lines are not wrapped anew for each key.
  static let longLine = 4_096

  /// The same line after an edit in it, of which only rows are wrapped anew that change.
  ///
  /// Where a row starts depends on what stands within twice a row's columns from there, and of two rows that follow each
  /// other one is half full at least; once a row starts where one started before, behind the edit, all others do.
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

  /// The bytes of a row of a line.
  func range(ofRow row: Int, in line: TextLine) -> Range<Int> {
    (row == 0 ? 0 : breaks[row - 1])..<(row < breaks.count ? breaks[row] : line.bytes.count)
  }

  /// The row that holds an offset; where rows meet, the later one.
  func row(of offset: Int) -> Int {
    var (low, high) = (0, breaks.count)
    while low < high {
      let middle = (low + high) / 2
      if breaks[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
