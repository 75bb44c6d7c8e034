/// Finds links, tags, code and emphasis in lines that belong together.
struct InlineSpans {
  /// The spans as bytes of the whole text, outer ones first.
  let spans: [MarkdownSpan]

  init(_ bytes: UnsafeRawBufferPointer, lines: [Range<Int>], headings: [Bool]) {
    var collector = SpanCollector(bytes: bytes)
    InlineScanner.scan(bytes, visitor: &collector)
    let opaque = collector.spans.filter { $0.kind != .tag }.map(\.range)
    var emphasis: [MarkdownSpan] = []
    var start = 0
    // Emphasis does not go on behind a heading.
    for (line, isHeading) in zip(lines, headings) where isHeading || line.upperBound == bytes.count {
      emphasis += EmphasisFinder.spans(in: bytes, start..<line.upperBound, opaque: opaque)
      start = line.upperBound
    }
    spans =
      emphasis.sorted { ($0.range.lowerBound, -$0.range.count) < ($1.range.lowerBound, -$1.range.count) }
      + collector.spans
  }
}

/// Keeps what a scan meets.
private struct SpanCollector: InlineVisitor {
  let bytes: UnsafeRawBufferPointer
  var spans: [MarkdownSpan] = []

  init(bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  mutating func visitTag(_ name: Range<Int>) {
    spans.append(MarkdownSpan(.tag, name.lowerBound - 1..<name.upperBound))
  }

  mutating func visitLink(_ link: InlineLink) {
    spans.append(MarkdownSpan(.link(MemoLink(link, in: bytes)), link.range))
  }

  mutating func visitAddress(_ range: Range<Int>, destination: Range<Int>) {
    spans.append(MarkdownSpan(.address(bytes.text(destination)), range))
  }

  mutating func visitCode(_ range: Range<Int>) {
    spans.append(MarkdownSpan(.code, range))
  }
}
