/// A place in an edited text: before a byte of a line, or at the line's end.
public struct LinePosition: Hashable, Comparable, Sendable {
  /// Lines above.
  public var line: Int
  /// Bytes of the line before the place; the line break is not counted.
  public var offset: Int

  /// The start of a text.
  public static let start = LinePosition(line: 0, offset: 0)

  /// Puts together a position.
  public init(line: Int, offset: Int) {
    self.line = line
    self.offset = offset
  }

  /// Orders positions as the text runs.
  public static func < (left: LinePosition, right: LinePosition) -> Bool {
    (left.line, left.offset) < (right.line, right.offset)
  }
}
