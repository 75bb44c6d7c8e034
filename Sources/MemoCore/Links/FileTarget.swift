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
    collector.scan(start..<bytes.count)
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

/// Keeps the targets that a scan meets, those of pictures in the labels of links, too.
private struct FileTargetCollector: InlineVisitor {
  let bytes: UnsafeRawBufferPointer
  var offset = 0
  var targets: [FileTarget] = []

  init(bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  mutating func scan(_ part: Range<Int>) {
    let before = offset
    offset = part.lowerBound
    InlineScanner.scan(UnsafeRawBufferPointer(rebasing: bytes[part]), visitor: &self)
    offset = before
  }

  mutating func visitTag(_ name: Range<Int>) {}

  mutating func visitLink(_ link: InlineLink) {
    let target = link.target.moved(by: offset)
    switch link.kind {
    case .markdown: scan(link.range.lowerBound + offset + 1..<target.lowerBound)
    case .wiki:
      let address = LinkAddress(UnsafeRawBufferPointer(rebasing: bytes[target]), .wiki)
      if address.isAttachment || address.isDotted && MemoExtension(of: address.bytes[...]) == nil {
        targets.append(FileTarget(range: target, start: link.range.lowerBound + offset, kind: .wiki))
      }
    }
  }

  mutating func visitAddress(_ range: Range<Int>, destination: Range<Int>) {
    let place = destination.moved(by: offset)
    scan(range.lowerBound + offset + 1..<place.lowerBound)
    targets.append(FileTarget(destination: place, ofLinkAt: range.lowerBound + offset, in: bytes))
  }
}
