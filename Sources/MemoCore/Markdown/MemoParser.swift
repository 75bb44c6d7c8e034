/// Reads what a memo's text says of itself.
public enum MemoParser {
  /// The metadata of a memo; at most the first `MemoMetadata.readLimit` bytes are looked at.
  public static func metadata(of bytes: UnsafeRawBufferPointer) -> MemoMetadata {
    let head = UnsafeRawBufferPointer(rebasing: bytes[..<end(of: bytes)])
    let layout = MemoLayout(head)
    var (tags, links) = (TagList(), FrontLinks.all(in: head, layout.front).map { MemoLink($0, in: head) })
    tags.add(layout.front)
    let preview = PreviewText.make(of: head, limit: MemoMetadata.previewLimit) { text in
      let preview = PreviewBuilder(head, from: layout.body.lowerBound, text: text)
      var collector = MetadataCollector(bytes: head, tags: tags, links: links, preview: preview)
      MarkupTree.read(head, from: layout.text.lowerBound, visitor: &collector)
      (tags, links, text) = (collector.tags, collector.links, collector.preview.text)
    }
    return MemoMetadata(
      title: layout.title, preview: preview, created: created(layout.front),
      wordCount: WordCounter.count(head, from: layout.text.lowerBound), tags: tags.tags,
      aliases: layout.front.list("aliases"), links: links)
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

/// Keeps what a record says.
private struct MetadataCollector: InlineVisitor {
  let bytes: UnsafeRawBufferPointer
  var tags: TagList
  var links: [MemoLink]
  var preview: PreviewBuilder

  mutating func open(_ container: BlockOpening) {
    preview.open(container)
  }

  mutating func visit(_ leaf: MarkupLeaf, _ inlines: [Inline]) {
    preview.visit(leaf, inlines)
    for inline in inlines {
      if inline.kind == .tag { tags.add(bytes.text(inline.content)) } else { add(InlineLink(inline, in: bytes)) }
    }
  }

  mutating func visit(_ definition: LinkDefinition) {
    add(InlineLink(definition, in: bytes))
  }

  // A link to a heading of the same memo leads to no other.
  private mutating func add(_ link: InlineLink?) {
    if let link, link.kind == .markdown || !link.target.isEmpty { links.append(MemoLink(link, in: bytes)) }
  }
}

/// What a memo's text says of itself: everything a list shows or filters by, read from the first `readLimit` bytes.
public struct MemoMetadata: Equatable, Sendable {
  /// Metadata comes from this many bytes at the start of a file.
  public static let readLimit = 1 << 20
  /// A preview has at most this many characters.
  public static let previewLimit = 200

  /// The title, or empty where the memo has none.
  public var title: String
  /// The UTF-8 of the preview. A first index writes it to the cache and never looks at it as text: to make a `String`,
  /// which checks every byte, took a thirtieth of it.
  public var previewBytes: [UInt8]
  /// `created:` or `date:` of the front matter.
  public var created: WrittenDate?
  /// Words: see `WordCounter`.
  public var wordCount: Int
  /// Tags without `#`, in order of appearance, each once (NFC- and case-insensitively, first spelling kept).
  public var tags: [String]
  /// Other names that links may use, from the front matter.
  public var aliases: [String]
  /// Links out, in order of appearance.
  public var links: [MemoLink]

  /// The start of the body on one line, Markdown marks removed.
  public var preview: String { String(decoding: previewBytes, as: UTF8.self) }

  /// Puts together metadata; every field has the value of an empty memo unless given.
  public init(
    title: String = "", preview: [UInt8] = [], created: WrittenDate? = nil, wordCount: Int = 0, tags: [String] = [],
    aliases: [String] = [], links: [MemoLink] = []
  ) {
    self.title = title
    previewBytes = preview
    self.created = created
    self.wordCount = wordCount
    self.tags = tags
    self.aliases = aliases
    self.links = links
  }
}
