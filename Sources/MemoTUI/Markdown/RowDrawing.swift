import MemoCore

/// What of a text is drawn in other ways than it is typed.
public struct RowDrawing: Sendable {
  /// How marks of Markdown are drawn.
  public var marks: Looks.Marks
  /// The line of the cursor, drawn as it is typed; `nil` if there is none.
  public var activeLine: Int?
  /// What is shown behind pictures, by their targets as they are written.
  public var pictures: [String: PictureNote] = [:]
  /// How many lines are folded, for people.
  public var foldedLines: @Sendable (Int) -> String

  /// Draws everything as it is typed.
  public init(
    marks: Looks.Marks = .show, activeLine: Int? = nil, foldedLines: @escaping @Sendable (Int) -> String = { "\($0)" }
  ) {
    (self.marks, self.activeLine, self.foldedLines) = (marks, activeLine, foldedLines)
  }

  /// The row of folded front matter.
  func front(_ summary: String, _ columns: Int) -> StyledRun {
    let text = TerminalText.cut(summary.isEmpty ? "---" : summary, to: columns)
    return StyledRun(
      text: text, column: 0, columns: DisplayWidth.columns(of: text), style: MarkdownPalette.style(of: .frontMatter))
  }

  /// What follows the last row of a line with pictures, as far as there is room; `nil` for nothing.
  func picture(in spans: [MarkdownSpan], of line: TextLine, after last: StyledRun?, _ columns: Int) -> StyledRun? {
    let notes = spans.compactMap { span -> String? in
      let start = span.range.lowerBound
      guard !pictures.isEmpty, line.bytes[max(0, start - 1)...start].contains(UInt8(ascii: "!")) else { return nil }
      switch span.kind {
      case .address(let target): return pictures[target]?.text
      case .link(let link): return pictures[link.target]?.text
      default: return nil
      }
    }
    let column = (last.map { $0.column + $0.columns } ?? 0) + Self.pictureGap
    guard !notes.isEmpty, columns - column >= Self.leastColumns else { return nil }
    let text = TerminalText.cut(notes.joined(separator: ", "), to: columns - column)
    return StyledRun(
      text: text, column: column, columns: DisplayWidth.columns(of: text), style: MarkdownPalette.markStyle(on: .plain))
  }

  private static let pictureGap = 2
  private static let leastColumns = 8

  /// What follows a heading whose section is folded.
  func fold(_ lines: Int, after last: StyledRun?) -> StyledRun {
    let text = " … \(foldedLines(lines))"
    let column = last.map { $0.column + $0.columns } ?? 0
    return StyledRun(
      text: text, column: column, columns: DisplayWidth.columns(of: text), style: MarkdownPalette.markStyle(on: .plain))
  }
}
