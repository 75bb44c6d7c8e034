import MemoCore
import MemoTestSupport
import Testing

@testable import MemoTUI

@Suite struct WrappedTextTests {
  private static let wrapped: [(String, Int, [String])] = [
    ("", 5, [""]), ("abc", 5, ["abc"]), ("one two three", 7, ["one two ", "three"]), ("one two", 3, ["one ", "two"]),
    ("abcdefgh", 3, ["abc", "def", "gh"]), ("a bcdefgh", 4, ["a ", "bcde", "fgh"]),
    ("회의록을 고침", 8, ["회의록을 ", "고침"]), ("회의록을", 5, ["회의", "록을"]), ("회a", 2, ["회", "a"]),
    ("漢字、かな。", 4, ["漢", "字、", "か", "な。"]), ("abc漢字", 6, ["abc漢", "字"]), ("대한(漢字)의", 8, ["대한(漢", "字)의"]),
    ("👨‍👩‍👧👨‍👩‍👧", 3, ["👨‍👩‍👧", "👨‍👩‍👧"]), ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
    ("가나", 1, ["가", "나"]), ("ab     cd", 3, ["ab     ", "cd"]), ("a\tb", 5, ["a\tb"]), ("a\tb", 4, ["a\t", "b"]),
    ("無常이라 함", 6, ["無常이", "라 함"]), ("제행 無常이라", 10, ["제행 ", "無常이라"]), ("그 洪吉童이라는", 10, ["그 ", "洪吉童이라", "는"]),
    ("그는洪吉童 이", 8, ["그는洪吉", "童 이"]), ("아 그는洪吉童 이", 12, ["아 ", "그는洪吉童 ", "이"]), ("漢字漢字漢字은", 6, ["漢字漢", "字漢字", "은"]),
    ("中國漢字漢字 한", 6, ["中國漢", "字漢字 ", "한"]), ("ab\u{1B}c", 3, ["ab\u{1B}", "c"]),
    ("a\u{202E}b", 8, ["a", "\u{202E}", "b"]),
  ]

  @Test(arguments: wrapped)
  func linesAreWrappedByWords(text: String, columns: Int, rows: [String]) {
    let lines = EditedLines(Array(text.utf8))
    let layout = WrappedText(lines, columns: columns)
    let shown = (0..<layout.rowCount).map { row in
      Array(lines[0].bytes[layout.row(row, in: lines).range])
    }
    #expect(shown.map { String(decoding: $0, as: UTF8.self) } == rows)
  }

  @Test func everyCellMapsToTheCharacterThatCoversIt() {
    var random = SeededRandom(seed: 8)
    let pieces = ["a", "bc", " ", "회의", "漢", "👨‍👩‍👧", "e\u{301}", "\t", "\u{202E}", "\n"].map { Array($0.utf8) } + [[0xFF]]
    for round in 0..<600 {
      let start = Array((random.pick(Self.marks) ?? "").utf8)
      let lines = EditedLines(start + (0..<random.below(25)).flatMap { _ in random.pick(pieces) ?? [] })
      let layout = WrappedText(lines, columns: 2 + random.below(12))
      for row in 0..<layout.rowCount {
        for column in 0..<layout.columns {
          let position = layout.position(of: WrappedText.Cell(row: row, column: column), in: lines)
          let cell = layout.cell(of: position, in: lines)
          let indent = layout.row(row, in: lines).indent
          #expect(
            cell.row == row && (indent...max(indent, column)).contains(cell.column),
            "round \(round), row \(row), column \(column)")
          if column >= indent, layout.position(of: cell, in: lines) != position {
            Issue.record("round \(round), row \(row), column \(column): its cell is another character's")
          }
        }
      }
    }
  }

  @Test func rowsHoldTheWholeTextAndFit() {
    var random = SeededRandom(seed: 9)
    let pieces = ["a", "bcd", " ", "  ", "회의록", "漢字", "、", "👩🏽", "é"].map { Array($0.utf8) }
    for round in 0..<800 {
      let start = Array((random.pick(Self.marks) ?? "").utf8)
      let lines = EditedLines(start + (0..<random.below(40)).flatMap { _ in random.pick(pieces) ?? [] })
      let layout = WrappedText(lines, columns: 2 + random.below(12))
      let rows = (0..<layout.rowCount).map { layout.row($0, in: lines) }
      #expect(rows.flatMap { Array(lines[0].bytes[$0.range]) } == lines[0].bytes, "round \(round)")
      for row in rows {
        var text = String(decoding: lines[0].bytes[row.range], as: UTF8.self)
        while text.last == " " { text.removeLast() }
        #expect(row.indent + DisplayWidth.columns(of: text) <= layout.columns, "round \(round): \(text)")
      }
    }
  }

  @Test func anEditedLongLineIsWrappedLikeANewOne() {
    var random = SeededRandom(seed: 10)
    let pieces = [
      "a", "bcd", " ", "  ", "회의록", "漢字", "이", "人々", "大韓民國", "、", "👩🏽", "é", "\u{301}", "\t", "longwordlongword",
    ]
    for round in 0..<60 {
      let words =
        [random.pick(Self.marks) ?? ""] + (0..<1_500 + random.below(500)).map { _ in random.pick(pieces) ?? "" }
      var editor = TextEditor(Array(words.joined().utf8), columns: 2 + random.below(30))
      for step in 0..<20 {
        // Also in the marks, which decide the indent.
        let reach = random.happens(percent: 20) ? 8 : editor.buffer.bytes.count
        let (from, to) = (random.below(reach), random.below(30))
        editor.edit { buffer in
          buffer.move(to: LinePosition(line: 0, offset: from))
          if random.happens(percent: 40) { buffer.move(to: LinePosition(line: 0, offset: from + to), selecting: true) }
          if random.happens(percent: 60) { buffer.insert(random.pick(pieces) ?? "") } else { buffer.deleteForward() }
        }
        let anew = WrappedText(editor.buffer.lines, columns: editor.layout.columns)
        let equal =
          anew.rowCount == editor.layout.rowCount
          && (0..<anew.rowCount).allSatisfy {
            anew.row($0, in: editor.buffer.lines) == editor.layout.row($0, in: editor.buffer.lines)
          }
        #expect(equal, "round \(round), step \(step)")
      }
    }
  }

  @Test func aRowDependsOnNothingBeforeItsStart() {
    var random = SeededRandom(seed: 11)
    let pieces = ["a", " ", "회의", "漢", "字", "人々", "이라", "、", "かな"].map { Array($0.utf8) }
    for round in 0..<2_000 {
      let lines = EditedLines((0..<random.below(40)).flatMap { _ in random.pick(pieces) ?? [] })
      let layout = WrappedText(lines, columns: 2 + random.below(12))
      let rows = (0..<layout.rowCount).map { layout.row($0, in: lines).range }
      for (place, row) in rows.enumerated() {
        let rest = EditedLines(Array(lines[0].bytes[row.lowerBound...]))
        let anew = WrappedText(rest, columns: layout.columns)
        let starts = (0..<anew.rowCount).map { anew.row($0, in: rest).range.lowerBound + row.lowerBound }
        #expect(
          starts == rows[place...].map(\.lowerBound), "round \(round): \(String(decoding: lines.bytes, as: UTF8.self))")
      }
    }
  }

  /// What a line may start with; the marks of items and quotes indent its other rows.
  private static let marks = ["", "", "- ", "1. ", "  * ", "> ", "> - ", "- [ ] ", "\t- ", ">> ", "12) "]

  private static let indented: [(String, Int, [(Int, String)])] = [
    ("- one two three", 8, [(0, "- one "), (2, "two "), (2, "three")]),
    ("- [ ] buy milk and tea", 14, [(0, "- [ ] buy milk "), (6, "and tea")]),
    ("> 회의록을 다시 고침", 12, [(0, "> 회의록을 "), (2, "다시 고침")]),
    ("> - one two three", 9, [(0, "> - one "), (4, "two "), (4, "three")]),
    ("10. one two three", 10, [(0, "10. one "), (4, "two "), (4, "three")]),
    ("\t- one two", 12, [(0, "\t- one "), (6, "two")]),
    ("- [ ] one two", 7, [(0, "- [ ] "), (0, "one two")]),
    ("-one two three", 8, [(0, "-one two "), (0, "three")]),
  ]

  @Test(arguments: indented)
  func rowsOfItemsAndQuotesStartBelowTheirText(text: String, columns: Int, rows: [(Int, String)]) {
    let lines = EditedLines(Array(text.utf8))
    let layout = WrappedText(lines, columns: columns)
    let shown = (0..<layout.rowCount).map { layout.row($0, in: lines) }
    #expect(shown.map(\.indent) == rows.map(\.0))
    #expect(shown.map { String(decoding: lines[0].bytes[$0.range], as: UTF8.self) } == rows.map(\.1))
  }

  @Test func theCursorIsWhereTheTextOfAnIndentedRowIs() {
    var editor = TextEditor(Array("- one two three".utf8), columns: 8)
    editor.edit { $0.move(to: LinePosition(line: 0, offset: 6)) }
    #expect(editor.cursorCell == WrappedText.Cell(row: 1, column: 2))
    editor.move(.down)
    #expect(editor.buffer.cursor.offset == 10 && editor.cursorCell == WrappedText.Cell(row: 2, column: 2))
    editor.move(.rowStart)
    #expect(editor.buffer.cursor.offset == 0, "from the start of the row to that of the line")
    #expect(editor.position(of: WrappedText.Cell(row: 1, column: 0)).offset == 6)
    #expect(editor.rows(1..<2)[0].first?.column == 2)
  }

  @Test func upAndDownKeepTheirColumn() {
    var editor = TextEditor(Array("회의록 하나\na\n\n다음 줄입니다".utf8), columns: 20)
    editor.edit { $0.move(to: LinePosition(line: 0, offset: 10)) }
    let columns = (0..<3).map { _ in
      editor.move(.down)
      return editor.cursorCell
    }
    #expect(columns == [(1, 1), (2, 0), (3, 7)].map { WrappedText.Cell(row: $0.0, column: $0.1) })
    editor.move(.down)
    #expect(editor.buffer.cursor == editor.buffer.lines.end)
    editor.move(.upRows(3))
    #expect(editor.cursorCell == WrappedText.Cell(row: 0, column: 7))
    editor.move(.up)
    #expect(editor.buffer.cursor == .start)
  }

  @Test func homeAndEndGoToTheEdgesOfTheRowAndThenOfTheLine() {
    var editor = TextEditor(Array("one two three".utf8), columns: 8)
    editor.edit { $0.move(to: LinePosition(line: 0, offset: 10)) }
    editor.move(.rowStart)
    #expect(editor.buffer.cursor.offset == 8)
    editor.move(.rowStart)
    #expect(editor.buffer.cursor.offset == 0)
    editor.move(.rowEnd)
    #expect(editor.buffer.cursor.offset == 7)
    editor.move(.rowEnd)
    #expect(editor.buffer.cursor.offset == 13)
  }

  @Test func aCursorAfterAFullRowIsNextToIt() {
    var editor = TextEditor(Array("abcd".utf8), columns: 4)
    editor.edit { $0.move(.textEnd) }
    #expect(editor.cursorCell == WrappedText.Cell(row: 0, column: 4))
  }

  @Test func aBlankAfterAFullRowIsBeyondTheEdge() {
    var editor = TextEditor(Array("abcd   ef".utf8), columns: 4)
    editor.edit { $0.move(to: LinePosition(line: 0, offset: 6)) }
    #expect(editor.cursorCell == WrappedText.Cell(row: 0, column: 4))
  }
}
