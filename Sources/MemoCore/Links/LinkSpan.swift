/// A link to another memo with its place in a memo's text.
public struct LinkSpan: Equatable, Sendable {
  /// Where it and its parts stand in the bytes.
  public let link: InlineLink
  /// Where it starts.
  public let position: TextPosition

  /// All links of a memo in the order of its text; code holds none.
  public static func all(in bytes: UnsafeRawBufferPointer) -> [LinkSpan] {
    let collector = LinkCollector.read(bytes)
    return all(of: collector.links, in: bytes)
  }

  /// The same, with another visitor on the way through the text behind the front matter: to parse it is most of the work.
  public static func all(in bytes: UnsafeRawBufferPointer, with visitor: inout some InlineVisitor) -> [LinkSpan] {
    let front = FrontMatter(bytes)
    var pair = VisitorPair(first: LinkCollector(bytes, front), second: visitor)
    MarkupTree.read(bytes, from: front.range.upperBound, visitor: &pair)
    visitor = pair.second
    return all(of: pair.first.links, in: bytes)
  }

  private static func all(of links: LinkList, in bytes: UnsafeRawBufferPointer) -> [LinkSpan] {
    var counter = PositionCounter(bytes)
    return links.all.map { LinkSpan(link: $0, position: counter.position(of: $0.range.lowerBound)) }
  }
}

extension InlineLink {
  /// The links of a memo that hold their targets themselves: in place of links by reference, all definitions.
  public static func targets(in bytes: UnsafeRawBufferPointer) -> [InlineLink] {
    LinkCollector.read(bytes).links.targets
  }
}

/// Keeps the links to memos.
private struct LinkCollector: InlineVisitor {
  private let bytes: UnsafeRawBufferPointer
  private(set) var links: LinkList

  /// Begins with the links of the front matter.
  init(_ bytes: UnsafeRawBufferPointer, _ front: FrontMatter) {
    self.bytes = bytes
    links = LinkList(FrontLinks.all(in: bytes, front))
  }

  /// The links of a memo.
  static func read(_ bytes: UnsafeRawBufferPointer) -> LinkCollector {
    let front = FrontMatter(bytes)
    var collector = LinkCollector(bytes, front)
    MarkupTree.read(bytes, from: front.range.upperBound, visitor: &collector)
    return collector
  }

  mutating func visit(_ leaf: MarkupLeaf, _ inlines: [Inline]) {
    for inline in inlines { links.add(inline, in: bytes) }
  }

  mutating func visit(_ definition: LinkDefinition) {
    links.add(definition, in: bytes)
  }
}

/// Two visitors on the same way through a text.
private struct VisitorPair<First: InlineVisitor, Second: InlineVisitor>: InlineVisitor {
  var first: First
  var second: Second

  mutating func visit(_ line: BlockLine, in range: Range<Int>) {
    first.visit(line, in: range)
    second.visit(line, in: range)
  }

  mutating func open(_ container: BlockOpening) {
    first.open(container)
    second.open(container)
  }

  mutating func close(to depth: Int) {
    first.close(to: depth)
    second.close(to: depth)
  }

  mutating func visit(_ leaf: MarkupLeaf, _ inlines: [Inline]) {
    first.visit(leaf, inlines)
    second.visit(leaf, inlines)
  }

  mutating func visit(_ definition: LinkDefinition) {
    first.visit(definition)
    second.visit(definition)
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
  /// The line whose text was made last.
  private var madeText = (number: 0, text: "")

  /// Starts at the start of a text.
  public init(_ text: UnsafeRawBufferPointer) {
    self.text = text
    let start = text.byteOrderMarkLength
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

  /// The line of the last offset asked for, without its end, invalid UTF-8 replaced. Made once for all that ask: a line may be
  /// megabytes long and hold nothing but links.
  public var lineText: String {
    mutating get {
      if madeText.number != number { madeText = (number, text.text(line)) }
      return madeText.text
    }
  }
}

extension TextPosition {
  /// Where a memo's title stands: in its title line, or behind `title:` in its front matter; for one that is its file's
  /// name, where the text begins.
  public static func ofTitle(
    in bytes: UnsafeRawBufferPointer, titledBy rule: TitleRule = .firstLine
  ) -> TextPosition {
    titleLine(in: bytes, titledBy: rule).position
  }

  /// The same, with the whole line.
  public static func titleLine(
    in bytes: UnsafeRawBufferPointer, titledBy rule: TitleRule = .firstLine
  ) -> (position: TextPosition, line: String) {
    let layout = MemoLayout(bytes, titledBy: TitleSource(rule, at: .root))
    var counter = PositionCounter(bytes)
    let position = counter.position(of: layout.isTitledByFile ? layout.textStart(in: bytes) : layout.titleStart)
    return (position, counter.lineText)
  }
}
