import MemoCore

/// An editable text: lines, cursor, selection and undo.
///
/// Bytes that are not edited are kept: line ends, byte order mark, invalid UTF-8, a missing last line end. The
/// cost of an edit depends on the lines it touches, not on the length of the text.
public struct EditBuffer: Sendable {
  /// The text.
  public private(set) var lines: EditedLines
  /// The cursor; always between characters.
  public private(set) var cursor = LinePosition.start
  /// The other end of the selection; `nil` if nothing is selected.
  public private(set) var anchor: LinePosition?
  /// Counts the changes of the text.
  public private(set) var revision = 0

  var history = EditHistory()
  /// Offsets in bytes that follow each change, by their names.
  private var marks: [String: Int] = [:]
  // The column that up and down keep.
  var wantedColumn: Int?
  private var change: LineChange?

  /// A text, with the cursor at its start.
  public init(_ bytes: [UInt8]) {
    lines = EditedLines(bytes)
  }

  /// The bytes of the file.
  public var bytes: [UInt8] { lines.bytes }

  /// The selected range; `nil` if nothing is selected.
  public var selection: Range<LinePosition>? {
    guard let anchor, anchor != cursor else { return nil }
    return min(anchor, cursor)..<max(anchor, cursor)
  }

  /// The selected bytes.
  public var selectedBytes: [UInt8] { selection.map { lines.bytes(in: $0) } ?? [] }

  /// The lines that changed since the last call; `nil` if none did.
  public mutating func takeChange() -> LineChange? {
    defer { change = nil }
    return change
  }
}

/// The parts of edits and moves.
extension EditBuffer {
  /// Sets cursor and anchor, between characters.
  mutating func place(_ position: LinePosition, anchor: LinePosition?) {
    cursor = snapped(position)
    self.anchor = anchor.map(snapped)
    wantedColumn = nil
  }

  /// Replaces bytes, puts the cursor behind them, and records the edit for undo.
  ///
  /// - Parameter position: where to put the cursor instead, in the new text.
  mutating func replace(
    _ range: Range<LinePosition>, with bytes: [UInt8], as kind: EditHistory.Kind, cursor position: LinePosition? = nil
  ) {
    let before = place
    let offset = lines.offset(of: range.lowerBound)
    let edit = TextEdit(offset: offset, removed: lines.bytes(in: range), inserted: bytes)
    guard !edit.removed.isEmpty || !bytes.isEmpty else { return }
    apply(edit)
    place(position ?? lines.position(at: offset + bytes.count), anchor: nil)
    history.note(edit, kind, from: before, to: place)
  }

  /// Makes an edit without recording it.
  mutating func apply(_ edit: TextEdit) {
    let next = lines.replace(edit.offset..<edit.offset + edit.removed.count, with: edit.inserted)
    revision += 1
    if !marks.isEmpty { marks = marks.mapValues { EditHistory.Place(cursor: $0, anchor: nil).moved(by: edit).cursor } }
    guard change != nil else {
      change = next
      return
    }
    change?.add(next)
  }

  /// Adopts the presence of a byte order mark.
  mutating func adoptByteOrderMark(of other: EditedLines) {
    guard lines.hasByteOrderMark != other.hasByteOrderMark else { return }
    lines.hasByteOrderMark = other.hasByteOrderMark
    revision += 1
  }

  /// Gives the cursor's place a name.
  mutating func setMark(_ name: String) {
    marks[name] = lines.offset(of: cursor)
  }

  /// The place with a name; `nil` if there is none.
  func mark(_ name: String) -> LinePosition? { marks[name].map { snapped(lines.position(at: $0)) } }

  /// The offsets of cursor and anchor in bytes.
  var place: EditHistory.Place {
    EditHistory.Place(cursor: lines.offset(of: cursor), anchor: anchor.map { lines.offset(of: $0) })
  }

  /// Restores cursor and anchor.
  mutating func restore(_ place: EditHistory.Place) {
    self.place(lines.position(at: place.cursor), anchor: place.anchor.map { lines.position(at: $0) })
  }

  /// The nearest position that the text has.
  func snapped(_ position: LinePosition) -> LinePosition {
    let line = min(max(0, position.line), lines.count - 1)
    return LinePosition(line: line, offset: lines[line].boundary(atOrAfter: position.offset))
  }
}

extension EditBuffer {
  /// Types a text over the selection. A word is a step of undo.
  public mutating func insert(_ text: String) {
    guard !text.isEmpty else { return }
    // A step ends where a word starts, and where a selection is replaced.
    if selection != nil || startsWord(text) { history.close() }
    replace(selection ?? cursor..<cursor, with: Array(text.utf8), as: .typing)
  }

  /// Breaks the line, with the line end of this text.
  public mutating func insertLineBreak() {
    history.close()
    replaceSelection(with: nearbyLineBreak.bytes)
    history.close()
  }

  /// Pastes a text over the selection, with the line ends of this text.
  public mutating func paste(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    let lines = TextLine.lines(of: bytes)
    let lineBreak = nearbyLineBreak.bytes
    replaceSelection(with: Array(lines.map(\.bytes).joined(separator: lineBreak)))
    history.close()
  }

  /// Deletes the selection, else the character before the cursor; at the start of a line, the line break.
  public mutating func deleteBackward() {
    delete { $0.positionBefore($0.cursor) }
  }

  /// Deletes the selection, else the character at the cursor; at the end of a line, the line break.
  public mutating func deleteForward() {
    delete { $0.positionAfter($0.cursor) }
  }

  /// Deletes the selection, else to the start of the word before the cursor.
  public mutating func deleteWordBackward() {
    delete { $0.wordStart(before: $0.cursor) }
  }

  /// Deletes the selection, else to the end of the word after the cursor.
  public mutating func deleteWordForward() {
    delete { $0.wordEnd(after: $0.cursor) }
  }

  /// Deletes the selection, else to the start of the line.
  public mutating func deleteToLineStart() {
    delete { LinePosition(line: $0.cursor.line, offset: 0) }
  }

  /// Deletes the selection, else to the end of the line; there, the line break.
  public mutating func deleteToLineEnd() {
    delete {
      $0.cursor == $0.lines.lineEnd($0.cursor.line) ? $0.positionAfter($0.cursor) : $0.lines.lineEnd($0.cursor.line)
    }
  }

  /// Deletes the selection and returns it.
  public mutating func cut() -> [UInt8] {
    let bytes = selectedBytes
    if selection != nil { replaceSelection(with: []) }
    return bytes
  }

  /// Replaces the selection as a step of undo.
  mutating func replaceSelectionAsStep(with bytes: [UInt8]) {
    replaceSelection(with: bytes)
    history.close()
  }

  private mutating func replaceSelection(with bytes: [UInt8]) {
    history.close()
    replace(selection ?? cursor..<cursor, with: bytes, as: .other)
  }

  /// Replaces whole lines as a step of undo; each keeps its line break.
  ///
  /// - Parameter position: where to put the cursor; `nil` for behind them.
  mutating func replaceLines(_ range: Range<Int>, with new: [[UInt8]], cursor position: LinePosition? = nil) {
    let breaks: [[UInt8]] = lines[range].dropLast().map(\.lineBreak.bytes) + [[]]
    history.close()
    replace(lines.range(ofLines: range), with: zip(new, breaks).flatMap { $0 + $1 }, as: .other, cursor: position)
    history.close()
  }

  private mutating func delete(to target: (EditBuffer) -> LinePosition) {
    guard selection == nil else { return replaceSelection(with: []) }
    let end = target(self)
    replace(min(end, cursor)..<max(end, cursor), with: [], as: .deleting)
  }

  private func startsWord(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, !first.properties.isWhitespace else { return false }
    return lines[cursor.line].bytes[..<cursor.offset].last?.isBlank == true
  }

  /// The line end for a break at the cursor: that of this line, or of the one above.
  var nearbyLineBreak: LineBreak {
    let start = selection?.lowerBound ?? cursor
    let (line, above) = (lines[start.line], start.line > 0 ? lines[start.line - 1].lineBreak : .none)
    // A LF after the CR of the line above would join it to one line break.
    if start.offset == 0, !line.bytes.isEmpty, above != .none { return above }
    if line.lineBreak != .none { return line.lineBreak }
    return above == .none ? .lineFeed : above
  }
}

/// A move of the cursor that does not depend on the width of the window.
public enum CursorMove: Sendable {
  /// One character.
  case left, right
  /// To the start or end of a word.
  case wordLeft, wordRight
  /// Within the line of the file.
  case lineStart, lineEnd
  /// To the blank line above or below the paragraph.
  case paragraphStart, paragraphEnd
  /// Within the text.
  case textStart, textEnd
}

extension EditBuffer {
  /// Moves the cursor, and selects the text between or removes the selection.
  public mutating func move(_ move: CursorMove, selecting: Bool = false) {
    // Without Shift, an arrow leaves a selection at its own end.
    if !selecting, let selection {
      if case .left = move { return self.move(to: selection.lowerBound) }
      if case .right = move { return self.move(to: selection.upperBound) }
    }
    self.move(to: target(of: move), selecting: selecting)
  }

  /// Moves the cursor to a position, such as one that was clicked.
  public mutating func move(to position: LinePosition, selecting: Bool = false) {
    history.close()
    place(position, anchor: selecting ? anchor ?? cursor : nil)
  }

  /// Moves behind the character at the cursor, but not to the next line.
  mutating func moveBehindCharacter() {
    if cursor != lines.lineEnd(cursor.line) { move(.right) }
  }

  /// Moves to the first character of the line that is not a blank.
  mutating func moveToLineText() {
    let blanks = lines[cursor.line].bytes.prefix(while: \.isBlank)
    move(to: LinePosition(line: cursor.line, offset: blanks.count))
  }

  /// Selects the whole text.
  public mutating func selectAll() {
    history.close()
    place(lines.end, anchor: .start)
  }

  /// Selects a range, with the cursor at its end.
  public mutating func select(_ range: Range<LinePosition>) {
    history.close()
    place(range.upperBound, anchor: range.lowerBound)
  }

  /// Selects the word at the cursor, else the character there.
  mutating func selectWord() {
    let (line, place) = (lines[cursor.line], cursor)
    let character = place.offset..<(line.boundary(after: place.offset) ?? place.offset)
    let word = line.words.first { $0.contains(place.offset) } ?? character
    if !word.isEmpty { select(Range(word, ofLine: place.line)) }
  }

  /// Selects the line of the cursor with its line break.
  mutating func selectLine() {
    let next = LinePosition(line: cursor.line + 1, offset: 0)
    select(LinePosition(line: cursor.line, offset: 0)..<(next.line < lines.count ? next : lines.end))
  }

  /// Removes the selection.
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

  /// The blank line above the paragraph of a position; the text's start if there is none.
  private func paragraphStart(before position: LinePosition) -> LinePosition {
    let above = (0...position.line).reversed()
    let paragraph = above.drop(while: isBlank)
    return paragraph.first(where: isBlank).map { LinePosition(line: $0, offset: 0) } ?? .start
  }

  /// The blank line below the paragraph of a position; the text's end if there is none.
  private func paragraphEnd(after position: LinePosition) -> LinePosition {
    let paragraph = (position.line..<lines.count).drop(while: isBlank)
    return paragraph.first(where: isBlank).map { LinePosition(line: $0, offset: 0) } ?? lines.end
  }

  private func isBlank(_ line: Int) -> Bool { lines[line].bytes.allSatisfy(\.isBlank) }

  /// The start of the word before a position; else the start of the line, or the end of the line above.
  func wordStart(before position: LinePosition) -> LinePosition {
    if position.offset == 0 { return positionBefore(position) }
    return LinePosition(line: position.line, offset: lines[position.line].wordStart(before: position.offset) ?? 0)
  }

  /// The end of the word after a position; else the end of the line, or the start of the line below.
  func wordEnd(after position: LinePosition) -> LinePosition {
    let end = lines.lineEnd(position.line)
    if position == end { return positionAfter(position) }
    return LinePosition(
      line: position.line, offset: lines[position.line].wordEnd(after: position.offset) ?? end.offset)
  }
}

extension EditBuffer {
  /// Ends a step of undo, for instance after a pause.
  public mutating func endStep() {
    history.close()
  }

  /// Undoes the last step, and restores the cursor.
  public mutating func undo() {
    guard let step = history.undo() else { return }
    for edit in step.edits.reversed() { apply(edit.inverse) }
    restore(step.before)
  }

  /// Takes back the steps behind the first so many, which cannot be redone.
  mutating func takeBack(after count: Int) {
    while history.undoable.count > count { undo() }
    history.forgetUndone()
  }

  /// Redoes the step that was undone last.
  public mutating func redo() {
    guard let step = history.redo() else { return }
    for edit in step.edits { apply(edit) }
    restore(step.after)
  }
}
