/// The block at the end of a text that takes in text which follows on the next line, unless a blank line is between.
enum EndBlock: Equatable {
  case quote
  /// Whether the text of its last item ends with the name of a block, `^name`.
  case list(isNamed: Bool)
  /// Whether its last row starts with a bar.
  case table(isBarred: Bool)
  case footnote
  /// Where a link by reference leads: its title may be on the next line.
  case definition
  /// Elements of HTML, such as `</details>`, in which Markdown means nothing up to a blank line.
  case html
  /// Plain text, which other plain text goes on with.
  case paragraph
  /// Text that ends with the name of a block, which would name nothing with more text behind it.
  case named

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
    let isNamed =
      tree.leaves.last.map { leaf in
        leaf.kind == .paragraph && BlockAnchor.name(atEndOf: leaf.content, in: bytes) != nil
      } ?? false
    switch block.kind {
    case .quote: self = isNamed ? .named : .quote
    case .item: self = .list(isNamed: isNamed)
    case .definition: self = .definition
    case .leaf(let leaf):
      if leaf.kind == .paragraph, let rows = TableLayout.rows(ofTableAt: line.lowerBound, in: tree) {
        self = .table(isBarred: rows.last.map { bytes[$0.range].first == UInt8(ascii: "|") } ?? true)
      } else if leaf.isText(in: bytes),
        let note = Footnotes(bytes, from: start).definitions.last, note.lines.upperBound > line.lowerBound
      {
        self = .footnote
      } else if leaf.kind == .paragraph {
        self = isNamed ? .named : .paragraph
      } else if leaf.kind == .html(isOpaque: false) {
        self = .html
      } else {
        return nil
      }
    }
  }

  /// Whether a text that starts with some lines, of which none but the last is blank, goes on with the block on purpose, or
  /// is apart from it already.
  func isContinued(by lines: UnsafeRawBufferPointer) -> Bool {
    let line = lines.part(..<lines.lineEnd(from: 0))
    let cursor = LineCursor(line, 0..<line.count)
    guard !cursor.isBlank else { return true }
    switch self {
    case .quote: return cursor.first == UInt8(ascii: ">")
    case .list(let isNamed): return !isNamed && cursor.indent >= Self.indent || ItemMark.end(cursor) != nil
    case .table(let isBarred):
      return cursor.first == UInt8(ascii: "|") || !isBarred && line.contains(UInt8(ascii: "|"))
    case .footnote: return cursor.indent >= Self.indent || !Footnotes(line, from: 0).definitions.isEmpty
    case .definition: return !"\"'(".utf8.contains(cursor.first)
    case .html: return cursor.first == UInt8(ascii: "<")
    case .paragraph: return Self.areSame(lines)
    case .named: return false
    }
  }

  /// Whether lines are the same below a paragraph as by themselves. A line below a paragraph may make it a heading, and a
  /// definition, indented code or `2. item` becomes a part of it.
  private static func areSame(_ lines: UnsafeRawBufferPointer) -> Bool {
    guard let alone = MarkupTree(lines, hasTitle: true).blocks.first else { return true }
    let above = Array("x\n".utf8)
    return (above + lines).withUnsafeBytes { bytes in
      let below = MarkupTree(bytes).blocks
      if alone.isParagraph { return below.first?.isParagraph == true }
      return below.contains { $0.range.lowerBound == above.count + alone.range.lowerBound }
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

extension MarkupTree.Block {
  fileprivate var isParagraph: Bool {
    if case .leaf(let leaf) = kind { leaf.kind == .paragraph } else { false }
  }
}
