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
    let hints = MarkupHints(bytes, from: start)
    MarkupReader.read(bytes, from: start, state: state, hints: hints, visitor: &collector)
    self.bytes = bytes
    self.start = start
    blocks = collector.blocks
    definitions = LinkDefinitions(bytes, from: start, state: state, hints: hints)
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
    let hints = MarkupHints(bytes, from: start)
    let definitions = LinkDefinitions(bytes, from: start, state: state, hints: hints)
    let parser = InlineParser(bytes, from: start, definitions: definitions)
    withUnsafeMutablePointer(to: &visitor) { visitor in
      var stream = InlineStream(parser: parser, visitor: visitor)
      MarkupReader.read(bytes, from: start, state: state, hints: hints, visitor: &stream)
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

/// A block that holds text: a paragraph, a heading, code, HTML.
public struct MarkupLeaf: Equatable, Sendable {
  /// What a block is.
  public enum Kind: Equatable, Sendable {
    /// Text.
    case paragraph
    /// A heading of a level from 1 to 6.
    case heading(Int)
    /// Code, between fences or indented.
    case code
    /// HTML. Comments, `<pre>`, `<script>` and the like are opaque: not even memo's own marks mean anything in them.
    case html(isOpaque: Bool)
    /// A comment or math on lines of their own.
    case opaque(OpaqueMark)
    /// A line across the page.
    case rule

    /// Whether it is a heading of any level.
    var isHeading: Bool { if case .heading = self { true } else { false } }
  }

  /// What it is.
  public let kind: Kind
  /// From its first mark or byte of text to the end of its last line, without the line break.
  public let range: Range<Int>
  /// Its text: without the marks of a heading, without fences.
  public let content: Range<Int>
  /// The marks of quotes in it.
  let holes: MarkupHoles
  /// The first place in the content that may mean something; the content's end for none.
  let firstMark: Int

  /// The bytes of a range of it, without the marks of quotes around it.
  public func text(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> [UInt8] {
    holes.text(bytes, range)
  }
}

/// Finds the bytes that mean something in a line's text: line breaks, `#`, `$`, `%`, `[`, `\`, `]`, `<` and a backtick.
enum MarkupMarks {
  // Vectors are compared with vectors: Swift 6.3 turns a comparison with a single byte into a loop over the lanes.
  // Computed, because a stored global is initialised behind a call at each use.
  private static var newline: SIMD16<UInt8> { SIMD16(repeating: UInt8(ascii: "\n")) }
  private static var carriageReturn: SIMD16<UInt8> { SIMD16(repeating: UInt8(ascii: "\r")) }
  private static var hash: SIMD16<UInt8> { SIMD16(repeating: UInt8(ascii: "#")) }
  private static var bracket: SIMD16<UInt8> { SIMD16(repeating: UInt8(ascii: "[")) }
  private static var three: SIMD16<UInt8> { SIMD16(repeating: 3) }
  private static var backtick: SIMD16<UInt8> { SIMD16(repeating: UInt8(ascii: "`")) }
  private static var angle: SIMD16<UInt8> { SIMD16(repeating: UInt8(ascii: "<")) }

  /// The first such byte from `start`, or the end.
  @inline(__always)
  static func next(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    while index + 16 <= bytes.count {
      let block = bytes.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
      let breaks = (block .== newline) .| (block .== carriageReturn)
      // `[`, `\` and `]` are neighbours, and so are `#`, `$` and `%`.
      let runs = ((block &- bracket) .< three) .| ((block &- hash) .< three)
      let marks = runs .| (block .== backtick) .| (block .== angle)
      let found = ByteMask.bits(breaks .| marks)
      if found != 0 { return index + found.trailingZeroBitCount }
      index += 16
    }
    while index < bytes.count, !isMark(bytes[index]) { index += 1 }
    return index
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"),
      UInt8(ascii: "["), UInt8(ascii: "\\"),
      UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: "`"):
      true
    default: false
    }
  }
}
