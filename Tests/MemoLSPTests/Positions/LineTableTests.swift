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

  @Test(arguments: PositionEncoding.allCases)
  func positionsInLongLinesAreThoseCountedFromTheStart(encoding: PositionEncoding) {
    var random = SeededRandom(seed: 12)
    for _ in 0..<10 {
      let text = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        RandomText.make(&random, count: 900).unicodeScalars.filter { !"\r\n".unicodeScalars.contains($0) }
          .reduce(into: "") { $0.unicodeScalars.append($1) }
      }.joined(separator: ["\n", "\r\n", "\r", "\nx\n"].randomElement(using: &random) ?? "")
      let bytes = Array(text.utf8)
      let lines = LineTable(bytes, encoding, isFile: false)
      let counted = CountedLines(bytes: bytes, encoding: encoding)
      let starts = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 && bytes[$0] >= 0x20 }
      for offset in starts.shuffled(using: &random).prefix(60) {
        let position = counted.position(of: offset)
        #expect(lines.position(of: offset) == position)
        #expect(lines.offset(of: position) == offset)
      }
    }
  }

  @Test func aLongLineOfAFileIsCountedAfterItsMark() {
    let bytes = Array(("\u{FEFF}" + String(repeating: "한 ", count: 900)).utf8) + [0xFF] + Array("끝".utf8)
    let lines = LineTable(bytes, .utf16, isFile: true)
    let end = DocumentPosition(line: 0, character: 1802)
    #expect(lines.position(of: bytes.count) == end)
    #expect(lines.offset(of: end) == bytes.count)
    #expect(lines.position(of: 3 + 4 * 700) == DocumentPosition(line: 0, character: 1400))
    #expect(lines.position(of: 3 + 4 * 700 + 1) == DocumentPosition(line: 0, character: 1400))
    #expect(lines.offset(of: DocumentPosition(line: 0, character: 9999)) == bytes.count)
  }

  @Test func linesOfAClientThatShowsACROnlyEndAtLFAndCRLF() {
    let lines = LineTable(Array("a\rb\nc\r\r\nd\r".utf8), .utf16, isFile: false, showsCR: true)
    #expect((0..<lines.count).map { lines.line($0) } == [0..<3, 4..<6, 8..<10])
    #expect(lines.position(of: 2) == DocumentPosition(line: 0, character: 2))
    #expect(lines.position(of: 8) == DocumentPosition(line: 2, character: 0))
    #expect(lines.offset(of: DocumentPosition(line: 1, character: 9)) == 6)
  }

  @Test(arguments: PositionEncoding.allCases, [false, true])
  func afterAReplacementATableIsThatOfTheNewText(encoding: PositionEncoding, showsCR: Bool) {
    var random = SeededRandom(seed: 21)
    for start in [[], Array(String(repeating: "한😀e", count: 600).utf8)] as [[UInt8]] {
      var text = start
      var lines = LineTable(text, encoding, isFile: false, showsCR: showsCR)
      for _ in 0..<300 {
        let first = Int.random(in: 0...text.count, using: &random)
        let range = first..<min(text.count, first + Int.random(in: 0...12, using: &random))
        let new = Array(RandomText.make(&random, count: 4).utf8)
        text.replaceSubrange(range, with: new)
        lines.replace(range, with: new)
        let fresh = LineTable(text, encoding, isFile: false, showsCR: showsCR)
        #expect(lines.bytes == text)
        #expect((0..<lines.count).map { lines.line($0) } == (0..<fresh.count).map { fresh.line($0) })
        for _ in 0..<5 {
          let offset = Int.random(in: 0...text.count, using: &random)
          let position = fresh.position(of: offset)
          #expect(lines.position(of: offset) == position)
          #expect(lines.offset(of: position) == fresh.offset(of: position))
        }
      }
    }
  }

  /// As an editor sends them that replaces a word everywhere.
  @Test func thousandsOfChangesInOneMessageTakeNoTimeOfTheSizeOfTheText() throws {
    let count = 3_000
    let text = String(
      repeating: "the word and more text, so that it makes a line of some length and a long text\n", count: count)
    var document = OpenDocument(uri: "file:///a.md", version: 1, text: text, .utf16)
    let changes = (0..<count).map { line -> JSONValue in
      let place = DocumentPosition(line: line, character: 4)..<DocumentPosition(line: line, character: 8)
      return ["range": place.json, "text": "words"]
    }
    let start = ContinuousClock.now
    try document.change(changes, version: 2)
    // A look at all of the text for each of them takes longer.
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(document.bytes == Array(text.replacing("word", with: "words").utf8))
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

/// Lines of which each position is counted from their start.
private struct CountedLines {
  let bytes: [UInt8]
  let encoding: PositionEncoding

  /// The position of an offset at which a character starts.
  func position(of offset: Int) -> DocumentPosition {
    var (line, start, index) = (0, 0, 0)
    while index < offset {
      let isReturn = bytes[index] == UInt8(ascii: "\r")
      let isBreak = isReturn || bytes[index] == UInt8(ascii: "\n")
      index += isReturn && index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\n") ? 2 : 1
      if isBreak { (line, start) = (line + 1, index) }
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    let count =
      switch encoding {
      case .utf8: text.utf8.count
      case .utf16: text.utf16.count
      case .utf32: text.unicodeScalars.count
      }
    return DocumentPosition(line: line, character: count)
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
