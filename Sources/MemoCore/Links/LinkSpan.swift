/// A link to another memo with its place in a memo's text.
public struct LinkSpan: Equatable, Sendable {
  /// Where it and its parts stand in the bytes.
  public let link: InlineLink
  /// Where it starts.
  public let position: TextPosition

  /// All links of a memo in the order of its text; code holds none.
  public static func all(in bytes: UnsafeRawBufferPointer) -> [LinkSpan] {
    let front = FrontMatter(bytes)
    var collector = LinkCollector(bytes: bytes, links: FrontLinks.all(in: bytes, front))
    MarkupTree.read(bytes, from: front.range.upperBound, visitor: &collector)
    var counter = PositionCounter(bytes)
    return collector.links.map { LinkSpan(link: $0, position: counter.position(of: $0.range.lowerBound)) }
  }
}

/// Keeps the links to memos.
struct LinkCollector: InlineVisitor {
  let bytes: UnsafeRawBufferPointer
  /// The links so far, in order.
  private(set) var links: [InlineLink]

  init(bytes: UnsafeRawBufferPointer, links: [InlineLink] = []) {
    self.bytes = bytes
    self.links = links
  }

  mutating func visit(_ leaf: MarkupLeaf, _ inlines: [Inline]) {
    for inline in inlines { add(InlineLink(inline, in: bytes)) }
  }

  mutating func visit(_ definition: LinkDefinition) {
    add(InlineLink(definition, in: bytes))
  }

  // A link to a heading of the same memo leads to no other.
  private mutating func add(_ link: InlineLink?) {
    if let link, link.kind == .markdown || !link.target.isEmpty { links.append(link) }
  }
}
