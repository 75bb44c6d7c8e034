public import MemoCore

extension TextEditor {
  /// The rows of a range as runs of one style each; none for rows past the end.
  ///
  /// - Parameters:
  ///   - highlighter: what shows the matches of a search.
  ///   - broken: the links that lead nowhere.
  public func rows(
    _ range: Range<Int>, highlighting highlighter: SearchHighlighter? = nil, broken: Set<MemoLink> = []
  ) -> [[StyledRun]] {
    let rows = range.clamped(to: 0..<layout.rowCount).map { layout.row($0, in: buffer.lines) }
    guard let first = rows.first?.line, let last = rows.last?.line else { return [] }
    let painters = zip(first..., styles.spans(ofLines: first..<last + 1, in: buffer.lines)).map { line, spans in
      painter(ofLine: line, spans, highlighter, broken)
    }
    return rows.map { row in painters[row.line - first].runs(of: buffer.lines[row.line], in: row.range) }
  }

  /// The link at the cursor; `nil` for none.
  public var linkAtCursor: MarkdownSpan.Kind? {
    let line = buffer.cursor.line
    let spans = styles.spans(ofLines: line..<line + 1, in: buffer.lines).joined()
    return spans.first { span in
      switch span.kind {
      case .link, .address: span.range.contains(buffer.cursor.offset)
      default: false
      }
    }?.kind
  }

  private func painter(
    ofLine line: Int, _ spans: [MarkdownSpan], _ highlighter: SearchHighlighter?, _ broken: Set<MemoLink>
  ) -> RowPainter {
    let isTitle = line == styles.titleLine
    return RowPainter(
      block: styles.block(ofLine: line), spans: spans,
      matches: highlighter?.ranges(in: buffer.lines[line].bytes, isTitle: isTitle) ?? [],
      selected: selectedBytes(ofLine: line), broken: broken)
  }

  private func selectedBytes(ofLine line: Int) -> Range<Int> {
    guard let selection = buffer.selection, (selection.lowerBound.line...selection.upperBound.line).contains(line)
    else { return 0..<0 }
    let start = selection.lowerBound.line == line ? selection.lowerBound.offset : 0
    return start..<(selection.upperBound.line == line ? selection.upperBound.offset : .max)
  }
}
