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

/// A place in a text as people count it.
public struct TextPosition: Hashable, Sendable {
  /// From 1; lines end at LF, CRLF or CR.
  public let line: Int
  /// From 1, in Unicode scalars of the line; a byte order mark is not part of it.
  public let column: Int

  /// The start of a text.
  public static let start = TextPosition(line: 1, column: 1)

  /// Puts together a place.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// Counts lines and columns for offsets that come in order, each byte once.
public struct PositionCounter {
  private let text: UnsafeRawBufferPointer
  private var number = 1
  private var line: Range<Int>
  /// An offset on the line and its column.
  private var counted: (offset: Int, column: Int)

  /// Starts at the start of a text.
  public init(_ text: UnsafeRawBufferPointer) {
    self.text = text
    let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    line = start..<text.lineEnd(from: start)
    counted = (start, 1)
  }

  /// The place of an offset, which may not lie before the last one asked for.
  public mutating func position(of offset: Int) -> TextPosition {
    while offset > line.upperBound, line.upperBound < text.count {
      let start = text.lineStart(after: line.upperBound)
      line = start..<text.lineEnd(from: start)
      number += 1
      counted = (start, 1)
    }
    let end = max(offset, counted.offset)
    counted = (end, counted.column + LossyUTF8.scalarCount(text, in: counted.offset..<end))
    return TextPosition(line: number, column: counted.column)
  }

  /// The line of the last offset asked for, without its end, invalid UTF-8 replaced.
  public var lineText: String { text.text(line) }
}

extension TextPosition {
  /// Where a memo's title stands: in its title line, or behind `title:` in its front matter.
  public static func ofTitle(in bytes: UnsafeRawBufferPointer) -> TextPosition {
    titleLine(in: bytes).position
  }

  /// The same, with the whole line.
  public static func titleLine(in bytes: UnsafeRawBufferPointer) -> (position: TextPosition, line: String) {
    let layout = MemoLayout(bytes)
    var counter = PositionCounter(bytes)
    let position = counter.position(
      of: layout.titleText?.lowerBound ?? layout.front.entry("title")?.range.lowerBound ?? 0)
    return (position, counter.lineText)
  }
}
