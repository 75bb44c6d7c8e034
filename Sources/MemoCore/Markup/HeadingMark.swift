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
