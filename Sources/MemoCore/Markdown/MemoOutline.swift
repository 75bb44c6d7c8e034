/// A heading of a memo, ATX (`# a`) or setext (a line of `=` or `-` below it), in lists and quotes too.
public struct MemoHeading: Equatable, Sendable {
  /// From 1 to 6.
  public let level: Int
  /// Its text on one line, without Markdown's marks.
  public let text: String
  /// What a Markdown link calls it on GitHub: `[a](memo.md#slug)`. No other heading of the memo has the same.
  public let slug: String
  /// From its mark or the start of its text to the end of its line, or of the line below that makes it a heading.
  public let range: Range<Int>
  /// Its text as written.
  public let content: Range<Int>
  /// From its start to that of the next heading of the same or a higher level, at most to the end of the item or
  /// quote that it is in.
  public let section: Range<Int>
  /// How many items and quotes are around it.
  public let depth: Int
  /// From 1.
  public let line: Int

  /// Whether a line below it makes it a heading, and not a mark before it.
  public var isUnderlined: Bool { content.lowerBound == range.lowerBound && !content.isEmpty }
}

extension MarkupTree {
  /// Reads the text of a memo behind its front matter.
  public init(ofMemo bytes: UnsafeRawBufferPointer) {
    self.init(bytes, from: FrontMatter(bytes).range.upperBound)
  }

  /// The headings in the order of the text.
  public var headings: [MemoHeading] {
    let found = blocks.compactMap { block -> (block: Block, leaf: MarkupLeaf, level: Int)? in
      guard case .leaf(let leaf) = block.kind, case .heading(let level) = leaf.kind else { return nil }
      return (block, leaf, level)
    }
    let ends = sectionEnds
    var (counter, slugs) = (LineCounter(bytes), HeadingSlugs())
    return zip(found, ends).map { heading, end in
      let text = plainText(of: heading.leaf)
      return MemoHeading(
        level: heading.level, text: text, slug: slugs.next(for: rendered(text, of: heading.leaf)),
        range: heading.leaf.range,
        content: heading.leaf.content, section: heading.leaf.range.lowerBound..<end, depth: heading.block.depth,
        line: counter.line(of: heading.leaf.range.lowerBound))
    }
  }

  /// The headings, each with those below it.
  public var outline: [OutlineEntry] {
    var headings = self.headings[...]
    return OutlineEntry.entries(of: &headings, below: 0)
  }

  /// A block's text on one line, without Markdown's marks.
  public func plainText(of leaf: MarkupLeaf) -> String {
    plainText(of: leaf, hasHTML: true)
  }

  private func plainText(of leaf: MarkupLeaf, hasHTML: Bool) -> String {
    let text = PreviewText.make(of: bytes, limit: leaf.content.count + 1) { text in
      var builder = PreviewBuilder(bytes, from: leaf.content.lowerBound, text: text, hasHTML: hasHTML)
      builder.visit(leaf, inlines(of: leaf))
      text = builder.text
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The plain text of a block as a page shows it: without tags of HTML, and with the characters that its entities mean; in
  /// code, and behind a backslash, they mean nothing.
  private func rendered(_ text: String, of leaf: MarkupLeaf) -> String {
    let text = inlines(of: leaf).contains { $0.kind == .html } ? plainText(of: leaf, hasHTML: false) : text
    let ampersand = UInt8(ascii: "&")
    guard text.utf8.contains(ampersand) else { return text }
    let isLiteral =
      zip(bytes[leaf.content], bytes[leaf.content].dropFirst()).contains { $0 == UInt8(ascii: "\\") && $1 == ampersand }
      || inlines(of: leaf).contains { $0.kind == .code && bytes[$0.content].contains(ampersand) }
    return isLiteral ? text : CharacterReference.decoded(text)
  }

  /// Where the section of each heading ends.
  private var sectionEnds: [Int] {
    var ends: [Int] = []
    // The headings whose sections are open, and the ends of the containers around the present block.
    var open: [(number: Int, level: Int, depth: Int)] = []
    var containers: [Int] = []
    for block in blocks {
      while let last = open.last, last.depth > block.depth {
        ends[last.number] = containers[last.depth - 1]
        open.removeLast()
      }
      containers.removeLast(max(containers.count - block.depth, 0))
      switch block.kind {
      case .quote, .item: containers.append(block.range.upperBound)
      case .leaf(let leaf):
        guard case .heading(let level) = leaf.kind else { continue }
        while let last = open.last, last.depth == block.depth, last.level >= level {
          ends[last.number] = leaf.range.lowerBound
          open.removeLast()
        }
        open.append((ends.count, level, block.depth))
        ends.append(bytes.count)
      case .definition: break
      }
    }
    for heading in open where heading.depth > 0 { ends[heading.number] = containers[heading.depth - 1] }
    return ends
  }
}

/// A heading and those of its section.
public struct OutlineEntry: Equatable, Sendable {
  /// The heading.
  public let heading: MemoHeading
  /// The headings of lower levels that follow it, up to the next one that has its level or a higher one.
  public let entries: [OutlineEntry]

  /// Takes the headings of levels below one from the start of a list. Levels may be left out: `#`, then `###`.
  fileprivate static func entries(of headings: inout ArraySlice<MemoHeading>, below level: Int) -> [OutlineEntry] {
    var entries: [OutlineEntry] = []
    while let heading = headings.first, heading.level > level {
      headings.removeFirst()
      let nested = self.entries(of: &headings, below: heading.level)
      entries.append(OutlineEntry(heading: heading, entries: nested))
    }
    return entries
  }
}

/// Gives headings the names that GitHub gives them.
public struct HeadingSlugs: Sendable {
  private var counts: [String: Int] = [:]

  /// Starts with the first heading of a memo.
  public init() {}

  /// The name of a text: small letters, digits, `_` and `-`; each space is a `-`, all else is left out.
  public static func slug(of text: String) -> String {
    var slug = String.UnicodeScalarView()
    for scalar in text.lowercased().unicodeScalars {
      // Most of them: a look at the tables of Unicode costs more than all else here.
      if let byte = UInt8(exactly: scalar.value), byte < 0x80 {
        let isKept = byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_")
        if isKept { slug.append(scalar) } else if byte == 0x20 || byte == UInt8(ascii: "-") { slug.append("-") }
        continue
      }
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
        .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation:
        slug.append(scalar)
      default: break
      }
    }
    return String(slug)
  }

  /// The name of the next heading: one that was given before gets `-1`, `-2` and so on.
  public mutating func next(for text: String) -> String {
    let slug = Self.slug(of: text)
    var unique = slug
    while counts[unique] != nil {
      counts[slug, default: 0] += 1
      unique = "\(slug)-\(counts[slug, default: 0])"
    }
    counts[unique] = 0
    return unique
  }
}
