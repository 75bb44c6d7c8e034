public import MemoCore

/// The text of a memo for the split view: the text, its rows and its Markdown styles, which are kept consistent.
public struct TextEditor: Sendable {
  /// The text, cursor and selection.
  public private(set) var buffer: EditBuffer
  /// The rows.
  public private(set) var layout: WrappedText
  /// The Markdown styles of the lines.
  public private(set) var styles: MarkdownStyles
  /// Which text is the title.
  private let titles: TitleRule

  /// Wraps a text at a number of columns.
  ///
  /// - Parameter titles: which text is the title.
  public init(_ bytes: [UInt8], columns: Int, titles: TitleRule = .firstLine) {
    self.titles = titles
    buffer = EditBuffer(bytes)
    layout = WrappedText(buffer.lines, columns: columns)
    styles = MarkdownStyles(buffer.lines, titles: titles)
  }

  /// Edits the text or moves the cursor.
  public mutating func edit<Result>(_ body: (inout EditBuffer) -> Result) -> Result {
    let result = body(&buffer)
    if let change = buffer.takeChange() {
      layout.update(buffer.lines, change)
      styles.update(buffer.lines, change)
    }
    return result
  }

  /// Moves the cursor by rows.
  public mutating func move(_ move: RowMove, selecting: Bool = false) {
    buffer.move(move, in: layout, selecting: selecting)
  }

  /// Wraps the text at another number of columns.
  public mutating func resize(columns: Int) {
    guard columns != layout.columns else { return }
    layout = WrappedText(buffer.lines, columns: columns)
  }

  /// The cell of the cursor, counted from the text's first row.
  public var cursorCell: WrappedText.Cell { layout.cell(of: buffer.cursor, in: buffer.lines) }

  /// The position of a cell, such as one that was clicked.
  public func position(of cell: WrappedText.Cell) -> LinePosition {
    layout.position(of: cell, in: buffer.lines)
  }

  /// The first row to show for the cursor to be visible, as near to `firstRow` as possible.
  public func firstRow(showingCursorIn rows: Int, from firstRow: Int) -> Int {
    let row = cursorCell.row
    let highest = max(0, row - max(1, rows) + 1)
    return min(max(firstRow, highest), row)
  }
}

extension TextEditor {
  // Far more than a preview shows, whatever markup and blank lines are in it.
  private static let previewReach = 16 << 10

  /// Title and preview for the list; only the start of the text is read, so that they can follow each key.
  ///
  /// - Parameter path: the memo's path; `nil` for one without a file, which will be named after its first line.
  public func summary(at path: VaultPath? = nil) -> (title: String, preview: String) {
    let head = LinePosition(line: max(styles.titleLine ?? 0, styles.frontLines), offset: 0)
    let start = head.line < buffer.lines.count ? buffer.lines.offset(of: head) : buffer.lines.byteCount
    let end = buffer.lines.position(at: start + Self.previewReach)
    let source = path.map { TitleSource(titles, at: $0) } ?? .firstLine
    let metadata = MemoParser.metadata(of: buffer.lines.bytes(in: .start..<end), titledBy: source)
    return (metadata.title, metadata.preview)
  }
}

extension TextEditor {
  /// The position of a heading that a link names; `nil` if there is none. A heading that differs only in
  /// punctuation and blanks, as in the addresses of web pages, matches if no other one matches exactly.
  func position(ofHeading name: String) -> LinePosition? {
    let anchors = buffer.lines.bytes(in: 0..<buffer.lines.count).withUnsafeBytes { MemoAnchors(of: $0) }
    guard let line = anchors.line(of: name, .wiki) ?? anchors.line(of: name, .markdown) else { return nil }
    return LinePosition(line: line - 1, offset: 0)
  }
}

extension String {
  /// Without blanks at both ends, and without the marks that may close a heading.
  fileprivate var trimmed: String {
    let blanks: Set<Unicode.Scalar> = [" ", "\t"]
    let text = unicodeScalars.drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) || $0 == "#" }
    return String(String.UnicodeScalarView(text.reversed()))
  }
}

extension TextEditor {
  /// The first match at or after a position, continuing at the start; `nil` if there is none.
  public func match(of highlighter: SearchHighlighter, from position: LinePosition) -> Range<LinePosition>? {
    for line in position.line..<buffer.lines.count {
      let start = line == position.line ? position.offset : 0
      let matches = highlighter.ranges(in: buffer.lines[line].bytes, isTitle: line == styles.titleLine)
      if let match = matches.first(where: { $0.lowerBound >= start }) { return range(match, ofLine: line) }
    }
    return position == .start ? nil : match(of: highlighter, from: .start)
  }

  /// The last match before a position, continuing at the end; `nil` if there is none.
  public func match(of highlighter: SearchHighlighter, before position: LinePosition) -> Range<LinePosition>? {
    for line in (0...position.line).reversed() {
      let end = line == position.line ? position.offset : .max
      let matches = highlighter.ranges(in: buffer.lines[line].bytes, isTitle: line == styles.titleLine)
      if let match = matches.last(where: { $0.lowerBound < end }) { return range(match, ofLine: line) }
    }
    return position == buffer.lines.end ? nil : match(of: highlighter, before: buffer.lines.end)
  }

  private func range(_ range: Range<Int>, ofLine line: Int) -> Range<LinePosition> {
    LinePosition(line: line, offset: range.lowerBound)..<LinePosition(line: line, offset: range.upperBound)
  }
}

extension TextEditor {
  /// The rows of a range, as runs of one style each; none for rows past the end.
  ///
  /// - Parameters:
  ///   - highlighter: finds matches of a search.
  ///   - broken: broken links.
  public func rows(
    _ range: Range<Int>, highlighting highlighter: SearchHighlighter? = nil, broken: Set<MemoLink> = []
  ) -> [[StyledRun]] {
    let rows = range.clamped(to: 0..<layout.rowCount).map { layout.row($0, in: buffer.lines) }
    guard let first = rows.first?.line, let last = rows.last?.line else { return [] }
    let painters = zip(first..., styles.spans(ofLines: first..<last + 1, in: buffer.lines)).map { line, spans in
      painter(ofLine: line, spans, highlighter, broken)
    }
    return rows.map { row in painters[row.line - first].runs(of: buffer.lines[row.line], in: row.range) }
  }

  /// The link at the cursor; `nil` if there is none.
  public var linkAtCursor: MarkdownSpan.Kind? {
    let line = buffer.cursor.line
    let spans = styles.spans(ofLines: line..<line + 1, in: buffer.lines).joined()
    return spans.first { span in
      switch span.kind {
      case .link, .address: span.range.contains(buffer.cursor.offset)
      default: false
      }
    }?.kind
  }

  private func painter(
    ofLine line: Int, _ spans: [MarkdownSpan], _ highlighter: SearchHighlighter?, _ broken: Set<MemoLink>
  ) -> RowPainter {
    let isTitle = line == styles.titleLine
    return RowPainter(
      block: styles.block(ofLine: line), spans: spans,
      matches: highlighter?.ranges(in: buffer.lines[line].bytes, isTitle: isTitle) ?? [],
      selected: selectedBytes(ofLine: line), broken: broken)
  }

  private func selectedBytes(ofLine line: Int) -> Range<Int> {
    guard let selection = buffer.selection, (selection.lowerBound.line...selection.upperBound.line).contains(line)
    else { return 0..<0 }
    let start = selection.lowerBound.line == line ? selection.lowerBound.offset : 0
    return start..<(selection.upperBound.line == line ? selection.upperBound.offset : .max)
  }
}

/// Keys that depend on Markdown.
extension TextEditor {
  private static let linkStart = Array("[[".utf8)
  private static let linkEnd = Array("]]".utf8)

  /// Moves the cursor to the start of the body: the first line with text below the title, else the end of the text.
  mutating func moveToBody() {
    let head = max(styles.titleLine.map { $0 + 1 } ?? 0, styles.frontLines)
    let lines = buffer.lines
    let blank = (head..<lines.count).prefix { line in
      lines[line].bytes.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }
    let line = head + blank.count
    let position = line < lines.count ? LinePosition(line: line, offset: 0) : lines.end
    edit { $0.move(to: position) }
  }

  /// Breaks the line. After a list item the next one starts; at an empty item the list ends.
  mutating func breakLine() {
    let cursor = buffer.cursor
    let line = buffer.lines[cursor.line].bytes
    guard buffer.selection == nil, styles.block(ofLine: cursor.line) != .code, let item = ListItem(line),
      cursor.offset >= item.markLength
    else { return edit { $0.insertLineBreak() } }
    guard !item.isEmpty else { return edit { $0.deleteToLineStart() } }
    edit {
      $0.insertLineBreak()
      $0.insert(item.next)
    }
  }

  /// Ticks the task on the cursor's line, or unticks it, and leaves the cursor where it is; returns whether there is one.
  mutating func tickTask() -> Bool {
    let (cursor, text) = (buffer.cursor, buffer.bytes)
    let tick = text.withUnsafeBytes { bytes -> ByteEdit? in
      let done = TaskTick(line: cursor.line + 1, isDone: true, in: bytes)
      return done.flatMap { $0.edit ?? TaskTick(line: cursor.line + 1, isDone: false, in: bytes)?.edit }
    }
    guard let tick else { return false }
    let mark = buffer.lines.hasByteOrderMark ? 3 : 0
    let start = buffer.lines.offset(of: LinePosition(line: cursor.line, offset: 0)) + mark
    edit {
      $0.endStep()
      $0.select(
        LinePosition(
          line: cursor.line, offset: tick.range.lowerBound - start)..<LinePosition(
            line: cursor.line, offset: tick.range.upperBound - start))
      $0.insert(String(decoding: tick.bytes, as: UTF8.self))
      $0.move(to: cursor)
      $0.endStep()
    }
    return true
  }

  /// Indents the selected lines, or the list item of the cursor; elsewhere inserts a tab.
  mutating func indent() {
    let cursor = buffer.cursor
    let isSelected = buffer.selection != nil || styles.block(ofLine: cursor.line) == .code
    let item = isSelected ? nil : ListItem(buffer.lines[cursor.line].bytes)
    let isInItem = item.map { cursor.offset >= $0.markLength } ?? false
    edit { isInItem ? $0.indentLine() : $0.indent() }
  }

  /// The open link at the cursor: the start of its text, and the text; `nil` if there is none.
  var typedLink: (start: LinePosition, text: String)? {
    let cursor = buffer.cursor
    guard buffer.selection == nil, styles.block(ofLine: cursor.line) != .code else { return nil }
    // Longer than any title.
    let reach = buffer.lines[cursor.line].bytes[..<cursor.offset].suffix(800)
    guard let start = reach.lastRange(of: Self.linkStart)?.upperBound else { return nil }
    let text = reach[start...]
    let ends = [UInt8(ascii: "]"), UInt8(ascii: "|"), UInt8(ascii: "#")]
    guard !text.contains(where: { ends.contains($0) }) else { return nil }
    return (LinePosition(line: cursor.line, offset: start), String(decoding: text, as: UTF8.self))
  }

  /// Completes a link with a target, and closes it.
  mutating func finishLink(from start: LinePosition, with target: String) {
    let cursor = buffer.cursor
    let isClosed = buffer.lines[cursor.line].bytes[cursor.offset...].starts(with: Self.linkEnd)
    edit { buffer in
      buffer.select(start..<cursor)
      buffer.insert(target + (isClosed ? "" : "]]"))
      if isClosed { buffer.move(to: LinePosition(line: cursor.line, offset: buffer.cursor.offset + 2)) }
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func lastRange(of bytes: [UInt8]) -> Range<Int>? {
    guard count >= bytes.count else { return nil }
    for start in (startIndex...endIndex - bytes.count).reversed() where self[start...].starts(with: bytes) {
      return start..<start + bytes.count
    }
    return nil
  }
}
