import MemoCore
import MemoWords

/// What sets blocks of code off: a background where the theme has one, else a bar.
enum CodeGround {
  /// Draws it behind the rows of a text, before these are drawn.
  static func render(_ rows: [[StyledRun]], _ area: BrowserLayout.Area, _ theme: Theme, on grid: inout CellGrid) {
    let ground = String(repeating: " ", count: min(area.columns, grid.size.columns))
    for (row, runs) in zip(area.row..., rows) where runs.first?.style.surface == .code {
      if theme.hasSurfaces {
        grid.put(ground, row: row, column: area.column, style: CellStyle(surface: .code))
      } else {
        grid.put("▎", row: row, column: area.column - 1, style: RoleStyle.codeBar.style)
      }
    }
  }
}

extension RowDrawing {
  /// How the rows of the memo are drawn.
  init(_ state: BrowserState) {
    let cursor = state.movesCursor ? state.pane?.editor.buffer.cursor : nil
    self.init(marks: state.looks.marks, activeLine: cursor?.line) { [language = state.language] in
      BrowserMessages.foldedLines($0)[language]
    }
    pictures = state.pane?.pictures ?? [:]
  }
}
