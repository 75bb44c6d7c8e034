/// Where a link to another memo and its parts stand in a memo's bytes.
public struct InlineLink: Equatable, Sendable {
  /// How it is written.
  public let kind: MemoLink.Kind
  /// All of it, brackets included.
  public let range: Range<Int>
  /// The target as written, without heading and label; empty for a heading of the same memo.
  public let target: Range<Int>
  /// What follows `#` in the target; `nil` for none.
  public let heading: Range<Int>?
  /// The label; `nil` for none.
  public let label: Range<Int>?
  /// The quotes in which it is in front matter: YAML reads links in these differently. `nil` below front matter.
  var frontQuotes: FrontQuotes?

  /// The quotes around a text in front matter.
  enum FrontQuotes: Sendable {
    case plain
    case single
    case double
  }

  /// Whether the target is in a definition.
  package var isReference: Bool { !range.contains(target.lowerBound) && target.upperBound != range.upperBound }
}

extension InlineLink {
  /// A link that may lead to a memo; `nil` for one that leads elsewhere, and for what is not a link. The target of one
  /// by reference is in its definition.
  public init?(_ inline: Inline, in bytes: UnsafeRawBufferPointer) {
    switch inline.kind {
    case .wikiLink:
      guard let link = LinkSyntax(bytes, limit: inline.range.upperBound).wikiLink(at: inline.range.lowerBound) else {
        return nil
      }
      self = link
    case .link, .image:
      let range = inline.bracket..<inline.range.upperBound
      self.init(range: range, label: inline.content, destination: inline.destination, in: bytes)
    case .autolink, .code, .html, .tag, .comment, .math: return nil
    }
  }

  /// A definition that may lead to a memo.
  public init?(_ definition: LinkDefinition, in bytes: UnsafeRawBufferPointer) {
    self.init(range: definition.range, label: definition.label, destination: definition.destination, in: bytes)
  }

  /// Whether it is a definition, of which links by reference have the target.
  package func isDefinition(in bytes: UnsafeRawBufferPointer) -> Bool {
    guard kind == .markdown, range.contains(target.lowerBound) else { return false }
    let mark = bytes[range.lowerBound..<target.lowerBound].last { $0 > 0x20 && $0 != UInt8(ascii: "<") }
    return mark == UInt8(ascii: ":")
  }

  /// Whether the target has a memo's extension, or is a heading of the same memo: it can be nothing else.
  func namesMemo(in bytes: UnsafeRawBufferPointer) -> Bool {
    target.isEmpty || InlineLink.isMemo(bytes, at: target)
  }

  /// A link with a path, or to a heading of the same memo: without scheme, and not of a file that memos embed.
  private init?(
    range: Range<Int>, label: Range<Int>, destination: Range<Int>, in bytes: UnsafeRawBufferPointer
  ) {
    let path = destination.lowerBound..<MarkdownDestination.pathEnd(of: destination, in: bytes)
    let hash = destination[path.upperBound...].first { bytes[$0] == UInt8(ascii: "#") }
    let heading = hash.map { $0 + 1..<destination.upperBound }
    guard path.isEmpty ? heading?.isEmpty == false : InlineLink.mayNameMemo(bytes, path) else { return nil }
    let label = bytes.trimmed(label)
    self.init(
      kind: .markdown, range: range, target: path, heading: heading.flatMap { $0.isEmpty ? nil : $0 },
      label: label.isEmpty ? nil : label)
  }

  /// Whether a range starts with `https:` or the like; one letter is no scheme.
  private static func hasScheme(_ bytes: UnsafeRawBufferPointer, in path: Range<Int>) -> Bool {
    let end = path.first { index in
      let kind = ScalarClass(UInt32(bytes[index]))
      return kind != .letter && kind != .digit && !"+-.".utf8.contains(bytes[index])
    }
    guard let end, end > path.lowerBound + 1, bytes[end] == UInt8(ascii: ":") else { return false }
    return ScalarClass(UInt32(bytes[path.lowerBound])) == .letter
  }

  private static func mayNameMemo(_ bytes: UnsafeRawBufferPointer, _ path: Range<Int>) -> Bool {
    if hasScheme(bytes, in: path) || bytes.has("//", in: path) { return false }
    if isMemo(bytes, at: path) { return true }
    let address = LinkAddress(bytes.part(path), .markdown)
    return !address.isAttachment && !address.hasScheme
  }

  private static func isMemo(_ bytes: UnsafeRawBufferPointer, at path: Range<Int>) -> Bool {
    ends(bytes, path, with: ".md") || ends(bytes, path, with: ".markdown")
  }

  /// Compares from the end, ASCII case aside, percent escapes resolved.
  private static func ends(_ bytes: UnsafeRawBufferPointer, _ path: Range<Int>, with suffix: StaticString) -> Bool {
    var end = path.upperBound
    for offset in stride(from: suffix.utf8CodeUnitCount - 1, through: 0, by: -1) {
      guard end > path.lowerBound else { return false }
      let escaped = end - path.lowerBound >= 3 ? PercentEncoding.byte(in: bytes, at: end - 3) : nil
      guard (escaped ?? bytes[end - 1]) | 0x20 == suffix.utf8Start[offset] | 0x20 else { return false }
      end -= escaped == nil ? 1 : 3
    }
    return true
  }
}

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
