public import MemoCore

extension TextEditor {
  /// The first match that starts at or after a position, from the text's start again where none does; `nil` for none.
  public func match(of highlighter: SearchHighlighter, from position: LinePosition) -> Range<LinePosition>? {
    for line in position.line..<buffer.lines.count {
      let start = line == position.line ? position.offset : 0
      let matches = highlighter.ranges(in: buffer.lines[line].bytes, isTitle: line == styles.titleLine)
      if let match = matches.first(where: { $0.lowerBound >= start }) { return range(match, ofLine: line) }
    }
    return position == .start ? nil : match(of: highlighter, from: .start)
  }

  private func range(_ range: Range<Int>, ofLine line: Int) -> Range<LinePosition> {
    LinePosition(line: line, offset: range.lowerBound)..<LinePosition(line: line, offset: range.upperBound)
  }
}
