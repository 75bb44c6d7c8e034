import MemoCore
import MemoWords

/// Changes with the keys of vi that take no motion, and the folds.
enum ViChanging {
  // Further in than a window is wide.
  private static let mostSteps = 100

  /// Replaces so many characters by a text of one; the cursor is on the last of them.
  static func replace(_ count: Int, with text: String, _ state: inout BrowserState) -> [BrowserEffect] {
    guard let range = characters(count, state), let buffer = state.pane?.editor.buffer else {
      return ViReading.report(ViMessages.nothingToChange, &state)
    }
    if text.utf8.elementsEqual("\n".utf8) {
      return change(range, to: buffer.nearbyLineBreak.bytes, cursor: nil, &state)
    }
    let new = [UInt8](repeatElement(Array(text.utf8), count: count).joined())
    let last = LinePosition(line: range.lowerBound.line, offset: range.lowerBound.offset + new.count - text.utf8.count)
    return change(range, to: new, cursor: last, &state)
  }

  /// Turns small letters into capitals and the other way round, and moves behind them.
  static func changeCase(_ count: Int, _ state: inout BrowserState) -> [BrowserEffect] {
    guard let buffer = state.pane?.editor.buffer else { return [] }
    let end = ViText(buffer: buffer).target(of: .right, count, from: buffer.cursor)
    guard end > buffer.cursor else { return ViReading.report(ViMessages.nothingToChange, &state) }
    let old = buffer.lines.bytes(in: buffer.cursor..<end)
    // Bytes that are no text stay as they are.
    guard let text = String(validating: old, as: UTF8.self) else {
      return ViReading.report(ViMessages.nothingToChange, &state)
    }
    let new = text.unicodeScalars.map(ViLetterCase.other.applied).joined()
    let cursor = LinePosition(line: end.line, offset: buffer.cursor.offset + new.utf8.count)
    return change(buffer.cursor..<end, to: Array(new.utf8), cursor: cursor, &state)
  }

  /// Gives the letters of what an operator takes another case; the cursor goes to the start of that, in lines to the first.
  static func recase(
    _ extent: ViText.Extent, to letterCase: ViLetterCase, _ state: inout BrowserState
  ) -> [BrowserEffect] {
    guard let buffer = state.pane?.editor.buffer else { return [] }
    switch extent {
    case .characters(let range): return recase(range, to: letterCase, &state)
    case .lines(let lines):
      let (line, cursor) = (lines.lowerBound, buffer.cursor)
      let effects = recase(buffer.lines.range(ofLines: Range(lines)), to: letterCase, &state)
      let place = cursor.line == line ? cursor : ViText(buffer: buffer).lineText(line)
      if !effects.isEmpty { state.pane?.edit { $0.edit { $0.move(to: $0.snapped(place)) } } }
      return effects
    }
  }

  /// Gives the letters of a range another case; the cursor is at its start.
  static func recase(
    _ range: Range<LinePosition>?, to letterCase: ViLetterCase, _ state: inout BrowserState
  ) -> [BrowserEffect] {
    guard let range, let old = state.pane?.editor.buffer.lines.bytes(in: range),
      let text = String(validating: old, as: UTF8.self)
    else { return ViReading.report(ViMessages.nothingToChange, &state) }
    let new = Array(text.unicodeScalars.map(letterCase.applied).joined().utf8)
    guard new != old else { return ViReading.report(ViMessages.nothingToChange, &state) }
    return change(range, to: new, cursor: range.lowerBound, &state)
  }

  /// Replaces each character of a range by a text, but no line break; the cursor is at its start.
  static func replaceEach(
    in range: Range<LinePosition>?, by text: String, _ state: inout BrowserState
  ) -> [BrowserEffect] {
    guard let range, let buffer = state.pane?.editor.buffer else {
      return ViReading.report(ViMessages.nothingToChange, &state)
    }
    let new = text.utf8.elementsEqual("\n".utf8) ? buffer.nearbyLineBreak.bytes : Array(text.utf8)
    let lines = TextLine.lines(of: buffer.lines.bytes(in: range)).map { line in
      line.characters().flatMap { _ in new } + line.lineBreak.bytes
    }
    return change(range, to: Array(lines.joined()), cursor: range.lowerBound, &state)
  }

  /// Joins so many lines, by a blank each or as they are; the cursor is where the last one begins.
  static func joinLines(_ count: Int, hasBlanks: Bool, _ state: inout BrowserState) -> [BrowserEffect] {
    guard let buffer = state.pane?.editor.buffer else { return [] }
    let line = buffer.cursor.line
    let joins = min(count - 1, ViText(buffer: buffer).lastLine - line)
    guard joins > 0 else { return ViReading.report(ViMessages.noLineBelow, &state) }
    return ViReading.change(&state) { editor in
      let steps = editor.buffer.history.undoable.count
      for _ in 0..<joins { editor.edit { join(line, hasBlanks: hasBlanks, in: &$0) } }
      editor.edit { $0.history.join(after: steps) }
    }
  }

  private static func join(_ line: Int, hasBlanks: Bool, in buffer: inout EditBuffer) {
    guard hasBlanks else {
      let end = buffer.lines.lineEnd(line)
      buffer.endStep()
      return buffer.replace(end..<LinePosition(line: line + 1, offset: 0), with: [], as: .other, cursor: end)
    }
    let (end, next) = (buffer.lines.lineEnd(line), buffer.lines[line + 1].bytes)
    let text = ViText(buffer: buffer).lineText(line + 1)
    let hasGap = buffer.lines[line].bytes.last?.isBlank ?? true
    let isClosed = text.offset == next.count || next[text.offset] == UInt8(ascii: ")")
    buffer.endStep()
    buffer.replace(end..<text, with: hasGap || isClosed ? [] : [UInt8(ascii: " ")], as: .other, cursor: end)
  }

  /// Indents lines, or takes steps of indentation away.
  static func indent(
    _ extent: ViText.Extent, isOut: Bool, steps: Int = 1, _ state: inout BrowserState
  ) -> [BrowserEffect] {
    let lines =
      switch extent {
      case .lines(let lines): lines
      case .characters(let range): range.lowerBound.line...range.upperBound.line
      }
    let effects = ViReading.change(&state) { editor in
      let count = editor.buffer.history.undoable.count
      for _ in 0..<min(steps, mostSteps) { editor.edit { isOut ? $0.outdent(Range(lines)) : $0.indent(Range(lines)) } }
      editor.edit { $0.history.join(after: count) }
      let start = ViText(buffer: editor.buffer).lineText(lines.lowerBound)
      editor.edit { $0.place(start, anchor: nil) }
    }
    return effects.isEmpty ? ViReading.report(ViMessages.nothingToChange, &state) : effects
  }

  /// Opens or folds the section that the cursor is in.
  static func fold(_ fold: ViKeys.Fold, _ state: inout BrowserState) {
    state.pane?.hasCursor = true
    guard state.pane?.edit({ $0.fold(fold) }) == true else {
      state.message = BrowserMessages.noFold[state.language]
      return
    }
    if let pane = state.pane, let path = pane.path { state.folds.set(pane.editor.foldedHeadings, of: path) }
  }

  /// The next so many characters of the line; `nil` if there are fewer.
  private static func characters(_ count: Int, _ state: BrowserState) -> Range<LinePosition>? {
    guard let buffer = state.pane?.editor.buffer else { return nil }
    let text = ViText(buffer: buffer)
    let last = text.target(of: .right, count - 1, from: buffer.cursor)
    let end = text.target(of: .right, count, from: buffer.cursor)
    return last < end ? buffer.cursor..<end : nil
  }

  private static func change(
    _ range: Range<LinePosition>, to bytes: [UInt8], cursor: LinePosition?, _ state: inout BrowserState
  ) -> [BrowserEffect] {
    ViReading.change(&state) { editor in
      editor.edit { buffer in
        buffer.endStep()
        buffer.replace(range, with: bytes, as: .other, cursor: cursor)
        buffer.endStep()
      }
    }
  }
}

extension TextEditor {
  /// Opens or folds a section of the cursor's line, the innermost that is not so yet; in the front matter, that. Returns
  /// whether there is one.
  mutating func fold(_ fold: ViKeys.Fold) -> Bool {
    let line = buffer.cursor.line
    guard line >= styles.frontLines else { return fold == .open ? false : toggleFold() }
    let isFolded = layout.hidden.range(holding: line + 1) != nil && styles.headingLevel(ofLine: line) != nil
    if isFolded { return fold == .close ? foldOuter(than: line) : toggleFold() }
    return fold == .open ? false : foldOuter(than: line + 1)
  }

  /// Folds the innermost open section that begins before a line and holds the cursor, which goes to its heading.
  private mutating func foldOuter(than line: Int) -> Bool {
    var level = Int.max
    for heading in styles.headings.reversed() where heading.line < line && heading.level < level {
      level = heading.level
      let cursor = buffer.cursor
      edit { $0.move(to: LinePosition(line: heading.line, offset: 0)) }
      let isNew = layout.hidden.range(holding: heading.line + 1) == nil
      if isNew, toggleFold() { return true }
      edit { $0.move(to: cursor) }
    }
    return false
  }
}

extension MemoPane {
  /// The line at a place in the window; with a count that many from its top or bottom.
  func line(at place: ViKeys.Scroll, _ count: Int, rows: Int) -> Int {
    let last = min(top + max(1, rows), editor.layout.rowCount) - 1
    let row = place == .top ? top : place == .bottom ? last : (top + last) / 2
    let (first, line, end) = (lineOfRow(top), lineOfRow(row), lineOfRow(last))
    switch place {
    case .top: return min(line + count - 1, end)
    case .middle: return line
    case .bottom: return max(line - count + 1, first)
    }
  }

  /// The line of a row; that behind the last line break is none.
  private func lineOfRow(_ row: Int) -> Int {
    min(editor.layout.row(row, in: editor.buffer.lines).line, ViText(buffer: editor.buffer).lastLine)
  }

  /// Scrolls so that the row of the cursor is at a place in the window; the last page stays full.
  mutating func scrollCursor(to place: ViKeys.Scroll, rows: Int) {
    let distance =
      switch place {
      case .top: 0
      case .middle: rows / 2
      case .bottom: rows - 1
      }
    scroll(by: editor.cursorCell.row - distance - top, rows: rows)
  }
}
