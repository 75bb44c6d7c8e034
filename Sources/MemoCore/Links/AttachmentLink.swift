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
