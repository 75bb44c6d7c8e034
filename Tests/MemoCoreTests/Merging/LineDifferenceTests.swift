import MemoTestSupport
import Testing

@testable import MemoCore

@Suite struct LineDifferenceTests {
  typealias Hunk = LineDifference.Hunk

  static let texts: [(String, String, [Hunk])] = [
    ("", "", []), ("a\n", "a\n", []), ("a\n", "a", []), ("a\r\n", "a\n", []),
    ("", "a\nb", [Hunk(old: 0..<0, new: 0..<2)]), ("a\nb", "", [Hunk(old: 0..<2, new: 0..<0)]),
    ("a\nb\nc\n", "a\nx\ny\nc\n", [Hunk(old: 1..<2, new: 1..<3)]),
    ("a\nb\nc\nd\n", "b\nc\ne\nd\n", [Hunk(old: 0..<1, new: 0..<0), Hunk(old: 3..<3, new: 2..<3)]),
    ("a\n\nb\n", "a\n\nx\n\nb\n", [Hunk(old: 2..<2, new: 2..<4)]),
    ("a\na\nb\n", "a\nb\n", [Hunk(old: 1..<2, new: 1..<1)]),
  ]

  @Test(arguments: texts) func theLinesThatDifferAreFound(old: String, new: String, hunks: [Hunk]) {
    #expect(LineDifference(from: Array(old.utf8), to: Array(new.utf8)).hunks == hunks)
  }

  @Test func aDifferenceIsRightAndAShortestOne() {
    var random = SeededRandom(seed: 41)
    for round in 0..<3000 {
      let old = (0..<random.below(14)).map { _ in Int32(random.below(5)) }
      let new = (0..<random.below(14)).map { _ in Int32(random.below(5)) }
      let hunks = LineDifference(from: old, to: new).hunks
      #expect(Self.applied(hunks, to: old, new) == new, "round \(round): \(old) -> \(new)")
      let common = old.count - hunks.reduce(0) { $0 + $1.old.count }
      #expect(common == Self.longestCommon(old, new), "round \(round): \(old) -> \(new)")
      for (hunk, next) in zip(hunks, hunks.dropFirst()) { #expect(hunk.old.upperBound < next.old.lowerBound) }
    }
  }

  @Test func textsThatHaveNothingInCommonAreOneHunk() {
    let (old, new) = (Array(0..<100_000 as Range<Int32>), Array(100_000..<200_000 as Range<Int32>))
    #expect(LineDifference(from: old, to: new).hunks == [Hunk(old: 0..<100_000, new: 0..<100_000)])
  }

  @Test(arguments: [20_000, 3, 1]) func textsThatDifferMuchAreComparedAlongWhatBothHold(kinds: Int) {
    var random = SeededRandom(seed: 42)
    let old = (0..<20_000).map { Int32($0 % kinds) }
    let new = old.shuffled(using: &random) + [Int32(kinds)]
    let hunks = LineDifference(from: old, to: new).hunks
    #expect(Self.applied(hunks, to: old, new) == new)
    let common = old.count - hunks.reduce(0) { $0 + $1.old.count }
    print("\(kinds) kinds of 20,000 lines shuffled: \(common) in common")
    #expect(common > 200)
  }

  private static func applied(_ hunks: [Hunk], to old: [Int32], _ new: [Int32]) -> [Int32] {
    var result: [Int32] = []
    var place = 0
    for hunk in hunks {
      result += old[place..<hunk.old.lowerBound] + new[hunk.new]
      place = hunk.old.upperBound
    }
    return result + old[place...]
  }

  /// The length of a longest common subsequence, by the table.
  private static func longestCommon(_ old: [Int32], _ new: [Int32]) -> Int {
    var row = Array(repeating: 0, count: new.count + 1)
    for line in old {
      var above = 0
      for (index, other) in new.enumerated() {
        let next = row[index + 1]
        row[index + 1] = line == other ? above + 1 : max(row[index], next)
        above = next
      }
    }
    return row[new.count]
  }
}
