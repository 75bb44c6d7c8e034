/// Lines of the base that at least one side changed, with what both have in their place.
struct MergeHole {
  /// Lines of the base, none of which both sides kept.
  private(set) var base: Range<Int>
  /// Lines that the first side added, in order.
  private(set) var firstAdded: [Int] = []
  /// Lines that the second side added, in order.
  private(set) var secondAdded: [Int] = []

  private var firstRemoved: [Range<Int>] = []
  private var secondRemoved: [Range<Int>] = []
  /// How many lines of the base are blank ones that both sides have.
  private var blankCount = 0

  private enum Side {
    case first
    case second
  }

  /// The lines of the base that the first side kept and the second one removed, in order.
  var keptByFirst: [Range<Int>] { Self.rest(of: base, without: firstRemoved) }

  /// The lines of the base that the second side kept and the first one removed, in order.
  var keptBySecond: [Range<Int>] { Self.rest(of: base, without: secondRemoved) }

  /// How many lines the first side has in the place of the base's.
  var firstLength: Int { base.count - Self.count(firstRemoved) + firstAdded.count }

  /// How many lines the second side has in the place of the base's.
  var secondLength: Int { base.count - Self.count(secondRemoved) + secondAdded.count }

  /// The holes that the hunks of two sides make together, in order.
  static func all(
    of first: [LineDifference.Hunk], _ second: [LineDifference.Hunk], _ firstNumbers: [Int32], _ secondNumbers: [Int32]
  ) -> [MergeHole] {
    var holes: [MergeHole] = []
    var (firstRest, secondRest) = (first[...], second[...])
    while let (hunk, side) = next(&firstRest, &secondRest) {
      if let last = holes.last, last.takes(hunk, of: side, firstNumbers, secondNumbers) {
        holes[holes.count - 1].take(hunk, of: side)
      } else {
        holes.append(MergeHole(base: hunk.old.lowerBound..<hunk.old.lowerBound))
        holes[holes.count - 1].take(hunk, of: side)
      }
    }
    return holes
  }

  /// The holes with those made one between which nothing but blank lines is, where no side took a line out: both sides count
  /// as having added these blank lines. Of equal ones, it is a guess which the base has.
  static func joined(_ holes: [MergeHole], isBlank: (Int) -> Bool) -> [MergeHole] {
    var joined: [MergeHole] = []
    var (firstShift, secondShift) = (0, 0)
    for hole in holes {
      let last = joined.last ?? MergeHole(base: 0..<0)
      let blanks = last.base.upperBound..<hole.base.lowerBound
      if joined.last?.isAddition == true, hole.isAddition, blanks.allSatisfy(isBlank) {
        joined[joined.count - 1].take(hole, below: blanks, firstShift, secondShift)
      } else {
        joined.append(hole)
      }
      firstShift += hole.firstLength - hole.base.count
      secondShift += hole.secondLength - hole.base.count
    }
    return joined
  }

  private mutating func take(_ hole: MergeHole, below blanks: Range<Int>, _ firstShift: Int, _ secondShift: Int) {
    base = base.lowerBound..<hole.base.upperBound
    firstAdded += Array(blanks.moved(by: firstShift)) + hole.firstAdded
    secondAdded += Array(blanks.moved(by: secondShift)) + hole.secondAdded
    firstRemoved.append(blanks)
    secondRemoved.append(blanks)
    blankCount += blanks.count
  }

  /// Whether no side took out a line of the base but for the blank ones that both have.
  private var isAddition: Bool { blankCount == base.count }

  /// Whether both sides changed a line of the base.
  var isShared: Bool { Self.count(firstRemoved) + Self.count(secondRemoved) > base.count + blankCount }

  /// The hunk that starts first; of two that start together, the one that ends first.
  private static func next(
    _ first: inout ArraySlice<LineDifference.Hunk>, _ second: inout ArraySlice<LineDifference.Hunk>
  ) -> (LineDifference.Hunk, Side)? {
    guard let hunk = first.first else { return second.popFirst().map { ($0, .second) } }
    guard let other = second.first else { return first.popFirst().map { ($0, .first) } }
    let isSecond =
      (other.old.lowerBound, other.old.upperBound) < (hunk.old.lowerBound, hunk.old.upperBound)
    return isSecond ? second.popFirst().map { ($0, .second) } : first.popFirst().map { ($0, .first) }
  }

  /// Whether a hunk that starts no earlier belongs to this hole: it changes lines that the hole holds, or adds at its
  /// end a line that the other side added in it.
  private func takes(
    _ hunk: LineDifference.Hunk, of side: Side, _ firstNumbers: [Int32], _ secondNumbers: [Int32]
  ) -> Bool {
    guard hunk.old.lowerBound >= base.upperBound else { return true }
    guard hunk.old.lowerBound == base.upperBound else { return false }
    if hunk.old.isEmpty, base.isEmpty { return true }
    switch side {
    case .first: return Self.isAnyEqual(hunk.new.map { firstNumbers[$0] }, secondAdded.map { secondNumbers[$0] })
    case .second: return Self.isAnyEqual(hunk.new.map { secondNumbers[$0] }, firstAdded.map { firstNumbers[$0] })
    }
  }

  private mutating func take(_ hunk: LineDifference.Hunk, of side: Side) {
    base = base.lowerBound..<max(base.upperBound, hunk.old.upperBound)
    switch side {
    case .first:
      firstAdded += hunk.new
      firstRemoved.append(hunk.old)
    case .second:
      secondAdded += hunk.new
      secondRemoved.append(hunk.old)
    }
  }

  private static func count(_ lines: [Range<Int>]) -> Int { lines.reduce(0) { $0 + $1.count } }

  private static func rest(of base: Range<Int>, without removed: [Range<Int>]) -> [Range<Int>] {
    // What is only added between two lines takes none away.
    let removed = removed.filter { !$0.isEmpty }
    let starts = [base.lowerBound] + removed.map(\.upperBound)
    let ends = removed.map(\.lowerBound) + [base.upperBound]
    return zip(starts, ends).filter { $0 < $1 }.map { $0..<$1 }
  }

  private static func isAnyEqual(_ lines: [Int32], _ others: [Int32]) -> Bool {
    !Set(lines).isDisjoint(with: others)
  }
}
