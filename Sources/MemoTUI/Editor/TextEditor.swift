public import MemoCore

/// The text of a memo for the split view: the text, its rows and its Markdown styles, which are kept consistent.
public struct TextEditor: Sendable {
  /// The text, cursor and selection.
  public private(set) var buffer: EditBuffer
  /// The rows.
  public private(set) var layout: WrappedText
  /// The Markdown styles of the lines.
  public private(set) var styles: MarkdownStyles
  /// What of it is folded.
  private var folding = TextFolding()
  /// Which text is the title.
  private let titles: TitleRule
  /// The marker that the last line break has put at the start of the line, until something else is typed.
  var continuation: ContinuedMarker?
  /// The table that is typed in.
  var typedTable = TypedTable()

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
      let hidden = TextFolding.valid(layout.hidden, styles)
      if hidden != layout.hidden { layout.hide(hidden, in: buffer.lines) }
    }
    return result
  }

  /// Moves the cursor by rows.
  public mutating func move(_ move: RowMove, selecting: Bool = false) {
    buffer.move(move, in: layout, selecting: selecting)
  }

  /// Wraps the text at a number of columns, with room for pictures; `nil` for those that have it already.
  mutating func resize(columns: Int, pictures: PictureRows? = nil) {
    let pictures = pictures ?? layout.pictures
    guard columns != layout.columns || pictures != layout.pictures else { return }
    let hidden = layout.hidden
    layout = WrappedText(buffer.lines, columns: columns, pictures: pictures)
    layout.hide(hidden, in: buffer.lines)
  }

  /// The cell of the cursor, counted from the text's first row.
  public var cursorCell: WrappedText.Cell { layout.cell(of: buffer.cursor, in: buffer.lines) }

  /// The position of a cell.
  public func position(of cell: WrappedText.Cell) -> LinePosition {
    layout.position(of: cell, in: buffer.lines)
  }

  /// The position of a cell of the text as it is drawn, such as one that was clicked.
  func position(of cell: WrappedText.Cell, drawing: RowDrawing) -> LinePosition {
    let line = layout.row(cell.row, in: buffer.lines).line
    var tables = DrawnTables()
    let pads = tables.pads(ofLine: line, in: self, drawing)
    guard !pads.isEmpty else { return position(of: cell) }
    let column = TableColumns.typedColumn(of: cell.column, in: buffer.lines[line], pads)
    return position(of: WrappedText.Cell(row: cell.row, column: column))
  }

  /// The first row to show for the cursor and the picture below it to be visible, as near to `firstRow` as possible.
  public func firstRow(showingCursorIn rows: Int, from firstRow: Int) -> Int {
    let row = cursorCell.row
    let last = row + layout.pictureRows(below: row, in: buffer.lines)
    let highest = min(row, max(0, last - max(1, rows) + 1))
    return min(max(firstRow, highest), row)
  }
}

/// Folding.
extension TextEditor {
  /// Whether the front matter is folded.
  var isFrontFolded: Bool { styles.frontLines > 1 && layout.hidden.range(holding: 0) != nil }

  /// Folds the front matter, and opens what has the cursor in it.
  ///
  /// - Parameter cursor: the cursor's line; `nil` if the cursor is not used.
  mutating func fold(cursor: Int?) {
    if let hidden = newFold(cursor: cursor) { layout.hide(hidden, in: buffer.lines) }
  }

  /// The lines that folding would hide; `nil` if they are hidden already.
  func newFold(cursor: Int?) -> HiddenLines? {
    let hidden = folding.hidden(after: layout.hidden, styles, cursor: cursor)
    return hidden == layout.hidden ? nil : hidden
  }

  /// Keeps the front matter open, or lets it be folded again; returns whether there is any.
  mutating func toggleFront() -> Bool {
    folding.keepsFrontOpen.toggle()
    return styles.frontLines > 1
  }

  /// Folds or opens the section of the heading in a line; in the front matter, leaves and folds that. Returns whether there
  /// is one.
  mutating func toggleFold() -> Bool {
    let line = buffer.cursor.line
    if line < styles.frontLines {
      folding.keepsFrontOpen = false
      let body = LinePosition(line: styles.frontLines, offset: 0)
      edit { $0.move(to: body) }
      return true
    }
    guard let hidden = TextFolding.toggling(line, of: buffer.lines, in: layout.hidden, styles) else { return false }
    layout.hide(hidden, in: buffer.lines)
    return true
  }

  /// Folds the section of the heading in a line, if it is open.
  mutating func foldSection(ofLine line: Int) {
    guard layout.hidden.range(holding: line + 1) == nil,
      let hidden = TextFolding.toggling(line, of: buffer.lines, in: layout.hidden, styles)
    else { return }
    layout.hide(hidden, in: buffer.lines)
  }

  /// Moves a cursor in the front matter to the text below it.
  mutating func leaveFront() {
    let isBelow = buffer.cursor.line >= styles.frontLines || styles.frontLines >= buffer.lines.count
    guard !folding.keepsFrontOpen, !isBelow else { return }
    let body = LinePosition(line: styles.frontLines, offset: 0)
    edit { $0.move(to: body) }
  }

  /// The lines of the headings with their texts and levels.
  var headings: [(line: Int, level: Int, text: String)] {
    // Not one by one: to find a line takes a look at all chunks before it.
    let lines = buffer.lines[0..<buffer.lines.count]
    return styles.headings.map { line, level in
      let isUnderline = line > 0 && !lines[line].bytes.contains(UInt8(ascii: "#"))
      let shown = isUnderline ? line - 1 : line
      let text = String(decoding: lines[shown].bytes.prefix(Self.headingReach), as: UTF8.self)
      return (shown, level, isUnderline ? text.trimmed : String(text.drop { $0 == "#" || $0 == " " }).trimmed)
    }
  }

  // Bytes of a heading that are shown.
  private static let headingReach = 400
}

extension TextEditor {
  // Far more than a preview shows, whatever markup and blank lines are in it.
  private static let previewReach = 16 << 10

  /// Whether the summary depends on the front matter, or would take the text below it for one.
  private var needsFront: Bool {
    guard !styles.isTitledInFront, styles.frontLines < buffer.lines.count else { return true }
    let line = buffer.lines[styles.frontLines].bytes
    return line.starts(with: "---".utf8) || line.starts(with: [0xEF, 0xBB, 0xBF])
  }

  /// Title and preview for the list, and the words of a text that is not long; only the start of the text is read, so that
  /// they can follow each key.
  ///
  /// - Parameter path: the memo's path; `nil` for one without a file, which will be named after its first line.
  public func summary(at path: VaultPath? = nil) -> (title: String, preview: String, words: Int?) {
    let head = LinePosition(line: max(styles.titleLine ?? 0, styles.frontLines), offset: 0)
    let start = head.line < buffer.lines.count ? buffer.lines.offset(of: head) : buffer.lines.byteCount
    let end = buffer.lines.position(at: start + Self.previewReach)
    let source = path.map { TitleSource(titles, at: $0) } ?? .firstLine
    let text = buffer.lines.bytes(in: (needsFront ? .start : LinePosition(line: styles.frontLines, offset: 0))..<end)
    let metadata = MemoParser.metadata(of: text, titledBy: source)
    return (metadata.title, metadata.preview, end == buffer.lines.end ? metadata.wordCount : nil)
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
  /// The rows of a range, as runs of one style each; none for rows past the end.
  ///
  /// - Parameters:
  ///   - highlighter: finds matches of a search.
  ///   - broken: broken links.
  ///   - drawing: what is drawn in other ways than it is typed; nothing by default.
  public func rows(
    _ range: Range<Int>, highlighting highlighter: SearchHighlighter? = nil, broken: Set<MemoLink> = [],
    drawing: RowDrawing = RowDrawing()
  ) -> [[StyledRun]] {
    let rows = range.clamped(to: 0..<layout.rowCount).map { layout.row($0, in: buffer.lines) }
    var painters: [Int: RowPainter] = [:]
    var tables = DrawnTables()
    for lines in Self.runs(of: rows.map(\.line)) {
      for (line, spans) in zip(lines, styles.spans(ofLines: lines, in: buffer.lines)) {
        painters[line] = painter(ofLine: line, spans, highlighter, broken, drawing)
        painters[line]?.pads = tables.pads(ofLine: line, in: self, drawing)
      }
    }
    return rows.map { row in
      if isFrontFolded, row.line == styles.frontLines - 1 {
        return [drawing.front(TextFolding.summary(of: buffer.lines, frontLines: styles.frontLines), layout.columns)]
      }
      let runs = painters[row.line]?.row(of: buffer.lines[row.line], in: row.range, from: row.indent) ?? []
      if row.isContinued || row.picture != nil { return row.picture == nil ? runs : [] }
      if let hidden = layout.hidden.range(holding: row.line + 1) {
        return runs + [drawing.fold(hidden.count, after: runs.last)]
      }
      let spans = painters[row.line]?.spans ?? []
      let picture = drawing.picture(in: spans, of: buffer.lines[row.line], after: runs.last, layout.columns)
      return runs + [picture].compactMap(\.self)
    }
  }

  /// Lines in order as ranges of lines that follow one another: between folded ones there may be very many.
  private static func runs(of lines: [Int]) -> [Range<Int>] {
    lines.reduce(into: []) { runs, line in
      if let last = runs.last, line <= last.upperBound {
        runs[runs.count - 1] = last.lowerBound..<max(last.upperBound, line + 1)
      } else {
        runs.append(line..<line + 1)
      }
    }
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
    ofLine line: Int, _ spans: [MarkdownSpan], _ highlighter: SearchHighlighter?, _ broken: Set<MemoLink>,
    _ drawing: RowDrawing
  ) -> RowPainter {
    let dimsMarks = drawing.marks == .dim && line != drawing.activeLine
    let isTitle = line == styles.titleLine
    return RowPainter(
      block: styles.block(ofLine: line), spans: spans,
      matches: highlighter?.ranges(in: buffer.lines[line].bytes, isTitle: isTitle) ?? [],
      selected: selectedBytes(ofLine: line), broken: broken,
      marks: dimsMarks ? MarkRanges.of(spans, in: buffer.lines[line]) : nil)
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
    let blank = (head..<lines.count).prefix { lines[$0].bytes.allSatisfy(\.isBlank) }
    let line = head + blank.count
    let position = line < lines.count ? LinePosition(line: line, offset: 0) : lines.end
    edit { $0.move(to: position) }
  }

  /// Breaks the line. After a list item the next one starts, and the numbers below follow; after a quoted line the quote
  /// continues. At an empty item or quoted line the list or quote ends.
  mutating func breakLine() {
    let cursor = buffer.cursor
    let line = buffer.lines[cursor.line].bytes
    guard buffer.selection == nil, styles.block(ofLine: cursor.line) != .code, let item = ListItem(line),
      cursor.offset >= item.markLength
    else { return edit { $0.insertLineBreak() } }
    edit { item.isEmpty ? $0.endItem(item) : $0.breakItem(item) }
    continuation = item.isEmpty ? nil : ContinuedMarker(before: buffer.cursor, in: buffer.lines)
  }

  /// Inserts what was typed. Who types the marker that a line break has just put there has it once, not twice.
  mutating func insertTyped(_ text: String) {
    edit { $0.insert(text) }
    guard let typed = continuation else { return }
    switch typed.repetition(before: buffer.cursor, in: buffer.lines) {
    case .none: continuation = nil
    case .begun: break
    case .whole(let range):
      continuation = nil
      let removed = range.upperBound.offset - range.lowerBound.offset
      let end = LinePosition(line: range.lowerBound.line, offset: buffer.cursor.offset - removed)
      edit { buffer in
        buffer.select(range)
        buffer.deleteBackward()
        buffer.move(to: end)
      }
    }
  }

  /// Deletes what was typed in the line of the cursor since that was at a position, without the marker that was put there;
  /// else what is before it in the line.
  mutating func deleteTyped(since start: LinePosition) {
    continuation = nil
    let (cursor, line) = (buffer.cursor, buffer.lines[buffer.cursor.line])
    let first = cursor.line > start.line ? ListItem(line.bytes)?.markLength ?? 0 : start.offset
    guard buffer.selection == nil, cursor.line >= start.line, first < cursor.offset else {
      return edit { $0.deleteToLineStart() }
    }
    let typed = LinePosition(line: cursor.line, offset: line.boundary(atOrAfter: first))..<cursor
    edit { $0.replace(typed, with: [], as: .deleting) }
  }

  /// Indents the selected lines, or the list item of the cursor below another one; elsewhere inserts a tab. An item without one
  /// above it stays: indented, it would be code.
  mutating func indent() {
    let cursor = buffer.cursor
    let isSelected = buffer.selection != nil || styles.block(ofLine: cursor.line) == .code
    let item = isSelected ? nil : ListItem(buffer.lines[cursor.line].bytes)
    let isInItem = item.map { $0.hasMark && cursor.offset >= $0.markLength } ?? false
    guard isInItem, let item else { return edit { $0.indent() } }
    if item.hasParent(above: cursor.line, in: buffer.lines) { edit { $0.indentItem() } }
  }

  /// The open link at the cursor: the start of what is typed last of it, that text, and, behind `#`, the memo that is named
  /// before; `nil` if there is none.
  var typedLink: (start: LinePosition, text: String, memo: String?)? {
    let cursor = buffer.cursor
    guard buffer.selection == nil, styles.block(ofLine: cursor.line) != .code else { return nil }
    // Longer than any title.
    let reach = buffer.lines[cursor.line].bytes[..<cursor.offset].suffix(800)
    guard let start = reach.lastRange(of: Self.linkStart)?.upperBound else { return nil }
    let text = reach[start...]
    guard !text.contains(where: { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "|") }) else { return nil }
    let mark = text.firstIndex(of: UInt8(ascii: "#"))
    let last = mark.map { $0 + 1 } ?? start
    return (
      LinePosition(line: cursor.line, offset: last), String(decoding: text[last...], as: UTF8.self),
      memo: mark.map { String(decoding: text[..<$0], as: UTF8.self) }
    )
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
