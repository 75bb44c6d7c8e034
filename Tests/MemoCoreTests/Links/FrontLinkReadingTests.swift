import MemoCore
import MemoTestSupport
import Testing

/// A link in front matter is read as it would be there, whatever is around it, without reading that again.
@Suite struct FrontLinkReadingTests {
  private static let parts = [
    "[[a#b]]", "[[a#b|c]]", "[[a#b]]", "\"", "'", ", ", "[", "]", "- ", "k: ", "# ", "\\", " ", "\n", "\r\n", "x", "''",
    "|\n  ",
  ]
  private static let anchors = [
    "b", "c d", "\"", "'", "''", "\\", "a, b", "[", "]", "a: b", "a:b", "a # b", "#", "|", "]]", "`", "\n",
  ]

  @Test func anAnchorFitsWhereTheWholeTextHasTheLinkWithIt() {
    var random = SeededRandom(seed: 1)
    var counts: [Bool: Int] = [:]
    for _ in 0..<3_000 {
      let front = (0..<Int.random(in: 1...12, using: &random)).map { _ in random.pick(Self.parts) ?? "" }.joined()
      let text = Array("---\nk: \(front)\n---\n".utf8)
      text.withUnsafeBytes { bytes in
        for link in InlineLink.targets(in: bytes) {
          for anchor in Self.anchors {
            let expected = Self.canHold(link, anchor, in: bytes)
            #expect(link.canHold(anchor: anchor, in: bytes) == expected, "\(anchor) in \(link): \(front)")
            counts[expected, default: 0] += 1
          }
        }
      }
    }
    print("anchors that fit in front matter: \(counts[true, default: 0]), that do not: \(counts[false, default: 0])")
    #expect(counts[true, default: 0] > 1_000 && counts[false, default: 0] > 1_000)
  }

  /// By reading all of it.
  private static func canHold(_ link: InlineLink, _ anchor: String, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard let heading = link.heading else { return false }
    let edit = ByteEdit(heading, Array(anchor.utf8))
    let place = link.range.lowerBound..<link.range.upperBound + edit.bytes.count - heading.count
    return ByteEdit.apply([edit], to: bytes).withUnsafeBytes { text in
      InlineLink.targets(in: text).contains { read in
        guard read.range == place, let found = read.heading else { return false }
        return text[found].elementsEqual(edit.bytes) && text[read.target].elementsEqual(bytes[link.target])
      }
    }
  }
}
