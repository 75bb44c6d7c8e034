/// A part of a block's text that has a meaning.
public struct Inline: Equatable, Sendable {
  /// What it is.
  public enum Kind: UInt8, Sendable {
    /// A code span.
    case code
    /// `[[target#heading|label]]`
    case wikiLink
    /// `[label](destination)`, `[label][reference]`, `[reference]`
    case link
    /// A link with `!` before it.
    case image
    /// `<https://…>`, `<name@host>`
    case autolink
    /// A tag or comment of HTML.
    case html
    /// `#tag`
    case tag
  }

  /// What it is.
  public let kind: Kind
  /// All of it, with its marks.
  public let range: Range<Int>
  /// What is between the marks: a label, code, a tag's name.
  public let content: Range<Int>
  /// Where it leads, as written; for a link by reference this is in its definition. Empty for what is no link.
  public let destination: Range<Int>

  init(_ kind: Kind, _ range: Range<Int>, content: Range<Int>, destination: Range<Int>? = nil) {
    self.kind = kind
    self.range = range
    self.content = content
    self.destination = destination ?? range.upperBound..<range.upperBound
  }

  /// Whether it is a link by reference, which leads where a definition says.
  public var isReference: Bool {
    (kind == .link || kind == .image)
      && !(range.contains(destination.lowerBound) && range.upperBound > destination.upperBound)
  }

  /// Where its first bracket is.
  var bracket: Int { kind == .image ? range.lowerBound + 1 : range.lowerBound }
}
