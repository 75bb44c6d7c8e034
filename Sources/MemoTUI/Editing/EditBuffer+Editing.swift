import MemoCore

extension EditBuffer {
  /// Types a text in the place of what is selected. A word is a step of undo.
  public mutating func insert(_ text: String) {
    guard !text.isEmpty else { return }
    // A step ends where a word starts, and where something selected goes.
    if selection != nil || startsWord(text) { history.close() }
    replace(selection ?? cursor..<cursor, with: Array(text.utf8), as: .typing)
  }

  /// Ends the line, as lines of this text end.
  public mutating func insertLineBreak() {
    history.close()
    replaceSelection(with: nearbyLineBreak.bytes)
    history.close()
  }

  /// Puts text in the place of what is selected: its line ends, CR among them, become those of this text.
  public mutating func paste(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    let lines = TextLine.lines(of: bytes)
    let lineBreak = nearbyLineBreak.bytes
    replaceSelection(with: Array(lines.map(\.bytes).joined(separator: lineBreak)))
    history.close()
  }

  /// Removes what is selected, else the character before the cursor; at a line's start, the line break.
  public mutating func deleteBackward() {
    delete { $0.positionBefore($0.cursor) }
  }

  /// Removes what is selected, else the character at the cursor; at a line's end, the line break.
  public mutating func deleteForward() {
    delete { $0.positionAfter($0.cursor) }
  }

  /// Removes what is selected, else up to the start of the word before the cursor.
  public mutating func deleteWordBackward() {
    delete { $0.wordStart(before: $0.cursor) }
  }

  /// Removes what is selected, else up to the end of the word after the cursor.
  public mutating func deleteWordForward() {
    delete { $0.wordEnd(after: $0.cursor) }
  }

  /// Removes what is selected, else up to the line's start.
  public mutating func deleteToLineStart() {
    delete { LinePosition(line: $0.cursor.line, offset: 0) }
  }

  /// Removes what is selected, else up to the line's end; at the line's end, the line break.
  public mutating func deleteToLineEnd() {
    delete {
      $0.cursor == $0.lines.lineEnd($0.cursor.line) ? $0.positionAfter($0.cursor) : $0.lines.lineEnd($0.cursor.line)
    }
  }

  /// Removes what is selected, and returns it.
  public mutating func cut() -> [UInt8] {
    let bytes = selectedBytes
    if selection != nil { replaceSelection(with: []) }
    return bytes
  }

  private mutating func replaceSelection(with bytes: [UInt8]) {
    history.close()
    replace(selection ?? cursor..<cursor, with: bytes, as: .other)
  }

  private mutating func delete(to target: (EditBuffer) -> LinePosition) {
    guard selection == nil else { return replaceSelection(with: []) }
    let end = target(self)
    replace(min(end, cursor)..<max(end, cursor), with: [], as: .deleting)
  }

  private func startsWord(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, !first.properties.isWhitespace else { return false }
    let before = lines[cursor.line].bytes[..<cursor.offset].last
    return before == UInt8(ascii: " ") || before == UInt8(ascii: "\t")
  }

  /// How a line ends that is broken at the cursor: as this one does, or the one above.
  private var nearbyLineBreak: LineBreak {
    let start = selection?.lowerBound ?? cursor
    let (line, above) = (lines[start.line], start.line > 0 ? lines[start.line - 1].lineBreak : .none)
    // A LF right behind the CR of the line above would make one line break with it.
    if start.offset == 0, !line.bytes.isEmpty, above != .none { return above }
    if line.lineBreak != .none { return line.lineBreak }
    return above == .none ? .lineFeed : above
  }
}
