/// What a line is among the blocks of a text.
public struct BlockLine: Equatable, Sendable {
  /// The part that a line has in its block.
  public enum Kind: Equatable, Sendable {
    /// Nothing but blanks.
    case blank
    /// The first line of a paragraph.
    case paragraph
    /// Another line of a paragraph.
    case continuation
    /// A heading with its mark, of a level from 1 to 6.
    case heading(Int)
    /// The line below a paragraph that makes it a heading of level 1 or 2.
    case underline(Int)
    /// A line across the page.
    case rule
    /// Opens a block of code.
    case fence
    /// Closes a block of code.
    case fenceEnd
    /// A line of a block of code.
    case code
    /// A line of an HTML block; opaque where it holds no marks of memo either.
    case html(isOpaque: Bool)
    /// A line of a block of comment or math.
    case opaque(OpaqueMark)
  }

  /// The part that it has.
  public var kind: Kind
  /// Whether a new block starts here, where the part alone does not say so: for what is no text.
  public var startsBlock = false
  /// How many containers of the lines before go on.
  public var matched = 0
  /// Where the first mark of a quote is; `nil` where no quote holds the line.
  public var quote: Int?
  /// What follows the containers' marks, without blanks at the start but for code, up to the line break.
  public var content: Range<Int>
  /// Where the text of a paragraph starts behind the end of a comment or of math; `nil` for none.
  public var rest: Int?

  /// Where the part ends.
  var textEnd: Int { rest ?? content.upperBound }
}

/// A container that a line opens.
public struct BlockOpening: Equatable, Sendable {
  /// A container's kind.
  public enum Kind: Equatable, Sendable {
    /// A block quote.
    case quote
    /// An item of a list.
    case item
  }

  /// The container's kind.
  public let kind: Kind
  /// Its mark: `>`, `-`, `1.`.
  public let mark: Range<Int>
}

/// Lines that are nothing but marks, and that CommonMark does not know.
enum MarkLine {
  /// Whether a line is the one under a table's head: `| --- | :-: |`.
  static func isTableRule(_ bytes: UnsafeRawBufferPointer, _ line: Range<Int>) -> Bool {
    let text = line.drop { bytes.isBlank(at: $0) }
    guard let first = text.first, "|-:".utf8.contains(bytes[first]) else { return false }
    let marks = text.count { bytes[$0] == UInt8(ascii: "-") }
    let isTable = text.contains { bytes[$0] == UInt8(ascii: "|") }
    return marks >= (isTable ? 1 : 3) && text.allSatisfy { "|-: \t".utf8.contains(bytes[$0]) }
  }
}
