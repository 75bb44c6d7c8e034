import MemoCore
import MemoWords

/// How the split view looks.
public enum BrowserView {
  static let dim = CellStyle(isDim: true)
  static let bold = CellStyle(isBold: true)
  static let match = CellStyle(isBold: true, colour: 3)

  /// The picture of a state.
  public static func render(_ state: BrowserState) -> CellGrid {
    var grid = CellGrid(size: state.size)
    if case .help(let top) = state.mode {
      renderHelp(state, top, on: &grid)
      return grid
    }
    let layout = state.layout
    if let area = layout.list { renderList(state, area, on: &grid) }
    if let column = layout.divider {
      for row in 0..<layout.status { grid.put("│", row: row, column: column, style: dim) }
    }
    if let area = layout.memo { renderMemo(state, area, on: &grid) }
    renderStatus(state, layout.status, on: &grid)
    if case .choosing(let chooser) = state.mode { render(chooser, state.language, on: &grid) }
    if let completion = state.completion, completion.isShown { render(completion, layout, on: &grid) }
    return grid
  }

  // MARK: The list

  private static func renderList(_ state: BrowserState, _ area: BrowserLayout.Area, on grid: inout CellGrid) {
    guard state.rows.count > 0 else {
      let text =
        state.shownQuery.isEmpty
        ? (state.layout.memo == nil ? BrowserMessages.noMemos[state.language] : "") : Message.noMatch[state.language]
      return put(text, in: area, row: min(1, area.rows - 1), style: dim, on: &grid)
    }
    let visible = (area.rows + BrowserLayout.rowsOfMemo - 1) / BrowserLayout.rowsOfMemo
    for place in state.listTop..<min(state.rows.count, state.listTop + visible) {
      let row = area.row + (place - state.listTop) * BrowserLayout.rowsOfMemo
      render(state.rows[place], state, isSelected: place == state.selection, area, row: row, on: &grid)
    }
  }

  private static func render(
    _ memo: BrowserRow, _ state: BrowserState, isSelected: Bool, _ area: BrowserLayout.Area, row: Int,
    on grid: inout CellGrid
  ) {
    let isStrong = isSelected && state.focus == .list
    let ground = CellStyle(isReversed: isStrong)
    for line in row..<min(row + BrowserLayout.rowsOfMemo, area.row + area.rows) {
      grid.put(String(repeating: " ", count: area.columns), row: line, column: area.column, style: ground)
      if isSelected, !isStrong { grid.put("▌", row: line, column: area.column, style: CellStyle(colour: 4)) }
    }
    if let path = memo.path, state.conflicting.contains(path) {
      grid.put("!", row: row, column: area.column, style: isStrong ? ground : match)
    }
    let room = max(0, area.columns - 2)
    let date = TerminalText.visible(memo.date)
    let dateColumns = DisplayWidth.columns(of: date)
    let showsDate = room >= dateColumns + 10
    let title = memo.title.isEmpty ? Message.untitled[state.language] : memo.title
    let titleRoom = showsDate ? room - dateColumns - 1 : room
    grid.put(
      cut(title, to: titleRoom), row: row, column: area.column + 1, style: CellStyle(isBold: true, isReversed: isStrong)
    )
    if showsDate {
      let column = area.column + area.columns - 1 - dateColumns
      grid.put(date, row: row, column: column, style: isStrong ? ground : CellStyle(colour: 6))
    }
    guard row + 1 < area.row + area.rows else { return }
    // Of a memo without any text the path is all that tells it apart.
    let preview = (memo.title + memo.preview).isEmpty ? memo.path?.text ?? "" : memo.preview
    grid.put(cut(preview, to: room), row: row + 1, column: area.column + 1, style: isStrong ? ground : dim)
  }

  // MARK: The memo

  private static func renderMemo(_ state: BrowserState, _ area: BrowserLayout.Area, on grid: inout CellGrid) {
    guard let pane = state.pane else {
      let text = state.rows.count == 0 && state.shownQuery.isEmpty ? BrowserMessages.noMemos[state.language] : ""
      return put(text, in: area, row: min(1, area.rows - 1), style: dim, on: &grid)
    }
    if let problem = pane.problem {
      return put(problem, in: area, row: min(1, area.rows - 1), style: dim, on: &grid)
    }
    let left = area.column + 1
    let limit = area.column + area.columns
    let rows = pane.editor.rows(
      pane.top..<pane.top + area.rows, highlighting: state.highlighter, broken: pane.brokenLinks)
    for (row, runs) in rows.enumerated() {
      for run in runs where left + run.column < limit {
        let room = limit - left - run.column
        let text = run.columns > room ? String(run.text.prefix(room)) : run.text
        grid.put(text, row: area.row + row, column: left + run.column, style: run.style)
      }
    }
    guard state.showsCursor else { return }
    let cell = pane.editor.cursorCell
    let row = area.row + cell.row - pane.top
    grid.cursor = CellGrid.Position(row: row, column: min(left + cell.column, limit - 1))
  }

  /// Words where there is no text, in as many rows as they take.
  private static func put(
    _ text: String, in area: BrowserLayout.Area, row: Int, style: CellStyle, on grid: inout CellGrid
  ) {
    for (place, line) in wrapped(text, to: area.columns - 2).prefix(max(0, area.rows - row)).enumerated() {
      grid.put(line, row: area.row + row + place, column: area.column + 1, style: style)
    }
  }

  /// A text in rows of so many columns, at least one.
  static func wrapped(_ text: String, to columns: Int) -> [String] {
    let lines = EditedLines(Array(text.utf8))
    let layout = WrappedText(lines, columns: max(1, columns))
    return (0..<layout.rowCount).map { place in
      let row = layout.row(place, in: lines)
      // A blank at the end of a full row hangs over its edge.
      let blanks = lines[row.line].bytes[row.range].reversed().prefix { $0 == UInt8(ascii: " ") }.count
      return cut(String(decoding: lines[row.line].bytes[row.range].dropLast(blanks), as: UTF8.self), to: columns)
    }
  }

  /// Controls take more columns once they are visible, so they must be before the text is cut.
  static func cut(_ text: String, to columns: Int) -> String {
    DisplayWidth.cut(TerminalText.visible(text), to: columns)
  }
}

/// Where a list of choices is in the window.
struct ChooserBox {
  private static let widest = 64
  private static let longest = 16

  let row: Int
  let column: Int
  let columns: Int
  /// How many choices are shown.
  let visible: Int
  /// The first one.
  let top: Int

  init(_ chooser: Chooser, in size: ScreenSize) {
    columns = min(Self.widest, size.columns)
    let shown = max(1, chooser.matching.count)
    visible = max(0, min(shown, Self.longest, size.rows - 4))
    column = (size.columns - columns) / 2
    row = max(0, (size.rows - Self.longest - 3) / 3)
    top = max(0, min(chooser.selection - visible / 2, shown - visible))
  }

  /// The place of the choice in a row of the window; `nil` for other rows.
  func place(ofRow row: Int) -> Int? {
    let place = row - self.row - 2
    return (0..<visible).contains(place) ? top + place : nil
  }
}

/// Choices and the help, drawn over the rest.
extension BrowserView {
  static func render(_ chooser: Chooser, _ language: Language, on grid: inout CellGrid) {
    let box = ChooserBox(chooser, in: grid.size)
    let inside = max(0, box.columns - 2)
    let line = String(repeating: "─", count: inside)
    grid.put("┌\(line)┐", row: box.row, column: box.column)
    grid.put("│" + String(repeating: " ", count: inside) + "│", row: box.row + 1, column: box.column)
    let start = grid.put(" > ", row: box.row + 1, column: box.column + 1, style: bold)
    let before = cut(String(chooser.input.beforeCursor), to: max(0, inside - (start - box.column)))
    let cursor = grid.put(before, row: box.row + 1, column: start)
    if chooser.matching.isEmpty, box.visible > 0 {
      let said = (chooser.isPalette ? BrowserMessages.noCommand : BrowserMessages.noChoice)[language]
      let text = " " + DisplayWidth.padded(cut(said, to: max(0, inside - 2)), to: max(0, inside - 1))
      grid.put("│", row: box.row + 2, column: box.column)
      grid.put(text, row: box.row + 2, column: box.column + 1, style: dim)
      grid.put("│", row: box.row + 2, column: box.column + box.columns - 1)
    }
    for place in box.top..<min(box.top + box.visible, chooser.matching.count) {
      let row = box.row + 2 + place - box.top
      render(chooser.matching[place], isSelected: place == chooser.selection, box, row: row, on: &grid)
    }
    grid.put("└\(line)┘", row: box.row + 2 + box.visible, column: box.column)
    render("↑", box.top, row: box.row, box, on: &grid)
    render("↓", chooser.matching.count - box.top - box.visible, row: box.row + 2 + box.visible, box, on: &grid)
    let (lastRow, lastColumn) = (grid.size.rows - 1, grid.size.columns - 1)
    grid.cursor = CellGrid.Position(row: min(box.row + 1, lastRow), column: min(cursor, lastColumn))
  }

  /// Reports how many choices follow beyond an edge.
  private static func render(_ arrow: String, _ count: Int, row: Int, _ box: ChooserBox, on grid: inout CellGrid) {
    let text = " \(arrow) \(count) "
    guard count > 0, box.columns > text.count + 4 else { return }
    grid.put(text, row: row, column: box.column + box.columns - text.count - 2, style: dim)
  }

  private static func render(
    _ choice: Chooser.Choice, isSelected: Bool, _ box: ChooserBox, row: Int, on grid: inout CellGrid
  ) {
    let inside = max(0, box.columns - 4)
    let note = cut(choice.note, to: inside / 2)
    let noteColumns = DisplayWidth.columns(of: note)
    let name = DisplayWidth.padded(cut(choice.name, to: max(0, inside - noteColumns - 1)), to: inside - noteColumns)
    let style = CellStyle(isReversed: isSelected)
    grid.put("│", row: row, column: box.column)
    grid.put(" \(name)\(note) ", row: row, column: box.column + 1, style: style)
    grid.put("│", row: row, column: box.column + box.columns - 1)
  }

  // MARK: Help

  private static let narrowestMeaning = 10

  /// All keys, each with what it does, in as many rows as that takes.
  static func helpLines(_ language: Language, columns: Int) -> [(keys: String, meaning: String)] {
    let keys = allKeys(language)
    let room = max(narrowestMeaning, columns - meaningColumn(keys))
    return keys.flatMap { key in
      wrapped(key.meaning, to: room).enumerated().map { row, text in (row == 0 ? key.keys : "", text) }
    }
  }

  private static func allKeys(_ language: Language) -> [(keys: String, meaning: String)] {
    BrowserCommand.allCases.map { ($0.key, KeyMessages.command($0)[language]) } + [("", "")]
      + KeyMessages.otherKeys.map { ($0.keys[language], $0.meaning[language]) }
  }

  private static func meaningColumn(_ keys: [(keys: String, meaning: String)]) -> Int {
    3 + (keys.map { DisplayWidth.columns(of: $0.keys) }.max() ?? 0)
  }

  /// Rows of a window below the title of the help.
  static func helpRows(_ size: ScreenSize) -> Int { max(0, size.rows - 1) }

  static func renderHelp(_ state: BrowserState, _ top: Int, on grid: inout CellGrid) {
    let lines = helpLines(state.language, columns: grid.size.columns)
    let column = meaningColumn(lines)
    grid.put(cut(BrowserMessages.help[state.language], to: grid.size.columns), row: 0, column: 0, style: bold)
    let rest = lines.count - top
    let shown = helpRows(grid.size) < rest ? max(0, helpRows(grid.size) - 1) : rest
    for (row, line) in zip(1..., lines.dropFirst(top).prefix(shown)) {
      grid.put(cut(line.keys, to: grid.size.columns), row: row, column: 1, style: match)
      grid.put(cut(line.meaning, to: grid.size.columns - column), row: row, column: column)
    }
    guard shown < rest else { return }
    grid.put(
      cut(BrowserMessages.moreHelp[state.language], to: grid.size.columns), row: grid.size.rows - 1, column: 0,
      style: dim)
  }
}

/// The memos that a link may mean, drawn beside the text that is typed of it.
extension BrowserView {
  private static let widest = 40

  static func render(_ completion: LinkCompletion, _ layout: BrowserLayout, on grid: inout CellGrid) {
    guard let cursor = grid.cursor, let area = layout.memo else { return }
    let titles = completion.choices.map { cut($0.title, to: widest) }
    let inside = min(titles.map { DisplayWidth.columns(of: $0) }.max() ?? 0, max(1, area.columns - 2))
    // Below the line that is typed, else above it.
    let rowsBelow = layout.status - cursor.row - 1
    let isBelow = rowsBelow >= min(titles.count, cursor.row)
    let shown = min(titles.count, isBelow ? rowsBelow : cursor.row)
    let first = min(max(0, completion.selection - shown + 1), max(0, titles.count - shown))
    let row = isBelow ? cursor.row + 1 : cursor.row - shown
    let column = max(area.column, min(cursor.column, area.column + area.columns - inside - 2))
    for (place, title) in titles.enumerated().dropFirst(first).prefix(shown) {
      let text = " " + DisplayWidth.padded(cut(title, to: inside), to: inside) + " "
      let style = CellStyle(isBold: place == completion.selection, isReversed: true)
      let mark = place == completion.selection ? ">" : " "
      grid.put(mark + text.dropFirst(), row: row + place - first, column: column, style: style)
    }
  }
}
