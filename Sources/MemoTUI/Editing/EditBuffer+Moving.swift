/// Where a key takes the cursor, whatever the width of the window.
public enum CursorMove: Sendable {
  /// One character.
  case left, right
  /// To where a word starts or ends.
  case wordLeft, wordRight
  /// Within the line as it is in the file.
  case lineStart, lineEnd
  /// To the blank line above or below the paragraph.
  case paragraphStart, paragraphEnd
  /// Within the text.
  case textStart, textEnd
}

extension EditBuffer {
  /// Moves the cursor; what lies between is selected with `selecting`, else nothing is afterwards.
  public mutating func move(_ move: CursorMove, selecting: Bool = false) {
    // Without Shift, an arrow leaves a selection at its own end.
    if !selecting, let selection {
      if case .left = move { return self.move(to: selection.lowerBound) }
      if case .right = move { return self.move(to: selection.upperBound) }
    }
    self.move(to: target(of: move), selecting: selecting)
  }

  /// Puts the cursor somewhere, for instance where the mouse was clicked.
  public mutating func move(to position: LinePosition, selecting: Bool = false) {
    history.close()
    place(position, anchor: selecting ? anchor ?? cursor : nil)
  }

  /// Selects the whole text.
  public mutating func selectAll() {
    history.close()
    place(lines.end, anchor: .start)
  }

  /// Selects a range, the cursor at its end.
  public mutating func select(_ range: Range<LinePosition>) {
    history.close()
    place(range.upperBound, anchor: range.lowerBound)
  }

  /// Selects nothing.
  public mutating func deselect() {
    place(cursor, anchor: nil)
  }

  private func target(of move: CursorMove) -> LinePosition {
    switch move {
    case .left: positionBefore(cursor)
    case .right: positionAfter(cursor)
    case .wordLeft: wordStart(before: cursor)
    case .wordRight: wordEnd(after: cursor)
    case .lineStart: LinePosition(line: cursor.line, offset: 0)
    case .lineEnd: lines.lineEnd(cursor.line)
    case .paragraphStart: paragraphStart(before: cursor)
    case .paragraphEnd: paragraphEnd(after: cursor)
    case .textStart: .start
    case .textEnd: lines.end
    }
  }

  func positionBefore(_ position: LinePosition) -> LinePosition {
    if let offset = lines[position.line].boundary(before: position.offset) {
      return LinePosition(line: position.line, offset: offset)
    }
    return position.line > 0 ? lines.lineEnd(position.line - 1) : position
  }

  func positionAfter(_ position: LinePosition) -> LinePosition {
    if let offset = lines[position.line].boundary(after: position.offset) {
      return LinePosition(line: position.line, offset: offset)
    }
    return position.line + 1 < lines.count ? LinePosition(line: position.line + 1, offset: 0) : position
  }

  /// The blank line above the paragraph that holds a position or is above it; the text's start where there is none.
  private func paragraphStart(before position: LinePosition) -> LinePosition {
    let above = (0...position.line).reversed()
    let paragraph = above.drop(while: isBlank)
    return paragraph.first(where: isBlank).map { LinePosition(line: $0, offset: 0) } ?? .start
  }

  /// The blank line below the paragraph that holds a position or is below it; the text's end where there is none.
  private func paragraphEnd(after position: LinePosition) -> LinePosition {
    let paragraph = (position.line..<lines.count).drop(while: isBlank)
    return paragraph.first(where: isBlank).map { LinePosition(line: $0, offset: 0) } ?? lines.end
  }

  private func isBlank(_ line: Int) -> Bool {
    lines[line].bytes.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  /// The start of the word before a position; that of the line where there is none, or the end of the line above.
  func wordStart(before position: LinePosition) -> LinePosition {
    if position.offset == 0 { return positionBefore(position) }
    return LinePosition(line: position.line, offset: lines[position.line].wordStart(before: position.offset) ?? 0)
  }

  /// The end of the word after a position; that of the line where there is none, or the start of the line below.
  func wordEnd(after position: LinePosition) -> LinePosition {
    let end = lines.lineEnd(position.line)
    if position == end { return positionAfter(position) }
    return LinePosition(
      line: position.line, offset: lines[position.line].wordEnd(after: position.offset) ?? end.offset)
  }
}
