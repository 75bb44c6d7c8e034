import MemoCore
import MemoTestSupport
import Testing

@testable import MemoLSP

@Suite struct LineTableTests {
  @Test func charactersAreCountedInTheUnitsOfTheEncoding() {
    let text = Array("a한😀e\u{301}x\r\n끝\rz".utf8)
    func position(_ part: String, _ encoding: PositionEncoding) -> DocumentPosition {
      let offset = text.firstRange(of: Array(part.utf8))?.lowerBound ?? -1
      return LineTable(text, encoding, isFile: false).position(of: offset)
    }
    #expect(position("x", .utf8) == DocumentPosition(line: 0, character: 11))
    #expect(position("x", .utf16) == DocumentPosition(line: 0, character: 6))
    #expect(position("x", .utf32) == DocumentPosition(line: 0, character: 5))
    #expect(position("z", .utf16) == DocumentPosition(line: 2, character: 0))
  }

  @Test func aPositionWithinACharacterOrPastALineIsBroughtBack() {
    let lines = LineTable(Array("😀a\r\nb".utf8), .utf16, isFile: false)
    #expect(lines.offset(of: DocumentPosition(line: 0, character: 1)) == 0)
    #expect(lines.offset(of: DocumentPosition(line: 0, character: 99)) == 5)
    #expect(lines.offset(of: DocumentPosition(line: 9, character: 0)) == 8)
    #expect(lines.position(of: 2) == .start)
    #expect(lines.position(of: 6) == DocumentPosition(line: 0, character: 3))
  }

  @Test func anEditorShowsNoByteOrderMark() {
    let bytes = Array("\u{FEFF}a\n".utf8)
    #expect(LineTable(bytes, .utf16, isFile: true).offset(of: .start) == 3)
    #expect(LineTable(bytes, .utf16, isFile: true).position(of: 3) == .start)
    #expect(LineTable(bytes, .utf16, isFile: false).position(of: 3) == DocumentPosition(line: 0, character: 1))
    #expect(LineTable([0xEF, 0xBB, 0xBF], .utf8, isFile: true).offset(of: .start) == 3)
  }

  @Test func emptyTextsHaveALine() {
    #expect(LineTable([], .utf8, isFile: true).count == 1)
    #expect(LineTable(Array("a\n".utf8), .utf8, isFile: false).count == 2)
    #expect(LineTable(Array("a\n".utf8), .utf8, isFile: false).line(1) == 2..<2)
  }

  @Test func everyOffsetOfRandomTextsIsFoundAgainInEachEncoding() {
    var random = SeededRandom(seed: 11)
    for _ in 0..<300 {
      let text = RandomText.make(&random, count: 40)
      let bytes = Array(text.utf8)
      for encoding in PositionEncoding.allCases {
        let lines = LineTable(bytes, encoding, isFile: false)
        var offset = 0
        for scalar in text.unicodeScalars {
          let isWithinBreak = scalar == "\n" && offset > 0 && bytes[offset - 1] == UInt8(ascii: "\r")
          if !isWithinBreak { #expect(lines.offset(of: lines.position(of: offset)) == offset) }
          offset += scalar.utf8.count
        }
      }
    }
  }
}

/// Texts with all that makes positions hard.
enum RandomText {
  private static let parts = [
    "a", "b c", "\n", "\r\n", "\r", "한", "글", "\u{1112}\u{1161}\u{11AB}", "e\u{301}", "😀", "👩‍👩‍👧‍👦", "🇰🇷", "\u{FEFF}",
    "\u{FFFD}",
    "\t", "[[x]]", "#t", "漢", "ß", "\u{202E}", "\u{2028}", "é", "עברית", "ไทย", "हिन्दी", "𝒳",
  ]

  /// A text of so many parts.
  static func make(_ random: inout SeededRandom, count: Int) -> String {
    (0..<Int.random(in: 0...count, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
  }
}
