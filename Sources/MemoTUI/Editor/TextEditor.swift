import MemoCore

/// A memo's text as the split view shows and edits it: the text, its rows and what Markdown makes of it, kept in step.
public struct TextEditor: Sendable {
  /// The text, cursor and selection.
  public private(set) var buffer: EditBuffer
  /// The rows.
  public private(set) var layout: WrappedText
  /// What Markdown makes of the lines.
  public private(set) var styles: MarkdownStyles

  /// Shows a text in rows of so many columns.
  public init(_ bytes: [UInt8], columns: Int) {
    buffer = EditBuffer(bytes)
    layout = WrappedText(buffer.lines, columns: columns)
    styles = MarkdownStyles(buffer.lines)
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

  /// Moves the cursor over rows.
  public mutating func move(_ move: RowMove, selecting: Bool = false) {
    buffer.move(move, in: layout, selecting: selecting)
  }

  /// Wraps the text at another number of columns.
  public mutating func resize(columns: Int) {
    guard columns != layout.columns else { return }
    layout = WrappedText(buffer.lines, columns: columns)
  }

  /// Where the cursor is, counted from the text's first row.
  public var cursorCell: WrappedText.Cell { layout.cell(of: buffer.cursor, in: buffer.lines) }

  /// The position of a cell, for instance one that was clicked.
  public func position(of cell: WrappedText.Cell) -> LinePosition {
    layout.position(of: cell, in: buffer.lines)
  }

  /// The first row to show so that the cursor is among so many rows, moved as little as possible from `firstRow`.
  public func firstRow(showingCursorIn rows: Int, from firstRow: Int) -> Int {
    let row = cursorCell.row
    let highest = max(0, row - max(1, rows) + 1)
    return min(max(firstRow, highest), row)
  }
}

extension TextEditor {
  // Far more than a preview shows, however many marks and blank lines stand in between.
  private static let previewReach = 16 << 10

  /// Title and preview as a list shows them; read from the start of the text alone, so that it can follow each key.
  public var summary: (title: String, preview: String) {
    let head = LinePosition(line: max(styles.titleLine ?? 0, styles.frontLines), offset: 0)
    let start = head.line < buffer.lines.count ? buffer.lines.offset(of: head) : buffer.lines.byteCount
    let end = buffer.lines.position(at: start + Self.previewReach)
    let metadata = MemoParser.metadata(of: buffer.lines.bytes(in: .start..<end))
    return (metadata.title, metadata.preview)
  }
}
