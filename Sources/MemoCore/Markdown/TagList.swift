/// Collects tags in their order, each once: equal under NFC and case, the first spelling kept.
struct TagList {
  /// The tags so far.
  private(set) var tags: [String] = []
  // Empty as long as there are few tags, all plain. `String` compares by canonical equivalence, so NFC and NFD are one.
  private var keys: Set<String> = []

  private static let few = 16

  /// Adds a tag as it is written in a text.
  mutating func add(_ tag: String) {
    if isNew(tag) { tags.append(tag) }
  }

  // Most memos have few tags, and plain ones: to fold these for a set took a sixtieth of a first index.
  private mutating func isNew(_ tag: String) -> Bool {
    if keys.isEmpty, tags.count < TagList.few, TagList.isPlain(tag) {
      return !tags.contains { TagList.areSame($0, tag) }
    }
    if keys.isEmpty { keys = Set(tags.map { $0.lowercased() }) }
    return keys.insert(tag.lowercased()).inserted
  }

  /// Whether a tag can only equal tags of the same bytes, ASCII case aside.
  private static func isPlain(_ tag: String) -> Bool {
    tag.unicodeScalars.allSatisfy { $0.isASCII || Hangul.syllables.contains($0.value) }
  }

  /// Whether plain tags are equal.
  private static func areSame(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count
      && zip(left.utf8, right.utf8).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
  }

  /// Adds the tags of a front matter: `tags:`, then `keywords:`, each a list or a text with commas.
  mutating func add(_ front: FrontMatter) {
    for key in ["tags", "keywords"] {
      guard let entry = front.entry(key) else { continue }
      switch entry.value {
      case .list(let items): add(items[...])
      case .scalar(let text): add(text.parts(at: ",")[...])
      }
    }
  }

  private mutating func add(_ items: ArraySlice<String>) {
    for item in items {
      let tag = TagList.trimmed(item)
      if !tag.isEmpty { add(tag) }
    }
  }

  private static func trimmed(_ item: String) -> String {
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
