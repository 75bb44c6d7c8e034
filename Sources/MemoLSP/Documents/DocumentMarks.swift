import MemoCore

/// What a text holds that the protocol asks for, each with its place; read once for each version.
struct DocumentMarks: Sendable {
  /// A tag with its place.
  struct Tag: Sendable {
    /// Its name, with no `#`.
    let range: Range<Int>
    /// The same with its `#`, which it may lack in front matter.
    let span: Range<Int>
    let name: String

    init(_ name: String, at range: Range<Int>, in text: [UInt8]) {
      (self.name, self.range) = (name, range)
      let isMarked = range.lowerBound > 0 && text[range.lowerBound - 1] == UInt8(ascii: "#")
      span = range.lowerBound - (isMarked ? 1 : 0)..<range.upperBound
    }
  }

  /// A destination that leads to no memo: of the web, or a file.
  struct Destination: Sendable {
    let range: Range<Int>
    let text: String
    /// All of the link or definition.
    let link: Range<Int>
  }

  /// The links to memos, as `LinkSpan` finds them.
  let links: [LinkSpan]
  let headings: [MemoHeading]
  let tasks: [MarkupTask]
  let anchors: [BlockAnchor]
  let tags: [Tag]
  let destinations: [Destination]
  let definitions: [LinkDefinition]
  /// Links by reference with the definitions' destinations.
  let references: [(range: Range<Int>, content: Range<Int>, destination: Range<Int>)]
  /// Code, math, comments and HTML within lines, in which there are no links.
  let literals: [Range<Int>]
  let blocks: [MarkupTree.Block]
  /// The lists, outer ones before those in them.
  let lists: [MarkupList]
  let front: FrontMatter
  let layout: MemoLayout

  /// Reads a text.
  init(_ text: [UInt8], titledBy source: TitleSource = .firstLine) {
    let read = text.withUnsafeBytes { bytes in
      let layout = MemoLayout(bytes, titledBy: source)
      let start = layout.front.range.upperBound
      let tree = MarkupTree(bytes, from: start)
      var collector = MarkCollector(text: text)
      let links = LinkSpan.all(in: bytes, with: &collector)
      return (layout, links, tree.headings, tree.tasks, tree.anchors, tree.blocks, tree.lists, collector)
    }
    (layout, links, headings, tasks) = (read.0, read.1, read.2, read.3)
    (anchors, blocks, lists) = (read.4, read.5, read.6)
    front = layout.front
    tags = layout.front.tags(in: text).map { Tag($0.name, at: $0.range, in: text) } + read.7.tags
    (destinations, definitions, references) = (read.7.destinations, read.7.definitions, read.7.references)
    literals = read.7.literals
  }

  /// Where the title is written; empty for none.
  var title: Range<Int> { layout.titleText ?? front.entry("title")?.range ?? 0..<0 }

  // MARK: What is at a place

  /// The link at an offset, its end included.
  func link(at offset: Int) -> LinkSpan? {
    links.last { $0.link.range.holds(offset) }
  }

  /// The destination of the link at an offset, its end included: of a picture in a link, that of the picture.
  func destination(at offset: Int) -> Destination? {
    destinations.filter { $0.link.holds(offset) }.min { $0.link.count < $1.link.count }
  }

  /// The tag at an offset, its `#` and its end included.
  func tag(at offset: Int) -> Tag? {
    tags.first { $0.span.holds(offset) }
  }

  /// The name of a block at an offset, its `^` and its end included.
  func anchor(at offset: Int) -> BlockAnchor? {
    anchors.first { $0.name.lowerBound - 1 <= offset && offset <= $0.name.upperBound }
  }

  /// The heading whose line an offset is on.
  func heading(at offset: Int) -> (place: Int, heading: MemoHeading)? {
    headings.enumerated().first { $1.range.holds(offset) }.map { ($0, $1) }
  }
}

extension Range<Int> {
  /// Whether an offset is in it, or just behind it.
  func holds(_ offset: Int) -> Bool { lowerBound <= offset && offset <= upperBound }
}

/// Keeps tags, destinations and definitions.
private struct MarkCollector: InlineVisitor {
  let text: [UInt8]
  var tags: [DocumentMarks.Tag] = []
  var destinations: [DocumentMarks.Destination] = []
  var definitions: [LinkDefinition] = []
  var references: [(range: Range<Int>, content: Range<Int>, destination: Range<Int>)] = []
  var literals: [Range<Int>] = []

  init(text: [UInt8]) {
    self.text = text
  }

  mutating func visit(_ leaf: MarkupLeaf, _ inlines: [Inline]) {
    for inline in inlines {
      switch inline.kind {
      case .tag:
        let name = String(decoding: text[inline.content], as: UTF8.self)
        tags.append(.init(name, at: inline.content, in: text))
      case .link, .image:
        if inline.isReference {
          references.append((inline.range, inline.content, inline.destination))
        } else if !inline.destination.isEmpty {
          add(inline.destination, of: inline.range)
        }
      case .autolink: add(inline.content, of: inline.range)
      case .code, .html, .comment, .math: literals.append(inline.range)
      case .wikiLink: break
      }
    }
  }

  mutating func visit(_ definition: LinkDefinition) {
    definitions.append(definition)
    add(definition.destination, of: definition.range)
  }

  private mutating func add(_ range: Range<Int>, of link: Range<Int>) {
    destinations.append(.init(range: range, text: String(decoding: text[range], as: UTF8.self), link: link))
  }
}
