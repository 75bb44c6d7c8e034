/// Collects tags in their order, each once: equal under NFC and case, the first spelling kept.
struct TagList {
  /// The tags so far.
  private(set) var tags: [String] = []
  // `String` compares by canonical equivalence, so NFC and NFD are one key.
  private var keys: Set<String> = []

  /// Adds a tag as it is written in a text.
  mutating func add(_ tag: String) {
    // A memo often repeats a tag as it is, and that is cheaper to see than to fold.
    guard tags.last != tag, keys.insert(tag.lowercased()).inserted else { return }
    tags.append(tag)
  }

  /// Adds the tags of a front matter: `tags:`, then `keywords:`, each a list or a text with commas.
  mutating func add(_ front: FrontMatter) {
    for key in ["tags", "keywords"] {
      guard let entry = front.entry(key) else { continue }
      switch entry.value {
      case .list(let items): add(items[...])
      case .scalar(let text): add(text.split(separator: ",").map(String.init)[...])
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
    if rest.first == "#" { rest = rest.dropFirst().drop(while: isSpace) }
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return rest.startIndex == item.startIndex && rest.endIndex == item.endIndex ? item : String(rest)
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    ScalarClass.isSpace(scalar.value)
  }
}
