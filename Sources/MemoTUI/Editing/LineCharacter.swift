/// A character of a line as people see it, with its bytes.
struct LineCharacter: Equatable {
  /// Its bytes in the line.
  let range: Range<Int>
  /// Its first scalar; U+FFFD for bytes that are not UTF-8.
  let scalar: Unicode.Scalar
  /// What is on the screen for it, where that is not the scalar alone.
  private let shown: String?
  /// The columns that it takes; for a tab it depends on where it starts.
  let columns: Int

  init(_ scalar: Unicode.Scalar, shown: String?, columns: Int, at range: Range<Int>) {
    self.range = range
    self.scalar = scalar
    self.shown = shown
    self.columns = columns
  }

  /// What is on the screen for it; a tab is itself.
  var text: String { shown ?? String(scalar) }

  /// Columns from one tab stop to the next.
  static let tabColumns = 4

  /// Whether it is a tab.
  var isTab: Bool { scalar == "\t" }

  /// Whether a line may be broken after it and it may hang over the edge.
  var isSpace: Bool { scalar == " " || isTab }

  /// The columns it takes where it starts in a column.
  func columns(at column: Int) -> Int {
    isTab ? Self.tabColumns - column % Self.tabColumns : columns
  }
}
