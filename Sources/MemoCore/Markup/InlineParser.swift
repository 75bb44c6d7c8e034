/// Finds the inlines of blocks: code spans, links, raw HTML and tags, as CommonMark pairs their marks.
///
/// Each byte is read a bounded number of times, whatever stands in a text.
struct InlineParser {
  private struct Bracket {
    let position: Int
    let isImage: Bool
    /// Whether another bracket follows it, so that it is no reference by itself.
    var holdsBracket = false
  }

  // More open brackets are forgotten, the outer ones first. It bounds what is kept.
  private static let bracketLimit = 1 << 12

  private let bytes: UnsafeRawBufferPointer
  private let definitions: LinkDefinitions
  private var tags: TagReader

  private var position = 0
  private var limit = 0
  private var syntax: LinkSyntax
  private var html: RawHTML
  private var codeSpans: CodeSpans
  private var opaqueSpans: OpaqueSpans
  private var brackets: [Bracket] = []
  // Links hold no links: below this one, brackets open none any more.
  private var firstActive = 0
  private var pendingTags: [Inline] = []

  /// The inlines of the block read last, outer ones before those in them.
  private(set) var inlines: [Inline] = []

  /// Finds inlines of a text that starts at `start`.
  init(_ bytes: UnsafeRawBufferPointer, from start: Int, definitions: LinkDefinitions) {
    self.bytes = bytes
    self.definitions = definitions
    tags = TagReader(bytes, from: start)
    syntax = LinkSyntax(bytes, limit: 0)
    html = RawHTML(bytes, limit: 0)
    codeSpans = CodeSpans(bytes, limit: 0)
    opaqueSpans = OpaqueSpans(bytes)
  }

  /// Reads a block.
  mutating func parse(_ leaf: MarkupLeaf) {
    if !inlines.isEmpty { inlines.removeAll(keepingCapacity: true) }
    guard leaf.firstMark < leaf.content.upperBound else { return }
    limit = leaf.content.upperBound
    switch leaf.kind {
    case .paragraph, .heading:
      begin(leaf)
      while let mark = nextMark(leaf.holes) { read(mark) }
    case .html(isOpaque: false):
      begin(leaf)
      while let mark = nextMark(leaf.holes) { readInHTML(mark) }
    case .html, .opaque, .code, .rule: return
    }
    finish()
  }

  private mutating func begin(_ leaf: MarkupLeaf) {
    position = leaf.firstMark
    syntax.begin(limit: limit, holes: leaf.holes)
    html.begin(limit: limit, holes: leaf.holes)
    codeSpans.begin(limit: limit)
    opaqueSpans.begin(limit: limit)
    firstActive = 0
  }

  private mutating func finish() {
    if !brackets.isEmpty { brackets.removeAll(keepingCapacity: true) }
    if !pendingTags.isEmpty {
      inlines += pendingTags
      pendingTags.removeAll(keepingCapacity: true)
    }
    for index in inlines.indices.dropFirst() where inlines[index].range.lowerBound < inlines[index - 1].range.lowerBound
    {
      inlines.sort { $0.range.lowerBound < $1.range.lowerBound }
      return
    }
  }

  /// The mark at the next place that may mean something, which is then `position`.
  private mutating func nextMark(_ holes: MarkupHoles) -> UInt8? {
    while position < limit {
      position = MarkupMarks.next(in: bytes, from: position)
      guard position < limit else { return nil }
      guard bytes.isLineEnd(at: position) else { return bytes[position] }
      position = holes.textStart(ofLineAt: bytes.lineStart(after: position))
    }
    return nil
  }

  private mutating func read(_ mark: UInt8) {
    switch mark {
    case UInt8(ascii: "#"): readTag()
    case UInt8(ascii: "["): openBracket()
    case UInt8(ascii: "]"): closeBracket()
    case UInt8(ascii: "`"): readCode()
    case UInt8(ascii: "<"): readHTML()
    case UInt8(ascii: "%"): readOpaque(.comment, mark)
    case UInt8(ascii: "$"): readOpaque(.math, mark)
    default: position += syntax.isEscape(position) ? 2 : 1
    }
  }

  /// In a block of HTML, links and memo's own marks mean what they mean elsewhere, as in Notion's `<aside>`; the rest is text.
  private mutating func readInHTML(_ mark: UInt8) {
    switch mark {
    case UInt8(ascii: "#"): readTag()
    case UInt8(ascii: "["): openBracket()
    case UInt8(ascii: "]"): closeBracket()
    case UInt8(ascii: "<"):
      let verbatimEnd = HTMLBlock.verbatimEnd(bytes, at: position, limit: limit)
      position = verbatimEnd ?? html.end(at: position) ?? position + 1
    case UInt8(ascii: "%"): readOpaque(.comment, mark)
    default: position += syntax.isEscape(position) ? 2 : 1
    }
  }

  // MARK: Marks

  private mutating func readTag() {
    guard let name = tags.name(at: position), name.upperBound <= limit else {
      position += 1
      return
    }
    pendingTags.append(Inline(.tag, position..<name.upperBound, content: name))
    position = name.upperBound
  }

  private mutating func readCode() {
    let run = position..<min(bytes.runEnd(of: UInt8(ascii: "`"), from: position), limit)
    guard let contents = codeSpans.contents(ofSpanAt: run) else {
      position = run.upperBound
      return
    }
    position = contents.upperBound + run.count
    inlines.append(Inline(.code, run.lowerBound..<position, content: contents))
  }

  private mutating func readOpaque(_ kind: Inline.Kind, _ mark: UInt8) {
    let run = position..<min(bytes.runEnd(of: mark, from: position), limit)
    guard let contents = opaqueSpans.contents(ofSpanAt: run, syntax) else {
      position = run.upperBound
      return
    }
    position = contents.upperBound + run.count
    inlines.append(Inline(kind, run.lowerBound..<position, content: contents))
  }

  private mutating func readHTML() {
    let start = position
    if let end = html.autolinkEnd(at: start) {
      position = end
      let address = start + 1..<end - 1
      inlines.append(Inline(.autolink, start..<end, content: address, destination: address))
    } else if let end = html.end(at: start) {
      position = end
      inlines.append(Inline(.html, start..<end, content: start + 1..<end - 1))
    } else {
      position += 1
    }
  }

  // MARK: Links

  private mutating func readWikiLink() -> Bool {
    guard let link = syntax.wikiLink(at: position) else { return false }
    let content = link.range.lowerBound + 2..<link.range.upperBound - 2
    inlines.append(Inline(.wikiLink, link.range, content: content, destination: link.target))
    position = link.range.upperBound
    if let last = brackets.indices.last { brackets[last].holdsBracket = true }
    firstActive = brackets.count
    return true
  }

  private mutating func openBracket() {
    if readWikiLink() { return }
    if brackets.count == Self.bracketLimit {
      brackets.removeFirst(Self.bracketLimit / 2)
      firstActive = max(0, firstActive - Self.bracketLimit / 2)
    }
    if let last = brackets.indices.last { brackets[last].holdsBracket = true }
    brackets.append(Bracket(position: position, isImage: isAfterBang))
    position += 1
  }

  /// Whether an exclamation mark is before `position` that is not escaped.
  private var isAfterBang: Bool {
    guard position > 0, bytes[position - 1] == UInt8(ascii: "!") else { return false }
    var start = position - 1
    while start > 0, bytes[start - 1] == UInt8(ascii: "\\") { start -= 1 }
    return (position - 1 - start).isMultiple(of: 2)
  }

  private mutating func closeBracket() {
    guard let opener = brackets.popLast() else {
      position += 1
      return
    }
    let isActive = opener.isImage || brackets.count >= firstActive
    firstActive = min(firstActive, brackets.count)
    guard isActive, let (destination, end) = target(of: opener) else {
      position += 1
      return
    }
    let label = opener.position + 1..<position
    while let tag = pendingTags.last, tag.range.lowerBound > opener.position { pendingTags.removeLast() }
    let range = opener.position - (opener.isImage ? 1 : 0)..<end
    inlines.append(Inline(opener.isImage ? .image : .link, range, content: label, destination: destination))
    if !opener.isImage { firstActive = brackets.count }
    position = end
  }

  /// Where the link leads whose label ends at `position`, and where it ends.
  private func target(of opener: Bracket) -> (destination: Range<Int>, end: Int)? {
    if let target = syntax.target(at: position + 1) { return target }
    guard !definitions.isEmpty else { return nil }
    var (label, end) = (opener.position + 1..<position, position + 1)
    if let reference = syntax.label(at: end) {
      (label, end) = (reference, reference.upperBound + 1)
    } else {
      if opener.holdsBracket { return nil }
      if bytes.has("[]", in: end..<limit) { end += 2 }
    }
    return definitions.destination(of: syntax.text(label)).map { ($0, end) }
  }
}

/// A part of a block's text that has a meaning.
public struct Inline: Equatable, Sendable {
  /// What it is.
  public enum Kind: UInt8, Sendable {
    /// A code span.
    case code
    /// `[[target#heading|label]]`
    case wikiLink
    /// `[label](destination)`, `[label][reference]`, `[reference]`
    case link
    /// A link with `!` before it.
    case image
    /// `<https://…>`, `<name@host>`
    case autolink
    /// A tag or comment of HTML.
    case html
    /// `#tag`
    case tag
    /// `%%hidden%%`, which Obsidian does not show
    case comment
    /// `$a$`, `$$a$$`
    case math
  }

  /// What it is.
  public let kind: Kind
  /// All of it, with its marks.
  public let range: Range<Int>
  /// What is between the marks: a label, code, a tag's name.
  public let content: Range<Int>
  /// Where it leads, as written; for a link by reference this is in its definition. Empty for what is no link.
  public let destination: Range<Int>

  init(_ kind: Kind, _ range: Range<Int>, content: Range<Int>, destination: Range<Int>? = nil) {
    self.kind = kind
    self.range = range
    self.content = content
    self.destination = destination ?? range.upperBound..<range.upperBound
  }

  /// Whether it is a link by reference, which leads where a definition says.
  public var isReference: Bool {
    (kind == .link || kind == .image)
      && !(range.contains(destination.lowerBound) && range.upperBound > destination.upperBound)
  }

  /// Where its first bracket is.
  var bracket: Int { kind == .image ? range.lowerBound + 1 : range.lowerBound }
}

/// Finds where code spans end: at a run of as many backticks as opened them.
struct CodeSpans {
  private let bytes: UnsafeRawBufferPointer
  private var limit: Int
  // Where the last run of each length is, once a search came to the end. Without it, runs of many lengths that nothing
  // closes would each be searched for to the end.
  private var lastRuns: [Int: Int] = [:]
  private var isSearched = false

  /// Looks no further than `limit`.
  init(_ bytes: UnsafeRawBufferPointer, limit: Int) {
    self.bytes = bytes
    self.limit = limit
  }

  /// Goes on to another block.
  mutating func begin(limit: Int) {
    self.limit = limit
    isSearched = false
    if !lastRuns.isEmpty { lastRuns.removeAll() }
  }

  /// The text between a run of backticks and the one that closes it; `nil` where nothing does.
  mutating func contents(ofSpanAt run: Range<Int>) -> Range<Int>? {
    if isSearched, lastRuns[run.count, default: -1] <= run.lowerBound { return nil }
    var index = run.upperBound
    while index < limit {
      guard bytes[index] == UInt8(ascii: "`") else {
        index += 1
        continue
      }
      let end = min(bytes.runEnd(of: UInt8(ascii: "`"), from: index), limit)
      if end - index == run.count { return run.upperBound..<index }
      if !isSearched { lastRuns[end - index] = index }
      index = end
    }
    isSearched = true
    return nil
  }
}
