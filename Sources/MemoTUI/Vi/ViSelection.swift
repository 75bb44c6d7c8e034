/// A selection that grows from a character or line, both ends included.
struct ViSelection: Equatable, Sendable {
  let isByLines: Bool
  /// Where it began.
  var anchor: LinePosition
  /// Where the cursor is.
  var head: LinePosition

  /// The selected lines.
  var lines: ClosedRange<Int> { min(anchor, head).line...max(anchor, head).line }

  /// Selects it in a text. The buffer's cursor is at the end that moves, so that it stays in view.
  func show(in buffer: inout EditBuffer) {
    let text = ViText(buffer: buffer)
    let last = max(anchor, head)
    let end = lines.upperBound + 1 < buffer.lines.count ? LinePosition(line: lines.upperBound + 1, offset: 0) : nil
    let range =
      isByLines
      ? LinePosition(line: lines.lowerBound, offset: 0)..<(end ?? buffer.lines.end)
      : min(anchor, head)..<text.behind(last)
    let wanted = buffer.wantedColumn
    if head < anchor {
      buffer.place(range.lowerBound, anchor: range.upperBound)
    } else {
      buffer.place(range.upperBound, anchor: range.lowerBound)
    }
    buffer.wantedColumn = wanted
  }
}
