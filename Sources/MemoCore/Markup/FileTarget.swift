/// A path in a memo's text that may lead to a file beside the memos: of a picture, an attachment, a definition of links.
struct FileTarget: Equatable {
  /// The path as written, without what follows `#` or `?`.
  let range: Range<Int>
  /// Where the link starts that it is in.
  let start: Int
  /// How it is written.
  let kind: MemoLink.Kind

  /// The path in an inline; `nil` for one that has none.
  ///
  /// - Parameter countsMemos: whether a path in Markdown's form may have a memo's extension.
  init?(_ inline: Inline, countsMemos: Bool = false, in bytes: UnsafeRawBufferPointer) {
    switch inline.kind {
    case .wikiLink:
      let address = LinkAddress(bytes.part(inline.destination), .wiki)
      guard address.isAttachment || address.isDotted && MemoExtension(of: address.bytes[...]) == nil else { return nil }
      self.init(range: inline.destination, start: inline.range.lowerBound, kind: .wiki)
    case .link, .image:
      if inline.isReference || !countsMemos && InlineLink(inline, in: bytes)?.namesMemo(in: bytes) == true {
        return nil
      }
      self.init(destination: inline.destination, ofLinkAt: inline.bracket, in: bytes)
    case .autolink, .code, .html, .tag, .comment, .math: return nil
    }
  }

  /// The path in a definition of links.
  ///
  /// - Parameter countsMemos: whether it may have a memo's extension.
  init?(_ definition: LinkDefinition, countsMemos: Bool = false, in bytes: UnsafeRawBufferPointer) {
    if !countsMemos, InlineLink(definition, in: bytes)?.namesMemo(in: bytes) == true { return nil }
    self.init(destination: definition.destination, ofLinkAt: definition.range.lowerBound, in: bytes)
  }

  /// The path as that of a file by whose name a person sees that it is no memo; `nil` for every other, for an address of
  /// the web, and for a path from the root: of the vault, of the machine or of a site, there is no telling.
  func attachment(in bytes: UnsafeRawBufferPointer) -> LinkAddress? {
    let address = LinkAddress(bytes.part(range), kind)
    return address.isAttachment && !address.isRooted && !address.hasScheme && !address.bytes.contains(0) ? address : nil
  }

  /// A destination as Markdown writes it.
  private init(destination: Range<Int>, ofLinkAt start: Int, in bytes: UnsafeRawBufferPointer) {
    let end = MarkdownDestination.pathEnd(of: destination, in: bytes)
    self.init(range: destination.lowerBound..<end, start: start, kind: .markdown)
  }

  private init(range: Range<Int>, start: Int, kind: MemoLink.Kind) {
    (self.range, self.start, self.kind) = (range, start, kind)
  }
}
