/// The lines of a memo in order, each with its part of the memo. Lines end at LF, CRLF or CR.
struct MemoLines {
  /// A line without its end.
  struct Line {
    /// From 1.
    let number: Int
    /// Bytes of the text.
    let range: Range<Int>
    /// Its part of the memo.
    let place: SearchPlace
  }

  private let text: UnsafeRawBufferPointer
  private let title: TitleLine
  private var next = 0
  private var number = 0
  // What the lines before `readEnd` leave open; read no further than to the last line that may be a heading.
  private var blocks = BlockState()
  private var readEnd: Int
  private var opened: [BlockOpening] = []
  // Looked up when the first line is read as a block; most memos need none.
  private var hints: MarkupHints?
  // Whether a line so far may have opened a block of code or HTML.
  private var mayBeInCode = false

  /// Starts before the first line.
  init(_ text: UnsafeRawBufferPointer, _ title: TitleLine) {
    self.text = text
    self.title = title
    readEnd = title.frontEnd
  }

  /// The line that holds an offset, which may not lie before the last line returned; `nil` past the text.
  mutating func line(holding offset: Int) -> Line? {
    while let line = nextLine() {
      if offset <= line.range.upperBound { return line }
    }
    return nil
  }

  /// The next line; `nil` after the last.
  mutating func nextLine() -> Line? {
    guard next < text.count else { return nil }
    let range = LineScanner.line(of: text, at: next)
    let start = next
    next = text.lineStart(after: range.upperBound)
    number += 1
    let isHeading = readHeading(range)
    let place: SearchPlace = start == title.start ? .title : isHeading ? .heading : .body
    return Line(number: number, range: range, place: place)
  }

  /// Whether a line is a heading with its mark.
  private mutating func readHeading(_ line: Range<Int>) -> Bool {
    guard line.lowerBound >= readEnd else { return false }
    let start = textStart(of: line)
    guard start < line.upperBound else { return false }
    switch text[start] {
    case UInt8(ascii: "`"), UInt8(ascii: "~"), UInt8(ascii: "<"), UInt8(ascii: "%"), UInt8(ascii: "$"):
      mayBeInCode = true
      return false
    case UInt8(ascii: "#") where text.headingMarkEnd(at: start, limit: line.upperBound) != nil:
      // Nothing that is open takes it in: what the lines before are need not be known.
      if start == line.lowerBound, !mayBeInCode { return true }
    default: return false
    }
    while readEnd < line.lowerBound {
      let before = LineScanner.line(of: text, at: readEnd)
      _ = readBlock(before)
      readEnd = text.lineStart(after: before.upperBound)
    }
    readEnd = next
    guard case .heading? = readBlock(line) else { return false }
    return true
  }

  private mutating func readBlock(_ line: Range<Int>) -> BlockLine.Kind? {
    if !line.isEmpty, BlockState.startsText(text[line.lowerBound]), blocks.isInText {
      blocks.readText()
      if mayHoldOpaqueMarks() { blocks.readMarks(text, line) }
      return nil
    }
    let block = blocks.readBlocks(text, line, opened: &opened)
    if mayHoldOpaqueMarks() { blocks.readMarks(text, of: block) }
    return block.kind
  }

  private mutating func mayHoldOpaqueMarks() -> Bool {
    if let hints { return hints.mayHoldOpaqueMarks }
    let found = MarkupHints(text, from: title.frontEnd)
    hints = found
    return found.mayHoldOpaqueMarks
  }

  /// The first byte of a line that belongs to no mark of a quote or an item.
  private func textStart(of line: Range<Int>) -> Int {
    var start = line.lowerBound
    while start < line.upperBound, Self.mayPrecedeHeading(text[start]) { start += 1 }
    return start
  }

  /// Whether a byte may belong to the marks of quotes and items.
  @inline(__always)
  private static func mayPrecedeHeading(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "*"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: ")"):
      true
    default: false
    }
  }
}

/// Where the front matter of a memo's text ends, and where the line is that gives it its title.
struct TitleLine: Equatable {
  /// Where the text after the front matter starts.
  let frontEnd: Int
  /// The start of the first non-blank line after the front matter, or of `title:` in it; `nil` where neither is there, or
  /// is the title.
  let start: Int?

  /// Reads the start of a text.
  init(_ text: UnsafeRawBufferPointer, _ rule: TitleRule) {
    let front = Self.frontMatter(text)
    frontEnd = front?.end ?? 0
    switch rule {
    case .firstLine: start = front?.title ?? Self.firstLine(of: text, from: frontEnd)
    case .heading: start = front?.title ?? Self.heading(of: text, from: frontEnd)
    case .fileName: start = nil
    }
  }

  /// The start of the first non-blank line, if it is a heading with a text.
  private static func heading(of text: UnsafeRawBufferPointer, from frontEnd: Int) -> Int? {
    MemoLayout.headingStart(of: text.part(frontEnd...)).map { frontEnd + $0 }
  }

  /// Where front matter ends and where its non-empty `title:` line starts; `nil` without front matter.
  private static func frontMatter(_ text: UnsafeRawBufferPointer) -> (end: Int, title: Int?)? {
    guard text.starts(with: "---".utf8) else { return nil }
    var line = LineScanner.line(of: text, at: 0)
    guard isMark(text[line], "---") else { return nil }
    var title: Int?
    while true {
      let start = text.lineStart(after: line.upperBound)
      guard start < text.count else { return nil }
      line = LineScanner.line(of: text, at: start)
      if isMark(text[line], "---") || isMark(text[line], "...") {
        return (text.lineStart(after: line.upperBound), title)
      }
      // Of repeated keys, the last one counts.
      if text[line].starts(with: "title:".utf8) { title = isEmptyTitle(text[line]) ? nil : start }
    }
  }

  private static func isEmptyTitle(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    line.dropFirst(6).allSatisfy { " \t\"'".utf8.contains($0) }
  }

  private static func isMark(_ line: Slice<UnsafeRawBufferPointer>, _ mark: String) -> Bool {
    line.starts(with: mark.utf8) && isBlank(line.dropFirst(mark.utf8.count))
  }

  private static func isBlank(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    // Most lines begin with a letter or a mark.
    if let first = line.first, first > 0x20, first < 0x80 { return false }
    return String(decoding: line, as: UTF8.self).unicodeScalars.allSatisfy { $0.properties.isWhitespace }
  }

  /// The start of the first non-blank line.
  private static func firstLine(of text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var start = start
    while start < text.count {
      let line = LineScanner.line(of: text, at: start)
      if !isBlank(text[line]) { return start }
      start = text.lineStart(after: line.upperBound)
    }
    return nil
  }
}
