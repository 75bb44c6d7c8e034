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
