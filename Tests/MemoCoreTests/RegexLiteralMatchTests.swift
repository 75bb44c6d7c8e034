import MemoTestSupport
import Testing

@testable import MemoCore

/// Expressions that are nothing but a literal, which is looked for without ICU: it says what they match.
struct RegexLiteralMatchTests {
  @Test(arguments: ["a", "회의", "v1", "Plan B", "漢字", "カ", "#-/", "<", "가a힣", " "])
  func textWithoutMetacharactersIsALiteral(pattern: String) {
    #expect(RegexLiterals.isLiteral(pattern))
  }

  @Test(arguments: [
    "", ".", "a.", "^a", "a$", "a+", "a?", "a{2}", "a|b", "(a)", "[a]", "\\a", "\\.", "a]", "a}", "é", "ß", "aÉ",
    "K\u{301}", "ｶ", "ﬁ", "ſ", "İ", "ㄱ", "\u{1112}", "😀", "a\n", "\r", "a\r\nb",
  ])
  func whatMayMatchSomethingElseIsNone(pattern: String) {
    #expect(!RegexLiterals.isLiteral(pattern))
  }

  /// All scalars there are, in NFC, next to a literal, but for those for which its places are not certain.
  @Test(arguments: ["s", "fi", "1", "회"])
  func aLiteralMatchesWhatICUMatches(pattern: String) throws {
    #expect(RegexLiterals.isLiteral(pattern))
    let finder = try #require(RegexLineFinder(RegexLiterals.runs(of: pattern)))
    let text = Self.allScalars(around: pattern, where: finder)
    text.withUnsafeBytes { #expect(finder.isCertain(in: $0)) }
    let found = try Self.matches(of: pattern, in: text)
    #expect(found.count > 100_000)
    // Of a group it is not known that it is a literal.
    let isSame = try Self.matches(of: "(\(pattern))", in: text) == found
    #expect(isSame, "\(pattern)")
  }

  /// Where letters such as ß are in a text, ICU looks for the literal.
  @Test(arguments: [
    ("ss", "Straße ẞ SS ſs", 4), ("s", "ſ ß s", 2), ("fi", "ﬁ ﬃ fi", 2), ("k", "K\u{212A}k", 3), ("i", "İ i I ı", 2),
    ("st", "ﬅ ﬆ", 2), ("j", "ǰ J\u{30C} j", 2), ("e", "e\u{301} e\u{325} é E", 2), ("회의", "회의 회\u{1102}", 1),
  ])
  func lettersThatCountAsThoseOfASCIIAreFound(literal: String, text: String, count: Int) throws {
    #expect(RegexLiterals.isLiteral(literal))
    let text = Folding.normalization.fold(text)
    #expect(try Self.matches(of: literal, in: text).count == count)
    #expect(try Self.matches(of: "(\(literal))", in: text).count == count)
  }

  @Test(arguments: [(1, [0, 7, 12]), (2, [0, 2, 7, 12, 14]), (1_000, [0, 2, 4, 7, 12, 14, 16])])
  func ofEachLineTheFirstMatchesCount(limit: Int, places: [Int]) throws {
    let found = try Self.matches(of: "Ab", in: Array("abABab\nab\r\n\nabababx".utf8), onLine: limit)
    #expect(found.map(\.lowerBound) == places)
  }

  @Test func noMoreMatchesAreFoundThanAreAskedFor() throws {
    #expect(try Self.matches(of: "a", in: Array("a a\na".utf8), most: 2).count == 2)
  }

  private static func matches(
    of pattern: String, in text: [UInt8], onLine limit: Int = 1_000, most: Int = .max
  ) throws -> [Range<Int>] {
    let regex = try RegexPattern(pattern)
    let budget = RegexBudget(SearchLimits(now: { .zero }), size: 0, matchesOnLine: limit)
    var found: [Range<Int>] = []
    text.withUnsafeBytes { bytes in
      regex.forEachMatch(in: bytes, budget: budget) { match in
        found.append(match)
        return found.count < most
      }
    }
    return found
  }

  /// Every scalar with a literal before and after it, many on a line.
  private static func allScalars(around literal: String, where finder: RegexLineFinder) -> [UInt8] {
    var text: [UInt8] = []
    var lineStart = 0
    for scalar in (UInt32(0)...0x1_FFFF).compactMap({ Unicode.Scalar($0) }) {
      let piece = Folding.normalization.fold("\(literal)\(scalar)\(literal.uppercased()) ")
      guard piece.withUnsafeBytes({ finder.isCertain(in: $0) }) else { continue }
      text += piece
      guard text.count - lineStart > 1_000 else { continue }
      text.append(UInt8(ascii: "\n"))
      lineStart = text.count
    }
    return text
  }
}
