/// A selection that grows from a character or line, both ends included.
struct ViSelection: Equatable, Sendable {
  let isByLines: Bool
  /// Where it began.
  var anchor: LinePosition
  /// Where the cursor is.
  var head: LinePosition

  init(isByLines: Bool, anchor: LinePosition, head: LinePosition) {
    (self.isByLines, self.anchor, self.head) = (isByLines, anchor, head)
  }

  /// Selects a text object at the cursor; `nil` if there is none, or nothing in it.
  init?(of object: ViObject, in buffer: EditBuffer) {
    switch ViText(buffer: buffer).extent(of: object, at: buffer.cursor) {
    case .lines(let lines):
      self.init(
        isByLines: true, anchor: LinePosition(line: lines.lowerBound, offset: 0),
        head: LinePosition(line: lines.upperBound, offset: 0))
    case .characters(let range) where !range.isEmpty:
      self.init(isByLines: false, anchor: range.lowerBound, head: buffer.positionBefore(range.upperBound))
    case .characters, nil: return nil
    }
  }

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
