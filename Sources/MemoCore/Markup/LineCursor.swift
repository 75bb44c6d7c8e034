/// A place in a line, with its column: a tab reaches to the next multiple of four.
struct LineCursor {
  let bytes: UnsafeRawBufferPointer
  /// Where the line ends, before its line break.
  let end: Int
  private(set) var position: Int
  // Within a tab of which a container took some columns, the column is behind the position.
  private var column = 0
  /// The first place from `position` that holds neither a space nor a tab.
  private(set) var text: Int
  /// The columns from here to `text`.
  private(set) var indent = 0

  /// From here on, a line is indented code.
  static let codeIndent = 4

  init(_ bytes: UnsafeRawBufferPointer, _ line: Range<Int>) {
    self.bytes = bytes
    (position, end, text) = (line.lowerBound, line.upperBound, line.lowerBound)
    findText()
  }

  /// Whether nothing but blanks follows.
  var isBlank: Bool { text == end }

  /// The byte at `text`; 0 at the line's end.
  var first: UInt8 { text < end ? bytes[text] : 0 }

  private mutating func findText() {
    (text, indent) = (position, 0)
    while text < end {
      if bytes[text] == UInt8(ascii: " ") {
        indent += 1
      } else if bytes[text] == UInt8(ascii: "\t") {
        indent += 4 - (column + indent) % 4
      } else {
        break
      }
      text += 1
    }
  }

  /// Skips the blanks before `text`.
  mutating func skipBlanks() {
    column += indent
    (position, indent) = (text, 0)
  }

  /// Skips bytes that are no blanks, from `text` on.
  mutating func skipMark(_ length: Int) {
    skipBlanks()
    position += length
    column += length
    findText()
  }

  /// Skips up to so many columns of blanks.
  mutating func skipColumns(_ count: Int) {
    var left = min(count, indent)
    while left > 0 {
      let width = bytes[position] == UInt8(ascii: "\t") ? 4 - column % 4 : 1
      if width <= left { position += 1 }
      column += min(width, left)
      left -= min(width, left)
    }
    findText()
  }
}

/// The marks of headings.
extension UnsafeRawBufferPointer {
  /// Where the heading mark at `start` ends: one to six `#` that a blank, a line break or `limit` follows.
  func headingMarkEnd(at start: Int, limit: Int) -> Int? {
    let end = Swift.min(runEnd(of: UInt8(ascii: "#"), from: start), limit)
    guard (1...6).contains(end - start), end == limit || isBlank(at: end) || isLineEnd(at: end) else { return nil }
    return end
  }

  /// The text of a heading in a line: behind its mark, without `#`s that close it and the white space around.
  func headingText(_ line: Range<Int>, markEnd: Int) -> Range<Int> {
    let text = trimmed(markEnd..<line.upperBound)
    var end = text.upperBound
    while end > text.lowerBound, self[end - 1] == UInt8(ascii: "#") { end -= 1 }
    // `# C#` is about a language; only `#`s that stand apart close a heading.
    guard end == text.lowerBound || isBlank(at: end - 1) else { return text }
    return trimmed(text.lowerBound..<end)
  }
}

/// The bullets and numbers of list items.
enum ItemMark {
  /// Where the mark ends that the text of a line starts with; `nil` for none.
  static func end(_ line: LineCursor) -> Int? {
    let bytes = line.bytes
    var end = line.text
    switch bytes[end] {
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"): break
    default:
      while end < line.end, end - line.text < 9, bytes[end].isASCIIDigit { end += 1 }
      guard end > line.text, end < line.end, bytes[end] == UInt8(ascii: ".") || bytes[end] == UInt8(ascii: ")") else {
        return nil
      }
    }
    end += 1
    return end == line.end || bytes.isBlank(at: end) ? end : nil
  }

  /// Whether an item may end a paragraph: with text, and where it is the first of its list.
  static func mayInterrupt(_ line: LineCursor, _ markEnd: Int) -> Bool {
    let bytes = line.bytes
    guard bytes.skippingBlanks(from: markEnd) < line.end else { return false }
    guard bytes[line.text].isASCIIDigit else { return true }
    let zeros = bytes.runEnd(of: UInt8(ascii: "0"), from: line.text)
    return markEnd - zeros == 2 && bytes[zeros] == UInt8(ascii: "1")
  }
}
