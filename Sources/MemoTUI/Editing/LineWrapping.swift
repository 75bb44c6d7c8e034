import MemoCore

/// The rows of a line.
///
/// A row ends between words: after blanks, which may be beyond the edge, and next to Han and kana, which have
/// none; but Han next to Hangul are part of its word (`無常이라`). A word longer than a row is broken between
/// characters. The rows of a list item or quote after the first one start below its text. The end of a row depends on
/// that indent, and on nothing else before its start.
struct LineWrapping: Equatable, Measured {
  /// The offsets of the rows after the first; most lines have one row.
  let breaks: [Int]
  /// The columns before the rows after the first.
  let indent: Int
  /// Whether it has no rows.
  let isHidden: Bool
  /// The rows of the picture below its text.
  private(set) var pictureRows = 0

  /// The number of rows: at least 1 unless the line is hidden.
  var measure: Int { isHidden ? 0 : textRows + pictureRows }

  /// The rows of its text.
  var textRows: Int { breaks.count + 1 }

  /// A line that is not shown.
  static let hidden = LineWrapping(breaks: [], indent: 0, isHidden: true)

  /// Wraps a line at a number of columns, with room for a picture below it.
  init(_ line: TextLine, columns: Int, pictures: PictureRows) {
    self.init(line, columns: columns)
    pictureRows = pictures.rows(below: line.bytes)
  }

  /// Wraps a line at a number of columns.
  init(_ line: TextLine, columns: Int) {
    // A text never has more columns than bytes, except for tabs and controls.
    guard line.bytes.count > columns || line.bytes.contains(where: { !(0x20..<0x7F).contains($0) }) else {
      self.init(breaks: [], indent: 0)
      return
    }
    let indent = HangingIndent.columns(of: line, in: columns)
    var breaker = RowBreaker(columns: columns, indent: indent)
    var characters = line.characters()
    while let character = characters.next() { breaker.add(character) { characters } }
    self.init(breaks: breaker.breaks, indent: indent)
  }

  private static let reach = 6

  /// Longer lines are not wrapped completely for each key.
  static let longLine = 4_096

  /// The line after an edit, which wraps again only the rows that changed.
  ///
  /// The start of a row depends only on the text within two rows of it, since of two successive rows one is at
  /// least half full; once a row behind the edit starts where one started before, all later ones do, too.
  func updated(_ line: TextLine, columns: Int, by edit: LineEdit) -> LineWrapping {
    guard !isHidden, !breaks.isEmpty, indent == HangingIndent.columns(of: line, in: columns) else {
      return LineWrapping(line, columns: columns)
    }
    let grown = edit.inserted - edit.removed
    let kept = breaks[..<max(0, row(of: edit.offset) - Self.reach)]
    var breaker = RowBreaker(columns: columns, indent: indent, isContinued: !kept.isEmpty)
    var checked = 0
    var characters = line.characters(from: kept.last ?? 0)
    while let character = characters.next() {
      breaker.add(character) { characters }
      while checked < breaker.breaks.count {
        let start = breaker.breaks[checked]
        checked += 1
        guard start >= edit.offset + edit.inserted, let old = index(ofBreak: start - grown) else { continue }
        let rest = breaks[(old + 1)...].map { $0 + grown }
        return LineWrapping(breaks: kept + breaker.breaks[..<checked] + rest, indent: indent)
      }
    }
    return LineWrapping(breaks: kept + breaker.breaks, indent: indent)
  }

  private init(breaks: [Int], indent: Int, isHidden: Bool = false) {
    (self.breaks, self.indent, self.isHidden) = (breaks, indent, isHidden)
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
  func row(of offset: Int) -> Int { breaks.partitioningIndex { $0 > offset } }

  /// The columns before a row.
  func indent(ofRow row: Int) -> Int { row > 0 ? indent : 0 }
}
