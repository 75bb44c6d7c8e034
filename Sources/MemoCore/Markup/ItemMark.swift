/// The bullets and numbers of list items.
enum ItemMark {
  /// Where the mark ends that the text of a line starts with; `nil` for none.
  static func end(_ line: LineCursor) -> Int? {
    let bytes = line.bytes
    var end = line.text
    switch bytes[end] {
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"): break
    default:
      while end < line.end, end - line.text < 9, bytes[end] &- UInt8(ascii: "0") < 10 { end += 1 }
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
    guard bytes[line.text] &- UInt8(ascii: "0") < 10 else { return true }
    let zeros = bytes.runEnd(of: UInt8(ascii: "0"), from: line.text)
    return markEnd - zeros == 2 && bytes[zeros] == UInt8(ascii: "1")
  }
}
