/// A name that a text gives to a place of its own, as HTML has it: `{#name}` at the end of a heading, as Pandoc and kramdown
/// write it, or `<a id="name">`, `<a name="name">`. Links lead to it by exactly this name.
public struct ElementID: Equatable, Sendable {
  /// The name, without its marks.
  public let name: Range<Int>
  /// The heading that it is in, by its place in the order of the text; `nil` for none.
  public let heading: Int?
  /// From 1.
  public let line: Int
}

extension MarkupTree {
  /// The names in the order of the text.
  public var ids: [ElementID] {
    var (counter, ids, count) = (LineCounter(bytes), [ElementID](), 0)
    for leaf in leaves {
      var heading: Int?
      if leaf.kind.isHeading { (heading, count) = (count, count + 1) }
      var names = linkTargets(in: leaf)
      if heading != nil, let found = HeadingID(atEndOf: leaf.content, in: bytes) { names.append(found.name) }
      ids += names.map { ElementID(name: $0, heading: heading, line: counter.line(of: $0.lowerBound)) }
    }
    return ids
  }

  /// The names in the `<a …>` tags of a block.
  private func linkTargets(in leaf: MarkupLeaf) -> [Range<Int>] {
    // Few texts have one: only those are parsed.
    guard leaf.content.contains(where: isLinkTag) else { return [] }
    switch leaf.kind {
    case .paragraph, .heading: return inlines(of: leaf).filter { $0.kind == .html }.flatMap { names(inTag: $0.range) }
    case .html(isOpaque: false): return names(inHTML: leaf)
    case .code, .html, .opaque, .rule: return []
    }
  }

  private func names(inHTML leaf: MarkupLeaf) -> [Range<Int>] {
    var html = RawHTML(bytes, limit: leaf.content.upperBound, holes: leaf.holes)
    var (names, index) = ([Range<Int>](), leaf.content.lowerBound)
    while index < leaf.content.upperBound {
      guard bytes[index] == UInt8(ascii: "<"), let end = html.end(at: index) else {
        index += 1
        continue
      }
      names += self.names(inTag: index..<end)
      index = end
    }
    return names
  }

  private func isLinkTag(_ index: Int) -> Bool {
    bytes[index] == UInt8(ascii: "<") && index + 2 < bytes.count && bytes[index + 1] | 0x20 == UInt8(ascii: "a")
      && isSpace(index + 2)
  }

  private func isSpace(_ index: Int) -> Bool { bytes.isBlank(at: index) || bytes.isLineEnd(at: index) }

  /// The values of `id` and `name` in a tag, which is known to be well formed.
  private func names(inTag tag: Range<Int>) -> [Range<Int>] {
    guard isLinkTag(tag.lowerBound) else { return [] }
    var (names, index) = ([Range<Int>](), tag.lowerBound + 2)
    let end = tag.upperBound - 1
    while index < end {
      while index < end, isSpace(index) { index += 1 }
      let start = index
      while index < end, !isSpace(index), bytes[index] != UInt8(ascii: "=") { index += 1 }
      let attribute = bytes[start..<index].map(\.lowercasedASCII)
      while index < end, isSpace(index) { index += 1 }
      guard index < end, bytes[index] == UInt8(ascii: "=") else { continue }
      index += 1
      while index < end, isSpace(index) { index += 1 }
      guard index < end else { break }
      let quote = bytes[index]
      let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
      let from = isQuoted ? index + 1 : index
      index = from
      while index < end, isQuoted ? bytes[index] != quote : !isSpace(index) { index += 1 }
      if attribute.elementsEqual("id".utf8) || attribute.elementsEqual("name".utf8), from < index {
        names.append(from..<index)
      }
      if isQuoted { index += 1 }
    }
    return names
  }
}

/// The attributes at the end of a heading that give it a name: `{#name}`, `{#name .class}`, `{: #name}`.
struct HeadingID {
  /// All of them, with their braces.
  let range: Range<Int>
  /// The name, without `#`.
  let name: Range<Int>

  /// Finds them behind a blank or alone; `nil` for none.
  init?(atEndOf content: Range<Int>, in bytes: UnsafeRawBufferPointer) {
    let text = bytes.trimmed(content)
    guard let last = text.last, bytes[last] == UInt8(ascii: "}"),
      let open = bytes[text].lastIndex(of: UInt8(ascii: "{")),
      open == text.lowerBound || bytes.isBlank(at: open - 1)
    else { return nil }
    let words = bytes[open + 1..<last].split { $0.isBlank }
    let attributes = words.first.map { $0.elementsEqual(":".utf8) } == true ? words.dropFirst() : words[...]
    guard let name = attributes.first, name.first == UInt8(ascii: "#"), name.count > 1 else { return nil }
    range = open..<last + 1
    self.name = name.startIndex + 1..<name.endIndex
  }
}
