import MemoTUI
import MemoTestSupport
import Testing

@Suite struct CellGridTests {
  @Test func wideCharactersTakeTwoCells() {
    var grid = CellGrid(size: ScreenSize(columns: 6, rows: 1))
    #expect(grid.put("a회b", row: 0, column: 0) == 4)
    #expect(grid.cells(inRow: 0).map(\.text) == ["a", "회", "", "b", " ", " "])
  }

  @Test(arguments: [
    (1, "x", [" ", "x", "록", "", "b"]), (0, "x", ["x", " ", "록", "", "b"]), (1, "의", [" ", "의", "", " ", "b"]),
    (3, "의", ["회", "", " ", "의", ""]), (4, "의", ["회", "", "록", "", "b"]), (1, "xy", [" ", "x", "y", " ", "b"]),
  ])
  func aWideCharacterThatLosesACellLosesBoth(column: Int, text: String, cells: [String]) {
    var grid = CellGrid(size: ScreenSize(columns: 5, rows: 1))
    grid.put("회록b", row: 0, column: 0)
    grid.put(text, row: 0, column: column)
    #expect(grid.cells(inRow: 0).map(\.text) == cells)
  }

  @Test func nothingIsWrittenOutsideTheGrid() {
    var grid = CellGrid(size: ScreenSize(columns: 3, rows: 2))
    grid.put("abcdef", row: 0, column: 1)
    grid.put("x", row: 2, column: 0)
    grid.put("x", row: -1, column: 0)
    grid.put("x", row: 1, column: 3)
    #expect((0..<2).map { grid.text(ofRow: $0) } == [" ab", ""])
  }

  @Test func controlsAreMadeVisible() {
    var grid = CellGrid(size: ScreenSize(columns: 20, rows: 1))
    grid.put("\u{1B}[2J\u{202E}\n", row: 0, column: 0)
    #expect(grid.text(ofRow: 0) == "␛[2J<U+202E>␊")
  }

  @Test func equalGridsNeedNoOutput() {
    var grid = CellGrid(size: ScreenSize(columns: 3, rows: 2))
    grid.put("회", row: 0, column: 0)
    #expect(CellDifferences.text(from: grid, to: grid) == "")
  }

  @Test func onlyChangedCellsAreWritten() {
    var old = CellGrid(size: ScreenSize(columns: 10, rows: 3))
    old.put("회의록 memo", row: 1, column: 0)
    var new = old
    new.put("e", row: 1, column: 9, style: CellStyle(isBold: true))
    new.cursor = CellGrid.Position(row: 0, column: 2)
    #expect(
      CellDifferences.text(from: old, to: new)
        == "\u{1B}[?25l\u{1B}[2;10H\u{1B}[0;1me\u{1B}[0m\u{1B}[1;3H\u{1B}[?25h")
  }

  @Test func applyingTheDifferencesShowsTheNewGrid() {
    var random = SeededRandom(seed: 3)
    var terminal = TerminalModel()
    var shown: CellGrid?
    for step in 0..<400 {
      let size = step % 50 == 0 ? ScreenSize(columns: 1 + step % 17, rows: 1 + step % 6) : shown?.size
      var grid = CellGrid(size: size ?? ScreenSize(columns: 7, rows: 3))
      if step % 3 != 0, let shown, shown.size == grid.size { grid = shown }
      for _ in 0..<3 { scribble(on: &grid, using: &random) }
      terminal.obey(CellDifferences.text(from: shown, to: grid))
      for row in 0..<grid.size.rows {
        let expected = grid.cells(inRow: row).map { "\($0.text)|\($0.style.escapeSequence)" }
        #expect(terminal.cells(inRow: row, columns: grid.size.columns) == expected, "step \(step), row \(row)")
      }
      #expect(terminal.cursor == grid.cursor, "step \(step)")
      shown = grid
    }
  }

  /// A cell then shows the first part of its emoji, and no cell behind it shows the others.
  @Test func aTerminalThatDrawsPartsOfEmojiSideBySideKeepsNoneOfThem() {
    var random = SeededRandom(seed: 11)
    var terminal = TerminalModel(drawsPartsApart: true)
    var shown: CellGrid?
    for step in 0..<400 {
      var grid =
        step % 3 == 0
        ? CellGrid(size: ScreenSize(columns: 12, rows: 3)) : shown ?? CellGrid(size: .init(columns: 12, rows: 3))
      for _ in 0..<2 { scribble(on: &grid, using: &random) }
      terminal.obey(CellDifferences.text(from: shown, to: grid))
      for row in 0..<grid.size.rows {
        let expected = grid.cells(inRow: row).map { $0.text.unicodeScalars.first.map(String.init) ?? " " }
        let seen = terminal.texts(inRow: row, columns: grid.size.columns).map { $0.isEmpty ? " " : $0 }
        #expect(seen == expected, "step \(step), row \(row)")
      }
      shown = grid
    }
  }

  @Test(arguments: ["👍🏽", "👩🏽‍💻", "👨‍👩‍👧"])
  func cellsThatAnEmojiMayHaveDrawnOverAreWrittenAgain(emoji: String) {
    var old = CellGrid(size: ScreenSize(columns: 12, rows: 1))
    old.put("abcdefghij", row: 0, column: 0)
    var new = old
    new.put(emoji, row: 0, column: 0)
    var terminal = TerminalModel(drawsPartsApart: true)
    let first = String(emoji.unicodeScalars.prefix(1))
    for (from, to, expected) in [
      (nil, old, "abcdefghij  "), (old, new, "\(first)cdefghij  "), (new, old, "abcdefghij  "),
    ] {
      terminal.obey(CellDifferences.text(from: from, to: to))
      #expect(terminal.texts(inRow: 0, columns: 12).joined() == expected)
    }
  }

  private func scribble(on grid: inout CellGrid, using random: inout SeededRandom) {
    let alphabet: [Character] = ["a", "b", " ", "회", "漢", "é", "👨‍👩‍👧", "❤️", "👍🏽", "━"]
    let text = String(
      (0..<Int.random(in: 0...5, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "x" })
    let styles = [CellStyle.plain, CellStyle(isReversed: true), CellStyle(isBold: true, colour: 12)]
    let row = Int.random(in: 0..<grid.size.rows, using: &random)
    let column = Int.random(in: 0..<grid.size.columns, using: &random)
    grid.put(text, row: row, column: column, style: styles.randomElement(using: &random) ?? .plain)
    grid.cursor = Bool.random(using: &random) ? CellGrid.Position(row: row, column: column) : nil
  }
}

extension CellGrid {
  /// The text of a row without trailing blanks.
  func text(ofRow row: Int) -> String {
    let text = cells(inRow: row).map(\.text).joined()
    return String(text.reversed().drop { $0 == " " }.reversed())
  }
}
