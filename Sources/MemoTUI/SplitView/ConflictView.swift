import MemoCore
import MemoSync
import MemoWords

extension ConflictVersion {
  /// What marks its lines: the key that keeps them.
  var mark: String { self == .ours ? "<" : ">" }

  fileprivate var style: CellStyle { (self == .ours ? RoleStyle.ourVersion : .theirVersion).style }
}

/// Draws which lines of a text are which version of a conflict.
enum ConflictView {
  private static let gap = 2

  /// Marks the lines of both versions in the column before the text.
  static func renderMargin(
    _ state: BrowserState, _ pane: MemoPane, _ area: BrowserLayout.Area, on grid: inout CellGrid
  ) {
    guard !state.conflictMarks.marks.isEmpty, area.column > 0 else { return }
    for (row, line) in lines(in: area, pane) {
      guard let (version, _) = version(ofLine: line, state) else { continue }
      grid.put(version.mark, row: area.row + row, column: area.column - 1, style: version.style)
    }
  }

  /// Names device and time of each version, behind the first of its rows that has room.
  static func renderLabels(
    _ rows: [[StyledRun]], _ state: BrowserState, _ pane: MemoPane, _ area: BrowserLayout.Area,
    on grid: inout CellGrid
  ) {
    guard !state.conflictMarks.marks.isEmpty else { return }
    var named: Set<String> = []
    for (row, line) in lines(in: area, pane) where row < rows.count {
      guard let (version, conflict) = version(ofLine: line, state), !named.contains(version.mark + conflict.key) else {
        continue
      }
      let label = TerminalText.cut("\(version.mark) \(label(of: version, of: conflict, state))", to: area.columns / 2)
      let end = rows[row].last.map { $0.column + $0.columns } ?? 0
      let column = area.columns - DisplayWidth.columns(of: label)
      guard end + gap <= column else { continue }
      named.insert(version.mark + conflict.key)
      grid.put(label, row: area.row + row, column: area.column + column, style: version.style)
    }
  }

  /// Where and when a version was written.
  static func label(of version: ConflictVersion, of conflict: SyncConflict, _ state: BrowserState) -> String {
    let name = SettlingMessages.names(of: conflict.devices(of: version), in: conflict, own: nil)
    let time = version == .ours ? conflict.ourTime : conflict.theirTime
    return SettlingMessages.version(name, at: time.flatMap { state.dates?($0) })[state.language]
  }

  private static func version(
    ofLine line: Int, _ state: BrowserState
  ) -> (version: ConflictVersion, conflict: SyncConflict)? {
    for mark in state.conflictMarks.marks where mark.lines.contains(line) {
      for version in ConflictVersion.allCases where mark.place?.lines(of: version).contains(line) == true {
        return (version, mark.conflict)
      }
    }
    return nil
  }

  /// The rows that are visible, with their lines.
  private static func lines(in area: BrowserLayout.Area, _ pane: MemoPane) -> [(row: Int, line: Int)] {
    let layout = pane.editor.layout
    return (0..<area.rows).filter { pane.top + $0 < layout.rowCount }.map { row in
      (row, layout.row(pane.top + row, in: pane.editor.buffer.lines).line)
    }
  }
}
