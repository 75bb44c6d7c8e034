import MemoCore
import MemoTestSupport
import Testing

@testable import MemoTUI

@Suite struct MarkRangesTests {
  private static let marked: [(String, [String])] = [
    ("plain", []), ("## a b", ["##"]), ("## a ##", ["##", " ##"]),
    ("**a** _b_ ~~c~~", ["**", "**", "_", "_", "~~", "~~"]),
    ("``a`b`` c", ["``", "``"]), ("[[a]] [[a|b]] [[a#b]]", ["[[", "]]", "[[a|", "]]", "[[", "]]"]),
    ("[a](b.md) ![c](d.png)", ["[", "](b.md)", "[", "](d.png)"]), ("<https://a.b> #tag", ["<", ">"]),
    ("[a\\]b](c)", ["[", "](c)"]), ("***a***", ["**", "*", "*", "**"]), ("- [x] **할 일**", ["**", "**"]),
  ]

  @Test(arguments: marked)
  func marksAreToldFromText(text: String, marks: [String]) {
    let lines = EditedLines(Array("t\n\n\(text)".utf8))
    let spans = MarkdownStyles(lines).spans(ofLines: 2..<3, in: lines)[0]
    let found = MarkRanges.of(spans, in: lines[2]).sorted { ($0.lowerBound, -$0.count) < ($1.lowerBound, -$1.count) }
    #expect(found.map { String(decoding: lines[2].bytes[$0], as: UTF8.self) }.sorted() == marks.sorted())
  }

  @Test func marksStayInTheirSpansOverLines() {
    var random = SeededRandom(seed: 12)
    let pieces = [
      "**", "*", "_", "`", "``", "[[", "]]", "[", "](", ")", "<", ">", "~~", "#", " ", "a", "\n", "|", "\\", "회", "!",
    ]
    for round in 0..<3_000 {
      let text = (0..<random.below(25)).map { _ in random.pick(pieces) ?? "" }.joined()
      let lines = EditedLines(Array(text.utf8))
      for (line, spans) in zip(0..., MarkdownStyles(lines).spans(ofLines: 0..<lines.count, in: lines)) {
        let marks = MarkRanges.of(spans, in: lines[line])
        let isInside = marks.allSatisfy { mark in
          spans.contains { $0.range.lowerBound <= mark.lowerBound && mark.upperBound <= $0.range.upperBound }
        }
        #expect(isInside, "round \(round): \(text.debugDescription)")
      }
    }
  }

  // MARK: Drawing

  private static let text = "# t\n\n**a** [[b]]\n- [ ] c\n- [x] d\n- [/] e\n"

  private func dim(_ runs: [StyledRun]) -> [String] { runs.filter(\.style.isDim).map(\.text) }

  @Test func marksAreDimmedOutsideOfTheCursorsLine() throws {
    let browser = try BrowserTrial(files: [("a.md", Self.text)])
    let editor = try #require(browser.state.pane?.editor)
    #expect(dim(editor.rows(2..<3, drawing: RowDrawing(browser.state))[0]) == ["**", "**", "[[", "]]"])
    browser.press(.enter)
    browser.type("jj")
    #expect(dim(editor.rows(2..<3, drawing: RowDrawing(browser.state))[0]) == [], "the cursor is there")
    #expect(dim(editor.rows(0..<1, drawing: RowDrawing(browser.state))[0]) == ["#"])
    var state = browser.state
    state.looks.marks = .show
    #expect(dim(editor.rows(0..<1, drawing: RowDrawing(state))[0]) == [])
  }

  @Test func tasksHaveBoxesOutsideOfTheCursorsLine() throws {
    let browser = try BrowserTrial(files: [("a.md", Self.text)])
    #expect(browser.lines[3].hasSuffix("│ -  ☐  c") && browser.lines[4].hasSuffix("│ -  ☑  d"))
    #expect(browser.lines[5].hasSuffix("│ - [/] e"), "neither open nor done")
    browser.press(.enter)
    browser.type("jjj")
    #expect(browser.lines[3].hasSuffix("│ - [ ] c") && browser.isPaintedRight)
    browser.type("x")
    #expect(browser.lines[3].hasSuffix("│ - [x] c"))
    #expect(browser.text == Self.text.replacing("- [ ] c", with: "- [x] c"))
  }

  @Test func aTaskThatIsDoneIsPalerInAllOfItsRows() throws {
    let long = String(repeating: "word ", count: 60)
    let browser = try BrowserTrial(files: [("a.md", "# t\n\n- [ ] \(long)\n- [x] \(long)\n- after\n")])
    let editor = try #require(browser.state.pane?.editor)
    let rows = editor.rows(0..<1_000, drawing: RowDrawing(browser.state))
    let words = rows.flatMap { $0.filter { $0.text.contains("word") || $0.text.contains("after") }.map(\.style.isDim) }
    #expect(words.count > 5 && words.first == false && words.last == false)
    #expect(words.count { $0 } * 2 == words.count - 1, "half of the rows: \(words)")
  }

  @Test func blocksOfCodeAreSetOff() throws {
    let browser = try BrowserTrial(files: [("a.md", "t\n\n```\ncode\n```\nend\n")])
    #expect(browser.lines[2...5].map { $0.contains("▎") } == [true, true, true, false])
    var state = browser.state
    state.looks.theme = Theme(.dark)
    let grid = BrowserView.render(state)
    let area = try #require(state.layout.text)
    let grounds = (2...5).map { row in
      Set(grid.cells(inRow: row)[(row * grid.size.columns + area.column)...].prefix(area.columns).map(\.style.ground))
    }
    #expect(grounds[1].count == 1 && grounds[1] != grounds[3], "the background covers the measure")
  }
}
