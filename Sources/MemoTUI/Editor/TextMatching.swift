public import MemoCore

/// Where a text matches a search.
extension TextEditor {
  /// To look up a line goes through the text before it, so many are looked up at once.
  private static let linesAtOnce = 512

  /// The first match at or after a position, continuing at the start; `nil` if there is none.
  public func match(of highlighter: SearchHighlighter, from position: LinePosition) -> Range<LinePosition>? {
    let count = buffer.lines.count
    for first in stride(from: position.line, to: count, by: Self.linesAtOnce) {
      for (line, text) in zip(first..., buffer.lines[first..<min(first + Self.linesAtOnce, count)]) {
        let start = line == position.line ? position.offset : 0
        let matches = highlighter.ranges(in: text.bytes, isTitle: line == styles.titleLine)
        if let match = matches.first(where: { $0.lowerBound >= start }) { return Range(match, ofLine: line) }
      }
    }
    return position == .start ? nil : match(of: highlighter, from: .start)
  }

  /// The last match before a position, continuing at the end; `nil` if there is none.
  public func match(of highlighter: SearchHighlighter, before position: LinePosition) -> Range<LinePosition>? {
    for line in (0...position.line).reversed() {
      let end = line == position.line ? position.offset : .max
      let matches = highlighter.ranges(in: buffer.lines[line].bytes, isTitle: line == styles.titleLine)
      if let match = matches.last(where: { $0.lowerBound < end }) { return Range(match, ofLine: line) }
    }
    return position == buffer.lines.end ? nil : match(of: highlighter, before: buffer.lines.end)
  }
}
