import MemoCore
import MemoStore

/// A memo's text for a reader without the vault, in Markdown that pandoc knows: without comments and the names of blocks,
/// with wiki links as what they show, with files by their paths from the memo's folder, with its title as a heading, with
/// inline notes as footnotes, and with elements of HTML around highlighted text.
struct SharedText {
  /// What begins and ends highlighted text. By the blank, these tags differ from those of the memo, which are text where they
  /// are not paired.
  static let highlight = (start: "<mark >", end: "</mark >")

  /// The text.
  let bytes: [UInt8]

  /// - Parameters:
  ///   - titleLine: the line that is the memo's title; `nil` for none.
  ///   - files: those that links lead to, by the targets of links as written.
  ///   - folder: that of the memo.
  init(
    _ text: [UInt8], titleLine: Range<Int>? = nil, files: [String: VaultPath] = [:], in folder: VaultPath = .root
  ) {
    let shown = text.withUnsafeBytes { bytes in
      let reader = SharedTextReader(bytes, files, folder)
      let hidden = reader.hidden()
      var rest = hidden[...]
      let heading = titleLine.map { reader.headingMarks($0, hidden: hidden) } ?? []
      let shown = (heading + reader.edits()).inOrder.filter { edit in
        rest = rest.drop { $0.upperBound <= edit.range.lowerBound }
        return rest.first.map { !$0.overlaps(edit.range) } ?? true
      }
      return ByteEdit.apply((hidden.map { ByteEdit($0, []) } + shown).inOrder, to: bytes)
    }
    bytes = InlineNotes.moved(in: shown)
  }

  /// A text that says in Markdown what it says as it is.
  static func escaped(_ text: String) -> [UInt8] { SharedTextReader.escaped(Array(text.utf8)) }

  /// A title without the comments in it.
  static func title(_ title: String) -> String {
    guard title.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "<") }) else { return title }
    // Behind a mark, as a title may begin as a list does.
    let mark = Array("# ".utf8)
    let shown = SharedTextReader.withoutComments(mark + Array(title.utf8))
    let text = MemoText.oneLine(String(decoding: shown.dropFirst(mark.count), as: UTF8.self))
    // What is left of one that goes on in the lines below.
    return text.hasBytePrefix("%%") || text.hasBytePrefix("<!--") ? "" : text
  }
}

/// Finds what changes in a text that is shared.
private struct SharedTextReader {
  private let bytes: UnsafeRawBufferPointer
  private let tree: MarkupTree
  private let blocks: [(leaf: MarkupLeaf, inlines: [Inline])]
  private let files: [String: VaultPath]
  private let folder: VaultPath

  init(_ bytes: UnsafeRawBufferPointer, _ files: [String: VaultPath], _ folder: VaultPath) {
    (self.bytes, self.files, self.folder) = (bytes, files, folder)
    let tree = MarkupTree(bytes)
    self.tree = tree
    blocks = tree.leaves.map { ($0, tree.inlines(of: $0)) }
  }

  static func withoutComments(_ text: [UInt8]) -> [UInt8] {
    text.withUnsafeBytes { bytes in
      ByteEdit.apply(SharedTextReader(bytes, [:], .root).hidden().map { ByteEdit($0, []) }, to: bytes)
    }
  }

  // MARK: Comments

  /// The comments, Obsidian's and HTML's, in order.
  func hidden() -> [Range<Int>] {
    var notes = has("[^") ? Footnotes(bytes, from: 0).definitions[...] : []
    var hidden: [Range<Int>] = []
    func end() -> Int { hidden.last?.upperBound ?? 0 }
    for (leaf, inlines) in blocks where leaf.range.upperBound > end() {
      notes = notes.drop { $0.lines.upperBound <= leaf.range.lowerBound }
      switch leaf.kind {
      case .opaque(.comment): hidden.append(max(leaf.range.lowerBound, end())..<leaf.range.upperBound)
      case .html: hidden += comments(in: max(leaf.range.lowerBound, end())..<leaf.range.upperBound)
      // Further paragraphs of a footnote are indented as code is.
      case .code where !isFenced(leaf) && notes.first?.lines.overlaps(leaf.range) == true:
        hidden += comments(in: max(leaf.range.lowerBound, end())..<leaf.range.upperBound)
      case .code, .opaque, .rule: break
      case .heading, .paragraph:
        for inline in inlines where inline.kind == .comment || inline.kind == .html && has("<!--", at: inline.range) {
          let lines = wholeLines(inline.range)
          if lines.upperBound > end() { hidden.append(max(lines.lowerBound, end())..<lines.upperBound) }
        }
      }
    }
    return hidden
  }

  private func isFenced(_ leaf: MarkupLeaf) -> Bool {
    "`~".utf8.contains(bytes[leaf.range.lowerBound])
  }

  /// Comments in what the tree does not look into; one of HTML that is not closed there goes on below.
  private func comments(in range: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var (place, isPaired) = (range.lowerBound, true)
    while place < range.upperBound {
      if has("<!--", at: place..<range.upperBound) {
        let end = (place + 2..<bytes.count).first { has("-->", at: $0..<bytes.count) }
        found.append(place..<(end.map { $0 + 3 } ?? range.upperBound))
        place = found[found.count - 1].upperBound
      } else if isPaired, has("%%", at: place..<range.upperBound) {
        let end = (place + 2..<range.upperBound).first { has("%%", at: $0..<range.upperBound) }
        if let end { found.append(place..<end + 2) }
        isPaired = end != nil
        place = end.map { $0 + 2 } ?? place + 2
      } else {
        place += 1
      }
    }
    return found
  }

  private func has(_ text: StaticString, at range: Range<Int>? = nil) -> Bool {
    let text = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    if let range { return bytes[range].starts(with: text) }
    return bytes.indices.contains { bytes[$0] == text[0] && bytes[$0...].starts(with: text) }
  }

  /// A range, with its lines where they hold nothing else: a blank line would end a paragraph.
  private func wholeLines(_ range: Range<Int>) -> Range<Int> {
    let before = bytes.lineStart(of: range.lowerBound)..<range.lowerBound
    let behind = range.upperBound..<bytes.lineEnd(from: range.upperBound)
    guard bytes[before].allSatisfy({ $0 <= 0x20 || $0 == UInt8(ascii: ">") }), bytes[behind].allSatisfy({ $0 <= 0x20 })
    else { return range }
    return before.lowerBound..<bytes.lineStart(after: behind.upperBound)
  }

  // MARK: Text

  /// What changes in the text that is shown.
  func edits() -> [ByteEdit] {
    let links = blocks.flatMap(\.inlines).filter { $0.kind == .wikiLink }.compactMap { InlineLink($0, in: bytes) }
    let named = AttachmentLink.all(in: bytes).filter { $0.kind == .markdown }.compactMap { link in
      files[link.target].flatMap { link.edit(to: $0, from: folder, escapesLetters: !isComposed($0), in: bytes) }
    }
    let marks = blocks.flatMap { leaf, inlines in self.marks(in: leaf, inlines) }
    return links.map(edit) + named + marks + names()
  }

  /// Whether a path is in NFC. pandoc brings all letters there, also those of an address, where only escapes keep the name of
  /// a file from macOS.
  private func isComposed(_ path: VaultPath) -> Bool {
    Folding.composed(path.text).utf8.elementsEqual(path.bytes)
  }

  /// The names of blocks, which are there for links alone, with the blanks before them. One that names no block is text.
  private func names() -> [ByteEdit] {
    tree.anchors.filter { $0.block.lowerBound < $0.name.lowerBound - 1 }.map { anchor in
      let mark = anchor.name.lowerBound - 1
      let blanks = bytes[..<mark].reversed().prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      return ByteEdit(mark - blanks.count..<anchor.name.upperBound, [])
    }
  }

  private func edit(of link: InlineLink) -> ByteEdit {
    let target = Array(bytes[link.target])
    let start = link.range.lowerBound
    guard start > 0, bytes[start - 1] == UInt8(ascii: "!") else {
      let shown = link.label.map { Array(bytes[$0]) } ?? (target.isEmpty ? link.heading.map { Array(bytes[$0]) } : nil)
      return ByteEdit(link.range, Self.escaped(shown ?? target))
    }
    let range = start - 1..<link.range.upperBound
    let name = String(decoding: target, as: UTF8.self)
    guard SharedHTML.isPicture(name) else { return ByteEdit(range, Self.escaped(target)) }
    let address =
      files[name].map { file in
        let path = RelativePath.bytes(of: file.bytes, from: folder, isDotted: false)
        return MarkdownDestination.encoded(path, isComposed(file) ? .plain : .plain.escapingLetters)
      } ?? MarkdownDestination.encoded(target)
    let label = link.label.map { String(decoding: bytes[$0], as: UTF8.self) }
    // A bare `|` would end the cell of a table.
    let size = label.flatMap { PictureSize($0) == nil ? nil : Array("\\|\($0)".utf8) } ?? []
    let shown = Array("![".utf8) + Self.escaped(target) + size + Array("](".utf8)
    return ByteEdit(range, shown + address + Array(")".utf8))
  }

  /// The marks that make a title which is the first line of a paragraph a heading.
  func headingMarks(_ line: Range<Int>, hidden: [Range<Int>]) -> [ByteEdit] {
    let blanks = line.prefix { bytes[$0] <= 0x20 }
    guard let (leaf, inlines) = blocks.first(where: { $0.leaf.range.lowerBound == blanks.endIndex }),
      leaf.kind == .paragraph, !has("[^", at: leaf.range), !has("![", at: leaf.range),
      !(inlines.map(\.range) + hidden).contains(where: { $0.contains(line.upperBound) }),
      !isTableRule(bytes.lineStart(after: line.upperBound))
    else { return [] }
    // What a heading ends with may be a mark of its own: a `#`, a backslash.
    return [
      ByteEdit(line.lowerBound..<blanks.endIndex, Array("# ".utf8)),
      ByteEdit(line.upperBound..<line.upperBound, Array(" #".utf8)),
    ]
  }

  /// Whether a line is the second one of a table.
  private func isTableRule(_ start: Int) -> Bool {
    let line = bytes[start..<bytes.lineEnd(from: start)]
    return line.contains(UInt8(ascii: "-")) && line.allSatisfy { $0 <= 0x20 || "|:-".utf8.contains($0) }
  }

  /// What changes between links, code and math: the pairs of `==` around a text, which Markdown does not know, become
  /// elements of HTML, and dollars that are none of math are escaped. In a bare address both mean nothing.
  private func marks(in leaf: MarkupLeaf, _ inlines: [Inline]) -> [ByteEdit] {
    guard leaf.isText else { return [] }
    var opaque = inlines.filter { !isVariable($0) }.compactMap(\.opaque).sorted { $0.lowerBound < $1.lowerBound }[...]
    var (edits, opened): ([ByteEdit], Range<Int>?) = ([], nil)
    var (place, isAddress) = (leaf.content.lowerBound, false)
    while place < leaf.content.upperBound {
      while let first = opaque.first, first.upperBound <= place { opaque.removeFirst() }
      if let first = opaque.first, first.contains(place) {
        (place, isAddress) = (first.upperBound, false)
        continue
      }
      isAddress = bytes[place] > 0x20 && (isAddress || startsAddress(place))
      switch bytes[place] {
      case UInt8(ascii: "\\"): place += 2
      case UInt8(ascii: "$") where !isAddress:
        edits.append(ByteEdit(place..<place, [UInt8(ascii: "\\")]))
        place += 1
      case UInt8(ascii: "=") where !isAddress:
        let run = place..<(place..<leaf.content.upperBound).prefix { bytes[$0] == UInt8(ascii: "=") }.endIndex
        place = run.upperBound
        guard run.count == 2 else { continue }
        if let open = opened, bytes[run.lowerBound - 1] > 0x20 {
          let (start, end) = SharedText.highlight
          edits += [ByteEdit(open, Array(start.utf8)), ByteEdit(run, Array(end.utf8))]
          opened = nil
        } else if run.upperBound < leaf.content.upperBound, bytes[run.upperBound] > 0x20 {
          opened = run
        }
      default: place += 1
      }
    }
    return edits
  }

  private func startsAddress(_ place: Int) -> Bool {
    bytes[place] == UInt8(ascii: ":") && has("://", at: place..<bytes.count)
      || bytes[place] == UInt8(ascii: "w") && has("www.", at: place..<bytes.count)
  }

  /// Whether what pandoc's rule takes for math is dollars of variables, `$HOME/$USER`: a letter or digit is behind it.
  private func isVariable(_ inline: Inline) -> Bool {
    guard inline.kind == .math, inline.range.upperBound < bytes.count else { return false }
    let next = bytes[inline.range.upperBound]
    return next &- UInt8(ascii: "0") < 10 || next.lowercasedASCII &- UInt8(ascii: "a") < 26
  }

  /// A text that says in Markdown what it says as it is.
  static func escaped(_ text: [UInt8]) -> [UInt8] {
    text.flatMap { isMark($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    (0x21...0x2F).contains(byte) || (0x3A...0x40).contains(byte) || (0x5B...0x60).contains(byte)
      || (0x7B...0x7E).contains(byte)
  }
}

extension Inline {
  /// Where its marks mean something else than in text; `nil` for none.
  fileprivate var opaque: Range<Int>? {
    switch kind {
    case .link, .image: content.upperBound..<range.upperBound
    case .code, .wikiLink, .autolink, .html, .comment, .math: range
    case .tag: nil
    }
  }
}

extension MarkupLeaf {
  /// Whether it is a heading or a paragraph.
  var isText: Bool {
    switch kind {
    case .heading, .paragraph: true
    case .code, .html, .opaque, .rule: false
    }
  }
}
