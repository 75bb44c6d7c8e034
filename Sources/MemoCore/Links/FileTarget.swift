/// A path in a memo's text that may lead to a file beside the memos: of a picture, an attachment, a definition of links.
struct FileTarget: Equatable {
  /// The path as written, without what follows `#` or `?`.
  let range: Range<Int>
  /// Where the link starts that it is in.
  let start: Int
  /// How it is written.
  let kind: MemoLink.Kind

  /// The paths of a memo that may be those of files, in the order of the text; those of links to memos are none.
  static func all(in bytes: UnsafeRawBufferPointer) -> [FileTarget] {
    guard mayHoldLinks(bytes) else { return [] }
    let start = FrontMatter(bytes).range.upperBound
    var collector = FileTargetCollector(bytes: bytes)
    MarkupTree.read(bytes, from: start, visitor: &collector)
    return collector.targets.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Whether `](`, `]:` or `]]` is in a text: where none does, it need not be read as Markdown.
  private static func mayHoldLinks(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.indices.dropFirst().contains { index in
      bytes[index - 1] == UInt8(ascii: "]") && "(:]".utf8.contains(bytes[index])
    }
  }

  /// A destination as Markdown writes it.
  init(destination: Range<Int>, ofLinkAt start: Int, in bytes: UnsafeRawBufferPointer) {
    let end = destination.first { bytes[$0] == UInt8(ascii: "#") || bytes[$0] == UInt8(ascii: "?") }
    self.init(range: destination.lowerBound..<(end ?? destination.upperBound), start: start, kind: .markdown)
  }

  init(range: Range<Int>, start: Int, kind: MemoLink.Kind) {
    (self.range, self.start, self.kind) = (range, start, kind)
  }
}

/// Keeps the targets that may be those of files.
private struct FileTargetCollector: InlineVisitor {
  let bytes: UnsafeRawBufferPointer
  var targets: [FileTarget] = []

  init(bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  mutating func visit(_ leaf: MarkupLeaf, _ inlines: [Inline]) {
    for inline in inlines {
      switch inline.kind {
      case .wikiLink: add(wikiLink: inline)
      case .link, .image:
        if inline.isReference || InlineLink(inline, in: bytes) != nil { continue }
        targets.append(FileTarget(destination: inline.destination, ofLinkAt: inline.bracket, in: bytes))
      case .autolink, .code, .html, .tag: break
      }
    }
  }

  mutating func visit(_ definition: LinkDefinition) {
    guard InlineLink(definition, in: bytes) == nil else { return }
    targets.append(
      FileTarget(destination: definition.destination, ofLinkAt: definition.range.lowerBound, in: bytes))
  }

  private mutating func add(wikiLink: Inline) {
    let address = LinkAddress(UnsafeRawBufferPointer(rebasing: bytes[wikiLink.destination]), .wiki)
    if address.isAttachment || address.isDotted && MemoExtension(of: address.bytes[...]) == nil {
      targets.append(FileTarget(range: wikiLink.destination, start: wikiLink.range.lowerBound, kind: .wiki))
    }
  }
}
