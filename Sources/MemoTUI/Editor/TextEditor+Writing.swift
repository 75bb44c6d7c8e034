import MemoCore

/// What a key does to Markdown.
extension TextEditor {
  private static let linkStart = Array("[[".utf8)
  private static let linkEnd = Array("]]".utf8)

  /// Puts the cursor where the body starts: at the first line with text below the title, else at the end of the text.
  mutating func moveToBody() {
    let head = max(styles.titleLine.map { $0 + 1 } ?? 0, styles.frontLines)
    let lines = buffer.lines
    let blank = (head..<lines.count).prefix { line in
      lines[line].bytes.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }
    let line = head + blank.count
    let position = line < lines.count ? LinePosition(line: line, offset: 0) : lines.end
    edit { $0.move(to: position) }
  }

  /// Ends the line. Behind an item of a list the next one begins; where the item is empty, the list ends.
  mutating func breakLine() {
    let cursor = buffer.cursor
    let line = buffer.lines[cursor.line].bytes
    guard buffer.selection == nil, styles.block(ofLine: cursor.line) != .code, let item = ListItem(line),
      cursor.offset >= item.markLength
    else { return edit { $0.insertLineBreak() } }
    guard !item.isEmpty else { return edit { $0.deleteToLineStart() } }
    edit {
      $0.insertLineBreak()
      $0.insert(item.next)
    }
  }

  /// Indents what is selected, or the item of a list in which the cursor stands; else types a tab.
  mutating func indent() {
    let cursor = buffer.cursor
    let isSelected = buffer.selection != nil || styles.block(ofLine: cursor.line) == .code
    let item = isSelected ? nil : ListItem(buffer.lines[cursor.line].bytes)
    let isInItem = item.map { cursor.offset >= $0.markLength } ?? false
    edit { isInItem ? $0.indentLine() : $0.indent() }
  }

  /// The link in which the cursor stands and which is not closed yet: where its text begins, and the text.
  var typedLink: (start: LinePosition, text: String)? {
    let cursor = buffer.cursor
    guard buffer.selection == nil, styles.block(ofLine: cursor.line) != .code else { return nil }
    // A title has no more characters than this.
    let reach = buffer.lines[cursor.line].bytes[..<cursor.offset].suffix(800)
    guard let start = reach.lastRange(of: Self.linkStart)?.upperBound else { return nil }
    let text = reach[start...]
    let ends = [UInt8(ascii: "]"), UInt8(ascii: "|"), UInt8(ascii: "#")]
    guard !text.contains(where: { ends.contains($0) }) else { return nil }
    return (LinePosition(line: cursor.line, offset: start), String(decoding: text, as: UTF8.self))
  }

  /// Puts a target in the place of what was typed of a link, and closes it.
  mutating func finishLink(from start: LinePosition, with target: String) {
    let cursor = buffer.cursor
    let isClosed = buffer.lines[cursor.line].bytes[cursor.offset...].starts(with: Self.linkEnd)
    edit { buffer in
      buffer.select(start..<cursor)
      buffer.insert(target + (isClosed ? "" : "]]"))
      if isClosed { buffer.move(to: LinePosition(line: cursor.line, offset: buffer.cursor.offset + 2)) }
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func lastRange(of bytes: [UInt8]) -> Range<Int>? {
    guard count >= bytes.count else { return nil }
    for start in (startIndex...endIndex - bytes.count).reversed() where self[start...].starts(with: bytes) {
      return start..<start + bytes.count
    }
    return nil
  }
}
