import MemoCore
import Testing

@Suite struct WordCounterTests {
  private static let texts: [(text: String, words: Int)] = [
    ("", 0),
    (" \n\t", 0),
    ("one two\nthree", 3),
    ("don't stop-me (now)", 3),
    ("--- * # ! …", 0),
    ("v2.0 3 -4-", 3),
    ("회의록을 정리한다.", 2),
    ("\u{1112}\u{1161}\u{11AB} x", 2),
    ("漢字", 2),
    ("漢字abc漢 d", 5),
    ("コーヒー", 4),
    ("ひらがな と カタカナ", 9),
    ("か\u{3099}", 1),
    ("ｶﾞ", 2),
    ("café été e\u{301}", 3),
    ("слово Ελλάδα עברית", 3),
    ("a\u{3000}b\u{A0}c\u{2028}d\u{85}e", 5),
    ("👍 🇰🇷 ①", 0),
    ("Ⅷ ٣", 2),
    ("𠀀𝐀", 2),
    ("---\ntitle: not counted\n---\n# One\ntwo", 2),
  ]

  @Test(arguments: texts)
  func aWordHoldsALetterOrDigit(text: String, words: Int) {
    #expect(MemoParser.metadata(of: Array(text.utf8)).wordCount == words, "\(text.debugDescription)")
  }

  @Test func invalidBytesAreNeitherWordNorSpace() {
    let bytes: [UInt8] = [
      0x61, 0xFF, 0x62, 0x20, 0xE0, 0x80, 0xA0, 0x20, 0xED, 0xA0, 0x80, 0x20, 0xC0, 0xA0, 0xF4, 0x90,
    ]
    #expect(bytes.withUnsafeBytes { WordCounter.count($0) } == 1)
  }
}
