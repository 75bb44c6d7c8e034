import MemoCore
import MemoTestSupport
import Testing

@testable import MemoTUI

@Suite struct LineCharactersTests {
  private static let lines: [(String, [String], [Int])] = [
    ("a회b", ["a", "회", "b"], [1, 2, 1]),
    ("e\u{301}x", ["e\u{301}", "x"], [1, 1]),
    (
      "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", ["\u{1112}\u{1161}\u{11AB}", "\u{1100}\u{1173}\u{11AF}"],
      [2, 2]
    ),
    ("가\u{11A8}a", ["가\u{11A8}", "a"], [2, 1]),
    ("👨‍👩‍👧❤️🇰🇷", ["👨‍👩‍👧", "❤️", "🇰🇷"], [2, 2, 2]),
    ("\u{1B}\u{202E}\u{9B}", ["␛", "<U+202E>", "<U+009B>"], [1, 8, 8]),
    ("привет ña", ["п", "р", "и", "в", "е", "т", " ", "ñ", "a"], [1, 1, 1, 1, 1, 1, 1, 1, 1]),
  ]

  @Test(arguments: lines)
  func charactersAreGraphemeClusters(text: String, shown: [String], columns: [Int]) {
    let characters = Array(LineCharacters(Array(text.utf8)))
    #expect(characters.map { Array($0.text.unicodeScalars) } == shown.map { Array($0.unicodeScalars) })
    #expect(characters.map(\.columns) == columns)
  }

  @Test func invalidUTF8IsOneCharacterPerReplacement() {
    let bytes: [UInt8] = [0x61, 0xFF, 0xEA, 0xB0, 0x62, 0xEF, 0xBF, 0xBD, 0xF0, 0x9F]
    let characters = Array(LineCharacters(bytes))
    #expect(characters.map(\.text) == ["a", "\u{FFFD}", "\u{FFFD}", "b", "\u{FFFD}", "\u{FFFD}"])
    #expect(characters.map(\.range) == [0..<1, 1..<2, 2..<4, 4..<5, 5..<8, 8..<10])
  }

  @Test func aLineIsCutLikeTheWholeTextDecodedAtOnce() {
    var random = SeededRandom(seed: 4)
    let pieces =
      [
        "a", " ", "회", "漢", "か", "\u{3099}", "\u{301}", "\u{200D}", "👩", "👧", "❤", "\u{FE0F}", "🇰", "\u{1100}",
        "\u{1161}",
        "\u{11A8}", "é", "ж", "\t", "\u{202E}", "\u{200B}", "क", "\u{94D}", "ष",
      ].map { Array($0.utf8) } + [[0xFF], [0xEA, 0xB0], [0x80]]
    for round in 0..<3000 {
      // Some are longer than what is decoded at once.
      let bytes = (0..<random.below(round % 10 == 0 ? 400 : 12)).flatMap { _ in random.pick(pieces) ?? [] }
      let characters = Array(LineCharacters(bytes))
      let expected = String(decoding: bytes, as: UTF8.self).map { $0 == "\t" ? "\t" : TerminalText.visible(String($0)) }
      #expect(characters.map(\.text).map { Array($0.utf8) } == expected.map { Array($0.utf8) }, "round \(round)")
      #expect(characters.flatMap { Array($0.range) } == Array(bytes.indices), "round \(round)")
      for character in characters where !character.isTab {
        #expect(character.columns == DisplayWidth.columns(of: character.text), "round \(round)")
      }
    }
  }

  @Test func fastLettersHaveTheirDisplayWidth() {
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0xC0...0x24F, 0x370...0x482, 0x48A...0x52F, 0x3001...0x3029, 0x3041...0x3096, 0x30A1...0x30FF,
      0x4E00...0x9FFF, 0xAC00...0xD7A3,
    ]
    for scalar in ranges.joined().compactMap(Unicode.Scalar.init) {
      let character = Array(LineCharacters(Array(String(scalar).utf8))).first
      #expect(character?.columns == DisplayWidth.columns(of: String(scalar)), "U+\(String(scalar.value, radix: 16))")
    }
  }

  private static let words: [(String, [Range<Int>])] = [
    ("회의록을 고침, ok", [0..<12, 13..<19, 21..<23]), ("", []), ("  ", []), ("a_b-c1", [0..<3, 4..<6]),
    ("漢字かな", [0..<6, 6..<12]), ("\u{1112}\u{1161} x", [0..<6, 7..<8]),
  ]

  @Test(arguments: words)
  func wordsAreRunsOfOneScript(text: String, words: [Range<Int>]) {
    #expect(TextLine(Array(text.utf8), lineBreak: .none).words == words)
  }
}
