/// Gives a memo another title, where the one it has is written: in its title line, in the front matter, or in both. One
/// that is its file's name is not written in it.
public enum TitleEdit {
  /// The changes that give a memo a title, in the order of the text; `nil` where no title can be read so.
  ///
  /// A heading mark, closing `#`s and everything else stay. A first line that is more than a title stays, too: the memo
  /// gets a title line above it, as one without any text does.
  ///
  /// - Parameter isNamedByTitle: whether the file's name came from the title, so that a first line of plain text is one.
  public static func edits(
    of bytes: UnsafeRawBufferPointer, to title: String, isNamedByTitle: Bool,
    titledBy source: TitleSource = .firstLine
  ) -> [ByteEdit]? {
    let layout = MemoLayout(bytes, titledBy: source)
    let isUnderlined = WrittenTitle(of: layout, in: bytes)?.underline != nil
    return candidates(layout, bytes, title, isNamedByTitle).first { edits in
      ByteEdit.apply(edits, to: bytes).withUnsafeBytes { changed in
        let now = MemoLayout(changed, titledBy: source)
        guard now.title.utf8.elementsEqual(title.utf8) else { return false }
        // Another line above the one that made it a heading may be a list, a quote, code.
        return !isUnderlined || WrittenTitle(of: now, in: changed)?.isHeading == true
      }
    }
  }

  /// The change that gives the first heading of a memo another text, where it has a certain one; `nil` where it has
  /// another, or could not be read so.
  public static func headingEdit(
    of bytes: UnsafeRawBufferPointer, from old: String, to title: String
  ) -> ByteEdit? {
    guard let text = firstHeading(of: bytes), bytes.text(text) == old else { return nil }
    return [title, "\(title) #"].map { ByteEdit(text, Array($0.utf8)) }.first { edit in
      ByteEdit.apply([edit], to: bytes).withUnsafeBytes { changed in
        firstHeading(of: changed).map { changed.text($0).utf8.elementsEqual(title.utf8) } == true
      }
    }
  }

  /// The heading of level 1 with which the text of a memo begins, where it repeats the title.
  static func openingHeading(of bytes: UnsafeRawBufferPointer, _ layout: MemoLayout) -> Range<Int>? {
    guard let text = firstHeading(of: bytes), bytes.text(text) == layout.title,
      case .leaf(let leaf)? = MarkupTree(bytes, from: layout.front.range.upperBound).blocks.first?.kind,
      leaf.kind == .heading(1)
    else { return nil }
    return leaf.range
  }

  /// The text of the first heading after the front matter, on one line.
  private static func firstHeading(of bytes: UnsafeRawBufferPointer) -> Range<Int>? {
    guard let heading = MarkupTree(ofMemo: bytes).leaves.first(where: \.kind.isHeading) else { return nil }
    let text = bytes.trimmed(heading.content)
    return text.contains { bytes.isLineEnd(at: $0) } ? nil : text
  }

  /// Ways to write the title, the ones that change less first.
  private static func candidates(
    _ layout: MemoLayout, _ bytes: UnsafeRawBufferPointer, _ title: String, _ isNamedByTitle: Bool
  ) -> [[ByteEdit]] {
    let front = layout.front.entry("title").flatMap { $0.values.isEmpty ? nil : $0 }
    let inFront = front.map { entry in
      spellings(of: title, as: entry.places.first?.style ?? .plain).map { [ByteEdit(entry.range, Array($0.utf8))] }
    }
    let line = WrittenTitle(of: layout, in: bytes)
    let inText: [[ByteEdit]]
    if let line, line.isHeading || isNamedByTitle && line.isPlain {
      inText = replacements(of: line, title)
    } else if front == nil {
      inText = insertions(layout, bytes, title)
    } else {
      inText = [[]]
    }
    return (inFront ?? [[]]).flatMap { front in inText.map { front + $0 } }
  }

  /// `# a #` is read as `a`: a mark more is put behind a title that ends in one. A mark takes the place of a line below.
  private static func replacements(of line: WrittenTitle, _ title: String) -> [[ByteEdit]] {
    let below = line.underline.map { [ByteEdit(line.range.upperBound..<$0.upperBound, [])] } ?? []
    return [
      [ByteEdit(line.text, Array(title.utf8))], [ByteEdit(line.text, Array("\(title) #".utf8))],
      [ByteEdit(line.range, Array("# \(title)".utf8))] + below,
      [ByteEdit(line.range, Array("# \(title) #".utf8))] + below,
    ]
  }

  /// A line of its own below the front matter, set apart from text that follows.
  private static func insertions(
    _ layout: MemoLayout, _ bytes: UnsafeRawBufferPointer, _ title: String
  ) -> [[ByteEdit]] {
    let start = layout.front.range.upperBound
    let lineBreak = LineInsertion.lineBreak(of: Array(bytes))
    let isOpen = !layout.front.range.isEmpty && !bytes.isLineEnd(at: start - 1)
    let gap = layout.titleLine?.lowerBound == start ? lineBreak : []
    return ["# \(title)", "# \(title) #"].map { line in
      [ByteEdit(start..<start, (isOpen ? lineBreak : []) + Array(line.utf8) + lineBreak + gap)]
    }
  }

  /// A text as every reader of YAML takes it: in the quotes that were there, as it is where that is certain, else in double
  /// quotes.
  private static func spellings(of title: String, as style: FrontMatter.Place.Style) -> [String] {
    switch style {
    case .single, .double: [YAMLWriting.scalar(title, as: style)]
    case .plain, .block: [isPlain(title) ? title : YAMLWriting.scalar(title, as: .double)]
    }
  }

  /// Whether a text has nothing that means something in YAML.
  private static func isPlain(_ title: String) -> Bool {
    let words = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
    guard title.unicodeScalars.first?.properties.isAlphabetic == true, !words.contains(title.lowercased()) else {
      return false
    }
    return title.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || " -_.()+".unicodeScalars.contains(scalar)
    }
  }
}

/// The line of a memo's text that is its title, and what Markdown makes of it.
struct WrittenTitle {
  /// The line, without its line break.
  let range: Range<Int>
  /// The title in it.
  let text: Range<Int>
  /// The line below it that makes it a heading.
  let underline: Range<Int>?
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
    let line = bytes.part(range)
    let tree = MarkupTree(line)
    let leaf = tree.leaves.first
    let isText = tree.blocks.count == 1 && leaf?.kind == .paragraph
    let isMarked = bytes.headingMarkEnd(at: bytes.trimmed(range).lowerBound, limit: range.upperBound) != nil
    underline = isText ? LineInsertion.underline(of: layout, in: bytes) : nil
    isHeading = isMarked || underline != nil
    isPlain =
      isText && !line.contains { Self.marks.utf8.contains($0) }
      && leaf.map { leaf in
        tree.inlines(of: leaf).isEmpty && EmphasisFinder.spans(in: line, leaf.content, opaque: []).isEmpty
      } == true
  }
}
