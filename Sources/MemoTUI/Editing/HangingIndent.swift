/// Where the rows of a list item or quote start after the first one: below its text.
enum HangingIndent {
  // More than marks take.
  private static let reach = 80

  /// The columns before the text of the rows after a line's first one; 0 for a line that is no item or quote, and where they
  /// would take more than half of a row.
  static func columns(of line: TextLine, in columns: Int) -> Int {
    guard let first = line.bytes.first, isMark(first) else { return 0 }
    let start = Array(line.bytes.prefix(reach))
    let quote = quoteLength(start)
    let item = ListItem(Array(start[quote...]))?.markLength ?? 0
    var column = 0
    // All of it is ASCII.
    for byte in start[..<(quote + item)] {
      column += byte == UInt8(ascii: "\t") ? LineCharacter.tabColumns - column % LineCharacter.tabColumns : 1
    }
    return column <= columns / 2 ? column : 0
  }

  /// The bytes of the marks of quotes, with the blanks around them.
  private static func quoteLength(_ line: [UInt8]) -> Int {
    var length = 0
    while true {
      let mark = line[length...].drop { $0 == UInt8(ascii: " ") }
      guard mark.first == UInt8(ascii: ">"), mark.startIndex - length <= 3 else { return length }
      length = mark.startIndex + (mark.dropFirst().first == UInt8(ascii: " ") ? 2 : 1)
    }
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    byte.isBlank || byte.isDigit || ">-*+".utf8.contains(byte)
  }
}
