/// The blocks of a memo's text and what is in them, each with its place: what is code, a heading, a link, a tag is
/// decided here alone.
///
/// The structure is CommonMark's, with memo's own marks: front matter, wiki links, tags, tasks, anchors. Blocks are kept,
/// the inlines of a block are read when they are asked for. Readers that need not keep blocks stream them.
public struct MarkupTree {
  /// A block, its depth among the containers around it, and what is special about it.
  public struct Block: Equatable, Sendable {
    /// What a block is.
    public enum Kind: Equatable, Sendable {
      /// A block quote.
      case quote
      /// An item of a list.
      case item
      /// A block with text.
      case leaf(MarkupLeaf)
      /// A definition of where links by reference lead.
      case definition(LinkDefinition)
    }

    /// What it is.
    public let kind: Kind
    /// How many containers are around it.
    public let depth: Int
    /// From its first mark or byte of text to the end of its last line with text.
    public internal(set) var range: Range<Int>
  }

  /// The blocks in the order of the text, containers before what is in them.
  public let blocks: [Block]
  /// The text.
  public let bytes: UnsafeRawBufferPointer

  private let start: Int
  private let definitions: LinkDefinitions

  /// Reads the text of a memo, whose front matter ends at `start`.
  ///
  /// - Parameter hasTitle: whether its title is elsewhere, so that its first line may be code.
  public init(_ bytes: UnsafeRawBufferPointer, from start: Int = 0, hasTitle: Bool = false) {
    let state = BlockState(hasTitle: hasTitle)
    var collector = BlockCollector()
    MarkupReader.read(bytes, from: start, state: state, visitor: &collector)
    self.bytes = bytes
    self.start = start
    blocks = collector.blocks
    definitions = LinkDefinitions(bytes, from: start, state: state)
  }

  /// The blocks with text.
  public var leaves: [MarkupLeaf] {
    blocks.compactMap { block in
      guard case .leaf(let leaf) = block.kind else { return nil }
      return leaf
    }
  }

  /// The inlines of a block, outer ones before those in them.
  public func inlines(of leaf: MarkupLeaf) -> [Inline] {
    var parser = InlineParser(bytes, from: start, definitions: definitions)
    parser.parse(leaf)
    return parser.inlines
  }

  /// Hands the blocks of a text to a visitor, each with its inlines; nothing is kept.
  ///
  /// - Parameters:
  ///   - start: the start of a line.
  ///   - state: what the lines before it leave open.
  public static func read<Visitor: InlineVisitor>(
    _ bytes: UnsafeRawBufferPointer, from start: Int = 0, after state: BlockState = BlockState(),
    visitor: inout Visitor
  ) {
    let definitions = LinkDefinitions(bytes, from: start, state: state)
    let parser = InlineParser(bytes, from: start, definitions: definitions)
    withUnsafeMutablePointer(to: &visitor) { visitor in
      var stream = InlineStream(parser: parser, visitor: visitor)
      MarkupReader.read(bytes, from: start, state: state, visitor: &stream)
    }
  }
}

/// Keeps the blocks met.
private struct BlockCollector: MarkupVisitor {
  var blocks: [MarkupTree.Block] = []
  private var open: [Int] = []
  private var end = 0

  mutating func open(_ container: BlockOpening) {
    let kind: MarkupTree.Block.Kind = container.kind == .quote ? .quote : .item
    add(kind, container.mark)
    open.append(blocks.count - 1)
  }

  mutating func close(to depth: Int) {
    while open.count > depth, let index = open.popLast() {
      blocks[index].range = blocks[index].range.lowerBound..<end
    }
  }

  mutating func visit(_ leaf: MarkupLeaf) {
    add(.leaf(leaf), leaf.range)
  }

  mutating func visit(_ definition: LinkDefinition, holes: MarkupHoles) {
    add(.definition(definition), definition.range)
  }

  private mutating func add(_ kind: MarkupTree.Block.Kind, _ range: Range<Int>) {
    blocks.append(MarkupTree.Block(kind: kind, depth: open.count, range: range))
    end = max(end, range.upperBound)
  }
}
