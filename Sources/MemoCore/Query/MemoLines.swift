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
  private let titleStart: Int?
  private var next = 0
  private var number = 0
  private var fence: (mark: UInt8, length: Int)?

  /// Starts before the first line.
  ///
  /// - Parameter titleStart: where the line starts that gives the memo its title.
  init(_ text: UnsafeRawBufferPointer, titleStart: Int?) {
    self.text = text
    self.titleStart = titleStart
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
    let place: SearchPlace = start == titleStart ? .title : isHeading ? .heading : .body
    return Line(number: number, range: range, place: place)
  }

  /// Whether a line is a heading; keeps track of fenced code, in which `#` starts a comment.
  private mutating func readHeading(_ line: Range<Int>) -> Bool {
    var start = line.lowerBound
    while start < line.upperBound, start < line.lowerBound + 3, text[start] == UInt8(ascii: " ") { start += 1 }
    guard start < line.upperBound else { return false }
    let mark = text[start]
    guard mark == UInt8(ascii: "#") || mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return false }
    let content = text[start..<line.upperBound]
    let length = content.prefix { $0 == mark }.count
    let rest = content.dropFirst(length)
    if mark == UInt8(ascii: "#") {
      return fence == nil && length <= 6 && (rest.first.map(Self.isBlank) ?? true)
    }
    guard length >= 3 else { return false }
    if let open = fence {
      if open.mark == mark, length >= open.length, rest.allSatisfy(Self.isBlank) { fence = nil }
    } else if mark == UInt8(ascii: "~") || !rest.contains(mark) {
      fence = (mark, length)
    }
    return false
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
