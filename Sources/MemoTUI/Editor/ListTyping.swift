/// Keys at the markers of list items.
extension TextEditor {
  /// Removes a step of indentation from the selected lines, or the line of the cursor; the numbers of a list follow.
  mutating func outdent() {
    let isCode = styles.block(ofLine: buffer.cursor.line) == .code
    edit { if isCode || !$0.outdentItem() { $0.outdent() } }
  }

  /// Removes the marker of the item at the cursor as a whole, if nothing is behind it; returns false elsewhere.
  mutating func removeEmptyMarker() -> Bool {
    let (cursor, line) = (buffer.cursor, buffer.lines[buffer.cursor.line].bytes)
    let block = styles.block(ofLine: cursor.line)
    guard buffer.selection == nil, block != .code, block != .frontMatter, cursor.offset == line.count,
      line.last == UInt8(ascii: " "), let item = ListItem(line), item.hasMark, item.isEmpty
    else { return false }
    edit { $0.endItem(item) }
    return true
  }
}
