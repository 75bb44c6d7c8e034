/// Reads what a memo's text says of itself.
public enum MemoParser {
  /// The metadata of a memo; at most the first `MemoMetadata.readLimit` bytes are looked at.
  public static func metadata(
    of bytes: UnsafeRawBufferPointer, titledBy source: TitleSource = .firstLine
  ) -> MemoMetadata {
    let head = bytes.part(..<end(of: bytes))
    let layout = MemoLayout(head, titledBy: source)
    var (tags, links) = (TagList(), LinkList(FrontLinks.all(in: head, layout.front)))
    var tasks: [MemoTask] = []
    var hasAttachments = false
    tags.add(layout.front)
    let fields = layout.front.fields
    let preview = PreviewText.make(of: head, limit: MemoMetadata.previewLimit) { text in
      let preview = PreviewBuilder(head, from: layout.previewStart(in: head), text: text)
      var collector = MetadataCollector(
        bytes: head, tags: tags, links: links, preview: preview, tasks: TaskCollector(head))
      MarkupTree.read(head, from: layout.text.lowerBound, visitor: &collector)
      (tags, links, text) = (collector.tags, collector.links, collector.preview.text)
      tasks = collector.tasks.tasks
      hasAttachments = collector.hasAttachments
    }
    return MemoMetadata(
      title: layout.title, preview: preview, created: created(layout.front),
      wordCount: WordCounter.count(head, from: layout.text.lowerBound), tags: tags.tags,
      aliases: aliases(layout.front), links: links.all.map { MemoLink($0, in: head) }, fields: fields, tasks: tasks,
      needsReading: hasAttachments || layout.front.problem != nil || fields.count < layout.front.entries.count
        || bytes.count >= MemoMetadata.readLimit || isDamaged(head))
  }

  private static let conflictMarkers = ConflictMarkers()

  /// Whether a text contains merge conflicts, invalid UTF-8 or NUL bytes.
  private static func isDamaged(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let scan = UTF8Scan(bytes)
    return scan.firstInvalid != nil || scan.hasZeros || !conflictMarkers.conflicts(in: bytes).isEmpty
  }

  /// The metadata of a memo; as the other.
  public static func metadata(of bytes: [UInt8], titledBy source: TitleSource = .firstLine) -> MemoMetadata {
    bytes.withUnsafeBytes { metadata(of: $0, titledBy: source) }
  }

  private static func created(_ front: FrontMatter) -> WrittenDate? {
    FrontMatter.creationKeys.lazy.compactMap { key in
      front.scalar(key).flatMap { WrittenDate(field: MemoLayout.trimmed($0)) }
    }.first
  }

  /// `aliases:` and `alias:`, each a list or a text with commas.
  private static func aliases(_ front: FrontMatter) -> [String] {
    ["aliases", "alias"].compactMap(front.entry).flatMap { entry in
      switch entry.value {
      case .list(let items): items
      case .scalar(let text): text.parts(at: ",")
      }
    }.map(MemoLayout.trimmed).filter { !$0.isEmpty }
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
  var links: LinkList
  var preview: PreviewBuilder
  var tasks: TaskCollector
  var hasAttachments = false

  mutating func open(_ container: BlockOpening) {
    preview.open(container)
    tasks.open(container)
  }

  mutating func close(to depth: Int) {
    tasks.pass()
  }

  mutating func visit(_ leaf: MarkupLeaf, _ inlines: [Inline]) {
    preview.visit(leaf, inlines)
    tasks.visit(leaf)
    for inline in inlines {
      if inline.kind == .tag { tags.add(bytes.text(inline.content)) } else { links.add(inline, in: bytes) }
      if mayBeAttachment(inline.destination) { note(FileTarget(inline, in: bytes)) }
    }
  }

  mutating func visit(_ definition: LinkDefinition) {
    links.add(definition, in: bytes)
    tasks.pass()
    if mayBeAttachment(definition.destination) { note(FileTarget(definition, in: bytes)) }
  }

  /// A path without a dot, or an escape that may stand for one, has no extension to recognize an attachment by.
  private func mayBeAttachment(_ destination: Range<Int>) -> Bool {
    !hasAttachments && bytes[destination].contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "%") }
  }

  private mutating func note(_ target: FileTarget?) {
    hasAttachments = target?.attachment(in: bytes) != nil
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
  /// The fields of the front matter.
  public var fields: [MemoField]
  /// The tasks, in order of appearance.
  public var tasks: [MemoTask]
  /// Whether a check has to read the text: it may have a problem that only its bytes show, or a link to a file that may be
  /// gone. All other problems follow from its title and links and the names of all memos.
  public var needsReading: Bool

  /// The start of the body on one line, Markdown marks removed.
  public var preview: String { String(decoding: previewBytes, as: UTF8.self) }

  /// Puts together metadata; every field has the value of an empty memo unless given.
  public init(
    title: String = "", preview: [UInt8] = [], created: WrittenDate? = nil, wordCount: Int = 0, tags: [String] = [],
    aliases: [String] = [], links: [MemoLink] = [], fields: [MemoField] = [], tasks: [MemoTask] = [],
    needsReading: Bool = false
  ) {
    self.title = title
    previewBytes = preview
    self.created = created
    self.wordCount = wordCount
    self.tags = tags
    self.aliases = aliases
    self.links = links
    self.fields = fields
    self.tasks = tasks
    self.needsReading = needsReading
  }
}
