import MemoCore

/// A heading whose section is folded.
struct FoldedHeading: Hashable, Sendable {
  /// Its text.
  let text: String
  /// Its place among headings with the same text, from 0.
  let number: Int
}

/// Which lines of a text are folded: the front matter, of which the last line is left, and sections below their headings.
struct TextFolding: Equatable, Sendable {
  /// Whether the front matter stays open though the cursor is not in it.
  var keepsFrontOpen = false

  // Front matter that is shown on one line; more of it does not fit.
  private static let summaryLines = 64
  private static let summaryBytes = 8 << 10

  /// The lines to hide.
  ///
  /// - Parameters:
  ///   - hidden: the lines that are hidden so far.
  ///   - cursor: the cursor's line, which is always shown; `nil` if the cursor is not used.
  func hidden(after hidden: HiddenLines, _ styles: MarkdownStyles, cursor: Int?) -> HiddenLines {
    let front = 0..<max(0, styles.frontLines - 1)
    let isInFront = cursor.map { $0 < styles.frontLines } ?? false
    let sections = Self.valid(hidden, styles).ranges.filter { range in
      range.lowerBound > 0 && !(cursor.map(range.contains) ?? false)
    }
    return HiddenLines(sections + (keepsFrontOpen || isInFront ? [] : [front]))
  }

  /// What is still hidden after a change: what was a heading or front matter may be none any more.
  static func valid(_ hidden: HiddenLines, _ styles: MarkdownStyles) -> HiddenLines {
    HiddenLines(
      hidden.ranges.filter { range in
        range.lowerBound == 0
          ? range.upperBound == styles.frontLines - 1 : styles.headingLevel(ofLine: range.lowerBound - 1) != nil
      })
  }

  /// Folds the section of a heading, or opens it; `nil` for a line that is no heading, or one without a section.
  static func toggling(_ line: Int, of lines: EditedLines, in hidden: HiddenLines, _ styles: MarkdownStyles)
    -> HiddenLines?
  {
    guard let level = styles.headingLevel(ofLine: line) else { return nil }
    if let range = hidden.range(holding: line + 1) { return HiddenLines(hidden.ranges.filter { $0 != range }) }
    let end = styles.sectionEnd(after: line, level: level)
    // What follows the last line break is no line of the section.
    let isOpen = end == lines.count && end > line + 1 && lines[end - 1].bytes.isEmpty
    let section = line + 1..<(isOpen ? end - 1 : end)
    return section.isEmpty ? nil : HiddenLines(hidden.ranges + [section])
  }

  /// The fields of front matter on one line.
  static func summary(of lines: EditedLines, frontLines: Int) -> String {
    let text = lines.bytes(in: 0..<min(frontLines - 1, summaryLines))
    let bytes = text.prefix(summaryBytes) + Array("\n---\n".utf8)
    let fields = Array(bytes).withUnsafeBytes { FrontMatter($0).fields }
    return fields.map { field in
      let texts = field.value.texts.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
      return texts.isEmpty ? field.key : "\(field.key): \(texts.joined(separator: ", "))"
    }.joined(separator: " · ")
  }
}

extension TextEditor {
  /// Lines with those that are folded below the last one.
  func withFolded(_ lines: ClosedRange<Int>) -> ClosedRange<Int> {
    let last = lines.upperBound
    let folded = layout.hidden.range(holding: last) ?? layout.hidden.range(holding: last + 1)
    return lines.lowerBound...max(last, (folded?.upperBound ?? 0) - 1)
  }

  /// So many lines, a folded section counted as one.
  func shownLines(from first: Int, _ count: Int, through last: Int) -> ClosedRange<Int> {
    var lines = withFolded(first...first)
    for _ in 1..<max(1, count) where lines.upperBound < last { lines = withFolded(first...lines.upperBound + 1) }
    return lines
  }

  /// The place of the previous or next heading that is shown, or of one behind it; where there is none, that end of the text.
  func heading(isBackward: Bool, _ times: Int) -> LinePosition {
    let line = buffer.cursor.line
    let shown = headings.map(\.line).filter { layout.hidden.range(holding: $0) == nil }
    let lines = isBackward ? shown.filter { $0 < line }.reversed() : shown.filter { $0 > line }
    guard times <= lines.count else { return isBackward ? .start : buffer.lines.end }
    return LinePosition(line: lines[times - 1], offset: 0)
  }
}

/// The folded headings, to be remembered.
extension TextEditor {
  private var namedHeadings: [(line: Int, heading: FoldedHeading)] {
    var counts: [String: Int] = [:]
    return zip(styles.headings, headings).map { place, heading in
      defer { counts[heading.text, default: 0] += 1 }
      return (place.line, FoldedHeading(text: heading.text, number: counts[heading.text] ?? 0))
    }
  }

  /// The headings whose sections are folded.
  var foldedHeadings: [FoldedHeading] {
    guard layout.hidden.ranges.contains(where: { $0.lowerBound > 0 }) else { return [] }
    return namedHeadings.filter { line, _ in
      layout.hidden.range(holding: line) == nil && layout.hidden.range(holding: line + 1) != nil
    }.map(\.heading)
  }

  /// Folds headings, as far as the text has them.
  mutating func fold(_ folded: [FoldedHeading]) {
    guard !folded.isEmpty else { return }
    let wanted = Set(folded)
    for (line, heading) in namedHeadings where wanted.contains(heading) { foldSection(ofLine: line) }
  }
}
