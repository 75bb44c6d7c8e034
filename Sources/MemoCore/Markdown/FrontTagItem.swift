/// A text of a front matter that holds a tag, or several with commas or blanks, with its place.
struct FrontTagItem: Equatable {
  /// Where and how it is written.
  let place: FrontMatter.Place
  /// What it says.
  let text: String
  /// Whether commas and blanks separate several tags.
  let isSplit: Bool

  /// The items under a key, in its order.
  static func items(of entry: FrontMatter.Entry) -> [FrontTagItem] {
    let isSplit = if case .scalar = entry.value { true } else { false }
    return zip(entry.values, entry.places).map { FrontTagItem(place: $1, text: $0, isSplit: isSplit) }
  }

  /// The tags that it holds, each with the bytes that name it: of a list's item in which these are written in another way,
  /// with escapes or over several lines, all between the quotes; of such a text of several tags, none.
  func tags(in bytes: [UInt8]) -> [(name: String, range: Range<Int>)] {
    let content = place.content
    guard isSplit else {
      let name = TagList.trimmed(text)
      return name.isEmpty ? [] : [(name, bytes[content].firstRange(of: Array(name.utf8)) ?? content)]
    }
    let escape = UInt8(ascii: place.style == .single ? "'" : "\\")
    guard place.style == .plain || !bytes[content].contains(escape) else { return [] }
    var start = content.lowerBound
    return TagList.parts(of: text).map(TagList.trimmed).filter { !$0.isEmpty }.compactMap { name in
      guard let place = bytes[start..<content.upperBound].firstRange(of: Array(name.utf8)) else { return nil }
      start = place.upperBound
      return (name, place)
    }
  }

  /// Another text as this one is written; in quotes where it would not be read as itself without them.
  func written(_ text: String) -> String {
    switch text.utf8.contains(UInt8(ascii: "\n")) ? .double : place.style {
    case .plain where text == "null" || text == "~": YAMLWriting.quoted(text)
    case .plain: text
    case .single: "'" + text.replacing("'", by: "''") + "'"
    case .double, .block: YAMLWriting.quoted(text)
    }
  }
}

extension FrontMatter {
  /// The tags, key by key, each with the bytes that name it, as far as these can be distinguished.
  package func tags(in bytes: [UInt8]) -> [(name: String, range: Range<Int>)] {
    Self.tagKeys.compactMap(entry).flatMap(FrontTagItem.items).flatMap { $0.tags(in: bytes) }
  }
}

/// Collects tags in their order, each once, case and normalization aside; the first spelling is kept.
struct TagList {
  /// The tags so far.
  private(set) var tags: [String] = []
  // Empty as long as there are few tags, all plain.
  private var keys: Set<[UInt8]> = []

  private static let few = 16

  /// Adds a tag as it is written in a text.
  mutating func add(_ tag: String) {
    if isNew(tag) { tags.append(tag) }
  }

  // Most memos have few tags, and plain ones: to fold these for a set took a sixtieth of a first index.
  private mutating func isNew(_ tag: String) -> Bool {
    if keys.isEmpty, tags.count < TagList.few, Folding.isPlain(tag) {
      return !tags.contains { Folding.haveSameBytes($0, tag) }
    }
    if tags.count < TagList.few, tags.contains(where: { $0.utf8.elementsEqual(tag.utf8) }) { return false }
    if keys.isEmpty { keys = Set(tags.map(Folding.matchKey)) }
    return keys.insert(Folding.matchKey(tag)).inserted
  }

  /// Adds the tags of a front matter, key by key: of each, a list or a text with commas or blanks.
  mutating func add(_ front: FrontMatter) {
    for key in FrontMatter.tagKeys {
      guard let entry = front.entry(key) else { continue }
      switch entry.value {
      case .list(let items): add(items[...])
      case .scalar(let text): add(TagList.parts(of: text)[...])
      }
    }
  }

  private mutating func add(_ items: ArraySlice<String>) {
    for item in items {
      let tag = TagList.trimmed(item)
      if !tag.isEmpty { add(tag) }
    }
  }

  /// The tags of a text with commas or blanks.
  static func parts(of text: String) -> [String] {
    text.unicodeScalars.split { $0 == "," || isSpace($0) }.map { String($0) }
  }

  static func trimmed(_ item: String) -> String {
    var rest = Substring(item).unicodeScalars
    rest = rest.drop(while: isSpace)
    if rest.first == "#" as Unicode.Scalar { rest = rest.dropFirst().drop(while: isSpace) }
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return rest.startIndex == item.startIndex && rest.endIndex == item.endIndex ? item : String(rest)
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    ScalarClass.isSpace(scalar.value)
  }
}
