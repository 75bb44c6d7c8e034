import MemoCore
import MemoKit

/// What is typed in a memo and can be completed: a link behind `[[` and a heading behind its `#`, a tag behind `#`, a day
/// behind `@`.
public struct TypedQuery: Equatable, Sendable {
  /// What is completed.
  public enum Kind: Equatable, Sendable {
    case link, tag, date
    /// A heading of the memo that a link names.
    case heading(memo: String)
    /// A heading of the memo that is written, of which this is the text.
    case ownHeading([UInt8])
  }

  /// What is completed.
  public let kind: Kind
  /// What has been typed of it, without its mark.
  public let text: String

  /// Whether the same bytes are typed.
  public static func == (query: TypedQuery, other: TypedQuery) -> Bool {
    query.kind == other.kind && query.text.utf8.elementsEqual(other.text.utf8)
  }

  /// A text that is typed.
  init(_ kind: Kind, _ text: String) {
    (self.kind, self.text) = (kind, text)
  }
}

extension TextEditor {
  /// What can be completed at the cursor, and where its text starts; `nil` if nothing can.
  var typedQuery: (start: LinePosition, query: TypedQuery)? {
    let cursor = buffer.cursor
    if let (start, text, memo) = typedLink {
      let heading = memo.map { $0.isEmpty ? TypedQuery.Kind.ownHeading(buffer.bytes) : .heading(memo: $0) }
      return (start, TypedQuery(heading ?? .link, text))
    }
    let block = styles.block(ofLine: cursor.line)
    guard buffer.selection == nil, block != .code, block != .frontMatter else { return nil }
    let line = buffer.lines[cursor.line].bytes
    // Longer than any tag.
    let before = max(0, cursor.offset - 200)..<cursor.offset
    guard let word = TypedWord(line, endOf: before), !isInLink(line[before]) else { return nil }
    let mark = word.kind == .tag ? word.typed.lowerBound - 1 : word.typed.lowerBound
    // A single `#` at the start of a line begins a heading.
    let isHeading = word.kind == .tag && word.typed.isEmpty && line[..<mark].allSatisfy { $0 <= 0x20 }
    guard !isHeading, mark == 0 || line[mark - 1] != UInt8(ascii: "(") else { return nil }
    let name = word.kind == .tag ? word.typed : word.typed.dropFirst()
    let text = String(decoding: line[name], as: UTF8.self)
    return (
      LinePosition(line: cursor.line, offset: word.typed.lowerBound), TypedQuery(word.kind == .tag ? .tag : .date, text)
    )
  }

  private func isInLink(_ text: ArraySlice<UInt8>) -> Bool {
    var open = false
    for (first, second) in zip(text, text.dropFirst()) {
      if first == UInt8(ascii: "["), second == first { open = true }
      if first == UInt8(ascii: "]"), second == first { open = false }
    }
    return open
  }

  /// What is between target and label of a link at the cursor: a bare `|` would end the cell of a table.
  var labelBar: String {
    let (cursor, lines) = (buffer.cursor, buffer.lines)
    guard lines[cursor.line].bytes.contains(UInt8(ascii: "|")) else { return "|" }
    // A table holds no blank line.
    var first = cursor.line
    while first > 0, !lines[first - 1].bytes.isEmpty { first -= 1 }
    var (text, offset) = ([UInt8](), 0)
    for place in first..<lines.count {
      if place > cursor.line, lines[place].bytes.isEmpty { break }
      if place == cursor.line { offset = text.count + cursor.offset }
      text += lines[place].bytes + [UInt8(ascii: "\n")]
    }
    let rows = text.withUnsafeBytes { TableLayout.rows(ofTableAt: offset, in: MarkupTree($0)) }
    return rows == nil ? "|" : "\\|"
  }

  /// Replaces a wiki link that is typed, its brackets included, with another link; returns false in front matter, where only
  /// wiki links are links.
  mutating func replaceLink(from start: LinePosition, with link: String) -> Bool {
    let cursor = buffer.cursor
    guard styles.block(ofLine: cursor.line) != .frontMatter else { return false }
    let isClosed = buffer.lines[cursor.line].bytes[cursor.offset...].starts(with: "]]".utf8)
    let opening = LinePosition(line: start.line, offset: start.offset - 2)
    edit { buffer in
      buffer.select(opening..<LinePosition(line: cursor.line, offset: cursor.offset + (isClosed ? 2 : 0)))
      buffer.insert(link)
    }
    return true
  }

  /// Replaces a tag or day that is typed.
  mutating func finishWord(from start: LinePosition, with text: String) {
    let cursor = buffer.cursor
    edit { buffer in
      buffer.select(start..<cursor)
      buffer.insert(text)
      buffer.endStep()
    }
  }
}
