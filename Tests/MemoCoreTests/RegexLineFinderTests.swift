import Testing

@testable import MemoCore

/// On which lines of a text an expression runs.
struct RegexLineFinderTests {
  @Test(arguments: [
    ("plan", "a\nb PLAN\nc", 2), ("회의(록)", "가\r\n나 회의", 5), ("a.장소?보기", "a\n보기\n장", 2), ("v[0-9]", "x\ryV", 2),
    ("Éab", "x\nAB", 2), ("b", "b", 0), ("b", "\n\nb", 2),
  ])
  func aLineWithTheLongestPartIsFound(pattern: String, text: String, start: Int) throws {
    let finder = try #require(RegexLineFinder(RegexLiterals.runs(of: pattern)))
    Array(text.utf8).withUnsafeBytes { bytes in
      #expect(finder.isCertain(in: bytes))
      #expect(finder.lineStart(in: bytes, from: 0) == start, "\(pattern)")
      let next = bytes.lineStart(after: LineScanner.line(of: bytes, at: start).upperBound)
      #expect(finder.lineStart(in: bytes, from: next) == nil, "\(pattern)")
    }
  }

  @Test(arguments: ["", "[ab]", "a|b", "é", "a?", "(?i)a"])
  func anExpressionWithoutPartsHasNone(pattern: String) {
    #expect(RegexLineFinder(RegexLiterals.runs(of: pattern)) == nil)
  }

  /// Every scalar that folds to letters of ASCII with others, but for those that are not in NFC.
  @Test func lettersThatCountAsThoseOfASCIIMakeATextUncertain() throws {
    let finder = try #require(RegexLineFinder(RegexLiterals.runs(of: "ab")))
    let others = (UInt32(0x80)...0x1_FFFF).compactMap { Unicode.Scalar($0) }.filter { scalar in
      Folding.composed(String(scalar)).unicodeScalars.elementsEqual([scalar])
        && scalar.properties.uppercaseMapping.lowercased().utf8.contains { (0x61...0x7A).contains($0) }
    }
    #expect(others.count > 10 && others.contains("ſ") && others.contains("ﬁ"), "\(others)")
    // ı is another letter to an expression.
    for other in others where other != "ı" {
      Array("x\(other)".utf8).withUnsafeBytes { #expect(!finder.isCertain(in: $0), "\(other)") }
    }
    let plain = try #require(RegexLineFinder(RegexLiterals.runs(of: "12")))
    Array("ß".utf8).withUnsafeBytes { #expect(plain.isCertain(in: $0)) }
  }
}
