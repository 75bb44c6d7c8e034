/// Writes the start of a memo's body on one line, without Markdown's marks.
struct PreviewBuilder {
  private let bytes: UnsafeRawBufferPointer
  private var position: Int
  private var text: PreviewText
  private var links: LinkReader
  private var isHeading = false
  private var isTableRow = false

  private init(_ bytes: UnsafeRawBufferPointer, from start: Int, text: PreviewText) {
    self.bytes = bytes
    self.text = text
    position = start
    links = LinkReader(bytes)
  }

  /// The UTF-8 of the preview of the body that starts at `start`, reading no further than it needs.
  static func preview(of bytes: UnsafeRawBufferPointer, from start: Int) -> [UInt8] {
    PreviewText.make(of: bytes, limit: MemoMetadata.previewLimit) { text in
      var builder = PreviewBuilder(bytes, from: start, text: text)
      while builder.position < bytes.count, !builder.text.isFull { builder.writeLine() }
      text = builder.text
    }
  }

  private mutating func writeLine() {
    if let fence = CodeFence(bytes, at: position) {
      writeCodeBlock(fence)
    } else if MarkLine.isAlone(bytes, at: position) {
      skipLine()
    } else {
      skipBlockMarks()
      while !text.isFull, !bytes.isLineEnd(at: position) { writeElement() }
      skipLine()
    }
  }

  private mutating func skipLine() {
    guard !text.isFull else { return }
    position = bytes.lineStart(after: bytes.lineEnd(from: position))
    text.writeSpace()
  }

  private mutating func writeCodeBlock(_ fence: CodeFence) {
    skipLine()
    while position < bytes.count, !text.isFull {
      if fence.isClosed(bytes, at: position) { return skipLine() }
      while !text.isFull, !bytes.isLineEnd(at: position) { writeText() }
      skipLine()
    }
  }

  /// Skips quote marks, bullets with their task boxes and a heading mark.
  private mutating func skipBlockMarks() {
    isHeading = false
    while true {
      position = bytes.skippingBlanks(from: position)
      if position < bytes.count, bytes[position] == UInt8(ascii: ">") {
        position += 1
      } else if bytes.isBullet(at: position) {
        position = bytes.skippingBlanks(from: position + 1)
        if MarkLine.isTaskBox(bytes, at: position) { position += 3 }
      } else {
        break
      }
    }
    if let end = bytes.headingMarkEnd(at: position) {
      (isHeading, position) = (true, end)
    }
    isTableRow = position < bytes.count && bytes[position] == UInt8(ascii: "|")
  }

  private mutating func writeElement() {
    switch bytes[position] {
    case UInt8(ascii: "`"): writeCodeSpan()
    case UInt8(ascii: "["): writeLink(from: position)
    case UInt8(ascii: "!") where position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "["):
      writeLink(from: position + 1)
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"): writeEmphasis()
    case UInt8(ascii: "\\"): writeEscape()
    case UInt8(ascii: "|") where isTableRow:
      text.writeSpace()
      position += 1
    case UInt8(ascii: "#") where isHeading: writeHashes()
    default: writeText()
    }
  }

  private mutating func writeText() {
    position = text.write(from: position, until: bytes.count)
  }

  private mutating func write(_ range: Range<Int>) {
    position = range.lowerBound
    while position < range.upperBound, !text.isFull { position = text.write(from: position, until: range.upperBound) }
  }

  private mutating func writeCodeSpan() {
    let run = position..<bytes.runEnd(of: UInt8(ascii: "`"), from: position)
    guard let contents = links.codeSpans.contents(ofSpanAt: run) else { return write(run) }
    write(contents)
    position = contents.upperBound + run.count
  }

  /// Writes the label or target of the link whose `[` is at `start`; at most one mark is before it.
  private mutating func writeLink(from start: Int) {
    if let link = links.wikiLink(at: start) {
      let shown = link.label ?? (link.target.isEmpty ? link.heading : link.target) ?? link.target
      write(shown)
      position = link.range.upperBound
    } else if let link = links.markdownLink(at: start) {
      position = link.label.lowerBound
      while position < link.label.upperBound, !text.isFull { writeElement() }
      position = link.range.upperBound
    } else {
      writeText()
    }
  }

  /// Drops a run of `*`, `_` or `~~` that can open or close emphasis, and keeps any other.
  private mutating func writeEmphasis() {
    let run = EmphasisRun(bytes, position..<bytes.runEnd(of: bytes[position], from: position))
    if run.isMark { position = run.range.upperBound } else { write(run.range) }
  }

  private mutating func writeEscape() {
    let next = position + 1
    if bytes.isLineEnd(at: next) {
      position = next
    } else if bytes[next] > UInt8(ascii: " "), bytes[next] < 0x7F, !PreviewText.isWord(bytes[next]) {
      write(next..<next + 1)
    } else {
      writeText()
    }
  }

  /// Drops the `#`s that close a heading.
  private mutating func writeHashes() {
    let end = bytes.runEnd(of: UInt8(ascii: "#"), from: position)
    let isClosing = bytes.isBlank(at: position - 1) && bytes.isLineEnd(at: bytes.skippingBlanks(from: end))
    if isClosing { position = end } else { write(position..<end) }
  }
}
