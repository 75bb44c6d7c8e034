/// Reads what a memo's text says of itself.
public enum MemoParser {
  /// The metadata of a memo; at most the first `MemoMetadata.readLimit` bytes are looked at.
  public static func metadata(of bytes: UnsafeRawBufferPointer) -> MemoMetadata {
    let head = UnsafeRawBufferPointer(rebasing: bytes[..<end(of: bytes)])
    let layout = MemoLayout(head)
    var collector = MetadataCollector(bytes: head)
    collector.tags.add(layout.front)
    for link in FrontLinks.all(in: head, layout.front) { collector.visitLink(link) }
    InlineScanner.scan(head, from: layout.text.lowerBound, visitor: &collector)
    return MemoMetadata(
      title: layout.title, preview: PreviewBuilder.preview(of: head, from: layout.body.lowerBound),
      created: created(layout.front), wordCount: WordCounter.count(head, from: layout.text.lowerBound),
      tags: collector.tags.tags, aliases: layout.front.list("aliases"), links: collector.links)
  }

  /// The metadata of a memo; as the other.
  public static func metadata(of bytes: [UInt8]) -> MemoMetadata {
    bytes.withUnsafeBytes { metadata(of: $0) }
  }

  private static func created(_ front: FrontMatter) -> WrittenDate? {
    front.scalar("created").flatMap { WrittenDate($0) } ?? front.scalar("date").flatMap { WrittenDate($0) }
  }

  /// Where to stop reading: the end, or the limit without the scalar that it cuts.
  private static func end(of bytes: UnsafeRawBufferPointer) -> Int {
    let limit = MemoMetadata.readLimit
    guard bytes.count >= limit else { return bytes.count }
    // The bytes may have been cut by whoever read them, so what follows is not looked at.
    let isCut = { (back: Int) in bytes[limit - back] >= (back == 1 ? 0xC0 : back == 2 ? 0xE0 : 0xF0) }
    return limit - ((1...3).first(where: isCut) ?? 0)
  }
}

/// Keeps what a scan meets.
private struct MetadataCollector: InlineVisitor {
  let bytes: UnsafeRawBufferPointer
  var tags = TagList()
  var links: [MemoLink] = []

  init(bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  mutating func visitTag(_ name: Range<Int>) {
    tags.add(bytes.text(name))
  }

  mutating func visitLink(_ link: InlineLink) {
    links.append(
      MemoLink(
        kind: link.kind, target: bytes.text(link.target), heading: link.heading.map { bytes.text($0) },
        label: link.label.map { bytes.text($0) }))
  }
}
