/// What a scan of a memo's text meets; offsets are bytes of the scanned buffer.
public protocol InlineVisitor {
  /// Meets a tag; the range holds its name without `#`.
  mutating func visitTag(_ name: Range<Int>)
  /// Meets a link to another memo.
  mutating func visitLink(_ link: InlineLink)
  /// Meets a Markdown link or a definition that leads elsewhere, brackets included, and where it leads.
  mutating func visitAddress(_ range: Range<Int>, destination: Range<Int>)
  /// Meets a code span, backticks included.
  mutating func visitCode(_ range: Range<Int>)
}

extension InlineVisitor {
  /// Passes on: most visitors look for tags and links to memos alone.
  public mutating func visitAddress(_ range: Range<Int>, destination: Range<Int>) {}
  /// Passes on.
  public mutating func visitCode(_ range: Range<Int>) {}
}

/// Finds the tags and links of a memo's text in one pass, in their order, leaving out code.
public struct InlineScanner {
  private let bytes: UnsafeRawBufferPointer
  private var position: Int
  private var links: LinkReader
  private var tags: TagReader
  private var indentedCode = IndentedCode()

  private init(_ bytes: UnsafeRawBufferPointer, from start: Int) {
    self.bytes = bytes
    position = start
    links = LinkReader(bytes)
    tags = TagReader(bytes, from: start)
  }

  /// Scans from `start`, which must be the start of a line, to the end.
  public static func scan<Visitor: InlineVisitor>(
    _ bytes: UnsafeRawBufferPointer, from start: Int = 0, visitor: inout Visitor
  ) {
    var scanner = InlineScanner(bytes, from: start)
    scanner.run(&visitor)
  }

  private mutating func run<Visitor: InlineVisitor>(_ visitor: inout Visitor) {
    skipCodeLines()
    while true {
      position = MarkSearch.next(in: bytes, from: position)
      guard position < bytes.count else { return }
      switch bytes[position] {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        position = bytes.lineStart(after: position)
        skipCodeLines()
      case UInt8(ascii: "#"): readTag(&visitor)
      case UInt8(ascii: "["): readLink(&visitor)
      case UInt8(ascii: "`"): skipCodeSpan(&visitor)
      case UInt8(ascii: "\\"): position += bytes.isLineEnd(at: position + 1) ? 1 : 2
      default: position += 1
      }
    }
  }

  private mutating func skipCodeLines() {
    while position < bytes.count {
      if let fence = CodeFence(bytes, at: position) {
        position = fence.blockEnd(bytes, at: position)
      } else if indentedCode.holdsLine(of: bytes, at: position) {
        position = bytes.lineStart(after: bytes.lineEnd(from: position))
      } else {
        return
      }
    }
  }

  private mutating func skipCodeSpan<Visitor: InlineVisitor>(_ visitor: inout Visitor) {
    let run = position..<bytes.runEnd(of: UInt8(ascii: "`"), from: position)
    let contents = links.codeSpans.contents(ofSpanAt: run)
    if let contents { visitor.visitCode(run.lowerBound..<contents.upperBound + run.count) }
    position = contents.map { $0.upperBound + run.count } ?? run.upperBound
  }

  private mutating func readTag<Visitor: InlineVisitor>(_ visitor: inout Visitor) {
    let name = tags.name(at: position)
    if let name { visitor.visitTag(name) }
    position = name?.upperBound ?? position + 1
  }

  // A link that leads elsewhere is skipped too: what looks like a tag in its label or destination is none.
  private mutating func readLink<Visitor: InlineVisitor>(_ visitor: inout Visitor) {
    if let link = links.wikiLink(at: position) {
      if !link.target.isEmpty { visitor.visitLink(link) }
      position = link.range.upperBound
    } else if let link = links.markdownLink(at: position) ?? links.definition(at: position) {
      if let inside = InlineLink(link, in: bytes) {
        visitor.visitLink(inside)
      } else {
        visitor.visitAddress(link.range, destination: link.destination)
      }
      position = link.range.upperBound
    } else {
      position += 1
    }
  }
}
