/// A link from a memo to another.
public struct MemoLink: Hashable, Sendable {
  /// How a link is written.
  public enum Kind: UInt8, Sendable {
    /// `[[target]]`
    case wiki
    /// `[label](target.md)`
    case markdown
  }

  /// How it is written.
  public var kind: Kind
  /// The target as written, without heading and label.
  public var target: String
  /// What follows `#` in the target.
  public var heading: String?
  /// The text shown for it, where it has one.
  public var label: String?

  /// Puts together a link.
  public init(kind: Kind, target: String, heading: String? = nil, label: String? = nil) {
    self.kind = kind
    self.target = target
    self.heading = heading
    self.label = label
  }
}

extension MemoLink {
  /// What a link says, invalid UTF-8 replaced.
  public init(_ link: InlineLink, in bytes: UnsafeRawBufferPointer) {
    self.init(
      kind: link.kind, target: bytes.text(link.target), heading: link.heading.map { bytes.text($0) },
      label: link.label.map { bytes.text($0) })
  }
}
