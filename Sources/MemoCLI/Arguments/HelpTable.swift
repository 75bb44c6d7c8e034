import MemoCore

/// Labels with what they mean beside them, aligned and wrapped: the body of an OPTIONS section.
struct HelpTable {
  private static let indent = "  "
  private static let gap = 2
  private static let narrowestText = 20

  private let width: Int
  private let labelColumns: Int

  /// A table for these labels and others that shall be aligned with them.
  init(labels: [String], width: Int) {
    self.width = width
    // A wider label is on a line of its own, so that one long option does not push all text aside.
    let widest = min(30, max(8, width - Self.indent.count - Self.gap - Self.narrowestText))
    labelColumns = labels.map(DisplayWidth.columns(of:)).filter { $0 <= widest }.max() ?? widest
  }

  /// The lines of one label.
  func lines(_ label: String, _ text: String) -> [String] {
    let textColumn = Self.indent.count + labelColumns + Self.gap
    let texts = TextWrapper.wrap(text, width: max(Self.narrowestText, width - textColumn))
    let padding = labelColumns + Self.gap - DisplayWidth.columns(of: label)
    let margin = String(repeating: " ", count: textColumn)
    guard padding >= Self.gap, let first = texts.first else {
      return [Self.indent + label] + texts.map { margin + $0 }
    }
    let start = Self.indent + label + String(repeating: " ", count: padding)
    return [start + first] + texts.dropFirst().map { margin + $0 }
  }
}
