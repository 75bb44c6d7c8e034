public import MemoCore

/// Joins the characters of a row to runs of one style.
struct RowPainter {
  /// The kind of the line and its spans.
  let block: MarkdownBlock
  let spans: [MarkdownSpan]
  /// Bytes that match a search.
  let matches: [Range<Int>]
  /// Bytes that are selected.
  let selected: Range<Int>
  /// Broken links.
  let broken: Set<MemoLink>
  /// Bytes of marks, drawn paler than the text. Boxes of tasks are drawn as boxes then.
  let marks: [Range<Int>]?
  /// What is drawn between the columns of a table.
  var pads: [TableColumns.Pad] = []

  /// The runs of a row; an empty one for a blank row of a block of code, so that it is seen to belong to that.
  func row(of line: TextLine, in row: Range<Int>, from indent: Int) -> [StyledRun] {
    let runs = runs(of: line, in: row, from: indent)
    guard runs.isEmpty, block == .code else { return runs }
    return [StyledRun(text: "", column: indent, columns: 0, style: MarkdownPalette.style(of: .code))]
  }

  /// The runs of a row, given by its bytes, from a column on.
  func runs(of line: TextLine, in row: Range<Int>, from indent: Int = 0) -> [StyledRun] {
    let painter = limited(to: row)
    var runs: [StyledRun] = []
    var column = 0
    for character in line.characters(from: row.lowerBound) {
      guard character.range.lowerBound < row.upperBound else { break }
      let columns = character.columns(at: column)
      for pad in pads where pad.offset == character.range.lowerBound {
        append(
          pad.text, pad.text.utf8.count, at: indent + column, painter.style(of: pad.offset..<pad.offset + 1), to: &runs)
        column += pad.text.utf8.count
      }
      let plain = character.isTab ? String(repeating: " ", count: columns) : character.text
      let text = painter.boxText(at: character.range.lowerBound, in: line) ?? plain
      append(text, columns, at: indent + column, painter.style(of: character.range), to: &runs)
      column += columns
    }
    return runs
  }

  /// Without the spans of other rows of the line.
  private func limited(to row: Range<Int>) -> RowPainter {
    // The line of a title has a style of its own; a box counts for all rows of its line.
    let shown = spans.filter { span in
      (span.range.overlaps(row) || span.isDone) && !(block == .title && span.kind == .heading)
    }
    return RowPainter(
      block: block, spans: shown, matches: matches.filter { $0.overlaps(row) }, selected: selected, broken: broken,
      marks: marks?.filter { $0.overlaps(row) })
  }

  /// What is drawn for a character of a task's box, which takes as many columns as it is typed with; `nil` for others.
  private func boxText(at offset: Int, in line: TextLine) -> String? {
    guard marks != nil else { return nil }
    let box = spans.first { span in
      guard case .taskBox = span.kind else { return false }
      return span.range.contains(offset)
    }
    guard let box, box.range.count == 3, box.range.upperBound <= line.bytes.count else { return nil }
    let isInside = offset == box.range.lowerBound + 1
    switch line.bytes[box.range.lowerBound + 1] {
    case UInt8(ascii: " "): return isInside ? "☐" : " "
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return isInside ? "☑" : " "
    default: return nil
    }
  }

  private func append(_ text: String, _ columns: Int, at column: Int, _ style: CellStyle, to runs: inout [StyledRun]) {
    if let last = runs.indices.last, runs[last].style == style {
      runs[last].text += text
      runs[last].columns += columns
    } else {
      runs.append(StyledRun(text: text, column: column, columns: columns, style: style))
    }
  }

  /// The style of a character, given by its bytes. It matches with any of them: of 👍🏽, only 👍 may have been searched for.
  private func style(of character: Range<Int>) -> CellStyle {
    let offset = character.lowerBound
    var style = MarkdownPalette.style(of: block)
    style.isDim = style.isDim || spans.contains(where: \.isDone)
    for span in spans where span.range.contains(offset) {
      style = MarkdownPalette.style(of: span.kind, on: style)
      if case .link(let link) = span.kind, broken.contains(link) { style = MarkdownPalette.brokenStyle(on: style) }
    }
    if let marks, marks.contains(where: { $0.contains(offset) }) { style = MarkdownPalette.markStyle(on: style) }
    if matches.contains(where: { $0.overlaps(character) }) { style = MarkdownPalette.matchStyle(on: style) }
    return selected.contains(offset) ? MarkdownPalette.selectedStyle(on: style) : style
  }
}

extension MarkdownSpan {
  /// Whether it is the box of a task that is done, the text of which is paler.
  fileprivate var isDone: Bool { kind == .taskBox(isDone: true) }
}

/// Part of a row in one style, ready to be put on a grid.
public struct StyledRun: Equatable, Sendable {
  /// The text, without controls, tabs as blanks.
  public internal(set) var text: String
  /// The column of its first cell.
  public let column: Int
  /// The cells it takes.
  public internal(set) var columns: Int
  /// The style.
  public let style: CellStyle
}

/// The styles of Markdown, in the roles that a theme gives colours: weight, slant, lines and the terminal's own
/// palette, so that it is visible on dark and light backgrounds and without colours.
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
    case .code: CellStyle(colour: green, surface: .code)
    case .text: .plain
    }
  }

  /// The style of a span within text of another style.
  public static func style(of kind: MarkdownSpan.Kind, on base: CellStyle) -> CellStyle {
    var style = base
    switch kind {
    case .heading:
      style.isBold = true
      style.colour = blue
    case .strong: style.isBold = true
    case .emphasis: style.isItalic = true
    case .strike:
      style.isDim = true
      style.isStruck = true
    case .rule, .quote, .taskBox(isDone: true): style.isDim = true
    case .code: style.colour = green
    case .listMark, .taskBox(isDone: false): style.colour = yellow
    case .tag: style.colour = magenta
    case .link, .address:
      style.isUnderlined = true
      style.colour = blue
    }
    return style
  }

  /// The style of a broken link.
  public static func brokenStyle(on base: CellStyle) -> CellStyle {
    base.with { ($0.isDim, $0.colour) = (true, red) }
  }

  /// The style of a mark.
  public static func markStyle(on base: CellStyle) -> CellStyle {
    CellStyle(isDim: true, surface: base.surface)
  }

  /// The style of a match of a search.
  public static func matchStyle(on base: CellStyle) -> CellStyle {
    base.with { ($0.isBold, $0.isReversed, $0.colour) = (true, true, yellow) }
  }

  /// The style of selected text.
  public static func selectedStyle(on base: CellStyle) -> CellStyle {
    base.with { $0.isReversed = true }
  }
}
