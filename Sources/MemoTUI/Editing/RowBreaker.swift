import MemoCore

/// Breaks a line into rows, character by character.
struct RowBreaker {
  /// Columns of the first row.
  let columns: Int
  /// Columns of the rows after it.
  let laterColumns: Int
  /// Whether it starts in a row after the first.
  let isContinued: Bool
  /// The starts of the rows after the first.
  private(set) var breaks: [Int] = []

  private var column = 0
  // The last place where the row may end.
  private var opportunity: Place?
  private var last: LineCharacter?
  private var run: HanRun?

  /// An offset in a row, and its column.
  private struct Place {
    let offset: Int
    let column: Int
  }

  /// A run of Han characters. Whether it can be broken depends on what follows it.
  private struct HanRun {
    /// Its first column.
    var start: Int
    /// Whether it follows Hangul.
    let followsHangul: Bool
    /// The last place at or within it where a row may end.
    var opportunity: Place?
  }

  /// - Parameters:
  ///   - indent: the columns before the rows after the first.
  ///   - isContinued: whether it starts in one of those.
  init(columns: Int, indent: Int, isContinued: Bool = false) {
    self.columns = max(1, columns)
    laterColumns = max(1, columns - indent)
    self.isContinued = isContinued
  }

  /// Columns of the current row.
  private var limit: Int { breaks.isEmpty && !isContinued ? columns : laterColumns }

  /// Adds a character.
  ///
  /// - Parameter rest: the characters behind it, which are rarely needed.
  mutating func add(_ character: LineCharacter, before rest: () -> LineCharacters) {
    let place = Place(offset: character.range.lowerBound, column: column)
    note(place, before: character)
    if !character.isSpace { makeRoom(for: character, at: place.offset, before: rest) }
    column += character.columns(at: column)
    last = character
  }

  // MARK: Where a row may end

  private mutating func note(_ place: Place, before character: LineCharacter) {
    let isHan = character.isHan
    if run != nil, !isHan { endRun(before: character) }
    let isStart = isHan && run == nil
    if isStart { run = HanRun(start: column, followsHangul: column > 0 && last?.isHangul == true) }
    guard let last, WrapRule.allowsBreak(between: last, character) else { return }
    if isHan, !isStart || last.isHangul {
      run?.opportunity = place
    } else if !(last.isHan && character.isHangul) {
      opportunity = place
    }
  }

  private mutating func endRun(before character: LineCharacter) {
    if let run, !(run.followsHangul || character.isHangul) { opportunity = run.opportunity ?? opportunity }
    run = nil
  }

  /// Whether the run is kept together, as part of a Korean word that fits in a row.
  private func isTogether(_ run: HanRun, with character: LineCharacter, before rest: () -> LineCharacters) -> Bool {
    var (width, rest) = (column - run.start + character.columns, rest())
    while let next = rest.next() {
      guard next.isHan else { return (run.followsHangul || next.isHangul) && width <= laterColumns }
      width += next.columns
      if width > laterColumns { return false }
    }
    return run.followsHangul && width <= laterColumns
  }

  // MARK: Rows

  private mutating func makeRoom(
    for character: LineCharacter, at start: Int, before rest: () -> LineCharacters
  ) {
    while column > 0, column + character.columns > limit {
      if let run, let place = run.opportunity, !isTogether(run, with: character, before: rest) { opportunity = place }
      let end = opportunity ?? Place(offset: start, column: column)
      breaks.append(end.offset)
      column -= end.column
      opportunity = nil
      moveRun(by: end.column)
    }
  }

  /// In a new row, a run continues as if it started there.
  private mutating func moveRun(by columns: Int) {
    guard let old = run else { return }
    run = HanRun(start: max(0, old.start - columns), followsHangul: old.followsHangul && old.start > columns)
    guard old.start >= columns, let place = old.opportunity, place.column > columns else { return }
    run?.opportunity = Place(offset: place.offset, column: place.column - columns)
  }
}

extension LineCharacter {
  // Most letters are ASCII or Hangul: quickly no.
  fileprivate var isHan: Bool {
    scalar.value >= 0x3005 && !(0xAC00...0xD7A3).contains(scalar.value) && WordKind(scalar) == .han
  }

  fileprivate var isHangul: Bool { WordKind(scalar) == .hangul }
}

/// Whether a row may end between characters.
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
