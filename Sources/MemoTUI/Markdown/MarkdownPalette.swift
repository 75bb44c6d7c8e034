public import MemoCore

/// How what Markdown means is shown: by weight, underlines and the terminal's own palette, so that dark and light grounds
/// and terminals without colours all show it.
public enum MarkdownPalette {
  private static let red: UInt8 = 1
  private static let green: UInt8 = 2
  private static let yellow: UInt8 = 3
  private static let blue: UInt8 = 4
  private static let magenta: UInt8 = 5
  private static let cyan: UInt8 = 6

  /// The style of a line.
  public static func style(of block: MarkdownBlock) -> CellStyle {
    switch block {
    case .frontMatter: CellStyle(isDim: true)
    case .title: CellStyle(isBold: true, colour: cyan)
    case .code: CellStyle(colour: green)
    case .text: .plain
    }
  }

  /// The style of a span that is in text of another style.
  public static func style(of kind: MarkdownSpan.Kind, on base: CellStyle) -> CellStyle {
    var style = base
    switch kind {
    case .heading:
      style.isBold = true
      style.colour = blue
    case .strong: style.isBold = true
    case .emphasis: style.isUnderlined = true
    case .strike, .rule, .quote, .taskBox(isDone: true): style.isDim = true
    case .code: style.colour = green
    case .listMark, .taskBox(isDone: false): style.colour = yellow
    case .tag: style.colour = magenta
    case .link, .address:
      style.isUnderlined = true
      style.colour = blue
    }
    return style
  }

  /// The style of a link that leads nowhere.
  public static func brokenStyle(on base: CellStyle) -> CellStyle {
    var style = base
    style.isDim = true
    style.colour = red
    return style
  }

  /// The style of a match of a search.
  public static func matchStyle(on base: CellStyle) -> CellStyle {
    var style = base
    style.isBold = true
    style.isReversed = true
    style.colour = yellow
    return style
  }

  /// The style of selected text.
  public static func selectedStyle(on base: CellStyle) -> CellStyle {
    var style = base
    style.isReversed = true
    return style
  }
}
