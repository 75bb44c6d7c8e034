/// The block at the end of a text that takes in whatever text follows on the next line, unless a blank line is between.
enum EndBlock: Equatable {
  case quote
  case list
  /// Whether its last row starts with a bar.
  case table(isBarred: Bool)
  case footnote

  // Blanks from which on a line belongs to the item or the footnote above it.
  private static let indent = 2

  /// The block in which a text ends; `nil` for one that takes nothing in, and behind a blank line.
  ///
  /// - Parameter start: where front matter ends, or the start of any other line.
  init?(of bytes: UnsafeRawBufferPointer, from start: Int) {
    var end = bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    let line = max(start, bytes.lineStart(of: end))..<end
    guard !bytes.trimmed(line).isEmpty else { return nil }
    let tree = MarkupTree(bytes, from: start)
    guard let block = tree.blocks.last(where: { $0.depth == 0 }), block.range.upperBound > line.lowerBound else {
      return nil
    }
    switch block.kind {
    case .quote: self = .quote
    case .item: self = .list
    case .definition: return nil
    case .leaf(let leaf):
      if leaf.kind == .paragraph, let rows = TableLayout.rows(ofTableAt: line.lowerBound, in: tree) {
        self = .table(isBarred: rows.last.map { bytes[$0.range].first == UInt8(ascii: "|") } ?? true)
      } else if leaf.isText(in: bytes),
        let note = Footnotes(bytes, from: start).definitions.last, note.lines.upperBound > line.lowerBound
      {
        self = .footnote
      } else {
        return nil
      }
    }
  }

  /// Whether a text whose first line this is goes on with the block on purpose, or is apart from it already.
  func isContinued(by line: UnsafeRawBufferPointer) -> Bool {
    let cursor = LineCursor(line, 0..<line.count)
    guard !cursor.isBlank else { return true }
    switch self {
    case .quote: return cursor.first == UInt8(ascii: ">")
    case .list: return cursor.indent >= Self.indent || ItemMark.end(cursor) != nil
    case .table(let isBarred):
      return cursor.first == UInt8(ascii: "|") || !isBarred && line.contains(UInt8(ascii: "|"))
    case .footnote: return cursor.indent >= Self.indent || !Footnotes(line, from: 0).definitions.isEmpty
    }
  }
}

extension MarkupLeaf {
  /// Whether it is a paragraph, or indented as the further paragraphs of a footnote are.
  fileprivate func isText(in bytes: UnsafeRawBufferPointer) -> Bool {
    switch kind {
    case .paragraph: true
    case .code: bytes[range.lowerBound] != UInt8(ascii: "`") && bytes[range.lowerBound] != UInt8(ascii: "~")
    case .heading, .html, .opaque, .rule: false
    }
  }
}
