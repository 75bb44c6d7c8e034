/// Reads the text before the text of a line: quote marks, bullets, task boxes, a heading mark.
struct BlockMarks {
  /// The marks, and the parts of the line that they give a meaning; as bytes of the whole text.
  private(set) var spans: [MarkdownSpan] = []

  init(_ bytes: UnsafeRawBufferPointer, _ line: Range<Int>) {
    if MarkLine.isAlone(bytes, at: line.lowerBound) {
      spans = [MarkdownSpan(.rule, line)]
      return
    }
    var position = bytes.skippingBlanks(from: line.lowerBound)
    while let end = readMark(bytes, at: position, line) { position = bytes.skippingBlanks(from: end) }
    if bytes.headingMarkEnd(at: position, limit: line.upperBound) != nil {
      spans.append(MarkdownSpan(.heading, position..<line.upperBound))
    }
  }

  /// Reads one mark; returns where it ends.
  private mutating func readMark(_ bytes: UnsafeRawBufferPointer, at start: Int, _ line: Range<Int>) -> Int? {
    guard start < line.upperBound else { return nil }
    if bytes[start] == UInt8(ascii: ">") {
      if !spans.contains(where: { $0.kind == .quote }) { spans.append(MarkdownSpan(.quote, start..<line.upperBound)) }
      return start + 1
    }
    guard bytes.isListItem(at: start) else { return nil }
    let end = line[start...].first { bytes.isBlank(at: $0) } ?? line.upperBound
    spans.append(MarkdownSpan(.listMark, start..<end))
    return readTaskBox(bytes, at: bytes.skippingBlanks(from: end)) ?? end
  }

  private mutating func readTaskBox(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Int? {
    guard MarkLine.isTaskBox(bytes, at: start) else { return nil }
    spans.append(MarkdownSpan(.taskBox(isDone: bytes[start + 1] != UInt8(ascii: " ")), start..<start + 3))
    return start + 3
  }
}
