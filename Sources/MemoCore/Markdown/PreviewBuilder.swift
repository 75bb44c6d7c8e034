/// Writes the start of a memo's body on one line, without Markdown's marks.
struct PreviewBuilder {
  private let bytes: UnsafeRawBufferPointer
  private let start: Int
  private let hasHTML: Bool
  /// What is written so far.
  private(set) var text: PreviewText
  private var position = 0
  // The line that holds the position, and the first inline that is not written.
  private var lineEnd = 0
  private var isTableRow = false
  private var isItemStart = false
  private var next = 0
  // The marks of emphasis in the block that are not passed, from the first on that was met.
  private var emphasis: ArraySlice<Range<Int>>?
  // Where labels end, and the links that they belong to.
  private var labels: [(end: Int, linkEnd: Int)] = []

  /// Writes the body that starts at `start`.
  ///
  /// - Parameter hasHTML: whether tags and comments of HTML within a line stay.
  init(_ bytes: UnsafeRawBufferPointer, from start: Int, text: PreviewText, hasHTML: Bool = true) {
    self.bytes = bytes
    self.start = start
    self.hasHTML = hasHTML
    self.text = text
  }

  /// The numbers of a list are part of its text, bullets are marks.
  mutating func open(_ container: BlockOpening) {
    isItemStart = container.kind == .item
    guard isItemStart, container.mark.count > 1, container.mark.lowerBound >= start, !text.isFull else { return }
    text.writeSpace()
    write(container.mark)
    text.writeSpace()
  }

  /// Writes a block.
  mutating func visit(_ leaf: MarkupLeaf, _ inlines: [Inline]) {
    let box = isItemStart && leaf.kind == .paragraph ? TaskBox(bytes, at: leaf.content.lowerBound) : nil
    isItemStart = false
    guard !text.isFull, leaf.content.upperBound > start else { return }
    let first = box.map { $0.mark.upperBound + 1 } ?? leaf.content.lowerBound
    let content = max(first, start)..<max(leaf.content.upperBound, first, start)
    text.writeSpace()
    switch leaf.kind {
    case .rule: break
    case .code, .html, .opaque: write(content, leaf.holes)
    case .heading, .paragraph: write(content, leaf.holes, inlines)
    }
    text.writeSpace()
  }

  // MARK: Text without marks

  private mutating func write(_ range: Range<Int>, _ holes: MarkupHoles, _ inlines: [Inline]) {
    next = inlines.firstIndex { $0.range.lowerBound >= range.lowerBound } ?? inlines.count
    labels.removeAll()
    emphasis = nil
    beginLine(at: range.lowerBound, range.upperBound)
    while position < range.upperBound, !text.isFull {
      if let label = labels.last, position >= label.end {
        position = label.linkEnd
        labels.removeLast()
      } else if position >= lineEnd {
        text.writeSpace()
        beginLine(at: holes.textStart(ofLineAt: bytes.lineStart(after: position)), range.upperBound)
      } else if !writeInline(inlines, holes) {
        writeElement(of: range, inlines)
      }
      if position > lineEnd { lineEnd = min(LineScanner.line(of: bytes, at: position).upperBound, range.upperBound) }
    }
  }

  private mutating func beginLine(at start: Int, _ limit: Int) {
    position = start
    lineEnd = min(LineScanner.line(of: bytes, at: start).upperBound, limit)
    guard start < lineEnd else { return }
    let first = bytes.skippingBlanks(from: start)
    isTableRow = first < lineEnd && bytes[first] == UInt8(ascii: "|")
    if MarkLine.isTableRule(bytes, start..<lineEnd) { position = lineEnd }
  }

  /// Writes the inline that starts here, if its marks are left out.
  private mutating func writeInline(_ inlines: [Inline], _ holes: MarkupHoles) -> Bool {
    while next < inlines.count, inlines[next].range.lowerBound < position { next += 1 }
    guard next < inlines.count, inlines[next].range.lowerBound == position else { return false }
    let inline = inlines[next]
    next += 1
    switch inline.kind {
    case .code:
      write(inline.content, holes)
      position = inline.range.upperBound
    case .math:
      write(inline.range, holes)
      position = inline.range.upperBound
    case .wikiLink:
      guard let link = InlineLink(inline, in: bytes) else { return false }
      write(link.label ?? (link.target.isEmpty ? link.heading : link.target) ?? link.target)
      position = inline.range.upperBound
    case .link, .image:
      labels.append((inline.content.upperBound, inline.range.upperBound))
      position = inline.content.lowerBound
    case .html where !hasHTML: position = inline.range.upperBound
    case .autolink, .html, .tag, .comment: return false
    }
    return true
  }

  /// Writes what is here of a block up to the next mark.
  private mutating func writeElement(of block: Range<Int>, _ inlines: [Inline]) {
    switch bytes[position] {
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"): writeEmphasis(of: block, inlines)
    case UInt8(ascii: "\\"): writeEscape()
    case UInt8(ascii: "!") where isEmbed(inlines): position += 1
    case UInt8(ascii: "|") where isTableRow:
      text.writeSpace()
      position += 1
    default:
      let mark = next < inlines.count ? max(inlines[next].range.lowerBound, position + 1) : lineEnd
      position = text.write(from: position, until: min(lineEnd, mark, labels.last?.end ?? lineEnd))
    }
  }

  /// Whether the exclamation mark here belongs to `![[target]]`.
  private func isEmbed(_ inlines: [Inline]) -> Bool {
    next < inlines.count && inlines[next].kind == .wikiLink && inlines[next].range.lowerBound == position + 1
  }

  /// Writes what of a run of `*`, `_` or `~` is no mark of emphasis.
  private mutating func writeEmphasis(of block: Range<Int>, _ inlines: [Inline]) {
    let run = EmphasisRun(bytes, position..<bytes.runEnd(of: bytes[position], from: position))
    guard run.isMark else { return write(run.range) }
    var marks = emphasis ?? EmphasisFinder.marks(in: bytes, block, inlines)[...]
    while position < run.range.upperBound, !text.isFull {
      while let mark = marks.first, mark.upperBound <= position { marks.removeFirst() }
      if let mark = marks.first, mark.lowerBound <= position {
        position = mark.upperBound
      } else {
        write(position..<min(marks.first?.lowerBound ?? .max, run.range.upperBound))
      }
    }
    emphasis = marks
  }

  private mutating func writeEscape() {
    let next = position + 1
    if bytes.isLineEnd(at: next) {
      position = next
    } else if bytes[next].isASCIIPunctuation {
      write(next..<next + 1)
    } else {
      position = text.write(from: position, until: lineEnd)
    }
  }

  // MARK: Text as it is

  private mutating func write(_ range: Range<Int>) {
    position = range.lowerBound
    while position < range.upperBound, !text.isFull { position = text.write(from: position, until: range.upperBound) }
  }

  private mutating func write(_ range: Range<Int>, _ holes: MarkupHoles) {
    guard !holes.isEmpty else { return write(range) }
    var start = range.lowerBound
    while start < range.upperBound, !text.isFull {
      let end = min(LineScanner.line(of: bytes, at: start).upperBound, range.upperBound)
      write(start..<end)
      text.writeSpace()
      start = holes.textStart(ofLineAt: bytes.lineStart(after: end))
    }
  }
}

/// The start of sixteen bytes that a preview takes as it is: ASCII that is no Markdown, single spaces between, Hangul,
/// Han and kana.
///
/// Scalar by scalar, previews took a seventh of a first index; so they take half of that.
struct PreviewBlock {
  private typealias Bytes = SIMD16<UInt8>
  private typealias Mask = SIMDMask<SIMD16<Int8>>

  static let size = 16
  /// Bytes that have to follow the sixteen: those of a scalar that starts in the last one.
  static let lookahead = 2

  /// The sixteen bytes.
  let bytes: SIMD16<UInt8>
  /// How many of them to take: whole scalars, without a space at the end; 0 where the first is none to take.
  let length: Int
  /// How many scalars these are.
  let scalars: Int
  /// Whether all sixteen could be taken, so that the next may go on.
  let isPlain: Bool

  /// Looks at the bytes from `start`, to take at most `limit` of them.
  @inline(__always)
  init(_ text: UnsafeRawBufferPointer, at start: Int, limit: Int) {
    bytes = text.loadUnaligned(fromByteOffset: start, as: SIMD16<UInt8>.self)
    let spaces = ByteMask.bits(bytes .== Bytes.all(UInt8(ascii: " ")))
    let continuations = ByteMask.bits(bytes.has(from: 0x80, count: 0x40))
    let leads = ByteMask.bits(PreviewBlock.leads(bytes, text, at: start))
    let ascii = ByteMask.bits(PreviewBlock.ascii(bytes)) | spaces & ~(spaces << 1)
    // A byte that continues nothing is not UTF-8.
    let whole = leads | continuations & (leads << 1 | leads << 2)
    let plain = min((~(ascii | whole)).trailingZeroBitCount, PreviewBlock.size)
    isPlain = plain == PreviewBlock.size
    var end = min(plain, limit)
    while end > 0, UTF8.isContinuation(text[start + end]) { end -= 1 }
    if end > 0, text[start + end - 1] == UInt8(ascii: " ") { end -= 1 }
    guard end > 0, text[start] != UInt8(ascii: " ") else {
      (length, scalars) = (0, 0)
      return
    }
    length = end
    scalars = end - (continuations & (1 << UInt32(end) - 1)).nonzeroBitCount
  }

  /// Letters, digits and `'()+,-./:;<=>?`: what starts neither a mark nor an escape anywhere in a line.
  @inline(__always)
  private static func ascii(_ bytes: SIMD16<UInt8>) -> Mask {
    (bytes | Bytes.all(0x20)).has(from: UInt8(ascii: "a"), count: 26) .| bytes.has(from: UInt8(ascii: "'"), count: 3)
      .| bytes.has(from: UInt8(ascii: "+"), count: 21)
  }

  /// The first bytes of U+3040 to U+D7FF, where all three are there: no white space, no surrogate.
  @inline(__always)
  private static func leads(_ bytes: SIMD16<UInt8>, _ text: UnsafeRawBufferPointer, at start: Int) -> Mask {
    let second = text.loadUnaligned(fromByteOffset: start + 1, as: SIMD16<UInt8>.self)
    let third = text.loadUnaligned(fromByteOffset: start + 2, as: SIMD16<UInt8>.self)
    let isWhole = second.has(from: 0x80, count: 0x40) .& third.has(from: 0x80, count: 0x40)
    let isBelow = (bytes .== Bytes.all(0xE3)) .& (second .== Bytes.all(0x80))
    let isAbove = (bytes .== Bytes.all(0xED)) .& (second .>= Bytes.all(0xA0))
    return bytes.has(from: 0xE3, count: 11) .& isWhole .& .!(isBelow .| isAbove)
  }
}
