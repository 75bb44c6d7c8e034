import MemoCore

/// Where the rows of a wrapped line start.
///
/// A row ends between words: behind blanks, which may hang over the edge, and beside Han and kana, which have none. A
/// word that is longer than a row is broken between characters.
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
    for character in line.characters() { breaker.add(character) }
    breaks = breaker.breaks
  }

  /// Longer lines are not wrapped anew for each key.
  static let longLine = 4_096

  /// The same line after an edit in it, of which only rows are wrapped anew that change.
  ///
  /// Where a row starts depends on what stands within two rows from there; once a row starts where one started before,
  /// behind the edit, all others do.
  func updated(_ line: TextLine, columns: Int, by edit: LineEdit) -> LineWrapping {
    let grown = edit.inserted - edit.removed
    let kept = breaks[..<max(0, row(of: edit.offset) - 2)]
    var breaker = RowBreaker(columns: columns)
    var checked = 0
    for character in line.characters(from: kept.last ?? 0) {
      breaker.add(character)
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

/// Breaks characters that come one by one into rows.
private struct RowBreaker {
  let columns: Int
  private(set) var breaks: [Int] = []

  private var column = 0
  // The last place where the row may end, and the columns before it.
  private var opportunity: (offset: Int, column: Int)?
  private var last: LineCharacter?

  init(columns: Int) {
    self.columns = max(1, columns)
  }

  mutating func add(_ character: LineCharacter) {
    let start = character.range.lowerBound
    if let last, WrapRule.allowsBreak(between: last, character) { opportunity = (start, column) }
    if !character.isSpace { makeRoom(for: character.columns, at: start) }
    column += character.columns(at: column)
    last = character
  }

  private mutating func makeRoom(for width: Int, at start: Int) {
    while column > 0, column + width > columns {
      let (end, used) = opportunity ?? (start, column)
      breaks.append(end)
      column -= used
      opportunity = nil
    }
  }
}

/// Tells where a row may end.
private enum WrapRule {
  static func allowsBreak(between last: LineCharacter, _ next: LineCharacter) -> Bool {
    if next.isSpace { return false }
    if last.isSpace { return true }
    // Most letters are ASCII or Hangul: quickly no.
    guard isIdeographic(last.scalar) || isIdeographic(next.scalar) else { return false }
    return !isOpening(last.scalar) && !isClosing(next.scalar)
  }

  private static func isIdeographic(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x2E80 || (0xAC00...0xD7A3).contains(scalar.value) { return false }
    if scalar == "、" || scalar == "。" { return true }
    switch WordKind(scalar) {
    case .han, .hiragana, .katakana: return true
    case .none, .hangul, .other: return false
    }
  }

  private static func isOpening(_ scalar: Unicode.Scalar) -> Bool {
    let category = scalar.properties.generalCategory
    return category == .openPunctuation || category == .initialPunctuation
  }

  private static func isClosing(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .closePunctuation, .finalPunctuation, .otherPunctuation, .modifierLetter: true
    default: false
    }
  }
}
