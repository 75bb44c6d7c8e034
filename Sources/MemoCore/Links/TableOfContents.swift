/// The list of a memo's headings with links to them, between two comments by which it is found again.
public enum TableOfContents {
  /// The comments around it: those that memo writes, and those of another program.
  private static let marks = [("<!-- toc -->", "<!-- tocstop -->"), ("<!--toc:start-->", "<!--toc:end-->")]

  // A shorter one lists what is on the screen.
  private static let fewest = 2

  /// What becomes of the table of contents of a memo.
  public enum Change: Sendable {
    /// It has none, and gets one.
    case insertion
    /// The one that it has is brought up to date.
    case update
  }

  /// What `update` does with a memo; `nil` where it changes nothing. What a new one would hold is not put together.
  public static func change(
    of memo: [UInt8], titledBy source: TitleSource = .firstLine, _ style: LinkStyle = .memo
  ) -> Change? {
    let isMissing = memo.withUnsafeBytes { bytes -> Bool? in
      let layout = MemoLayout(bytes, titledBy: source)
      let tree = MarkupTree(bytes, from: layout.front.range.upperBound)
      let listed = tree.blocks.count { block in
        guard case .leaf(let leaf) = block.kind, leaf.kind.isHeading else { return false }
        return isListed(leaf.content, depth: block.depth, without: layout.titleText ?? 0..<0)
      }
      return listed < fewest ? nil : place(in: tree) == nil
    }
    guard let isMissing else { return nil }
    if isMissing { return .insertion }
    return update(memo, titledBy: source, style)?.contents == memo ? nil : .update
  }

  /// The memo with its table of contents brought up to date, or with one below its title where it has none; `nil` for a
  /// memo with fewer than two headings besides its title.
  public static func update(
    _ memo: [UInt8], titledBy source: TitleSource = .firstLine, _ style: LinkStyle = .memo
  ) -> (contents: [UInt8], isNew: Bool)? {
    memo.withUnsafeBytes { bytes in
      let layout = MemoLayout(bytes, titledBy: source)
      let tree = MarkupTree(bytes, from: layout.front.range.upperBound)
      let lineBreak = LineInsertion.lineBreak(of: memo)
      let list = list(of: tree, without: layout.titleText ?? 0..<0, style, lineBreak)
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

  private static func list(
    of tree: MarkupTree, without title: Range<Int>, _ style: LinkStyle, _ lineBreak: [UInt8]
  ) -> [[UInt8]] {
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
      let isListed = isListed(heading.content, depth: heading.depth, without: title)
      if isListed {
        let text = MarkdownLabel.escaped(heading.text)
        let anchor = anchors.anchor(of: place, like: style.anchor(like: heading.slug, .markdown), .markdown)
        let link = anchor.map { "[\(text)](#\($0))" } ?? text
        lines.append(Array((String(repeating: "  ", count: depth) + "- " + link).utf8))
        depth += 1
      }
      open.append((heading.level, isListed))
    }
    return lines
  }

  /// Whether a heading is one of those that are listed: none in an item or a quote, and not the title.
  private static func isListed(_ content: Range<Int>, depth: Int, without title: Range<Int>) -> Bool {
    depth == 0 && !content.overlaps(title)
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
