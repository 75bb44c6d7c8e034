/// Finds the spans of lines that belong together: a line of text and those that continue it.
public enum MarkdownParagraph {
  /// The spans of each line. The lines come without line breaks.
  ///
  /// - Parameter state: what the lines above them leave open.
  public static func spans(of lines: [[UInt8]], after state: BlockState = BlockState()) -> [[MarkdownSpan]] {
    let text = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    return text.withUnsafeBytes { bytes in
      var collector = SpanCollector(bytes: bytes)
      MarkupTree.read(bytes, after: state, visitor: &collector)
      return divide(collector.spans, among: ranges(of: lines))
    }
  }

  /// Where lines are in a text that joins them.
  private static func ranges(of lines: [[UInt8]]) -> [Range<Int>] {
    var start = 0
    return lines.map { line in
      defer { start += line.count + 1 }
      return start..<start + line.count
    }
  }

  /// The spans of each line, in their order. A paragraph may have thousands of both.
  private static func divide(_ spans: [MarkdownSpan], among lines: [Range<Int>]) -> [[MarkdownSpan]] {
    var divided = Array(repeating: [MarkdownSpan](), count: lines.count)
    for span in spans {
      let first = lines.partitioningIndex { $0.upperBound > span.range.lowerBound }
      for place in first..<lines.count {
        guard lines[place].lowerBound < span.range.upperBound else { break }
        if span.range.overlaps(lines[place]) { divided[place].append(span.cut(to: lines[place])) }
      }
    }
    return divided
  }
}

/// Keeps what a text looks like.
private struct SpanCollector: InlineVisitor {
  let bytes: UnsafeRawBufferPointer
  private var marks: [MarkdownSpan] = []
  private var inner: [MarkdownSpan] = []
  private var isItemStart = false

  init(bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// The spans, outer ones first.
  var spans: [MarkdownSpan] { marks + inner }

  mutating func visit(_ line: BlockLine, in range: Range<Int>) {
    if let quote = line.quote { marks.append(MarkdownSpan(.quote, quote..<range.upperBound)) }
    switch line.kind {
    case .paragraph where MarkLine.isTableRule(bytes, line.content),
      .continuation where MarkLine.isTableRule(bytes, line.content), .underline:
      marks.append(MarkdownSpan(.rule, line.content))
    default: break
    }
  }

  mutating func open(_ container: BlockOpening) {
    isItemStart = container.kind == .item
    if isItemStart { marks.append(MarkdownSpan(.listMark, container.mark)) }
  }

  mutating func visit(_ leaf: MarkupLeaf, _ inlines: [Inline]) {
    if isItemStart, leaf.kind == .paragraph { addTaskBox(at: leaf.content.lowerBound) }
    isItemStart = false
    switch leaf.kind {
    case .heading:
      // The line below a heading has a look of its own.
      let isMarked = leaf.range.upperBound == bytes.lineEnd(from: leaf.range.lowerBound)
      marks.append(MarkdownSpan(.heading, isMarked ? leaf.range : leaf.content))
    case .rule: marks.append(MarkdownSpan(.rule, leaf.range))
    case .paragraph, .code, .html, .opaque: break
    }
    if leaf.kind == .paragraph || leaf.kind.isHeading { inner += emphasis(in: leaf, inlines) }
    inner += inlines.compactMap(span)
  }

  mutating func visit(_ definition: LinkDefinition) {
    let link = InlineLink(definition, in: bytes).map { MemoLink($0, in: bytes) }
    inner.append(
      MarkdownSpan(link.map { .link($0) } ?? .address(bytes.text(definition.destination)), definition.range))
  }

  private mutating func addTaskBox(at start: Int) {
    guard let box = TaskBox(bytes, at: start) else { return }
    marks.append(MarkdownSpan(.taskBox(isDone: box.state != .open), start..<box.mark.upperBound + 1))
  }

  private func emphasis(in leaf: MarkupLeaf, _ inlines: [Inline]) -> [MarkdownSpan] {
    let opaque = inlines.filter { $0.kind != .tag }.map(\.range)
    return EmphasisFinder.spans(in: bytes, leaf.content, opaque: opaque[...])
      .sorted { ($0.range.lowerBound, -$0.range.count) < ($1.range.lowerBound, -$1.range.count) }
  }

  private func span(of inline: Inline) -> MarkdownSpan? {
    switch inline.kind {
    case .code: return MarkdownSpan(.code, inline.range)
    case .tag: return MarkdownSpan(.tag, inline.range)
    case .html, .comment, .math: return nil
    case .wikiLink, .link, .image:
      if let link = InlineLink(inline, in: bytes) {
        let isInside = link.kind == .wiki && link.target.isEmpty
        return isInside ? nil : MarkdownSpan(.link(MemoLink(link, in: bytes)), link.range)
      }
      return MarkdownSpan(.address(bytes.text(inline.destination)), inline.bracket..<inline.range.upperBound)
    case .autolink: return MarkdownSpan(.address(bytes.text(inline.destination)), inline.range)
    }
  }
}

extension MarkdownSpan {
  /// The part that is in a line, counted from the line's start.
  fileprivate func cut(to line: Range<Int>) -> MarkdownSpan {
    let part = range.clamped(to: line)
    return MarkdownSpan(kind, part.lowerBound - line.lowerBound..<part.upperBound - line.lowerBound)
  }
}

/// A part of a line that Markdown gives a meaning. Spans may stand in each other; the outer one comes first.
public struct MarkdownSpan: Equatable, Sendable {
  /// What Markdown makes of a part of a line.
  public enum Kind: Equatable, Sendable {
    /// A heading, its mark included.
    case heading
    /// A quoted line.
    case quote
    /// The bullet or number of a list item.
    case listMark
    /// The box of a task.
    case taskBox(isDone: Bool)
    /// A line that is nothing but marks: a rule, the line under a table's head.
    case rule
    /// Emphasis, its marks included.
    case emphasis
    /// Strong emphasis, its marks included.
    case strong
    /// Struck text, its marks included.
    case strike
    /// Code within a line, its backticks included.
    case code
    /// A link to another memo.
    case link(MemoLink)
    /// A Markdown link that leads elsewhere.
    case address(String)
    /// A tag, `#` included.
    case tag
  }

  /// What it is.
  public let kind: Kind
  /// Its bytes of the line.
  public let range: Range<Int>

  /// Puts together a span.
  public init(_ kind: Kind, _ range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}
