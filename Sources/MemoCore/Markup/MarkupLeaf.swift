/// A block that holds text: a paragraph, a heading, code, HTML.
public struct MarkupLeaf: Equatable, Sendable {
  /// What a block is.
  public enum Kind: Equatable, Sendable {
    /// Text.
    case paragraph
    /// A heading of a level from 1 to 6.
    case heading(Int)
    /// Code, between fences or indented.
    case code
    /// HTML. Comments, `<pre>`, `<script>` and the like are opaque: not even memo's own marks mean anything in them.
    case html(isOpaque: Bool)
    /// A line across the page.
    case rule
  }

  /// What it is.
  public let kind: Kind
  /// From its first mark or byte of text to the end of its last line, without the line break.
  public let range: Range<Int>
  /// Its text: without the marks of a heading, without fences.
  public let content: Range<Int>
  /// The marks of quotes in it.
  let holes: MarkupHoles
  /// The first place in the content that may mean something; the content's end for none.
  let firstMark: Int

  /// The bytes of a range of it, without the marks of quotes around it.
  public func text(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> [UInt8] {
    holes.text(bytes, range)
  }
}
