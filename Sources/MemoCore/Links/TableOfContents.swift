/// The list of a memo's headings with links to them, between two comments by which it is found again.
public enum TableOfContents {
  /// The comments around it: those that memo writes, and those of another program.
  private static let marks = [("<!-- toc -->", "<!-- tocstop -->"), ("<!--toc:start-->", "<!--toc:end-->")]

  // A shorter one lists what is on the screen.
  private static let fewest = 2

  /// The memo with its table of contents brought up to date, or with one below its title where it has none; `nil` for a
  /// memo with fewer than two headings besides its title.
  public static func update(
    _ memo: [UInt8], titledBy source: TitleSource = .firstLine
  ) -> (contents: [UInt8], isNew: Bool)? {
    memo.withUnsafeBytes { bytes in
      let layout = MemoLayout(bytes, titledBy: source)
      let tree = MarkupTree(bytes, from: layout.front.range.upperBound)
      let lineBreak = LineInsertion.lineBreak(of: memo)
      let list = list(of: tree, without: layout.titleText ?? 0..<0, lineBreak)
      guard list.count >= fewest else { return nil }
      let lines = list.flatMap { $0 + lineBreak }
      if let place = place(in: tree) {
        let edit = ByteEdit(place, lineBreak + lineBreak + lines + lineBreak)
        return (ByteEdit.apply([edit], to: bytes), false)
      }
      let text =
        Array(marks[0].0.utf8) + lineBreak + lineBreak + lines + lineBreak + Array(marks[0].1.utf8) + lineBreak
        + lineBreak
      return (LineInsertion.prepending(text, to: memo, titledBy: source), true)
    }
  }

  /// What is between the comments.
  private static func place(in tree: MarkupTree) -> Range<Int>? {
    let comments = tree.blocks.compactMap { block -> (text: String, range: Range<Int>)? in
      guard block.depth == 0, case .leaf(let leaf) = block.kind, leaf.kind.isComment else { return nil }
      return (tree.bytes.text(tree.bytes.trimmed(leaf.range)), leaf.range)
    }
    for (start, end) in marks {
      guard let first = comments.firstIndex(where: { $0.text == start }),
        let last = comments[first...].first(where: { $0.text == end })
      else { continue }
      return comments[first].range.upperBound..<last.range.lowerBound
    }
    return nil
  }

  private static func list(of tree: MarkupTree, without title: Range<Int>, _ lineBreak: [UInt8]) -> [[UInt8]] {
    let anchors = MemoAnchors(of: tree.bytes)
    let places = Dictionary(tree.headings.enumerated().map { ($1.range.lowerBound, $0) }) { first, _ in first }
    func lines(_ entries: [OutlineEntry], _ depth: Int) -> [[UInt8]] {
      entries.flatMap { entry -> [[UInt8]] in
        let isListed = entry.heading.depth == 0 && !entry.heading.content.overlaps(title)
        let anchor = places[entry.heading.range.lowerBound].flatMap {
          anchors.anchor(of: $0, like: entry.heading.slug, .markdown)
        }
        let text = MarkdownLabel.escaped(entry.heading.text)
        let link = anchor.map { "[\(text)](#\($0))" } ?? text
        let own = isListed ? [Array((String(repeating: "  ", count: depth) + "- " + link).utf8)] : []
        return own + lines(entry.entries, isListed ? depth + 1 : depth)
      }
    }
    return lines(tree.outline, 0)
  }
}

extension MarkupLeaf.Kind {
  fileprivate var isComment: Bool {
    switch self {
    case .html, .opaque: true
    case .paragraph, .heading, .code, .rule: false
    }
  }
}
