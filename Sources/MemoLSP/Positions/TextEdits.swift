import MemoCore

/// What turns a text into another one, as few edits of it: whole lines that are the same are left alone, and what lines
/// have in common at their starts and ends.
enum TextEdits {
  /// The edits in the order of the text; applied, they give the new text byte for byte.
  static func between(_ old: [UInt8], _ new: [UInt8]) -> [ByteEdit] {
    guard old != new else { return [] }
    let edits = byLines(old, new)
    // Lines are compared without their ends: where those differ, the lines are no help.
    return ByteEdit.apply(edits, to: old) == new
      ? edits : [trimmed(0..<old.count, old, new[...])]
  }

  /// An edit as the protocol writes it, which replaces a range by a text.
  static func json(_ edit: ByteEdit, in lines: LineTable) -> JSONValue {
    ["range": lines.positions(of: edit.range).json, "newText": .text(String(decoding: edit.bytes, as: UTF8.self))]
  }

  private static func byLines(_ old: [UInt8], _ new: [UInt8]) -> [ByteEdit] {
    let (oldStarts, newStarts) = (starts(old), starts(new))
    return LineDifference(from: old, to: new).hunks.map { hunk in
      trimmed(
        offset(hunk.old.lowerBound, oldStarts, old)..<offset(hunk.old.upperBound, oldStarts, old), old,
        new[offset(hunk.new.lowerBound, newStarts, new)..<offset(hunk.new.upperBound, newStarts, new)])
    }
  }

  private static func starts(_ text: [UInt8]) -> [Int] {
    text.withUnsafeBytes { LineScanner.lines(of: $0).map(\.lowerBound) }
  }

  private static func offset(_ line: Int, _ starts: [Int], _ text: [UInt8]) -> Int {
    line < starts.count ? starts[line] : text.count
  }

  /// An edit without what both texts have in common at their starts and ends, cut between characters.
  private static func trimmed(_ range: Range<Int>, _ old: [UInt8], _ new: ArraySlice<UInt8>) -> ByteEdit {
    let most = min(range.count, new.count)
    var start = 0
    while start < most, old[range.lowerBound + start] == new[new.startIndex + start] { start += 1 }
    while start > 0, !isStart(range.lowerBound + start, old) || !isStart(new.startIndex + start, new) { start -= 1 }
    var end = 0
    while end < most - start, old[range.upperBound - 1 - end] == new[new.endIndex - 1 - end] { end += 1 }
    while end > 0, !isStart(range.upperBound - end, old) || !isStart(new.endIndex - end, new) { end -= 1 }
    return ByteEdit(
      range.lowerBound + start..<range.upperBound - end, Array(new[(new.startIndex + start)..<(new.endIndex - end)]))
  }

  /// Whether a character starts at an offset, and no CRLF is cut there.
  private static func isStart<Bytes: RandomAccessCollection<UInt8>>(_ offset: Int, _ text: Bytes) -> Bool
  where Bytes.Index == Int {
    guard offset < text.endIndex else { return true }
    if text[offset] == UInt8(ascii: "\n"), offset > text.startIndex, text[offset - 1] == UInt8(ascii: "\r") {
      return false
    }
    return text[offset] & 0xC0 != 0x80
  }
}
