/// A path in a memo's text that may lead to a file beside the memos: of a picture, an attachment, a definition of links.
struct FileTarget: Equatable {
  /// The path as written, without what follows `#` or `?`.
  let range: Range<Int>
  /// How it is written.
  let kind: MemoLink.Kind

  /// The paths of a memo that are seen from its folder, in the order of the text; those of links to memos are none.
  static func all(in bytes: UnsafeRawBufferPointer) -> [FileTarget] {
    let start = FrontMatter(bytes).range.upperBound
    var collector = FileTargetCollector(bytes: bytes)
    collector.scan(start..<bytes.count)
    return collector.targets.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// A destination as Markdown writes it.
  init(destination: Range<Int>, in bytes: UnsafeRawBufferPointer) {
    let end = destination.first { bytes[$0] == UInt8(ascii: "#") || bytes[$0] == UInt8(ascii: "?") }
    self.init(range: destination.lowerBound..<(end ?? destination.upperBound), kind: .markdown)
  }

  init(range: Range<Int>, kind: MemoLink.Kind) {
    (self.range, self.kind) = (range, kind)
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
    // Names alone are looked for in the whole vault.
    case .wiki:
      let address = LinkAddress(UnsafeRawBufferPointer(rebasing: bytes[target]), .wiki)
      if address.isDotted, MemoExtension(of: address.bytes[...]) == nil {
        targets.append(FileTarget(range: target, kind: .wiki))
      }
    }
  }

  mutating func visitAddress(_ range: Range<Int>, destination: Range<Int>) {
    let place = destination.moved(by: offset)
    scan(range.lowerBound + offset + 1..<place.lowerBound)
    targets.append(FileTarget(destination: place, in: bytes))
  }
}
