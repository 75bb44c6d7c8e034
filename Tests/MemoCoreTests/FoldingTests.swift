import Foundation
import MemoTestSupport
import Testing

@testable import MemoCore

struct FoldingTests {
  @Test(arguments: [
    ("Straße", "strasse"), ("STRASSE", "strasse"), ("ﬁn", "fin"),
    ("İ I ı i\u{307} İ\u{301} I\u{307} ị\u{307} j\u{307}", "i i i i í i ị\u{307} j\u{307}"),
    ("ΣΑΣ ς", "σασ σ"), ("ẞ", "ss"),
    ("ＡＢＣ　１！", "abc 1!"), ("ｶﾞｷﾞﾊﾟ", "ガギパ"), ("ﾡￂ", "ㄱㅏ"), ("Cafe\u{301}", "café"), ("K\u{212A}Å", "kkå"),
    ("\u{1112}\u{116C}\u{110B}\u{1174}\u{1105}\u{1169}\u{11A8}", "회의록"), ("회의로\u{11A8}", "회의록"), ("か\u{3099}", "が"),
    ("\u{0390} \u{3AA}\u{301}", "\u{390} \u{390}"), ("", ""), ("10\u{A0}km\u{202F}h\u{2009}x", "10 km h x"),
    ("co\u{AD}op", "coop"), ("\u{AD}a\n\u{AD}b", "\u{AD}a\n\u{AD}b"), ("می\u{200C}خواهم", "میخواهم"),
    ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"), ("👩\u{200D}👧", "👩👧"), ("❤\u{FE0F}", "❤"),
    ("葛\u{E0100}城", "葛城"), ("مدرســـة", "مدرسة"), ("1\u{200E}/2\u{2069}", "1/2"), ("e\u{34F}\u{301}", "é"),
    ("ᠠ\u{180B}ᠡ", "ᠠᠡ"),
    ("\u{61C}ـa", "\u{61C}a"), ("로\u{200D}\u{11A8}", "록"),
  ])
  func caseWidthAndNormalizationDoNotMatter(text: String, folded: String) {
    #expect(Folding.fold(text) == Array(folded.utf8), "\(text)")
  }

  @Test func namesKeepTheirWidth() {
    #expect(Folding.matchKey("Ａcme É") == Array("ａcme é".utf8))
    #expect(Folding.matchKey("E\u{301}") == Folding.matchKey("é"))
    #expect(Folding.matchKey("İSTANBUL ILIK") == Array("istanbul ilik".utf8) && Folding.areSame("ı", "İ"))
    #expect(Folding.matchKey("שָלום\u{A0}\u{AD}") == Array("שָלום\u{A0}\u{AD}".utf8), "and their marks and blanks")
  }

  @Test func everyPlainScalarFoldsToItselfAndJoinsNothing() {
    for value in UInt32(0x80)...0xFFFF where isPlain(value) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(SearchOracle.folded([scalar]) == [scalar], "U+\(String(value, radix: 16))")
      #expect(!Folding.joinsPrevious(scalar), "U+\(String(value, radix: 16))")
    }
  }

  @Test func everyEmojiThatIsCopiedFoldsToItself() {
    for scalar in (UInt32(0x1F300)...0x1FAFF).compactMap({ Unicode.Scalar($0) }) {
      #expect(SearchOracle.folded([scalar]) == [scalar])
      #expect(!Folding.joinsPrevious(scalar))
    }
  }

  @Test func everyScalarFoldsAsTheOracleSays() {
    for scalar in (UInt32(0)...0x1_FFFF).compactMap({ Unicode.Scalar($0) }) {
      let expected = SearchOracle.folded([scalar])
      var folded = String.UnicodeScalarView()
      folded.append(contentsOf: expected)
      #expect(Folding.fold(String(scalar)) == Array(String(folded).utf8), "U+\(String(scalar.value, radix: 16))")
    }
  }

  /// More different ones than are remembered, in runs and again, under two rules in turn.
  @Test func segmentsFoldAsTheOracleSaysHoweverOftenTheyComeAgain() {
    var random = SeededRandom(seed: 5)
    let bases: [Unicode.Scalar] = ["e", "A", "か", "ক", "ে", "น", "ក", "ש", "\u{1112}", "회", "ß", "Å", "ｶ", "\u{FFFD}"]
    let marks = [
      0x301...0x345, 0x591...0x5BD, 0x93C...0x94D, 0x9BC...0x9CD, 0xE31...0xE4E, 0x17B6...0x17D3, 0x1161...0x1175,
      0x11A8...0x11C2, 0x3099...0x309A, 0x200B...0x200F, 0xFE0E...0xFE0F, 0x180B...0x180F, 0x34F...0x34F, 0x640...0x640,
      0x61C...0x61C,
      0xE0100...0xE0101, 0x2066...0x2069,
    ].flatMap { $0.compactMap(Unicode.Scalar.init) }
    let segments = (0..<6_000).map { _ in
      [bases.randomElement(using: &random) ?? "e"]
        + (0..<Int.random(in: 0...4, using: &random)).map { _ in marks.randomElement(using: &random) ?? "e" }
    }
    var folded = FoldedText()
    for segment in segments + segments.shuffled(using: &random).prefix(2_000) + Array(repeating: segments[0], count: 9)
    {
      var text = String.UnicodeScalarView(segment)
      text.append(" ")
      let bytes = Array(String(text).utf8)
      let expected = String(String.UnicodeScalarView(SearchOracle.folded(Array(text))))
      bytes.withUnsafeBytes { folded.fold($0) }
      #expect(folded.bytes == Array(expected.utf8), "\(segment)")
      bytes.withUnsafeBytes { folded.fold($0, by: .normalization) }
      // Taken apart first, as Swift leaves a syllable and the final consonant after it as they are.
      let composed = String(text).decomposedStringWithCanonicalMapping.precomposedStringWithCanonicalMapping
      #expect(folded.bytes == Array(composed.utf8), "\(segment)")
    }
  }

  /// Scripts whose letters and marks are copied where they are in order, with what is not copied among them.
  @Test func lettersWithMarksInAnyOrderFoldAsTheOracleSays() {
    var random = SeededRandom(seed: 6)
    let ranges: [[ClosedRange<UInt32>]] = [
      [0x591...0x5F4, 0x600...0x6FF], [0x900...0xDFF], [0xE00...0xFFF], [0x1000...0x11FF, 0x1700...0x17FF],
      [0x61...0x7A, 0xC0...0x17F, 0x300...0x36F], [0x370...0x58F, 0x1E00...0x1FFF],
    ]
    let scripts = ranges.map { [" ", "A"] + $0.joined().compactMap(Unicode.Scalar.init) }
    var folded = FoldedText()
    for number in 0..<12_000 {
      let scalars = scripts[number % scripts.count]
      let text = String.UnicodeScalarView(
        (0..<Int.random(in: 1...9, using: &random)).map { _ in scalars.randomElement(using: &random) ?? "e" })
      let bytes = Array(String(text).utf8)
      bytes.withUnsafeBytes { folded.fold($0) }
      let expected = String(String.UnicodeScalarView(SearchOracle.folded(Array(text))))
      #expect(folded.bytes == Array(expected.utf8), "\(text.map { String($0.value, radix: 16) })")
      let original = folded.originalRange(of: 0..<folded.bytes.count)
      #expect(original == 0..<bytes.count || folded.bytes.isEmpty)
    }
  }

  @Test func everyScalarThatComposesBackwardsIsKnownToJoin() {
    for scalar in (UInt32(0)...0x2_FFFF).compactMap({ Unicode.Scalar($0) }) {
      let parts = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
      for part in parts.dropFirst() { #expect(Folding.joinsPrevious(part), "U+\(String(part.value, radix: 16))") }
    }
  }

  @Test func brokenUTF8IsDecodedAsTheStandardLibraryDoes() {
    let parts: [UInt8] = [
      0x41, 0x80, 0xBF, 0xC2, 0xC0, 0xE0, 0xA0, 0xED, 0x9F, 0xF0, 0x90, 0xF4, 0x8F, 0xFF, 0xEC, 0x95,
    ]
    var random = SeededRandom(seed: 11)
    for _ in 0..<5_000 {
      let count = Int.random(in: 1...12, using: &random)
      let bytes: [UInt8] = (0..<count).map { _ in parts.randomElement(using: &random) ?? 0 }
      let expected = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
      let decoded = bytes.withUnsafeBytes { text in
        var index = 0
        var scalars: [Unicode.Scalar] = []
        while index < text.count {
          let (scalar, length) = LossyUTF8.decode(text, at: index)
          scalars.append(scalar)
          index += length
        }
        return scalars
      }
      #expect(decoded == expected, "\(bytes)")
    }
  }

  private func isPlain(_ value: UInt32) -> Bool {
    PlainScalars.table.words[Int(value >> 6)] >> UInt64(value & 63) & 1 == 1
  }
}
