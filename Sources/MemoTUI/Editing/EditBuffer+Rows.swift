/// Where a key takes the cursor in wrapped text.
public enum RowMove: Equatable, Sendable {
  /// One row.
  case up, down
  /// So many rows.
  case upRows(Int)
  case downRows(Int)
  /// To the start or end of the row; from there, to that of the line.
  case rowStart, rowEnd
}

extension EditBuffer {
  /// Moves the cursor over rows; up and down keep to the column where they began.
  public mutating func move(_ move: RowMove, in layout: WrappedText, selecting: Bool = false) {
    switch move {
    case .up: moveRows(by: -1, in: layout, selecting)
    case .down: moveRows(by: 1, in: layout, selecting)
    case .upRows(let count): moveRows(by: -count, in: layout, selecting)
    case .downRows(let count): moveRows(by: count, in: layout, selecting)
    case .rowStart: moveToEdge(at: 0, in: layout, else: .lineStart, selecting)
    case .rowEnd: moveToEdge(at: .max, in: layout, else: .lineEnd, selecting)
    }
  }

  /// Above the first row is the text's start, below the last one its end.
  private mutating func moveRows(by count: Int, in layout: WrappedText, _ selecting: Bool) {
    let cell = layout.cell(of: cursor, in: lines)
    let column = wantedColumn ?? cell.column
    let row = cell.row + count
    if row < 0 {
      move(.textStart, selecting: selecting)
    } else if row >= layout.rowCount {
      move(.textEnd, selecting: selecting)
    } else {
      move(to: layout.position(of: WrappedText.Cell(row: row, column: column), in: lines), selecting: selecting)
    }
    wantedColumn = column
  }

  private mutating func moveToEdge(
    at column: Int, in layout: WrappedText, else farther: CursorMove, _ selecting: Bool
  ) {
    let row = layout.cell(of: cursor, in: lines).row
    let edge = layout.position(of: WrappedText.Cell(row: row, column: column), in: lines)
    if edge == cursor { move(farther, selecting: selecting) } else { move(to: edge, selecting: selecting) }
  }
}
