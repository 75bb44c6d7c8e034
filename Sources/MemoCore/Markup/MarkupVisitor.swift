/// What is met on the way through the blocks of a text, in its order.
protocol MarkupVisitor {
  /// Meets a line that needs more than a look at its first byte.
  mutating func visit(_ line: BlockLine, in range: Range<Int>)
  /// Meets the start of a quote or an item of a list.
  mutating func open(_ container: BlockOpening)
  /// Meets the end of the containers but the `depth` outermost ones.
  mutating func close(to depth: Int)
  /// Meets a block with text.
  mutating func visit(_ leaf: MarkupLeaf)
  /// Meets a definition of where links by reference lead.
  mutating func visit(_ definition: LinkDefinition, holes: MarkupHoles)
}

extension MarkupVisitor {
  mutating func visit(_ line: BlockLine, in range: Range<Int>) {}
  mutating func open(_ container: BlockOpening) {}
  mutating func close(to depth: Int) {}
}

/// What is met on the way through the text of a memo, in its order.
public protocol InlineVisitor {
  /// Meets a line that needs more than a look at its first byte.
  mutating func visit(_ line: BlockLine, in range: Range<Int>)
  /// Meets the start of a quote or an item of a list.
  mutating func open(_ container: BlockOpening)
  /// Meets the end of the containers but the `depth` outermost ones.
  mutating func close(to depth: Int)
  /// Meets a block with text and its inlines, outer ones before those in them.
  mutating func visit(_ leaf: MarkupLeaf, _ inlines: [Inline])
  /// Meets a definition of where links by reference lead.
  mutating func visit(_ definition: LinkDefinition)
}

extension InlineVisitor {
  /// Passes on: most visitors look for links and tags alone.
  public mutating func visit(_ line: BlockLine, in range: Range<Int>) {}
  /// Passes on.
  public mutating func open(_ container: BlockOpening) {}
  /// Passes on.
  public mutating func close(to depth: Int) {}
  /// Passes on.
  public mutating func visit(_ definition: LinkDefinition) {}
}

/// Hands blocks on with their inlines.
struct InlineStream<Visitor: InlineVisitor>: MarkupVisitor {
  var parser: InlineParser
  let visitor: UnsafeMutablePointer<Visitor>

  mutating func visit(_ line: BlockLine, in range: Range<Int>) {
    visitor.pointee.visit(line, in: range)
  }

  mutating func open(_ container: BlockOpening) {
    visitor.pointee.open(container)
  }

  mutating func close(to depth: Int) {
    visitor.pointee.close(to: depth)
  }

  mutating func visit(_ leaf: MarkupLeaf) {
    parser.parse(leaf)
    visitor.pointee.visit(leaf, parser.inlines)
  }

  mutating func visit(_ definition: LinkDefinition, holes: MarkupHoles) {
    visitor.pointee.visit(definition)
  }
}

/// The marks of block quotes within a block's lines, which are no part of its text. Blanks before a line are none.
struct MarkupHoles: Equatable, Sendable {
  /// In order; each starts where a line does.
  private(set) var ranges: [Range<Int>] = []

  var isEmpty: Bool { ranges.isEmpty }

  mutating func add(_ range: Range<Int>) {
    ranges.append(range)
  }

  mutating func removeAll() {
    ranges.removeAll(keepingCapacity: true)
  }

  /// Where the text of the line that starts at a place starts.
  @inline(__always)
  func textStart(ofLineAt start: Int) -> Int {
    ranges.isEmpty ? start : found(start)
  }

  private func found(_ start: Int) -> Int {
    let place = ranges.partitioningIndex { $0.lowerBound >= start }
    return place < ranges.count && ranges[place].lowerBound == start ? ranges[place].upperBound : start
  }

  /// The bytes of a range of the text without holes.
  func text(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    var start = range.lowerBound
    for hole in ranges where hole.overlaps(range) {
      text += bytes[start..<max(start, hole.lowerBound)]
      start = min(hole.upperBound, range.upperBound)
    }
    return text + bytes[start..<range.upperBound]
  }
}
