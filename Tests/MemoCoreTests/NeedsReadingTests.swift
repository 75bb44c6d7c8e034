import MemoTestSupport
import Testing

@testable import MemoCore

/// A check does not read the texts of which the index says that they need no reading: those must have none of the problems
/// that it finds in bytes.
@Suite struct NeedsReadingTests {
  private static let pieces: [[UInt8]] =
    [
      "---\n", "tags: [a]\n", "a: b: {c\n", "\t- x\n", "# T\n", "<<<<<<< a\n", "=======\n", ">>>>>>> b\n", "<<<<<<<",
      "```\n",
      "    ", "![](a.png)", "[t](a.png 'x')", "[t]: a.pdf\n", "[[a.png]]", "[[a.md]]", "[t](a.md)", "[t][t]",
      "[t](./a)",
      "![](https://x/a.png)", "[t](/a.png)", "<a.png>", "`", "\\", "[", "](", "]]", "(", ")", "\n", "\r\n", "\n\n",
      "- ", "> ",
      "word", "가을", "\u{FEFF}", "%2E", "[t](a%2Epng)",
    ].map { Array($0.utf8) } + [
      [0], [0x80], [0xEA, 0xB0], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x91, 0x8D], [0xFF, 0xFE],
    ]

  @Test func whatNeedsNoReadingHasNoProblem() {
    var random = SeededRandom(seed: 5)
    var counts = [false: 0, true: 0]
    for _ in 0..<20_000 {
      let bytes = (0..<random.below(8)).flatMap { _ in random.pick(Self.pieces) ?? [] }
      let needsReading = MemoParser.metadata(of: bytes).needsReading
      counts[needsReading, default: 0] += 1
      let hasProblem = bytes.withUnsafeBytes { bytes in
        !ConflictMarkers().conflicts(in: bytes).isEmpty || EncodingGuess(bytes) != nil
          || FrontMatter(bytes).problem != nil
          || !AttachmentLink.all(in: bytes).isEmpty
      }
      // Zeros between letters of UTF-8 are none to a check, and rare.
      let isExact = bytes.contains(0) || needsReading == hasProblem
      #expect(isExact && (needsReading || !hasProblem), "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
    print("\(counts[true] ?? 0) texts of \(counts[true, default: 0] + counts[false, default: 0]) need reading")
    #expect(counts.values.allSatisfy { $0 > 2_000 })
  }

  @Test func aTextThatIsNotReadWholeNeedsReading() {
    #expect(!MemoParser.metadata(of: [UInt8](repeating: 0x61, count: MemoMetadata.readLimit - 1)).needsReading)
    #expect(MemoParser.metadata(of: [UInt8](repeating: 0x61, count: MemoMetadata.readLimit)).needsReading)
  }
}
