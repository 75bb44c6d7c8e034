/// The marks that start Markdown's blocks.
extension UnsafeRawBufferPointer {
  /// Where the heading mark at `start` ends: one to six `#` that a blank, a line break or `limit` follows.
  func headingMarkEnd(at start: Int, limit: Int? = nil) -> Int? {
    let limit = limit ?? count
    let end = Swift.min(runEnd(of: UInt8(ascii: "#"), from: start), limit)
    guard (1...6).contains(end - start), end == limit || isBlank(at: end) || isLineEnd(at: end) else { return nil }
    return end
  }

  /// Whether the bullet of a list item is at `start`: `-`, `+` or `*` that a blank or the line's end follows.
  func isBullet(at start: Int) -> Bool {
    guard start < count, isBlank(at: start + 1) || isLineEnd(at: start + 1) else { return false }
    return self[start] == UInt8(ascii: "-") || self[start] == UInt8(ascii: "+") || self[start] == UInt8(ascii: "*")
  }

  /// Whether the line that starts at `start` ends the paragraph before it: blank, a heading, a list item, a fence.
  func endsParagraph(at start: Int) -> Bool {
    let first = skippingBlanks(from: start)
    if isLineEnd(at: first) || isListItem(at: first) { return true }
    return headingMarkEnd(at: first) != nil || CodeFence(self, at: start) != nil
  }

  /// Whether an item of a list starts at `start`: a bullet, or a number with `.` or `)`.
  func isListItem(at start: Int) -> Bool {
    isBullet(at: start) || isNumber(at: start)
  }

  private func isNumber(at start: Int) -> Bool {
    var end = start
    while end < count, end - start < 9, self[end] &- UInt8(ascii: "0") < 10 { end += 1 }
    guard end > start, end < count else { return false }
    return (self[end] == UInt8(ascii: ".") || self[end] == UInt8(ascii: ")")) && isBlank(at: end + 1)
  }
}
