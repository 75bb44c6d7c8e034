import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoStore

/// What is packed comes out as it was, and takes less space.
@Suite struct TextPackingTests {
  @Test func everyTextComesBack() throws {
    var random = SeededRandom(seed: 1)
    for _ in 0..<30 {
      let text = Self.text(&random)
      let packer = TextPacker(learning: Array(text.prefix(random.below(text.count + 1))))
      for _ in 0..<10 {
        let start = random.below(text.count + 1)
        let part = start..<start + random.below(text.count - start + 1)
        try Self.expectSame(text, part, packer)
      }
    }
  }

  /// A text is packed in pieces, and both halves of a piece side by side.
  @Test func textsThatEndAtAPieceOrHalfOfOneComeBack() throws {
    let text = Array(String(repeating: "the river and the stone 강과 돌 ", count: 2_000).utf8)
    let packer = TextPacker(learning: Array(text.prefix(4_000)))
    for end in [1 << 10, 1 << 13, 1 << 14, (1 << 14) + (1 << 10), 1 << 15, 3 << 14] {
      for length in end - 9...end + 9 {
        try Self.expectSame(text, 0..<length, packer)
        try Self.expectSame(text, 7..<7 + length, packer)
      }
    }
  }

  @Test func textsOfOtherKindsComeBack() throws {
    let packer = TextPacker(learning: Array(String(repeating: "the river and the stone ", count: 300).utf8))
    let korean = Array(String(repeating: "강과 돌에 대한 메모 ", count: 300).utf8)
    let bytes = (0..<2000).map { UInt8(truncatingIfNeeded: $0 &* 97) }
    for text in [korean, bytes, [0], [0, 0, 0, 0, 0, 0, 0, 0, 0], []] {
      try Self.expectSame(text, 0..<text.count, packer)
    }
    #expect(packer.rate(of: korean) > 0.7 && packer.rate(of: Array("the river and the stone ".utf8)) < 0.5)
  }

  @Test(arguments: ["the river and the stone; ", "강과 돌에 대한 메모. ", "แม่น้ำและหิน "])
  func textOfWordsTakesLessThanHalf(words: String) {
    var random = SeededRandom(seed: 2)
    let parts = words.split(separator: " ").map(String.init)
    let text = Array((0..<20_000).map { _ in random.pick(parts) ?? "" }.joined(separator: " ").utf8)
    let packer = TextPacker(learning: Array(text.prefix(20_000)))
    #expect(packer.rate(of: text) < 0.5)
  }

  // From a cache that came with another user's vault.
  @Test func whatIsNotPackedTextIsRefused() throws {
    let symbols = TextPacker(learning: Array(String(repeating: "river ", count: 100).utf8)).symbols
    var text: [UInt8] = []
    #expect(throws: CacheDamage.self) { try Self.unpack([], count: 1, with: symbols, into: &text) }
    #expect(throws: CacheDamage.self) { try Self.unpack([1, 2, 3], count: 1 << 40, with: symbols, into: &text) }
    #expect(throws: CacheDamage.self) { try Self.unpack([1, 2, 3], count: 40, with: symbols, into: &text) }
    var encoded = symbols.encoded()
    #expect(encoded.count == TextSymbols.encodedSize)
    let read = try encoded.withUnsafeBytes { bytes throws in try TextSymbols(decoding: bytes) }
    #expect(read.bytes == symbols.bytes && read.lengths == symbols.lengths && read.encoded() == encoded)
    for (place, length) in [(8, UInt8(9)), (8, 0), (0, encoded[0] ^ 1)] {
      let before = encoded[place]
      encoded[place] = length
      #expect(throws: CacheDamage.self) {
        try encoded.withUnsafeBytes { bytes throws in try TextSymbols(decoding: bytes) }
      }
      encoded[place] = before
    }
  }

  @Test func textsOfAnotherKindGetSymbolsOfTheirOwn() throws {
    var random = SeededRandom(seed: 3)
    let sink = MemorySink()
    TextSegmentTables.begin(sink)
    let target = PackingSink(sink)
    var tables = TextSegmentTables()
    var (groups, written): ([TextGroup.Place], [[UInt8]]) = ([], [])
    let (english, korean) = ("the river and stone", "강과 돌에 대한 메모")
    for words in [english, korean, english, korean, ""] {
      var group = TextGroup(to: target)
      for _ in 0..<60 {
        let bytes = Array(
          (0..<4000).map { _ in random.pick(words.split(separator: " ")) ?? "" }.joined(separator: " ").utf8)
        // The last group is noise, which no symbols make shorter.
        let text = words.isEmpty ? (0..<4000).map { _ in UInt8(1 + random.below(250)) } : bytes
        let view = [[0x61, 0xFE], text].flatMap(\.self)
        written.append(view)
        try view.withUnsafeBytes { group.add(try #require(SearchTextView(checking: $0, titleLength: 1))) }
      }
      groups.append(group.finish())
    }
    for group in groups { tables.add(group) }
    tables.finish(sink, segment: 7)
    let symbols = groups.map(\.symbols)
    #expect(symbols.allSatisfy { $0 > 0 } && symbols[0] == symbols[2] && symbols[1] == symbols[3])
    #expect(Set(symbols).count == 3, "\(symbols)")

    let region = sink.region()
    let file = BytesReading(withExtendedLifetime(region) { Array(region.bytes) })
    let segment = try TextSegment(file, segment: 7)
    let reader = TextReader()
    var read: [[UInt8]] = []
    for block in (0..<segment.groupCount).flatMap(segment.blocks(ofGroup:)) {
      try segment.readBlock(block, with: reader) { _, view in read.append(Array(view.bytes)) }
    }
    #expect(read == written, "\(read.count) texts of \(written.count)")
  }

  // All of a group is in memory until it is written.
  @Test func aGroupOfLongTextsIsSoonFull() throws {
    var group = TextGroup(to: PackingSink(MemorySink()))
    let view = [[0x61, 0xFE], [UInt8](repeating: 0x62, count: TextSegmentLayout.groupBytes / 3)].flatMap(\.self)
    for number in 1...3 {
      #expect(!group.isFull)
      try view.withUnsafeBytes { group.add(try #require(SearchTextView(checking: $0, titleLength: 1))) }
      #expect(group.isFull == (number == 3), "\(number)")
    }
  }

  private static func text(_ random: inout SeededRandom) -> [UInt8] {
    let words = ["river", "stone ", "a", "강과", " 돌", "\0\0", "\u{FE}", "é", "the quick brown fox"]
    return (0..<random.below(3000)).flatMap { _ -> [UInt8] in
      random.happens(percent: 10) ? [UInt8(random.below(256))] : Array((random.pick(words) ?? "").utf8)
    }
  }

  private static func expectSame(_ text: [UInt8], _ part: Range<Int>, _ packer: TextPacker) throws {
    guard let packed = pack(text, part, packer) else { return }
    #expect(packed.count < part.count)
    var unpacked: [UInt8] = [1, 2, 3]
    try unpack(packed, count: part.count, with: packer.symbols, into: &unpacked)
    #expect(unpacked.prefix(part.count) == text[part], "\(part.count) bytes, packed to \(packed.count)")
  }

  private static func pack(_ text: [UInt8], _ part: Range<Int>, _ packer: TextPacker) -> [UInt8]? {
    (text + [UInt8](repeating: 0, count: TextSymbols.longest)).withUnsafeBytes { packer.pack($0, part) }
  }

  private static func unpack(
    _ packed: [UInt8], count: Int, with symbols: TextSymbols, into text: inout [UInt8]
  ) throws {
    try packed.withUnsafeBytes { bytes throws in try symbols.unpack(bytes, count: count, into: &text) }
  }
}
