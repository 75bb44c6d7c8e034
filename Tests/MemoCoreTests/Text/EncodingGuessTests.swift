import MemoTestSupport
import Testing

@testable import MemoCore

@Suite struct EncodingGuessTests {
  /// A text and its bytes, as other programs write them: none of them made by what is tested.
  struct Example: CustomTestStringConvertible {
    let text: String
    let encoding: TextEncoding
    let bytes: [UInt8]

    var testDescription: String { "\(encoding.rawValue) \(text)" }
  }

  static let examples = [
    Example(text: "회의록", encoding: .korean, bytes: [0xC8, 0xB8, 0xC0, 0xC7, 0xB7, 0xCF]),
    Example(text: "장보기\r\n", encoding: .korean, bytes: [0xC0, 0xE5, 0xBA, 0xB8, 0xB1, 0xE2, 0x0D, 0x0A]),
    // Not in EUC-KR.
    Example(
      text: "밝혔다 하는 똠", encoding: .korean,
      bytes: [0xB9, 0xE0, 0xC7, 0xFB, 0xB4, 0xD9, 0x20, 0xC7, 0xCF, 0xB4, 0xC2, 0x20, 0x8C, 0x63]),
    Example(
      text: "会議のメモ", encoding: .japanese, bytes: [0x89, 0xEF, 0x8B, 0x63, 0x82, 0xCC, 0x83, 0x81, 0x83, 0x82]),
    Example(text: "会议记录", encoding: .chinese, bytes: [0xBB, 0xE1, 0xD2, 0xE9, 0xBC, 0xC7, 0xC2, 0xBC]),
    Example(text: "Grüße", encoding: .western, bytes: [0x47, 0x72, 0xFC, 0xDF, 0x65]),
    Example(
      text: "Ça va – l’été", encoding: .western,
      bytes: [0xC7, 0x61, 0x20, 0x76, 0x61, 0x20, 0x96, 0x20, 0x6C, 0x92, 0xE9, 0x74, 0xE9]),
    Example(
      text: "AÇÕES", encoding: .western, bytes: [0x41, 0xC7, 0xD5, 0x45, 0x53]),
    // Ends of words that look like UTF-8.
    Example(
      text: "«\u{A0}l’été\u{A0}» chez NESTLÉ®", encoding: .western,
      bytes: [
        0xAB, 0xA0, 0x6C, 0x92, 0xE9, 0x74, 0xE9, 0xA0, 0xBB, 0x20, 0x63, 0x68, 0x65, 0x7A, 0x20, 0x4E, 0x45, 0x53,
        0x54, 0x4C, 0xC9, 0xAE,
      ]),
    Example(
      text: "„groß“ – aquí…", encoding: .western,
      bytes: [0x84, 0x67, 0x72, 0x6F, 0xDF, 0x93, 0x20, 0x96, 0x20, 0x61, 0x71, 0x75, 0xED, 0x85]),
    Example(
      text: "회의록\n", encoding: .utf16LittleEndian,
      bytes: [0xFF, 0xFE, 0x8C, 0xD6, 0x58, 0xC7, 0x5D, 0xB8, 0x0A, 0x00]),
    Example(
      text: "회의록\n", encoding: .utf16BigEndian, bytes: [0xFE, 0xFF, 0xD6, 0x8C, 0xC7, 0x58, 0xB8, 0x5D, 0x00, 0x0A]),
    Example(
      text: "회의록\n", encoding: .utf16LittleEndian, bytes: [0x8C, 0xD6, 0x58, 0xC7, 0x5D, 0xB8, 0x0A, 0x00]),
    Example(text: "a b\r\n", encoding: .utf16BigEndian, bytes: [0, 0x61, 0, 0x20, 0, 0x62, 0, 0x0D, 0, 0x0A]),
  ]

  @Test(arguments: examples)
  func anEncodingIsRecognizedAndConverted(_ example: Example) {
    #expect(Self.finding(example.bytes) == .likely(example.encoding))
    #expect(Self.utf8(example.bytes, example.encoding) == Array(example.text.utf8))
  }

  /// Short memos in CP949, which make Chinese characters as well or have sequences of UTF-8 by chance.
  @Test(arguments: [
    (
      "메모\n장보기: 우유, 두부\n", "b8deb8f00ac0e5bab8b1e23a20bfecc0af2c20b5cebace0a"
    ),
    (
      "오늘 할 일\n\n- 빨래\n- 청소\n- 장보기\n", "bfc0b4c320c7d220c0cf0a0a2d20bba1b7a10a2d20c3bbbcd20a2d20c0e5bab8b1e20a"
    ),
    (
      "부산 여행\n\n첫째 날\n", "bacebbea20bfa9c7e00a0ac3b9c2b020b3af0a"
    ),
    (
      "가계부\n1월 5일 커피 4,500원\n", "b0a1b0e8bace0a31bff92035c0cf20c4bfc7c720342c353030bff80a"
    ),
    (
      "- 외돌개까지 천천히 걷기. 올레 7코스는 앞부분 2 km만.\n",
      "2d20bfdcb5b9b0b3b1eec1f620c3b5c3b5c8f720b0c8b1e22e20bfc3b7b92037c4dabdbab4c220bed5bacebad0"
        + "2032206b6db8b82e0a"
    ),
    (
      "엄마 생신\n", "bef6b8b620bbfdbdc50a"
    ),
  ])
  func shortEverydayKoreanIsRecognized(text: String, hex: String) {
    #expect(Self.finding(Self.bytes(hex)) == .likely(.korean), "\(text)")
    #expect(Self.utf8(Self.bytes(hex), .korean) == Array(text.utf8))
  }

  /// Bytes that make Hangul, which no one writes like that.
  @Test(arguments: [
    ("过程 in GBK", "b9fdb3cc", EncodingFinding.unclear),
    ("two syllables that are two Chinese characters as well", "b9d8c1d9", .unclear),
    ("UTF-8 in Swedish, with a word in CP949", "4a616720c3a47465722070c3a520676174616e2c20b0a1", .brokenUTF8),
  ])
  func otherTextsAreNotTakenForKorean(name: String, hex: String, finding: EncodingFinding) {
    #expect(Self.finding(Self.bytes(hex)) == finding, "\(name)")
  }

  @Test(arguments: [
    ("a paste of other bytes", Array("회의록을 씁니다\n".utf8) + [0xC0, 0xC7], EncodingFinding.brokenUTF8),
    ("half of a character", Array("메".utf8) + [0xEB, 0xA9], .brokenUTF8),
    ("a byte that is in no word", [0x61, 0x20, 0xFF, 0x20, 0x62], .unclear),
    ("Han without kana", [0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA], .unclear),
    ("the start of a picture", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D], .binary),
    ("a mark before what is not UTF-16", [0xFF, 0xFE, 0x00, 0xD8, 0x41, 0x00], .binary),
    ("controls", [0xFF, 0x01, 0x02, 0x03, 0x04, 0x05], .binary),
    ("a mark alone", [0xFF, 0xFE], .unclear),
    // ① has two codes, of which a conversion back can give one only.
    ("a code that is not unique", [0x82, 0xCC, 0x83, 0x81, 0x83, 0x82, 0x0A, 0xFA, 0x54], .unclear),
  ])
  func whatIsNotClearIsNotConverted(name: String, bytes: [UInt8], finding: EncodingFinding) {
    #expect(Self.finding(bytes) == finding, "\(name)")
  }

  /// UTF-8 that makes a plausible text in Windows-1252, with bytes that are not UTF-8.
  static let western: [(text: String, rest: [UInt8], finding: EncodingFinding)] = [
    ("\u{FEFF}# T\ncaf", [0xE9, 0x0A], .brokenUTF8), ("\u{FEFF}caf", [0xE9, 0x20, 0xE0, 0x20, 0xE8], .brokenUTF8),
    ("zero\u{200B}width caf", [0xE9], .brokenUTF8), ("10\u{A0}% of the caf", [0xE9], .brokenUTF8),
    ("left\u{2192} right caf", [0xE9], .unclear),
    ("these are \u{5E9}\u{5DC}\u{5D5} words, caf", [0xE9], .brokenUTF8),
    ("# surrogate ", [0xED, 0xA0, 0x80], .brokenUTF8),
    ("I don\u{2019}t go to the caf", [0xE9, 0x20, 0xE0, 0x20, 0xE9, 0x74, 0xE9], .unclear),
  ]

  @Test(arguments: western)
  func utf8WithAFewOtherBytesIsNotConverted(text: String, rest: [UInt8], finding: EncodingFinding) {
    #expect(Self.finding(Array(text.utf8) + rest) == finding, "\(text)")
  }

  @Test func theFirstInvalidByteIsFound() {
    let text = Array("첫 줄\n둘째 ".utf8)
    let guess = (text + [0x80, 0x20, 0xFF]).withUnsafeBytes { EncodingGuess($0) }
    #expect(guess?.offset == text.count)
  }

  @Test func aBadByteFarFromTheStartIsNotLost() {
    let text = [UInt8](repeating: 0x61, count: 200_000) + [0x0A, 0xC8, 0xB8, 0xC0, 0xC7, 0xB7, 0xCF, 0x0A]
    #expect(Self.finding(text) == .likely(.korean))
    let line: [UInt8] = [0xC8, 0xB8, 0xC0, 0xC7, 0xB7, 0xCF, 0x0A]
    let long = Array(repeating: line, count: 200_000).flatMap(\.self)
    #expect(Self.finding(long) == .likely(.korean))
    #expect(Self.finding(long + [0xFF]) == .partly(.korean))
    #expect(Self.utf8(long, .korean) == Array(String(repeating: "회의록\n", count: 200_000).utf8))
  }

  /// A part of a conversion ends in a pair or in a run without any place to cut.
  @Test func partsAreCutBetweenCharacters() {
    let size = TextEncoding.partSize
    let pair: [UInt8] = [0x3D, 0xD8, 0x00, 0xDE]
    let wide = [0x61, 0] + Array(repeating: pair, count: size / 2).flatMap(\.self)
    #expect(Self.utf8(wide, .utf16LittleEndian) == [0x61] + Array(String(repeating: "😀", count: size / 2).utf8))
    let syllable: [UInt8] = [0xC8, 0xB8]
    let run = [0x61] + Array(repeating: syllable, count: size).flatMap(\.self)
    #expect(Self.utf8(run, .korean) == Array(("a" + String(repeating: "회", count: size)).utf8))
  }

  // MARK: Laws

  @Test(arguments: 0..<200)
  func utf8IsNeverReported(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let scalars = (0..<Int.random(in: 0...400, using: &random)).map { _ -> Unicode.Scalar in
      let ranges: [ClosedRange<UInt32>] = [1...0x7F, 0x80...0x7FF, 0x800...0xD7FF, 0xE000...0xFFFF, 0x10000...0x10FFFF]
      let range = ranges[Int.random(in: 0..<ranges.count, using: &random)]
      return Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? "a"
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    #expect(Self.finding(Array(String(text).utf8)) == nil)
  }

  /// Whatever the bytes are: there is an answer, and where it is a conversion, it is one of all of them.
  @Test(arguments: 0..<300)
  func anyBytesHaveAnAnswer(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let alphabets: [[UInt8]] = [
      Array(0...255), [0, 0x41, 0xC8, 0xB8], [0x0A, 0x20, 0x61, 0xE9, 0xC8, 0xB8], [0xFF, 0xFE, 0xD8, 0, 0x61],
      [0x81, 0x30, 0x39, 0xFE, 0x0A], [0x82, 0xA0, 0x83, 0x81, 0xCC],
    ]
    let alphabet = alphabets[Int.random(in: 0..<alphabets.count, using: &random)]
    let bytes = (0..<Int.random(in: 0...600, using: &random)).map { _ in
      alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
    }
    let finding = Self.finding(bytes)
    #expect((finding == nil) == bytes.areUTF8 || finding.map(Self.isWide) == true)
    for encoding in TextEncoding.allCases {
      let text = Self.utf8(bytes, encoding)
      if finding == .likely(encoding) { #expect(text != nil) }
      if let text { #expect(text.areUTF8) }
    }
  }

  private static func isWide(_ finding: EncodingFinding) -> Bool {
    finding == .likely(.utf16LittleEndian) || finding == .likely(.utf16BigEndian)
  }

  private static func finding(_ bytes: [UInt8]) -> EncodingFinding? {
    bytes.withUnsafeBytes { EncodingGuess($0)?.finding }
  }

  private static func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.utf8.map { UInt8($0 < UInt8(ascii: "a") ? $0 - UInt8(ascii: "0") : $0 - UInt8(ascii: "a") + 10) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  private static func utf8(_ bytes: [UInt8], _ encoding: TextEncoding) -> [UInt8]? {
    bytes.withUnsafeBytes(encoding.utf8)
  }
}
