/// Renames a tag, and those nested below it, in a memo's text and front matter.
public struct TagRewriter: Sendable {
  private let old: [UInt8]
  private let depth: Int
  private let new: String

  /// Renames `old`, however it is spelled, to `new`; both with or without `#`.
  ///
  /// `nil` where `new` could not stand in a text as `#new`.
  public init?(from old: String, to new: String) {
    let (old, new) = (old.dropping(prefix: "#") ?? old, new.dropping(prefix: "#") ?? new)
    let read = MemoParser.metadata(of: Array("#\(new)".utf8)).tags
    guard !old.isEmpty, read.count == 1, read[0].utf8.elementsEqual(new.utf8) else { return nil }
    self.old = Folding.matchKey(old)
    depth = old.utf8.count { $0 == UInt8(ascii: "/") }
    self.new = new
  }

  /// Whether a tag is the one to rename or nested below it.
  public func renames(_ tag: String) -> Bool {
    renamed(tag) != nil
  }

  /// The changes that rename the tag, in the order of the text; a place that says the new name already stays.
  public func edits(of bytes: UnsafeRawBufferPointer) -> [ByteEdit] {
    let front = FrontMatter(bytes)
    var tags = TagCollector()
    MarkupTree.read(bytes, from: front.range.upperBound, visitor: &tags)
    let inText = tags.names.compactMap { name in
      renamed(bytes.text(name)).map { ByteEdit(name, Array($0.utf8)) }
    }.filter { !bytes[$0.range].elementsEqual($0.bytes) }
    return edits(of: front, in: bytes) + inText
  }

  /// The tag's new name; `nil` for another tag.
  private func renamed(_ tag: String) -> String? {
    let key = Folding.matchKey(tag)
    guard key.starts(with: old), key.count == old.count || key[old.count] == UInt8(ascii: "/") else { return nil }
    // Folding may change how many bytes a name has, but not how many slashes.
    let below = tag.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst(depth + 1)
    return ([new] + below.map { String(decoding: $0, as: UTF8.self) }).joined(separator: "/")
  }

  // MARK: Front matter

  private func edits(of front: FrontMatter, in bytes: UnsafeRawBufferPointer) -> [ByteEdit] {
    let edits = FrontMatter.tagKeys.compactMap(front.entry).flatMap { entry in
      let items = FrontTagItem.items(of: entry)
      let repeated = repeated(items)
      // In a form in which items cannot be taken out, the name stays twice.
      let removal = TagEdit.removal(ofItems: repeated, from: entry, in: bytes)
      let kept = removal == nil ? Array(items.indices) : items.indices.filter { !repeated.contains($0) }
      return (removal ?? []) + kept.compactMap { edit(items[$0]) }
    }
    return edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The items of a list whose new name another one has already.
  private func repeated(_ items: [FrontTagItem]) -> [Int] {
    let stay = items.filter { !$0.isSplit && edit($0) == nil }.map { Folding.matchKey(TagList.trimmed($0.text)) }
    return items.indices.filter { index in
      guard !items[index].isSplit, edit(items[index]) != nil, let name = renamedItem(items[index].text) else {
        return false
      }
      return stay.contains(Folding.matchKey(TagList.trimmed(name)))
    }
  }

  private func edit(_ item: FrontTagItem) -> ByteEdit? {
    let renamed = item.isSplit ? renamedParts(item.text) : renamedItem(item.text) ?? item.text
    guard !renamed.utf8.elementsEqual(item.text.utf8) else { return nil }
    return ByteEdit(item.place.range, Array(item.written(renamed).utf8))
  }

  /// A text of several tags, with what separates them kept. One whose new name another has already goes, with what is before
  /// it, or behind it where it is the first.
  private func renamedParts(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    let parts = Self.parts(of: scalars).map { part in
      (range: part, tag: Self.text(scalars[part]), renamed: renamedItem(Self.text(scalars[part])))
    }
    func key(_ tag: String) -> [UInt8] { Folding.matchKey(TagList.trimmed(tag)) }
    let stay = parts.filter { $0.renamed?.utf8.elementsEqual($0.tag.utf8) ?? true }.map { key($0.tag) }
    var (result, end, isFirst) = ("", 0, true)
    for part in parts {
      let isChanged = part.renamed.map { !$0.utf8.elementsEqual(part.tag.utf8) } ?? false
      let before = isFirst ? scalars[..<(parts.first?.range.lowerBound ?? 0)] : scalars[end..<part.range.lowerBound]
      end = part.range.upperBound
      if isChanged, let renamed = part.renamed, stay.contains(key(renamed)) { continue }
      result += Self.text(before) + (part.renamed ?? part.tag)
      isFirst = false
    }
    return result + Self.text(scalars[end...])
  }

  /// What is between the commas and blanks of a text.
  private static func parts(of scalars: [Unicode.Scalar]) -> [Range<Int>] {
    scalars.indices.split { scalars[$0].value == 0x2C || scalars[$0].properties.isWhitespace }.map {
      $0.startIndex..<$0.endIndex
    }
  }

  /// An item with its blanks and `#` kept.
  private func renamedItem(_ item: String) -> String? {
    let scalars = Array(item.unicodeScalars)
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return nil }
    var start = first
    if scalars[start] == "#" {
      start += 1
      while start < last, scalars[start].properties.isWhitespace { start += 1 }
    }
    guard start <= last, let tag = renamed(Self.text(scalars[start...last])) else { return nil }
    return Self.text(scalars[..<start]) + tag + Self.text(scalars[(last + 1)...])
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}

extension MemoParser {
  /// All tags of a text, however long it is, as `metadata` has those of its start.
  public static func tags(of bytes: UnsafeRawBufferPointer) -> [String] {
    let front = FrontMatter(bytes)
    var (tags, collector) = (TagList(), TagCollector())
    tags.add(front)
    MarkupTree.read(bytes, from: front.range.upperBound, visitor: &collector)
    for name in collector.names { tags.add(bytes.text(name)) }
    return tags.tags
  }
}

/// Keeps the names of tags.
private struct TagCollector: InlineVisitor {
  var names: [Range<Int>] = []

  mutating func visit(_ leaf: MarkupLeaf, _ inlines: [Inline]) {
    for inline in inlines where inline.kind == .tag { names.append(inline.content) }
  }
}
