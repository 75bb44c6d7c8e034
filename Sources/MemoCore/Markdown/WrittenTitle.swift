/// The line of a memo's text that is its title, and what Markdown makes of it.
struct WrittenTitle {
  /// The line, without its line break.
  let range: Range<Int>
  /// The title in it.
  let text: Range<Int>
  /// Whether it is a heading, by a mark or by a line below it.
  let isHeading: Bool
  /// Whether it holds nothing but text: no list, table, link, tag, code or emphasis would go with it.
  let isPlain: Bool

  /// What opens a tag of HTML or a link, parts cells, or may pair with a mark of a later line.
  private static let marks = "<[|`*~"

  /// `nil` for a memo of which only the front matter has a title, or nothing.
  init?(of layout: MemoLayout, in bytes: UnsafeRawBufferPointer) {
    guard let range = layout.titleLine, let text = layout.titleText else { return nil }
    (self.range, self.text) = (range, text)
    let line = UnsafeRawBufferPointer(rebasing: bytes[range])
    let tree = MarkupTree(line)
    let leaf = tree.leaves.first
    let isText = tree.blocks.count == 1 && leaf?.kind == .paragraph
    let isMarked = bytes.headingMarkEnd(at: bytes.trimmed(range).lowerBound, limit: range.upperBound) != nil
    let isUnderlined = isText && LineInsertion.underline(of: layout, in: bytes) != nil
    isHeading = isMarked || isUnderlined
    isPlain =
      isText && !line.contains { Self.marks.utf8.contains($0) }
      && leaf.map { leaf in
        tree.inlines(of: leaf).isEmpty && EmphasisFinder.spans(in: line, leaf.content, opaque: []).isEmpty
      } == true
  }
}
