/// A part of a row in one style, ready to be put on a grid.
public struct StyledRun: Equatable, Sendable {
  /// What is shown: harmless, tabs as blanks.
  public internal(set) var text: String
  /// The column of its first cell.
  public let column: Int
  /// The cells it takes.
  public internal(set) var columns: Int
  /// How it looks.
  public let style: CellStyle
}
