/// Lines and boxes that are nothing but marks, and that CommonMark does not know.
enum MarkLine {
  /// Whether a line is the one under a table's head: `| --- | :-: |`.
  static func isTableRule(_ bytes: UnsafeRawBufferPointer, _ line: Range<Int>) -> Bool {
    let text = line.drop { bytes.isBlank(at: $0) }
    guard let first = text.first, "|-:".utf8.contains(bytes[first]) else { return false }
    let marks = text.count { bytes[$0] == UInt8(ascii: "-") }
    let isTable = bytes[first] == UInt8(ascii: "|")
    return marks >= (isTable ? 1 : 3) && text.allSatisfy { "|-: \t".utf8.contains(bytes[$0]) }
  }

  /// Whether `[ ]` or `[x]`, with a blank or the line's end behind it, is at `start`.
  static func isTaskBox(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Bool {
    guard start + 3 <= bytes.count, bytes[start] == UInt8(ascii: "["), bytes[start + 2] == UInt8(ascii: "]") else {
      return false
    }
    return " xX".utf8.contains(bytes[start + 1]) && (bytes.isBlank(at: start + 3) || bytes.isLineEnd(at: start + 3))
  }
}
