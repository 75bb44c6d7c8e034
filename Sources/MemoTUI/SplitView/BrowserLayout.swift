/// The parts of the window.
struct BrowserLayout: Equatable {
  /// A rectangle of the window, in cells counted from 0.
  struct Area: Equatable {
    var row = 0
    var column: Int
    var columns: Int
    var rows: Int

    /// Whether it contains a cell.
    func contains(row: Int, column: Int) -> Bool {
      (self.row..<self.row + rows).contains(row) && (self.column..<self.column + columns).contains(column)
    }
  }

  /// Narrower windows show one pane only.
  static let wideColumns = 80
  /// Rows of a memo in the list.
  static let rowsOfMemo = 2

  private static let narrowestList = 20
  private static let narrowestMemo = 20

  /// The list; `nil` if only the memo is shown.
  private(set) var list: Area?
  /// The column of the line between list and memo.
  private(set) var divider: Int?
  /// The memo; `nil` if only the list is shown.
  private(set) var memo: Area?
  /// The columns of the memo's text; `nil` if only the list is shown. One before it stays blank, and one behind it is
  /// for the cursor.
  private(set) var text: Area?
  /// The row of the status line.
  let status: Int
  /// The most columns of text.
  private let measure: Int

  /// - Parameters:
  ///   - showsMemo: whether a narrow window shows the memo and not the list.
  ///   - listColumns: the width of the list that the user has chosen.
  ///   - measure: the most columns of a text; `nil` for the whole width.
  init(_ size: ScreenSize, showsMemo: Bool, listColumns: Int?, measure: Int? = nil) {
    status = size.rows - 1
    self.measure = measure ?? .max
    defer { text = memo.map(textArea) }
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

  /// A part of the window.
  enum Part {
    case divider
    /// A row of the list's area, from 0.
    case list(row: Int)
    case memo(Area)
  }

  /// The part that a mouse points at; `nil` for the status line.
  func part(at event: MouseEvent) -> Part? {
    if event.column == divider, event.row < status { return .divider }
    if let list, list.contains(row: event.row, column: event.column) { return .list(row: event.row - list.row) }
    if let memo, memo.contains(row: event.row, column: event.column) { return .memo(memo) }
    return nil
  }

  /// The columns of text in a pane, centred where there is more room than for the measure.
  private func textArea(in memo: Area) -> Area {
    let room = max(1, memo.columns - 2)
    let columns = min(room, measure)
    return Area(row: memo.row, column: memo.column + 1 + (room - columns) / 2, columns: columns, rows: memo.rows)
  }

  /// The columns of a row of the list, without the one before and the one behind it.
  func rowColumns(in list: Area) -> Int { min(max(0, list.columns - 2), measure) }
}
