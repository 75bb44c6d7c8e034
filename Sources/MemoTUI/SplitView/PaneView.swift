/// Which rows of a text a pane shows.
struct PaneView: Sendable {
  /// The row of the text at the top.
  var top = 0

  /// What stood at the top before the window's size changed: it is there again when the window has its old size.
  private var anchor = LinePosition.start
  private var anchorTop = 0
  private var anchorRevision = 0
  private var size: (columns: Int, rows: Int)?

  /// Wraps a text for a size and finds out which rows are shown, moved no more than it takes to show the cursor.
  mutating func fit(_ editor: inout TextEditor, columns: Int, rows: Int, showsCursor: Bool) {
    let isResized = size.map { $0 != (columns, rows) } ?? false
    if isResized {
      noteAnchor(editor)
      editor.resize(columns: columns)
      top = editor.layout.cell(of: anchor, in: editor.buffer.lines).row
      anchorTop = -1
    } else {
      editor.resize(columns: columns)
    }
    size = (columns, rows)
    if showsCursor { top = editor.firstRow(showingCursorIn: rows, from: top) }
    top = min(max(0, top), max(0, editor.layout.rowCount - 1))
    if isResized { (anchorTop, anchorRevision) = (top, editor.buffer.revision) } else { noteAnchor(editor) }
  }

  /// Notes what is at the top, unless nothing moved since the last time.
  private mutating func noteAnchor(_ editor: TextEditor) {
    guard top != anchorTop || editor.buffer.revision != anchorRevision else { return }
    let row = editor.layout.row(top, in: editor.buffer.lines)
    anchor = LinePosition(line: row.line, offset: row.range.lowerBound)
    (anchorTop, anchorRevision) = (top, editor.buffer.revision)
  }
}
