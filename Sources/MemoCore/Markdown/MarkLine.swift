/// Lines and boxes that are nothing but Markdown.
enum MarkLine {
  /// Whether the line at `start` is a rule, the line under a heading, or the one under a table's head.
  static func isAlone(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Bool {
    let first = bytes.skippingBlanks(from: start)
    guard !bytes.isLineEnd(at: first) else { return false }
    switch bytes[first] {
    case UInt8(ascii: "="):
      return count(of: "=", in: bytes, from: first, besides: "") != nil
    case UInt8(ascii: "*"), UInt8(ascii: "_"):
      let marks =
        bytes[first] == UInt8(ascii: "*")
        ? count(of: "*", in: bytes, from: first, besides: "") : count(of: "_", in: bytes, from: first, besides: "")
      return marks.map { $0 >= 3 } ?? false
    case UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "|"):
      let isTable = bytes[first] == UInt8(ascii: "|")
      return count(of: "-", in: bytes, from: first, besides: "|:").map { $0 >= (isTable ? 1 : 3) } ?? false
    default: return false
    }
  }

  /// Whether `[ ]` or `[x]`, with a blank or the line's end behind it, is at `start`.
  static func isTaskBox(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Bool {
    guard start + 3 <= bytes.count, bytes[start] == UInt8(ascii: "["), bytes[start + 2] == UInt8(ascii: "]") else {
      return false
    }
    return " xX".utf8.contains(bytes[start + 1]) && (bytes.isBlank(at: start + 3) || bytes.isLineEnd(at: start + 3))
  }

  /// How often a mark is on the rest of a line; `nil` where other bytes than it, `others` and blanks do.
  private static func count(
    of mark: Unicode.Scalar, in bytes: UnsafeRawBufferPointer, from start: Int, besides others: String
  ) -> Int? {
    var marks = 0
    var index = start
    while !bytes.isLineEnd(at: index) {
      if bytes[index] == UInt8(ascii: mark) {
        marks += 1
      } else if !bytes.isBlank(at: index), !others.utf8.contains(bytes[index]) {
        return nil
      }
      index += 1
    }
    return marks
  }
}
