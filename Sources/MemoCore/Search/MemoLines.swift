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
    next = LineScanner.end(of: text, after: range)
    number += 1
    let isHeading = readHeading(range)
    let place: SearchPlace = start == title.start ? .title : isHeading ? .heading : .body
    return Line(number: number, range: range, place: place)
  }

  /// Whether a line is a heading with its mark.
  private mutating func readHeading(_ line: Range<Int>) -> Bool {
    guard mayBeHeading(line), line.lowerBound >= readEnd else { return false }
    while readEnd < line.lowerBound {
      let before = LineScanner.line(of: text, at: readEnd)
      _ = readBlock(before)
      readEnd = LineScanner.end(of: text, after: before)
    }
    readEnd = next
    guard case .heading? = readBlock(line) else { return false }
    return true
  }

  private mutating func readBlock(_ line: Range<Int>) -> BlockLine.Kind? {
    if !line.isEmpty, BlockState.startsText(text[line.lowerBound]), blocks.isInText {
      blocks.readText()
      return nil
    }
    return blocks.read(text, line, opened: &opened).kind
  }

  /// Whether a line starts as a heading does, or as a container that may start with one.
  private func mayBeHeading(_ line: Range<Int>) -> Bool {
    var start = line.lowerBound
    while start < line.upperBound, Self.mayPrecedeHeading(text[start]) { start += 1 }
    guard start < line.upperBound, text[start] == UInt8(ascii: "#") else { return false }
    return text.headingMarkEnd(at: start, limit: line.upperBound) != nil
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

/// Finds where lines end: at LF, CRLF or CR.
public enum LineScanner {
  // Vectors are compared with vectors: Swift 6.3 turns a comparison with a single byte into a loop over the lanes.
  private static var newline: SIMD16<UInt8> { SIMD16(repeating: UInt8(ascii: "\n")) }
  private static var carriageReturn: SIMD16<UInt8> { SIMD16(repeating: UInt8(ascii: "\r")) }

  /// All lines of a text without their ends.
  public static func lines(of text: UnsafeRawBufferPointer) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while start < text.count {
      let line = line(of: text, at: start)
      lines.append(line)
      start = end(of: text, after: line)
    }
    return lines
  }

  /// The line that starts at an offset, without its end.
  static func line(of text: UnsafeRawBufferPointer, at start: Int) -> Range<Int> {
    var end = start
    while end + 16 <= text.count {
      let block = text.loadUnaligned(fromByteOffset: end, as: SIMD16<UInt8>.self)
      let breaks = unsafeBitCast((block .== newline) .| (block .== carriageReturn), to: SIMD2<UInt64>.self)
      if breaks[0] != 0 { return start..<(end + UInt64(littleEndian: breaks[0]).trailingZeroBitCount / 8) }
      if breaks[1] != 0 { return start..<(end + 8 + UInt64(littleEndian: breaks[1]).trailingZeroBitCount / 8) }
      end += 16
    }
    while end < text.count, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
    return start..<end
  }

  /// Where the line after a line starts.
  static func end(of text: UnsafeRawBufferPointer, after line: Range<Int>) -> Int {
    let end = line.upperBound
    guard end < text.count else { return end }
    let isPair = text[end] == 0x0D && end + 1 < text.count && text[end + 1] == 0x0A
    return end + (isPair ? 2 : 1)
  }
}
