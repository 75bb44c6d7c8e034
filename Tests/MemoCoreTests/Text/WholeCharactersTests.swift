import MemoTestSupport
import Testing

@testable import MemoCore

@Suite struct WholeCharactersTests {
  @Test(
    arguments: [
      ("a👍🏽b", [1..<2], [1..<3]), ("a👍🏽b", [2..<3], [1..<3]), ("👨‍👩‍👧 x", [2..<3], [0..<5]),
      ("\u{915}\u{93F}x", [0..<1], [0..<2]), ("abc", [0..<1, 1..<2], [0..<1, 1..<2]),
      ("👨‍👩‍👧", [0..<1, 2..<3, 4..<5], [0..<5]), ("👍🏽👍🏽", [0..<1, 2..<3], [0..<2, 2..<4]),
      ("🇰🇷🇯🇵", [2..<3], [2..<4]), ("e\u{301}e", [1..<3], [0..<3]), ("abc", [1..<9, 10..<12], [1..<3]),
      ("abc", [3..<4], []), ("", [0..<1], []), ("abc", [], []), ("abc", [0..<2, 1..<3], [0..<3]),
    ] as [(String, [Range<Int>], [Range<Int>])])
  func aPlaceGrowsToTheCharactersItIsIn(text: String, places: [Range<Int>], whole: [Range<Int>]) {
    #expect(places.wholeCharacters(in: text) == whole, "\(text)")
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func allOfACharacterIsInOrNothing(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let parts: [Unicode.Scalar] = [
      "a", "\u{301}", "👍", "\u{1F3FD}", "\u{200D}", "👧", "\u{1F1F0}", "\u{1F1F7}", "\u{915}", "\u{94D}", "\u{93F}",
      "\u{1100}",
      "\u{1161}", "\r", "\n", "\u{FE0F}",
    ]
    for _ in 0..<5_000 {
      let text = String(String.UnicodeScalarView((0..<random.below(14)).map { _ in random.pick(parts) ?? "a" }))
      let starts = (0..<random.below(4)).map { _ in random.below(14) }.sorted()
      let places = starts.map { $0..<($0 + 1 + random.below(4)) }
      var (wanted, place) = ([Int](), 0)
      for character in text {
        let range = place..<place + character.unicodeScalars.count
        if places.contains(where: { $0.overlaps(range) }) { wanted += Array(range) }
        place = range.upperBound
      }
      #expect(places.wholeCharacters(in: text).flatMap { Array($0) } == wanted, "\(text.debugDescription), \(places)")
    }
  }
}
