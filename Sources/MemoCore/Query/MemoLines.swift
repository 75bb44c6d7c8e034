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
