/// Finds the spans of lines that belong together: a line of text and those that continue it.
///
/// Links, tags and code spans are those that `InlineScanner` meets, so that nothing is shown as a link that is none.
public enum MarkdownParagraph {
  /// The spans of each line. The lines come without line breaks.
  public static func spans(of lines: [[UInt8]]) -> [[MarkdownSpan]] {
    let text = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    return text.withUnsafeBytes { bytes in
      var start = 0
      let ranges = lines.map { line in
        defer { start += line.count + 1 }
        return start..<start + line.count
      }
      let marks = ranges.map { BlockMarks(bytes, $0).spans }
      let inline = InlineSpans(bytes, lines: ranges, headings: marks.map(\.isHeading)).spans
      return zip(ranges, marks).map { range, marks in
        (marks + inline.filter { $0.range.overlaps(range) }).map { $0.cut(to: range) }
      }
    }
  }
}

extension [MarkdownSpan] {
  fileprivate var isHeading: Bool { contains { $0.kind == .heading || $0.kind == .rule } }
}

extension MarkdownSpan {
  /// The part that is in a line, counted from the line's start.
  fileprivate func cut(to line: Range<Int>) -> MarkdownSpan {
    let part = range.clamped(to: line)
    return MarkdownSpan(kind, part.lowerBound - line.lowerBound..<part.upperBound - line.lowerBound)
  }
}
