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

/// Keeps the relative paths in a memo leading to the same files while the memo moves to another folder.
public enum FileTargetRewriter {
  /// What has to change, in the order of the text: targets that are files seen from the old folder.
  ///
  /// - Parameters:
  ///   - oldPath: where the memo is.
  ///   - newPath: where it is afterwards.
  ///   - isFile: whether a path of the vault is a file.
  public static func edits(
    of bytes: UnsafeRawBufferPointer, from oldPath: VaultPath, to newPath: VaultPath, isFile: (VaultPath) -> Bool
  ) -> [ByteEdit] {
    guard oldPath.parent != newPath.parent else { return [] }
    return FileTarget.all(in: bytes).compactMap { target in
      let written = UnsafeRawBufferPointer(rebasing: bytes[target.range])
      let address = LinkAddress(written, target.kind)
      guard address.isTriedFromFolder, let path = address.path(from: oldPath.parent), path.allSatisfy({ $0 != 0 })
      else { return nil }
      let file = VaultPath(bytes: path)
      guard file == oldPath || isFile(file) else { return nil }
      let isDotted = target.kind == .wiki || address.bytes.starts(with: Array("./".utf8))
      let relative = RelativePath.bytes(
        of: file == oldPath ? newPath.bytes : path, from: newPath.parent, isDotted: isDotted)
      let style = MarkdownDestination.Style(of: target.range, in: bytes)
      let new = target.kind == .wiki ? relative : MarkdownDestination.encoded(relative, style)
      return written.elementsEqual(new) ? nil : ByteEdit(target.range, new)
    }
  }
}

/// A link of a memo to a file that is no memo: to a picture, a document.
public struct AttachmentLink: Equatable, Sendable {
  /// As written, without what follows `#` or `?`.
  public let target: String
  /// How it is written.
  public let kind: MemoLink.Kind
  /// Where it starts.
  public let position: TextPosition
  /// Whether it says itself that it starts at the memo's folder: `./a.png`.
  public let isDotted: Bool

  /// The path or name without escapes.
  private let address: LinkAddress

  /// All links of a text to files by whose names a person sees that they are none of memos, in its order. Those to the
  /// web are none, and those from the root: of the vault, of the machine or of a site, there is no telling.
  public static func all(in bytes: UnsafeRawBufferPointer) -> [AttachmentLink] {
    var counter = PositionCounter(bytes)
    return FileTarget.all(in: bytes).sorted { $0.start < $1.start }.compactMap { target in
      let written = UnsafeRawBufferPointer(rebasing: bytes[target.range])
      let address = LinkAddress(written, target.kind)
      guard address.isAttachment, !address.isRooted, !address.hasScheme, !address.bytes.contains(0) else { return nil }
      return AttachmentLink(
        target: String(decoding: written, as: UTF8.self), kind: target.kind,
        position: counter.position(of: target.start), isDotted: address.isDotted, address: address)
    }
  }

  /// The paths that it may name in a memo of a folder; none where it leads out of the vault.
  public func paths(from folder: VaultPath) -> [VaultPath] {
    let starts = isDotted || folder == .root ? [folder] : [folder, .root]
    return starts.compactMap { address.path(from: $0).map(VaultPath.init(bytes:)) }
  }
}
