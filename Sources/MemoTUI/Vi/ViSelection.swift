/// What is done to selected text.
enum ViSelectedChange: Equatable, Sendable {
  case apply(ViKeys.Operator)
  /// Put what was copied in its place; what was there can be pasted then, or what was copied again.
  case paste(keepsRegister: Bool)
  case recase(ViLetterCase)
  /// Replace each character.
  case replace(String)
  case joinLines(hasBlanks: Bool)
  /// Indent the lines by so many steps, or take these away.
  case indent(isOut: Bool, steps: Int)
}

/// The case that letters get.
enum ViLetterCase: Sendable {
  case lower, upper, other

  func applied(to scalar: Unicode.Scalar) -> String {
    let isUpper = self == .other ? scalar.properties.isLowercase : self == .upper
    let other = isUpper ? scalar.properties.uppercaseMapping : scalar.properties.lowercaseMapping
    // A capital of two letters would change the number of characters.
    return other.unicodeScalars.count == 1 ? other : String(scalar)
  }
}

/// How much is selected, so that as much can be changed elsewhere.
struct ViSelectionSize: Equatable, Sendable {
  fileprivate let isByLines: Bool
  fileprivate let lines: Int
  /// Characters of the last line.
  fileprivate let characters: Int
  /// Whether it reaches to the end of the last line, however long that is.
  fileprivate let isToLineEnd: Bool
}

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

  /// What a buffer selects; `nil` if nothing.
  init?(selectedIn buffer: EditBuffer, isByLines: Bool) {
    guard let range = buffer.selection else { return nil }
    let (first, last) = (range.lowerBound, buffer.positionBefore(range.upperBound))
    let isForward = buffer.cursor == range.upperBound
    self.init(isByLines: isByLines, anchor: isForward ? first : last, head: isForward ? last : first)
  }

  /// Selects a text object at the cursor, or so many; `nil` if there is none, or nothing in it.
  init?(of object: ViObject, _ count: Int, in buffer: EditBuffer) {
    switch ViText(buffer: buffer).extent(of: object, count, at: buffer.cursor) {
    case .lines(let lines):
      self.init(
        isByLines: true, anchor: LinePosition(line: lines.lowerBound, offset: 0),
        head: LinePosition(line: lines.upperBound, offset: 0))
    case .characters(let range) where !range.isEmpty:
      self.init(isByLines: false, anchor: range.lowerBound, head: buffer.positionBefore(range.upperBound))
    case .characters, nil: return nil
    }
  }

  /// Selects a text object at the cursor; what holds several characters or lines already grows by it, as in `vawaw`. `nil` if
  /// there is none.
  func taking(_ object: ViObject, _ count: Int, in buffer: EditBuffer) -> ViSelection? {
    let found = ViSelection(of: object, count, in: buffer)
    switch object.kind {
    case .quoted: return found
    case .bracketed: return found == self ? ViSelection(of: object, count + 1, in: buffer) : found
    case .word, .paragraph: break
    }
    let isParagraph = object.kind == .paragraph
    guard isParagraph ? head.line > anchor.line : head > anchor else { return found }
    let text = ViText(buffer: buffer)
    var next = isParagraph ? buffer.lines.lineEnd(head.line) : text.behind(head)
    if next == buffer.lines.lineEnd(head.line) {
      guard next.line < text.lastLine else { return nil }
      next = LinePosition(line: next.line + 1, offset: 0)
    }
    var moved = buffer
    moved.place(next, anchor: nil)
    guard let grown = ViSelection(of: object, count, in: moved) else { return nil }
    return ViSelection(isByLines: isParagraph || isByLines, anchor: anchor, head: grown.head)
  }

  /// Selects as much from the cursor on, as far as there is text.
  init(_ size: ViSelectionSize, in buffer: EditBuffer) {
    let (cursor, text) = (buffer.cursor, ViText(buffer: buffer))
    let last = min(cursor.line + size.lines - 1, max(cursor.line, text.lastLine))
    let start = size.lines == 1 ? cursor : LinePosition(line: last, offset: 0)
    guard !size.isToLineEnd else {
      self.init(isByLines: size.isByLines, anchor: cursor, head: buffer.lines.lineEnd(last))
      return
    }
    let end = text.target(of: .right, size.characters - 1, from: start)
    let isBehind = end.offset > start.offset && end == buffer.lines.lineEnd(last)
    self.init(
      isByLines: size.isByLines, anchor: cursor,
      head: isBehind ? text.target(of: .left, 1, from: end) : end)
  }

  /// The same in a text that may have changed.
  func clamped(to buffer: EditBuffer) -> ViSelection {
    let last = ViText(buffer: buffer).lastLine
    let ends = [anchor, head].map { end in
      let line = min(end.line, last)
      return LinePosition(line: line, offset: buffer.lines[line].boundary(atOrAfter: end.offset))
    }
    return ViSelection(isByLines: isByLines, anchor: ends[0], head: ends[1])
  }

  /// How much is selected.
  func size(in buffer: EditBuffer) -> ViSelectionSize {
    let (first, last) = (min(anchor, head), max(anchor, head))
    let start = first.line == last.line ? first.offset : 0
    let characters = buffer.lines[last.line].characters(from: start).prefix { $0.range.lowerBound <= last.offset }
    let isToLineEnd = last.offset > 0 && last == buffer.lines.lineEnd(last.line)
    return ViSelectionSize(
      isByLines: isByLines, lines: lines.count, characters: max(1, characters.count), isToLineEnd: isToLineEnd)
  }

  /// The same, of whole lines.
  var byLines: ViSelection { ViSelection(isByLines: true, anchor: anchor, head: head) }

  /// The selected lines.
  var lines: ClosedRange<Int> { min(anchor, head).line...max(anchor, head).line }

  /// The position behind the last selected character. Behind the text of a line that is its line break, as in vi: on an empty
  /// line and after `$`.
  private func end(in text: ViText) -> LinePosition {
    let last = max(anchor, head)
    let isLineBreak = last == text.lines.lineEnd(last.line) && last.line < text.lastLine
    return isLineBreak ? LinePosition(line: last.line + 1, offset: 0) : text.behind(last)
  }

  /// Selects it in a text. The buffer's cursor is at the end that moves, so that it stays in view.
  ///
  /// - Parameter lines: the selected lines, with those that are folded below them.
  func show(in buffer: inout EditBuffer, lines: ClosedRange<Int>) {
    let end = lines.upperBound + 1 < buffer.lines.count ? LinePosition(line: lines.upperBound + 1, offset: 0) : nil
    let range =
      isByLines
      ? LinePosition(line: lines.lowerBound, offset: 0)..<(end ?? buffer.lines.end)
      : min(anchor, head)..<self.end(in: ViText(buffer: buffer))
    let wanted = buffer.wantedColumn
    if head < anchor {
      buffer.place(range.lowerBound, anchor: range.upperBound)
    } else {
      buffer.place(range.upperBound, anchor: range.lowerBound)
    }
    buffer.wantedColumn = wanted
  }
}
