/// A part of a line that Markdown gives a meaning. Spans may stand in each other; the outer one comes first.
public struct MarkdownSpan: Equatable, Sendable {
  /// What Markdown makes of a part of a line.
  public enum Kind: Equatable, Sendable {
    /// A heading, its mark included.
    case heading
    /// A quoted line.
    case quote
    /// The bullet or number of a list item.
    case listMark
    /// The box of a task.
    case taskBox(isDone: Bool)
    /// A line that is nothing but marks: a rule, the line under a table's head.
    case rule
    /// Emphasis, its marks included.
    case emphasis
    /// Strong emphasis, its marks included.
    case strong
    /// Struck text, its marks included.
    case strike
    /// Code within a line, its backticks included.
    case code
    /// A link to another memo.
    case link(MemoLink)
    /// A Markdown link that leads elsewhere.
    case address(String)
    /// A tag, `#` included.
    case tag
  }

  /// What it is.
  public let kind: Kind
  /// Its bytes of the line.
  public let range: Range<Int>

  /// Puts together a span.
  public init(_ kind: Kind, _ range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}
