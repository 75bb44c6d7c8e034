/// The ways to write a link to a memo, those of its own style first, then the more exact ones.
struct LinkForms {
  private let kind: MemoLink.Kind
  private let rule: LinkRule
  private let hasExtension: Bool
  private let isRooted: Bool
  private let isDotted: Bool
  private let isTitle: Bool
  private let style: MarkdownDestination.Style
  private let folder: VaultPath

  private static let slash = UInt8(ascii: "/")

  /// Learns the style of a link that was found by a rule.
  ///
  /// - Parameters:
  ///   - folder: the folder in which its memo is after the change.
  ///   - isTitle: whether its target was the memo's title, too.
  init(
    _ link: InlineLink, _ rule: LinkRule, in bytes: UnsafeRawBufferPointer, from folder: VaultPath, isTitle: Bool
  ) {
    let address = LinkAddress(UnsafeRawBufferPointer(rebasing: bytes[link.target]), link.kind)
    kind = link.kind
    // Without a folder, what is found at the root was meant as a name.
    self.rule = rule == .path && link.kind == .wiki && !address.hasFolder ? .fileName : rule
    hasExtension = MemoExtension(of: address.bytes[...]) != nil
    isRooted = address.isRooted
    isDotted = address.bytes.starts(with: [UInt8(ascii: "."), Self.slash])
    style = MarkdownDestination.Style(of: link.target, in: bytes)
    self.folder = folder
    self.isTitle = isTitle
  }

  /// Targets as they are written; none of them need lead to the memo alone.
  func targets(of memo: LinkRewriter.Memo) -> [[UInt8]] {
    switch kind {
    // What could pair with a bracket or backtick outside of the link is no part of a target.
    case .wiki: names(of: memo).filter { !$0.contains(where: "[]`".utf8.contains) }
    case .markdown: paths(of: memo.path).map { MarkdownDestination.encoded($0, style) }
    }
  }

  // MARK: Wiki links

  private func names(of memo: LinkRewriter.Memo) -> [[UInt8]] {
    let path = memo.path.bytes
    let stem = path.dropLast(MemoExtension(of: path[...])?.length ?? 0)
    let name = memo.path.name.dropLast(path.count - stem.count)
    let title = Array(memo.title.utf8)
    let whole = hasExtension ? [path] : [Array(stem), path]
    switch rule {
    case .title: return [title, Array(name)] + whole
    case .alias: return [title, Array(name)] + whole
    case .fileName:
      let names = hasExtension ? [Array(memo.path.name)] : [Array(name), Array(memo.path.name)]
      // What was title and file name in one is prose: `[[Road map]]`, not `[[Road-map]]`.
      return (isTitle ? [title] : []) + names + whole
    case .path: return isRooted ? whole.map { [Self.slash] + $0 } + whole : whole
    case .relativePath: return whole.map { relative($0) } + whole
    }
  }

  // MARK: Markdown links

  /// Markdown links need their extension: without one they lead to no memo.
  private func paths(of path: VaultPath) -> [[UInt8]] {
    let relative = relative(path.bytes)
    switch rule {
    case .fileName: return [Array(path.name), relative]
    case .path: return [isRooted ? [Self.slash] + path.bytes : path.bytes, relative]
    case .relativePath, .title, .alias: return [relative]
    }
  }

  /// A path as it is written from the folder, with `./` where it was written so or says that it is a path.
  private func relative(_ path: [UInt8]) -> [UInt8] {
    RelativePath.bytes(of: path, from: folder, isDotted: isDotted || kind == .wiki)
  }
}
