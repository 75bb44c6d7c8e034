import MemoCore

/// Footnotes that are written where they are named, `^[text]`, as Obsidian and Pandoc have them. The reader of CommonMark in
/// pandoc does not know them.
enum InlineNotes {
  private static let label = "memo-note-"

  /// A text with its inline notes as footnotes with their texts at its end; as it is where these would not be read there.
  static func moved(in text: [UInt8]) -> [UInt8] {
    text.withUnsafeBytes { bytes in
      let tree = MarkupTree(bytes)
      var (edits, definitions) = ([ByteEdit](), [UInt8]())
      for leaf in tree.leaves {
        for note in notes(in: leaf, of: tree) {
          let lines = leaf.text(note, in: bytes).split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
          let shown = Array(lines.joined(separator: [UInt8(ascii: " ")]))
          guard isText(shown) else { continue }
          let mark = "[^\(label)\(edits.count + 1)]"
          edits.append(ByteEdit(note.lowerBound - 2..<note.upperBound + 1, Array(mark.utf8)))
          definitions += Array("\n\n\(mark): ".utf8) + shown
        }
      }
      guard !edits.isEmpty else { return text }
      let changed = ByteEdit.apply(edits, to: bytes) + definitions + [UInt8(ascii: "\n")]
      let count = footnotes(in: text) + edits.count
      return footnotes(in: changed) == count ? changed : text
    }
  }

  /// Where the texts of notes are in a block, outer ones only.
  private static func notes(in leaf: MarkupLeaf, of tree: MarkupTree) -> [Range<Int>] {
    let (bytes, content) = (tree.bytes, leaf.content)
    guard leaf.isText, zip(bytes[content], bytes[content].dropFirst()).contains(where: isMark) else { return [] }
    var links = Set<Int>()
    var opaque: [Range<Int>] = []
    for inline in tree.inlines(of: leaf) {
      switch inline.kind {
      case .code, .math, .html, .comment, .autolink: opaque.append(inline.range)
      case .link, .image: links.insert(inline.content.lowerBound - 1)
      case .wikiLink, .tag: break
      }
    }
    var (notes, open, place) = ([Range<Int>](), [Int](), content.lowerBound)
    var rest = opaque[...]
    while place < content.upperBound {
      rest = rest.drop { $0.upperBound <= place }
      if let first = rest.first, first.contains(place) {
        place = first.upperBound
        continue
      }
      switch bytes[place] {
      case UInt8(ascii: "\\"): place += 1
      case UInt8(ascii: "["): open.append(place)
      case UInt8(ascii: "]"):
        guard let start = open.popLast(), start > content.lowerBound, isMark(bytes[start - 1], bytes[start]),
          !links.contains(start), !isEscaped(start - 1, in: bytes)
        else { break }
        while let inner = notes.last, inner.lowerBound > start { notes.removeLast() }
        notes.append(start + 1..<place)
      default: break
      }
      place += 1
    }
    return notes
  }

  private static func isMark(_ first: UInt8, _ second: UInt8) -> Bool {
    first == UInt8(ascii: "^") && second == UInt8(ascii: "[")
  }

  private static func isEscaped(_ place: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    !bytes[..<place].reversed().prefix { $0 == UInt8(ascii: "\\") }.count.isMultiple(of: 2)
  }

  /// Whether a text is a paragraph by itself, not a list or the like.
  private static func isText(_ text: [UInt8]) -> Bool {
    text.withUnsafeBytes { bytes in
      let leaves = MarkupTree(bytes, hasTitle: true).blocks
      guard leaves.count == 1, case .leaf(let leaf) = leaves[0].kind else { return false }
      return leaf.kind == .paragraph
    }
  }

  private static func footnotes(in text: [UInt8]) -> Int {
    text.withUnsafeBytes { Footnotes($0, from: 0).definitions.count }
  }
}
