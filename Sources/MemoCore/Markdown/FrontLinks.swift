/// The wiki links in the front matter of a memo: `up: "[[plan]]"`, as Obsidian writes links in properties.
enum FrontLinks {
  /// The links of a front matter in the order of its text. One that YAML reads as something else is none: in a comment,
  /// with an escape, beyond its quotes, or as a list in a list.
  static func all(in bytes: UnsafeRawBufferPointer, _ front: FrontMatter) -> [InlineLink] {
    var links: [InlineLink] = []
    var line = front.range.lowerBound
    while line < front.range.upperBound {
      let end = min(bytes.lineEnd(from: line), front.range.upperBound)
      add(linksOf: line..<end, in: bytes, to: &links)
      line = bytes.lineStart(after: end)
    }
    return links
  }

  private static func add(
    linksOf line: Range<Int>, in bytes: UnsafeRawBufferPointer, to links: inout [InlineLink]
  ) {
    let syntax = LinkSyntax(bytes, limit: line.upperBound)
    var quotes = YAMLQuotes(bytes: bytes, line: line)
    var index = line.lowerBound
    while index < line.upperBound, !quotes.beginsComment(at: index) {
      if bytes[index] == UInt8(ascii: "["), var link = syntax.wikiLink(at: index),
        isRead(bytes, link.range, in: quotes.kind)
      {
        link.frontQuotes = quotes.kind
        if !link.target.isEmpty { links.append(link) }
        index = link.range.upperBound
      } else {
        index = quotes.step(over: index)
      }
    }
  }

  /// The link that is all of a text where front matter holds that in some quotes; `nil` if it is none.
  static func link(_ text: UnsafeRawBufferPointer, in quotes: InlineLink.FrontQuotes) -> InlineLink? {
    guard text.first == UInt8(ascii: "["), let link = LinkSyntax(text, limit: text.count).wikiLink(at: 0),
      link.range == 0..<text.count, !link.target.isEmpty, isRead(text, link.range, in: quotes)
    else { return nil }
    return link
  }

  /// Whether the bytes of a link stand for themselves.
  private static func isRead(
    _ bytes: UnsafeRawBufferPointer, _ link: Range<Int>, in quotes: InlineLink.FrontQuotes
  ) -> Bool {
    let inside = link.dropFirst(2).dropLast(2)
    switch quotes {
    case .double:
      return !inside.contains { bytes[$0] == UInt8(ascii: "\"") || bytes[$0] == UInt8(ascii: "\\") }
    case .single: return !inside.contains { bytes[$0] == UInt8(ascii: "'") }
    case .plain:
      return !inside.contains { index in
        switch bytes[index] {
        case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","): true
        case UInt8(ascii: ":"): bytes.isBlank(at: index + 1)
        case UInt8(ascii: "#"): bytes.isBlank(at: index - 1)
        default: false
        }
      }
    }
  }
}

/// Knows in which quotes a place of a YAML line stands.
private struct YAMLQuotes {
  let bytes: UnsafeRawBufferPointer
  let line: Range<Int>
  /// The quote that is open; `nil` for none.
  private(set) var open: UInt8?

  private static let single = UInt8(ascii: "'")
  private static let double = UInt8(ascii: "\"")

  /// Those around what is there.
  var kind: InlineLink.FrontQuotes {
    switch open {
    case Self.double: .double
    case Self.single: .single
    default: .plain
    }
  }

  func beginsComment(at index: Int) -> Bool {
    open == nil && bytes[index] == UInt8(ascii: "#") && followsBlank(index)
  }

  /// The place behind a character.
  mutating func step(over index: Int) -> Int {
    let byte = bytes[index]
    switch open {
    case Self.double where byte == UInt8(ascii: "\\"): return index + 2
    case Self.single where byte == Self.single && line.contains(index + 1) && bytes[index + 1] == byte: return index + 2
    case byte: open = nil
    case nil where (byte == Self.single || byte == Self.double) && mayOpen(at: index): open = byte
    default: break
    }
    return index + 1
  }

  /// Within a word a quote is a letter of it.
  private func mayOpen(at index: Int) -> Bool {
    followsBlank(index) || "[,".utf8.contains(bytes[index - 1])
  }

  private func followsBlank(_ index: Int) -> Bool {
    index == line.lowerBound || bytes.isBlank(at: index - 1)
  }
}
