import MemoCore
import MemoTestSupport
import Testing

@testable import MemoTUI

@Suite struct TableColumnsTests {
  private static let text = """
    # t

    | city | 날짜 | cost |
    |---|:--|--:|
    | 부산 | 12월 1일 | 40,000 |
    | Jeju | 12월 3일부터 5일까지 | 120,000 |

    end
    """

  /// The rows of lines as they are drawn.
  private func drawn(_ editor: TextEditor, activeLine: Int? = nil, marks: Looks.Marks = .dim) -> [String] {
    editor.rows(0..<editor.layout.rowCount, drawing: RowDrawing(marks: marks, activeLine: activeLine)).map {
      $0.map(\.text).joined()
    }
  }

  @Test func columnsAreAsWideAsTheirWidestCells() {
    let editor = TextEditor(Array(Self.text.utf8), columns: 60)
    #expect(
      drawn(editor)[2...5] == [
        "| city | 날짜                 |    cost |",
        "|------|:---------------------|--------:|",
        "| 부산 | 12월 1일             |  40,000 |",
        "| Jeju | 12월 3일부터 5일까지 | 120,000 |",
      ])
    #expect(Set(drawn(editor)[2...5].map { DisplayWidth.columns(of: $0) }).count == 1)
  }

  @Test func cellsBetweenTwoColonsAreCentred() {
    let text = "t\n\n| 이름 | n |\n|:--:|:-:|\n| a longer one | 1,000 |\n| abc | |\n| b |22|\n"
    let editor = TextEditor(Array(text.utf8), columns: 60)
    #expect(
      drawn(editor)[2...6] == [
        "|     이름     |   n   |",
        "|:------------:|:-----:|",
        "| a longer one | 1,000 |",
        "|     abc      |       |",
        "|      b       |  22   |",
      ])
  }

  @Test func aTableIsDrawnAsTypedWithTheCursorInItAndWhereItCannotBeAligned() {
    let typed = Self.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let editor = TextEditor(Array(Self.text.utf8), columns: 60)
    #expect(drawn(editor, activeLine: 4) == typed && drawn(editor, marks: .show) == typed)
    #expect(drawn(editor, activeLine: 7) != typed)
    let narrow = TextEditor(Array(Self.text.utf8), columns: 40)
    #expect(drawn(narrow).prefix(4).elementsEqual(typed.prefix(4)), "it would be too wide")
    for other in [
      "|a|\n|---|\n|b|c|\n", "|a|b|\n|---|\n|cc|d|\n", "|a|\n|x|\n|bb|\n", "|a|\n|---|\n|b\tb|\n", "|a\n|---|\n|bb|\n",
    ] {
      let editor = TextEditor(Array("t\n\n\(other)".utf8), columns: 60)
      #expect(drawn(editor)[2] == other.prefix { $0 != "\n" }, "\(other)")
    }
    let code = TextEditor(Array("t\n\n```\n|a|\n|---|\n|bb|\n```\n".utf8), columns: 60)
    #expect(drawn(code)[3] == "|a|")
  }

  @Test func aClickFindsTheCharacterThatIsDrawnThere() {
    var random = SeededRandom(seed: 13)
    let cells = ["", "a", "회의", "long cell", " x ", "e\u{301}", "👩🏽", "\\|", "漢字"]
    for round in 0..<200 {
      let count = 1 + random.below(4)
      let rules = ["---", ":--", "--:", ":-:", " - "]
      let rows = (0..<3 + random.below(4)).map { row in
        "|" + (0..<count).map { _ in (row == 1 ? random.pick(rules) : random.pick(cells)) ?? "" }.joined(separator: "|")
          + "|"
      }
      let editor = TextEditor(Array("t\n\n\(rows.joined(separator: "\n"))\n".utf8), columns: 70)
      let drawing = RowDrawing(marks: .dim)
      let runs = editor.rows(0..<editor.layout.rowCount, drawing: drawing)
      #expect(
        Set(runs[2..<2 + rows.count].map { $0.reduce(0) { $0 + $1.columns } }).count == 1, "round \(round): \(rows)")
      for row in 2..<2 + rows.count {
        let line = editor.buffer.lines[row]
        var tables = DrawnTables()
        let pads = tables.pads(ofLine: row, in: editor, drawing)
        var column = 0
        for character in line.characters() {
          column += pads.filter { $0.offset == character.range.lowerBound }.reduce(0) { $0 + $1.text.utf8.count }
          for cell in column..<column + character.columns {
            let found = editor.position(of: WrappedText.Cell(row: row, column: cell), drawing: drawing)
            #expect(
              found == LinePosition(line: row, offset: character.range.lowerBound),
              "round \(round), row \(row): \(rows)")
          }
          column += character.columns
        }
      }
    }
  }
}
