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

  mutating func visit(_ leaf: MarkupLeaf) {
    parser.parse(leaf)
    visitor.pointee.visit(leaf, parser.inlines)
  }

  mutating func visit(_ definition: LinkDefinition, holes: MarkupHoles) {
    visitor.pointee.visit(definition)
  }
}
