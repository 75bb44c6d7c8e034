import MemoCore
import MemoTestSupport
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

  // Blocks of ASCII and Hangul are counted another way than other text: their edges, and bytes that only look like
  // syllables.
  private static let pieces: [[UInt8]] =
    [
      "a", "Z9", " ", "\n", "\t", "-", ".", "#", "@[`{", "/:", "word", "\u{1F}", "\u{7F}", "가", "힣", "\u{AFFF}",
      "\u{B000}", "\u{D77F}", "\u{D780}", "\u{D7A4}", "\u{D7B0}", "\u{A960}", "\u{ABFF}", "회의록을", "漢", "é", "\u{85}",
      "\u{3000}", "👍",
    ].map { Array($0.utf8) } + [
      [0xEB], [0xEC, 0x80], [0xEA, 0x80, 0x80], [0xED, 0xA0, 0x80], [0x80], [0xFF], [0xEA],
    ]

  @Test func blocksCountAsScalarsDo() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<20_000 {
      let kinds = Int.random(in: 1...Self.pieces.count, using: &random)
      let bytes = (0..<Int.random(in: 0..<40, using: &random)).flatMap { _ in
        Self.pieces[Int.random(in: 0..<kinds, using: &random)]
      }
      let counted = bytes.withUnsafeBytes { WordCounter.count($0) }
      #expect(counted == Self.words(String(decoding: bytes, as: UTF8.self)), "\(bytes)")
    }
  }

  // Letters of Latin, Cyrillic and Vietnamese are known by their bytes: each scalar among others, and cut off.
  @Test func everyScalarIsOfItsClassInABlock() {
    for value in UInt32(0x80)..<0x3000 where !(0x3005...0x3007).contains(value) {
      guard let scalar = Unicode.Scalar(value), !scalar.properties.isIdeographic else { continue }
      for text in ["-\(scalar)- b c d e f g h i j", "a b \u{301}\(scalar)\u{323} cd\(scalar)ef gh ij kl"] {
        let counted = Array(text.utf8).withUnsafeBytes { WordCounter.count($0) }
        #expect(counted == Self.words(text), "U+\(String(value, radix: 16))")
      }
      let cut = Array("a b c ".utf8) + Array(String(scalar).utf8).dropLast() + Array(" d e f g h i j k".utf8)
      #expect(cut.withUnsafeBytes { WordCounter.count($0) } == 11, "U+\(String(value, radix: 16)), cut")
    }
  }

  private static func words(_ text: String) -> Int {
    text.unicodeScalars.split { $0.properties.isWhitespace }.map { run in
      let others = run.split { $0 == "漢" }.filter { part in
        part.contains { $0.properties.generalCategory.isLetterOrDigit }
      }
      return others.count + run.count { $0 == "漢" }
    }.reduce(0, +)
  }
}

extension Unicode.GeneralCategory {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber: true
    case .decimalNumber: true
    default: false
    }
  }
}
