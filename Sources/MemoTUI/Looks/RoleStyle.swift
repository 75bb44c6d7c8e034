/// The styles of list, status line and boxes by role. Those of a memo's text are in `MarkdownPalette`.
enum RoleStyle: CaseIterable {
  /// The title of a memo in the list.
  case title
  case selectedTitle
  /// Its date, and the start of its text.
  case date, preview
  /// The bar in front of the selected memo, with and without the keys.
  case bar, idleBar
  /// The mark of a memo with conflicts.
  case warning
  /// The lines between and around panes and boxes, and remarks.
  case line, note
  /// What is typed or asked, and headings of boxes.
  case question
  /// The bar before a block of code.
  case codeBar
  /// The marks of the versions of a conflict.
  case ourVersion, theirVersion
  /// A key in the help.
  case key
  case choice, selectedChoice

  var style: CellStyle {
    switch self {
    case .title, .choice: .plain
    case .selectedTitle: CellStyle(isBold: true, surface: .selection)
    case .date, .preview, .note, .line: CellStyle(isDim: true)
    case .bar: CellStyle(isBold: true, colour: 4, surface: .selection)
    case .idleBar: CellStyle(isDim: true, surface: .selection)
    case .warning, .key: CellStyle(isBold: true, colour: 3)
    case .codeBar: CellStyle(colour: 2)
    case .ourVersion: CellStyle(isBold: true, colour: 6)
    case .theirVersion: CellStyle(isBold: true, colour: 5)
    case .question: CellStyle(isBold: true)
    case .selectedChoice: CellStyle(isBold: true, surface: .selection)
    }
  }

  /// The same, in a row that may be selected.
  func style(_ isSelected: Bool) -> CellStyle {
    isSelected ? style.with { $0.surface = .selection } : style
  }
}
