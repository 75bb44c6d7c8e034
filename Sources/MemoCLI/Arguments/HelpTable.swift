/// Labels with what they mean beside them, aligned and wrapped: the body of an OPTIONS section.
struct HelpTable {
  /// Labels wider than this stand on a line of their own, so that one long option does not push all text aside.
  private static let widestLabel = 30
  private static let indent = "  "
  private static let gap = 2

  private let width: Int
  private let labelColumns: Int

  /// A table for these labels and others that shall be aligned with them.
  init(labels: [String], width: Int) {
    self.width = width
    let columns = labels.map(DisplayWidth.columns(of:)).filter { $0 <= Self.widestLabel }
    labelColumns = columns.max() ?? Self.widestLabel
  }

  /// The lines of one label.
  func lines(_ label: String, _ text: String) -> [String] {
    let textColumn = Self.indent.count + labelColumns + Self.gap
    let texts = TextWrapper.wrap(text, width: max(20, width - textColumn))
    let padding = labelColumns + Self.gap - DisplayWidth.columns(of: label)
    let margin = String(repeating: " ", count: textColumn)
    guard padding >= Self.gap, let first = texts.first else {
      return [Self.indent + label] + texts.map { margin + $0 }
    }
    let start = Self.indent + label + String(repeating: " ", count: padding)
    return [start + first] + texts.dropFirst().map { margin + $0 }
  }
}
