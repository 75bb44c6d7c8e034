import MemoCore
import Testing

@Suite struct LinkSpanTests {
  private static let places: [(text: String, places: [String])] = [
    ("[[a]]", ["1:1 [[a]]"]),
    ("가나 [[a]] [b](c.md)", ["1:4 [[a]]", "1:10 [b](c.md)"]),
    ("\u{FEFF}[[a]]\r\n\r\n😀[[b#c|d]]\r[[e]]", ["1:1 [[a]]", "3:2 [[b#c|d]]", "4:1 [[e]]"]),
    ("e\u{301} [[a]]", ["1:4 [[a]]"]),
    ("---\nup: '[[x]]'\n---\n![[a]]", ["2:6 [[x]]", "4:2 [[a]]"]),
    ("See [so][r].\n\n  [r]: plan.md 'So'  \n[s]: <b c.md>", ["1:5 [so][r]", "4:1 [s]: <b c.md>"]),
    ("`[[a]]`\n```\n[[b]]\n```\n[[c]]", ["5:1 [[c]]"]),
    ("[a\nb](c.md) [[d]]", ["1:1 [a\nb](c.md)", "2:10 [[d]]"]),
    ("", []),
  ]

  @Test(arguments: places)
  func aLinkHasLineAndColumn(text: String, places: [String]) {
    let bytes = Array(text.utf8)
    let found = bytes.withUnsafeBytes { bytes in
      LinkSpan.all(in: bytes).map { span in
        "\(span.position.line):\(span.position.column) \(String(decoding: bytes[span.link.range], as: UTF8.self))"
      }
    }
    #expect(found == places, "\(text.debugDescription)")
  }

  /// What else an editor asks for is read on the same way.
  @Test(arguments: places)
  func anotherVisitorMeetsTheSameText(text: String, places: [String]) {
    struct Ranges: InlineVisitor {
      var all: [Range<Int>] = []

      mutating func visit(_ leaf: MarkupLeaf, _ inlines: [Inline]) { all += [leaf.range] + inlines.map(\.range) }
      mutating func visit(_ definition: LinkDefinition) { all.append(definition.range) }
    }
    Array(text.utf8).withUnsafeBytes { bytes in
      var (alone, beside) = (Ranges(), Ranges())
      MarkupTree.read(bytes, from: FrontMatter(bytes).range.upperBound, visitor: &alone)
      #expect(LinkSpan.all(in: bytes, with: &beside) == LinkSpan.all(in: bytes))
      #expect(beside.all == alone.all && (beside.all.isEmpty == text.isEmpty))
    }
  }

  @Test func whatIsNotUTF8CountsAsSearchCountsIt() {
    let bytes: [UInt8] = [0xFF, 0xE0, 0xA0, 0x20] + Array("[[a]]".utf8)
    #expect(bytes.withUnsafeBytes { LinkSpan.all(in: $0).map(\.position) } == [TextPosition(line: 1, column: 4)])
  }

  @Test func aCounterKnowsTheLine() {
    let bytes = Array("\u{FEFF}one\rtwo 둘\r\nthree".utf8)
    let lines = bytes.withUnsafeBytes { bytes in
      var counter = PositionCounter(bytes)
      return [0, 3, 8, 20].map { offset in
        let position = counter.position(of: offset)
        return "\(position.line):\(position.column) \(counter.lineText)"
      }
    }
    #expect(lines == ["1:1 one", "1:1 one", "2:2 two 둘", "3:5 three"])
  }
}
