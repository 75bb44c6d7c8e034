import MemoCore

/// Goes on with a list after a line break, numbers what follows, and closes `[[`.
enum OnTypeFormatting {
  static let features = [Feature("textDocument/onTypeFormatting", format)]

  static let capability: JSONValue = ["firstTriggerCharacter": "\n", "moreTriggerCharacter": ["]"]]

  private static func format(_ request: FeatureRequest) throws -> JSONValue {
    let (document, offset) = try request.cursor()
    guard !isCode(offset, in: document) else { return .null }
    let edits =
      switch request.params["ch"]?.text {
      case "\n": newLine(at: offset, in: document)
      case "]": bracket(at: offset, in: document)
      default: [ByteEdit]()
      }
    return edits.isEmpty ? .null : .array(edits.map { TextEdits.json($0, in: document.lines) })
  }

  private static func isCode(_ offset: Int, in document: PlacedDocument) -> Bool {
    let marks = document.marks
    if offset < marks.front.range.upperBound { return true }
    return marks.blocks.contains { block in
      guard case .leaf(let leaf) = block.kind, leaf.kind == .code else { return false }
      return leaf.range.lowerBound < offset && offset <= leaf.range.upperBound
    }
  }

  // MARK: Brackets

  /// The second bracket of a wiki link, or one less where the first had brought it.
  private static func bracket(at offset: Int, in document: PlacedDocument) -> [ByteEdit] {
    let bytes = document.bytes
    let line = document.lines.line(document.lines.number(at: offset))
    let close = UInt8(ascii: "]")
    guard offset > line.lowerBound, bytes[offset - 1] == close else { return [] }
    let before = bytes[line.lowerBound..<offset]
    let closed = before.reversed().prefix { $0 == close }.count
    let isNextClose = offset < line.upperBound && bytes[offset] == close
    let text = before.dropLast(closed)
    guard
      let open = text.indices.dropLast().last(where: {
        text[$0] == UInt8(ascii: "[") && text[$0 + 1] == UInt8(ascii: "[")
      }),
      open + 2 < text.endIndex, !text[(open + 2)...].contains(close),
      text[(open + 2)...].contains(where: { $0 > 0x20 }),
      !document.marks.literals.contains(where: { $0.contains(open) })
    else { return [] }
    switch (closed, isNextClose) {
    case (1, false): return [ByteEdit(offset..<offset, [close])]
    case (2, true): return [ByteEdit(offset..<offset + 1, [])]
    default: return []
    }
  }

  // MARK: Lists

  /// A line of a list up to its text.
  private struct Head {
    /// Blanks and marks of quotes.
    let prefix: Range<Int>
    /// `-`, `12.`
    let mark: Range<Int>
    let number: Int?
    /// What is in the box behind it; `nil` for none.
    let box: Int?
    /// Where its text starts.
    let text: Int

    /// Whether its number is a year or a part of a date.
    func isDate(in bytes: [UInt8], until end: Int) -> Bool {
      number != nil && ItemNumbers.isDate(digits: mark.count - 1, before: bytes[mark.upperBound..<end])
    }
  }

  private static func newLine(at offset: Int, in document: PlacedDocument) -> [ByteEdit] {
    let number = document.lines.number(at: offset)
    guard number > 0, let head = head(of: document.lines.line(number - 1), in: document.bytes) else { return [] }
    let (last, line) = (document.lines.line(number - 1), document.lines.line(number))
    if head.isDate(in: document.bytes, until: last.upperBound) { return [] }
    let isEmpty = document.bytes[head.text..<last.upperBound].allSatisfy { $0 <= 0x20 }
    // Not a mark alone, such as `- - -`, and nothing that the tree does not take for an item.
    guard isItem(head.mark.lowerBound, in: document) || isEmpty && isFirstWithin(head, in: document) else { return [] }
    let indent = line.first { !" \t".utf8.contains(document.bytes[$0]) } ?? line.upperBound
    // Behind an empty item is what followed the cursor: the text of the item, where it was before that.
    let isBeforeText = isEmpty && indent < line.upperBound
    if isEmpty, !isBeforeText { return [ByteEdit(head.prefix.upperBound..<last.upperBound, [])] }
    guard offset <= indent else { return [] }
    var start = Array(document.bytes[head.prefix])
    let mark = document.bytes[head.mark]
    let step = isRepeated(head, in: document) ? 0 : 1
    start += head.number.map { Array(String($0 + step).utf8) + mark.suffix(1) } ?? Array(mark)
    // A task that is done is so with its text.
    let box = head.box.flatMap { isBeforeText ? $0 : nil }
    let state = box.map { document.bytes[$0] } ?? UInt8(ascii: " ")
    start += head.box == nil ? Array(" ".utf8) : Array(" [".utf8) + [state] + Array("] ".utf8)
    let edit = ByteEdit(line.lowerBound..<indent, start)
    let open = state == UInt8(ascii: " ") ? nil : box.map { ByteEdit($0..<$0 + 1, Array(" ".utf8)) }
    return [open, edit].compactMap(\.self) + renumbering(after: edit, in: document)
  }

  /// Whether an empty line is the first item of a list within another item once it has a text. CommonMark takes `-` below a
  /// text for the line of a heading, and no empty item for one that ends a paragraph.
  private static func isFirstWithin(_ head: Head, in document: PlacedDocument) -> Bool {
    guard head.mark.upperBound < head.text else { return false }
    var bytes = document.bytes
    bytes.insert(UInt8(ascii: "x"), at: head.text)
    let blocks = bytes.withUnsafeBytes { MarkupTree($0, from: document.marks.front.range.upperBound).blocks }
    guard let place = blocks.firstIndex(where: { $0.kind == .item && $0.range.lowerBound == head.mark.lowerBound })
    else { return false }
    return blocks[..<place].last { $0.depth < blocks[place].depth }?.kind == .item
  }

  private static func isItem(_ offset: Int, in document: PlacedDocument) -> Bool {
    document.marks.blocks.contains { $0.kind == .item && $0.range.lowerBound == offset }
  }

  /// Whether all items of a list have the same number.
  private static func isRepeated(_ head: Head, in document: PlacedDocument) -> Bool {
    let list = document.marks.lists.first { $0.items.contains { $0.mark.lowerBound == head.mark.lowerBound } }
    let items = list?.items ?? []
    return items.count > 1 && items.allSatisfy { $0.number == head.number }
  }

  /// The numbers of the items behind a new one.
  private static func renumbering(after edit: ByteEdit, in document: PlacedDocument) -> [ByteEdit] {
    let growth = edit.bytes.count - edit.range.count
    let changed = ByteEdit.apply([edit], to: document.bytes)
    return changed.withUnsafeBytes { bytes in
      let lists = MarkupTree(bytes, from: document.marks.front.range.upperBound).lists
      let end = edit.range.lowerBound + edit.bytes.count
      for list in lists {
        let new = list.items.firstIndex { edit.range.lowerBound <= $0.mark.lowerBound && $0.mark.lowerBound < end }
        guard let new else { continue }
        return list.numbering(after: new, in: bytes).map {
          ByteEdit($0.range.lowerBound - growth..<$0.range.upperBound - growth, $0.bytes)
        }
      }
      return []
    }
  }

  private static func head(of line: Range<Int>, in bytes: [UInt8]) -> Head? {
    var index = line.lowerBound
    while index < line.upperBound, " \t>".utf8.contains(bytes[index]) { index += 1 }
    let prefix = line.lowerBound..<index
    let digits = bytes[index..<line.upperBound].prefix { $0 &- UInt8(ascii: "0") < 10 }
    index += digits.count
    guard index < line.upperBound, digits.count < 10,
      (digits.isEmpty ? "-*+" : ".)").utf8.contains(bytes[index])
    else { return nil }
    let mark = prefix.upperBound..<index + 1
    var text = mark.upperBound
    guard text == line.upperBound || bytes[text] == UInt8(ascii: " ") || bytes[text] == UInt8(ascii: "\t") else {
      return nil
    }
    while text < line.upperBound, " \t".utf8.contains(bytes[text]) { text += 1 }
    let box = bytes[text..<line.upperBound]
    let isTask =
      box.count >= 3 && box.first == UInt8(ascii: "[") && box.dropFirst(2).first == UInt8(ascii: "]")
      && box.dropFirst(3).first.map { $0 <= 0x20 } ?? true
    let inBox = isTask ? text + 1 : nil
    if isTask { text = min(text + 4, line.upperBound) }
    return Head(
      prefix: prefix, mark: mark, number: Int(String(decoding: digits, as: UTF8.self)), box: inBox, text: text)
  }
}
