/// What links name in a memo: its headings (`[[memo#Heading]]`, `[[memo#Part#Heading]]`, `[x](memo.md#heading)`) and its
/// blocks (`[[memo#^name]]`), and what has a name of HTML (`[x](memo.md#name)`).
public struct MemoAnchors: Sendable {
  /// A heading as anchors find it.
  private struct Heading: Sendable {
    let key: [UInt8]
    /// The same of the text with the characters that its entities mean.
    let renderedKey: [UInt8]
    /// The same of the text with Markdown's marks, as Obsidian writes anchors.
    let writtenKey: [UInt8]
    let slug: String
    /// The place of the heading in whose section it is.
    let parent: Int?
    let text: String
    /// The text with Markdown's marks.
    let written: String
    let line: Int
  }

  private let headings: [Heading]
  /// The headings by their keys, in the order of the text.
  private let byKey: [[UInt8]: [Int]]
  /// Those whose keys with marks are others.
  private let byWrittenKey: [[UInt8]: [Int]]
  /// Those with the same letters and digits.
  private let byLetters: [[UInt8]: [Int]]
  /// The first heading with each slug.
  private let bySlug: [[UInt8]: Int]
  private let blocks: [[UInt8]: Int]
  private let ids: [[UInt8]: ElementID]

  /// Reads a memo.
  public init(of bytes: UnsafeRawBufferPointer) {
    let tree = MarkupTree(ofMemo: bytes)
    self.init(in: tree, tree.headings)
  }

  /// The same of an array.
  public init(of bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { MemoAnchors(of: $0) }
  }

  /// Reads a memo whose headings are known.
  init(in tree: MarkupTree, _ found: [MemoHeading]) {
    let bytes = tree.bytes
    var open: [(place: Int, end: Int)] = []
    headings = found.enumerated().map { place, heading in
      while let last = open.last, last.end <= heading.range.lowerBound { open.removeLast() }
      defer { open.append((place, heading.section.upperBound)) }
      let (key, rendered) = (Self.key(heading.text), CharacterReference.decoded(heading.text))
      let isPlain = bytes[heading.content].elementsEqual(heading.text.utf8)
      let written = isPlain ? heading.text : bytes.text(heading.content)
      return Heading(
        key: key, renderedKey: rendered.utf8.elementsEqual(heading.text.utf8) ? key : Self.key(rendered),
        writtenKey: isPlain ? key : Self.key(written), slug: heading.slug, parent: open.last?.place,
        text: heading.text, written: written, line: heading.line)
    }
    byKey = headings.enumerated().reduce(into: [:]) { places, heading in
      places[heading.element.key, default: []].append(heading.offset)
      guard heading.element.renderedKey != heading.element.key else { return }
      places[heading.element.renderedKey, default: []].append(heading.offset)
    }
    byWrittenKey = headings.enumerated().reduce(into: [:]) { places, heading in
      guard heading.element.writtenKey != heading.element.key else { return }
      places[heading.element.writtenKey, default: []].append(heading.offset)
    }
    byLetters = Dictionary(grouping: headings.indices) { [headings] in Self.letters(headings[$0].key) }
    bySlug = Dictionary(headings.enumerated().map { (Array($1.slug.utf8), $0) }) { first, _ in first }
    let anchors = tree.anchors.map { (Folding.matchKey(bytes.text($0.name)), $0.line) }
    blocks = Dictionary(anchors) { first, _ in first }
    ids = Dictionary(tree.ids.map { (Array(bytes[$0.name]), $0) }) { first, _ in first }
  }

  /// How many headings the memo has.
  public var count: Int { headings.count }

  /// The text of a heading, by its place in the order of the text.
  public func text(of heading: Int) -> String { headings[heading].text }

  /// Whether the memo has what an anchor names.
  public func contains(_ anchor: String, _ kind: MemoLink.Kind) -> Bool {
    line(of: anchor, kind) != nil
  }

  /// The line of what an anchor names, from 1; `nil` where nothing is called so.
  public func line(of anchor: String, _ kind: MemoLink.Kind) -> Int? {
    let written = Self.decoded(anchor, kind)
    if let block = written.dropping(prefix: "^") { return blocks[Folding.matchKey(block)] }
    if let id = ids[Array(written.utf8)] { return id.line }
    return heading(anchor, kind).map { headings[$0].line }
  }

  /// The place of the heading that an anchor names: by its text, without regard to case and with a space for punctuation and
  /// Markdown's marks, in Markdown links also by the name that GitHub gives it. Of several the first is meant. `^name` names
  /// a block, and no heading. A name that the text gives itself comes before all others, so that no rename takes it away.
  public func heading(_ anchor: String, _ kind: MemoLink.Kind) -> Int? {
    let written = Self.decoded(anchor, kind)
    guard !Self.namesBlock(written) else { return nil }
    if let id = ids[Array(written.utf8)] { return id.heading }
    if kind == .markdown {
      if let found = bySlug[Array(written.lowercased().utf8)] { return found }
    }
    let parts = written.utf8.split(separator: UInt8(ascii: "#")).map { Self.key(String(decoding: $0, as: UTF8.self)) }
    guard let last = parts.last else { return nil }
    return [byKey, byWrittenKey].lazy.compactMap { $0[last]?.first { isBelow(parts.dropLast(), $0) } }.first
  }

  /// The place of the heading that a person names: one that is spelled so, at most in other letter case, comes before one for
  /// which a link would take the name, as `C++` before `C`.
  public func heading(spelled name: String) -> Int? {
    for form in [{ Array($0.utf8) }, Folding.matchKey] as [(String) -> [UInt8]] {
      for text in [\Heading.text, \Heading.written] {
        if let place = heading(spelled: form(name), by: { form($0[keyPath: text]) }) { return place }
      }
    }
    return heading(name, .wiki)
  }

  /// The heading whose text, in some form, is all of a name or the end of one such as `Part#Heading`, which says what is
  /// above it. A text may hold `#` itself: the longest counts, and of several the first.
  private func heading(spelled name: [UInt8], by form: (Heading) -> [UInt8]) -> Int? {
    let hash = UInt8(ascii: "#")
    var found: (place: Int, length: Int)?
    for (place, heading) in headings.enumerated() {
      let text = form(heading)
      guard text.count > found?.length ?? 0, name.count >= text.count, name.suffix(text.count).elementsEqual(text)
      else { continue }
      let above = name.dropLast(text.count)
      let keys = above.split(separator: hash).map { Self.key(String(decoding: $0, as: UTF8.self)) }
      if above.last ?? hash == hash, isBelow(keys[...], place) { found = (place, text.count) }
    }
    return found?.place
  }

  /// The anchor of the one heading that an anchor can mean which names none: it has the same letters and digits, or those of
  /// the anchor's last part below headings with those of the parts before. `nil` where there is none, or are several.
  public func likeliest(for anchor: String, _ kind: MemoLink.Kind) -> String? {
    let written = Self.decoded(anchor, kind)
    guard !Self.namesBlock(written) else { return nil }
    let parts = written.utf8.split(separator: UInt8(ascii: "#")).map { String(decoding: $0, as: UTF8.self) }
    for names in [[written], parts] {
      let letters = names.map { Self.letters(Self.key($0)) }
      guard let last = letters.last, !last.isEmpty else { continue }
      let found = (byLetters[last] ?? []).filter { isBelow(letters.dropLast(), $0, by: Self.letters) }
      guard let heading = found.first else { continue }
      guard found.count == 1 else { return nil }
      return anchors(of: heading, like: anchor, kind).first { self.heading($0, kind) == heading }
    }
    return nil
  }

  /// Whether a decoded anchor is the name of a block.
  private static func namesBlock(_ anchor: String) -> Bool { anchor.utf8.first == UInt8(ascii: "^") }

  private static func letters(_ key: [UInt8]) -> [UInt8] { key.filter { $0 != UInt8(ascii: " ") } }

  /// Whether a heading is in sections of headings with some keys, one in the other.
  private func isBelow(
    _ keys: ArraySlice<[UInt8]>, _ heading: Int, by form: ([UInt8]) -> [UInt8] = { $0 }
  ) -> Bool {
    var (keys, above) = (keys, headings[heading].parent)
    while let key = keys.last {
      guard let place = above else { return false }
      let names = [headings[place].key, headings[place].renderedKey, headings[place].writtenKey]
      if names.contains(where: { form($0) == key }) { keys.removeLast() }
      above = headings[place].parent
    }
    return true
  }

  // MARK: Writing

  /// An anchor by which a link can name a heading, as much like another one as can be; `nil` for none.
  public func anchor(
    of heading: Int, like anchor: String, _ kind: MemoLink.Kind, where canHold: (String) -> Bool = { _ in true }
  ) -> String? {
    anchors(of: heading, like: anchor, kind).first { self.heading($0, kind) == heading && canHold($0) }
  }

  /// The anchors by which a link can name a heading, the one most like another anchor first. Each is put together when it is
  /// asked for: nearly always the first one is taken.
  package func anchors(of heading: Int, like anchor: String, _ kind: MemoLink.Kind) -> some Sequence<String> {
    Self.forms(like: anchor, kind).lazy.map { self.anchor(of: heading, as: $0, kind) }.filter { !$0.isEmpty }
  }

  /// An anchor of words, which no name is that GitHub gives.
  static let words = "A b"

  /// A form in which an anchor names a heading.
  private enum Form {
    /// Its text behind those of the headings in whose sections it is, so many in all.
    case chain(Int)
    /// Its text as a front matter can hold it between quotes.
    case withoutQuotes
    /// The name that GitHub gives it.
    case slug
  }

  /// The forms of anchors, the one most like another anchor first.
  private static func forms(like anchor: String, _ kind: MemoLink.Kind) -> [Form] {
    let given = decoded(anchor, kind)
    let parts = max(given.utf8.split(separator: UInt8(ascii: "#")).count, 1)
    let chains = (parts...max(parts, 6)).map { Form.chain($0) }
    guard kind == .markdown else { return chains + [.chain(1), .withoutQuotes] }
    let isSlug = given.utf8.elementsEqual(HeadingSlugs.slug(of: given).utf8)
    return isSlug ? [.slug, .chain(1)] : chains + [.chain(1), .slug]
  }

  private func anchor(of heading: Int, as form: Form, _ kind: MemoLink.Kind) -> String {
    switch form {
    case .slug: return headings[heading].slug
    case .withoutQuotes: return Self.withoutQuotes(Self.written(headings[heading].text))
    case .chain(let count):
      let texts = chain(to: heading, count: count)
      return (kind == .markdown ? texts.map(Self.encoded) : texts).joined(separator: "#")
    }
  }

  /// The texts of a heading and of some of those in whose sections it is, the outermost first.
  private func chain(to heading: Int, count: Int) -> [String] {
    var texts: [String] = []
    var place: Int? = heading
    while let found = place, texts.count < count {
      texts.append(Self.written(headings[found].text))
      place = headings[found].parent
    }
    return texts.reversed()
  }

  /// A text as a link of Markdown holds it.
  private static func encoded(_ text: String) -> String {
    String(decoding: MarkdownDestination.encoded(Array(text.utf8)), as: UTF8.self)
  }

  /// A heading's text without what ends a link or an anchor, and the braces of a name that it gives itself.
  private static func written(_ text: String) -> String {
    words(of: text, between: text.containsBytes("{#") ? "{}#|[]^`\\ " : "#|[]^`\\ ")
  }

  /// A heading's text as a link can hold it between the quotes of a front matter; it names the same heading.
  package static func withoutQuotes(_ text: String) -> String {
    words(of: text, between: "'\" ")
  }

  private static func words(of text: String, between marks: String) -> String {
    let words = text.utf8.split { marks.utf8.contains($0) }
    return words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
  }

  // MARK: Matching

  private static func decoded(_ anchor: String, _ kind: MemoLink.Kind) -> String {
    guard kind == .markdown else { return anchor }
    return Array(anchor.utf8).withUnsafeBytes { String(decoding: MarkdownDestination.decoded($0), as: UTF8.self) }
  }

  /// The letters, digits and marks of a text, folded, with one space for what is between them; a text without any is
  /// compared as it is.
  private static func key(_ text: String) -> [UInt8] {
    let folded = String(decoding: Folding.matchKey(text), as: UTF8.self)
    let words = folded.unicodeScalars.split { scalar in
      switch ScalarClass(scalar.value) {
      case .other, .space: true
      default: false
      }
    }
    return words.isEmpty ? Array(folded.utf8) : Array(words.map { Array(String($0).utf8) }.joined(separator: [0x20]))
  }
}

/// Keeps links on the headings that they name while a memo's headings change.
public struct AnchorRewriter: Sendable {
  private let before: MemoAnchors
  private let after: MemoAnchors

  /// Compares a memo's text before and after a change that keeps the number and order of its headings.
  public init(before: MemoAnchors, after: MemoAnchors) {
    (self.before, self.after) = (before, after)
  }

  /// Whether any anchor may name another heading than before.
  public var mayChange: Bool {
    before.count != after.count || (0..<before.count).contains { before.text(of: $0) != after.text(of: $0) }
  }

  /// What becomes of an anchor.
  public enum Fate: Equatable, Sendable {
    /// It names what it named before.
    case kept
    /// It has to be written so.
    case rewritten(String)
    /// No anchor can name the heading: an earlier one is called the same.
    case lost
  }

  /// What becomes of an anchor with which a link named a heading.
  ///
  /// - Parameter canHold: whether the link can be written with another anchor.
  public func fate(
    of anchor: String, _ kind: MemoLink.Kind, where canHold: (String) -> Bool = { _ in true }
  ) -> Fate {
    guard let heading = before.heading(anchor, kind), heading < after.count, after.heading(anchor, kind) != heading
    else { return .kept }
    return after.anchor(of: heading, like: anchor, kind, where: canHold).map { .rewritten($0) } ?? .lost
  }
}
