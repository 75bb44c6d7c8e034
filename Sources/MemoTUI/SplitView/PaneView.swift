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

/// Which part of the window shows what.
struct BrowserLayout: Equatable {
  /// A part of the window, in cells counted from 0.
  struct Area: Equatable {
    var row = 0
    var column: Int
    var columns: Int
    var rows: Int

    /// Whether a cell lies in it.
    func contains(row: Int, column: Int) -> Bool {
      (self.row..<self.row + rows).contains(row) && (self.column..<self.column + columns).contains(column)
    }
  }

  /// Windows with fewer columns show one pane only.
  static let wideColumns = 80
  /// Rows of the window that a memo takes in the list.
  static let rowsOfMemo = 2

  private static let narrowestList = 20
  private static let narrowestMemo = 20

  /// The list; `nil` where only the memo is shown.
  private(set) var list: Area?
  /// The column of the line between the two.
  private(set) var divider: Int?
  /// The memo; `nil` where only the list is shown.
  private(set) var memo: Area?
  /// The row of the status line.
  let status: Int

  /// - Parameters:
  ///   - showsMemo: whether a narrow window shows the memo and not the list.
  ///   - listColumns: how wide the user has drawn the list.
  init(_ size: ScreenSize, showsMemo: Bool, listColumns: Int?) {
    status = size.rows - 1
    let rows = max(0, size.rows - 1)
    guard size.columns >= Self.wideColumns else {
      let area = Area(column: 0, columns: size.columns, rows: rows)
      if showsMemo { memo = area } else { list = area }
      return
    }
    let widest = size.columns - Self.narrowestMemo - 1
    let columns = min(max(listColumns ?? size.columns * 3 / 8, Self.narrowestList), widest)
    list = Area(column: 0, columns: columns, rows: rows)
    divider = columns
    memo = Area(column: columns + 1, columns: size.columns - columns - 1, rows: rows)
  }

  /// Columns of a memo's text: one is left free before it, and one behind it for the cursor.
  static func textColumns(in memo: Area) -> Int { max(1, memo.columns - 2) }
}
