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
    // Read once: an editor asks for this after each move of the cursor.
    let headings = tree.headings
    let anchors = MemoAnchors(in: tree, headings)
    var lines: [[UInt8]] = []
    // The headings in whose sections the present one is.
    var open: [(level: Int, isListed: Bool)] = []
    var depth = 0
    for (place, heading) in headings.enumerated() {
      while let last = open.last, last.level >= heading.level {
        open.removeLast()
        if last.isListed { depth -= 1 }
      }
      let isListed = heading.depth == 0 && !heading.content.overlaps(title)
      if isListed {
        let text = MarkdownLabel.escaped(heading.text)
        let anchor = anchors.anchor(of: place, like: heading.slug, .markdown)
        let link = anchor.map { "[\(text)](#\($0))" } ?? text
        lines.append(Array((String(repeating: "  ", count: depth) + "- " + link).utf8))
        depth += 1
      }
      open.append((heading.level, isListed))
    }
    return lines
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
