/// A link to another memo with its place in a memo's text.
public struct LinkSpan: Equatable, Sendable {
  /// Where it and its parts stand in the bytes.
  public let link: InlineLink
  /// Where it starts.
  public let position: TextPosition

  /// All links of a memo in the order of its text; code holds none.
  public static func all(in bytes: UnsafeRawBufferPointer) -> [LinkSpan] {
    let front = FrontMatter(bytes)
    var collector = LinkCollector(FrontLinks.all(in: bytes, front))
    InlineScanner.scan(bytes, from: front.range.upperBound, visitor: &collector)
    var counter = PositionCounter(bytes)
    return collector.links.map { LinkSpan(link: $0, position: counter.position(of: $0.range.lowerBound)) }
  }
}

/// Keeps the links that a scan meets.
struct LinkCollector: InlineVisitor {
  /// The links so far, in order.
  private(set) var links: [InlineLink]

  init(_ links: [InlineLink] = []) {
    self.links = links
  }

  mutating func visitTag(_ name: Range<Int>) {}

  mutating func visitLink(_ link: InlineLink) {
    links.append(link)
  }
}
