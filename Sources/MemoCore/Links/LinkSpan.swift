/// A link to another memo with its place in a memo's text.
public struct LinkSpan: Equatable, Sendable {
  /// Where it and its parts stand in the bytes.
  public let link: InlineLink
  /// Where it starts.
  public let position: TextPosition

  /// All links of a memo in the order of its text; front matter and code hold none.
  public static func all(in bytes: UnsafeRawBufferPointer) -> [LinkSpan] {
    var collector = LinkCollector()
    InlineScanner.scan(bytes, from: FrontMatter(bytes).range.upperBound, visitor: &collector)
    var counter = PositionCounter(bytes)
    return collector.links.map { LinkSpan(link: $0, position: counter.position(of: $0.range.lowerBound)) }
  }
}

/// Keeps the links that a scan meets.
struct LinkCollector: InlineVisitor {
  /// The links so far, in order.
  private(set) var links: [InlineLink] = []

  mutating func visitTag(_ name: Range<Int>) {}

  mutating func visitLink(_ link: InlineLink) {
    links.append(link)
  }
}
