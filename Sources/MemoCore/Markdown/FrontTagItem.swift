/// A text of a front matter that holds a tag, or several with commas, with its place.
struct FrontTagItem: Equatable {
  /// How it is written.
  enum Quote: Equatable {
    case none
    case single
    case double
  }

  /// The bytes as written, quotes included.
  let range: Range<Int>
  /// What it says.
  let text: String
  let quote: Quote
  /// Whether commas part several tags.
  let isCommaText: Bool

  /// The items of `tags:` and `keywords:`, in the order of the text.
  static func all(of front: FrontMatter, in bytes: UnsafeRawBufferPointer) -> [FrontTagItem] {
    let entries = ["tags", "keywords"].compactMap(front.entry)
    return entries.flatMap { items(of: $0, in: bytes) }.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private static func items(of entry: FrontMatter.Entry, in bytes: UnsafeRawBufferPointer) -> [FrontTagItem] {
    let scalars = YAMLScalars(bytes: bytes)
    switch entry.value {
    case .scalar: return [item(entry.range, scalars, isCommaText: true)].compactMap(\.self)
    case .list where !entry.range.isEmpty && bytes[entry.range.lowerBound] == UInt8(ascii: "["):
      // Up to the line's end: between brackets `#` starts no comment, though the entry's range ends there.
      return flowItems(in: entry.range.lowerBound..<bytes.lineEnd(from: entry.range.lowerBound), scalars)
    case .list: return lineItems(in: entry.range, scalars)
    }
  }

  /// `[a, "b"]`
  private static func flowItems(in range: Range<Int>, _ scalars: YAMLScalars) -> [FrontTagItem] {
    var items: [FrontTagItem] = []
    var start = range.lowerBound + 1
    while let end = scalars.itemEnd(in: start..<range.upperBound) {
      if let item = item(scalars.bytes.trimmed(start..<end), scalars, isCommaText: false) { items.append(item) }
      if scalars.bytes[end] == UInt8(ascii: "]") { break }
      start = end + 1
    }
    return items
  }

  /// `- a` lines, among which comments and blank lines may stand.
  private static func lineItems(in range: Range<Int>, _ scalars: YAMLScalars) -> [FrontTagItem] {
    let bytes = scalars.bytes
    var items: [FrontTagItem] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let line = start..<min(bytes.lineEnd(from: start), range.upperBound)
      let text = bytes.trimmed(line)
      if !text.isEmpty, bytes[text.lowerBound] == UInt8(ascii: "-"), bytes.isBlank(at: text.lowerBound + 1) {
        let written = bytes.trimmed(text.lowerBound + 1..<text.upperBound)
        let end = scalars.end(of: written)
        if let item = item(written.lowerBound..<end, scalars, isCommaText: false) { items.append(item) }
      }
      start = bytes.lineStart(after: line.upperBound)
    }
    return items
  }

  private static func item(_ range: Range<Int>, _ scalars: YAMLScalars, isCommaText: Bool) -> FrontTagItem? {
    guard !range.isEmpty else { return nil }
    switch scalars.bytes[range.lowerBound] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      guard case .scalar(let text)? = scalars.value(in: range), scalars.quoteEnd(in: range) == range.upperBound else {
        return nil
      }
      let quote: Quote = scalars.bytes[range.lowerBound] == UInt8(ascii: "'") ? .single : .double
      return FrontTagItem(range: range, text: text, quote: quote, isCommaText: isCommaText)
    // A list or map in the list, which is not read; `#a` alone is text between brackets.
    case UInt8(ascii: "["), UInt8(ascii: "{"): return nil
    default:
      return FrontTagItem(range: range, text: scalars.bytes.text(range), quote: .none, isCommaText: isCommaText)
    }
  }

  /// Another text as this one is written; in quotes where it would not be read as itself otherwise.
  func written(_ text: String) -> String {
    switch quote {
    case .none where text == "null" || text == "~": "\"\(text)\""
    case .none: text
    case .single: "'" + text.replacing("'", by: "''") + "'"
    case .double: "\"" + Self.escaped(text) + "\""
    }
  }

  /// A text as it is written between double quotes.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\t": result += "\\t"
      case ..<" ", "\u{7F}": result += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

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
