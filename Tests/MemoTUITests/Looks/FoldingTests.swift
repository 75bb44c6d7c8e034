import MemoCore
import MemoTestSupport
import Testing

@testable import MemoTUI

@Suite struct FoldingTests {
  private static let front = "---\ntags: [a, b]\nstatus: open\n---\n"
  private static let sections = "# 제목\n\n앞\n\n## 하나\n\n1\n2\n\n### 속\n\n3\n\n## 둘\n\n끝\n"

  private func trial(_ text: String, columns: Int = 100, rows: Int = 24) throws -> BrowserTrial {
    try BrowserTrial(files: [("a.md", text), ("b.md", "b")], columns: columns, rows: rows)
  }

  /// The rows of the memo.
  private func memo(_ browser: BrowserTrial) throws -> [String] {
    let area = try #require(browser.state.layout.text)
    let grid = BrowserView.render(browser.state)
    return (0..<area.rows).map { row in
      let text = grid.cells(inRow: row)[(row * grid.size.columns + area.column)...].map(\.text).joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  // MARK: Front matter

  @Test func frontMatterIsOneLineOfFieldsUntilTheCursorEntersIt() throws {
    let browser = try trial(Self.front + "# 제목\n\n글\n")
    #expect(try memo(browser).prefix(4) == ["tags: a, b · status: open", "# 제목", "", "글"])
    browser.press(.enter)
    #expect(browser.state.pane?.editor.buffer.cursor.line == 4, "the cursor starts below it")
    browser.type("k")
    #expect(try memo(browser).first == "---" && browser.state.pane?.editor.buffer.cursor.line == 3)
    browser.type("k")
    #expect(browser.state.pane?.editor.buffer.cursor.line == 2 && browser.showsItsCursor)
    browser.type("g")
    #expect(try memo(browser).prefix(5) == ["---", "tags: [a, b]", "status: open", "---", "# 제목"])
    browser.type("jjjj")
    #expect(try memo(browser).prefix(2) == ["tags: a, b · status: open", "# 제목"])
    #expect(browser.isPaintedRight && browser.showsItsCursor)
  }

  @Test func aKeyKeepsTheFieldsOpenAndFoldsThem() throws {
    let browser = try trial(Self.front + "# 제목\n")
    browser.type("z")
    #expect(try memo(browser).prefix(2) == ["---", "tags: [a, b]"])
    browser.type("z")
    #expect(try memo(browser).first == "tags: a, b · status: open")
    browser.press(.enter)
    browser.type("gz")
    #expect(try memo(browser).prefix(2) == ["tags: a, b · status: open", "# 제목"])
    #expect(browser.state.pane?.editor.buffer.cursor.line == 4)
  }

  @Test(arguments: [(50, 8, 5), (30, 6, 3), (40, 6, 3)])
  func inANarrowWindowTheCursorStartsBelowTheFieldsToo(columns: Int, rows: Int, fields: Int) throws {
    let front = "---\n" + (1...fields).map { "k\($0): v\n" }.joined() + "---\n"
    let text = front + "# 제목\n\n글\n"
    let keys = [TerminalEvent.key(.enter), .key(.tab), .text("i")]
    for (key, isBack) in keys.flatMap({ [($0, false), ($0, true)] }) {
      let browser = try trial(text, columns: columns, rows: rows)
      if isBack { browser.press(.down, .up) }
      browser.send(.terminal(key))
      let isWriting = key == .text("i")
      #expect(browser.state.pane?.editor.buffer.cursor.line == fields + (isWriting ? 4 : 2), "\(key)")
      #expect(try memo(browser)[1] == "# 제목" && browser.showsItsCursor)
      if !isWriting { browser.type("i") }
      browser.type("x")
      #expect(browser.text?.hasPrefix(front) == true && browser.text?.contains("x") == true, "\(key)")
    }
  }

  @Test func afterAnUndoTheCursorIsBelowTheFieldsOfTheNextMemo() throws {
    let browser = try trial(Self.front + "# 제목\n\n글\n")
    browser.type("n새 메모")
    browser.press(.escape)
    try browser.notice()
    browser.type("u")
    #expect(browser.selected == "제목")
    #expect(try memo(browser).prefix(2) == ["tags: a, b · status: open", "# 제목"])
    #expect(browser.state.focus == .list, "the next keys are not for the text of another memo")
    browser.press(.tab, .down, .up)
    #expect(browser.state.pane?.editor.buffer.cursor.line == 4 && browser.showsItsCursor)
  }

  @Test func aClickOnTheFieldsOpensThem() throws {
    let browser = try trial(Self.front + "# 제목\n")
    let area = try #require(browser.state.layout.text)
    browser.mouse(.press, row: 0, column: area.column)
    browser.mouse(.release, row: 0, column: area.column)
    #expect(try memo(browser).contains("status: open") && browser.showsItsCursor)
  }

  @Test func aMemoOfFrontMatterAloneCanBeReadAndWritten() throws {
    let browser = try trial("---\na: b\n---")
    #expect(try memo(browser).first == "a: b")
    browser.press(.enter)
    browser.type("jk")
    #expect(browser.isPaintedRight && browser.showsItsCursor)
    browser.write("x")
    #expect(browser.isPaintedRight && browser.showsItsCursor)
  }

  @Test func whatAnotherProgramWritesIntoFoldedFieldsIsShown() throws {
    let browser = try trial(Self.front + "# 제목\n")
    try browser.write("---\ntags: c\n---\n# 제목\n", to: "a.md", at: 3)
    #expect(try memo(browser).prefix(2) == ["tags: c", "# 제목"])
    try browser.write("# 제목\n", to: "a.md", at: 4)
    #expect(try memo(browser).first == "# 제목" && browser.isPaintedRight)
  }

  // MARK: Sections

  @Test func aHeadingFoldsItsSection() throws {
    let browser = try trial(Self.sections)
    browser.press(.enter)
    browser.type("jjjjz")
    #expect(try memo(browser).prefix(7) == ["# 제목", "", "앞", "", "## 하나 … 8 lines", "## 둘", ""])
    browser.type("j")
    #expect(browser.state.pane?.editor.buffer.cursor.line == 13)
    browser.type("kz")
    #expect(try memo(browser)[5...7] == ["", "1", "2"])
    browser.type("gz")
    #expect(try memo(browser).prefix(2) == ["# 제목 … 15 lines", ""])
    #expect(browser.isPaintedRight && browser.showsItsCursor)
  }

  @Test func aCursorThatEntersASectionOpensIt() throws {
    let browser = try trial(Self.sections)
    browser.press(.enter)
    browser.type("jjjjz$")
    browser.press(.right)
    #expect(try browser.state.pane?.editor.buffer.cursor.line == 5 && memo(browser)[6] == "1")
    browser.type("kz")
    browser.press(.escape)
    browser.type("/3")
    browser.press(.enter, .tab)
    browser.type("n")
    #expect(browser.state.pane?.editor.buffer.cursor.line == 11 && browser.showsItsCursor)
  }

  @Test func withoutAHeadingTheKeySaysSo() throws {
    let browser = try trial(Self.sections)
    browser.press(.enter)
    browser.type("jz")
    #expect(browser.status.hasPrefix("nothing to fold here"))
    browser.press(.escape)
    browser.type("z")
    #expect(browser.status.hasPrefix("nothing to fold here"), "there is no front matter")
  }

  @Test func anEditOfAFoldedHeadingOpensItsSectionOnceItIsNone() throws {
    var editor = TextEditor(Array(Self.sections.utf8), columns: 40)
    editor.edit { $0.move(to: LinePosition(line: 4, offset: 0)) }
    #expect(editor.toggleFold() && editor.layout.rowCount == 9)
    editor.edit { $0.insert("x") }
    #expect(editor.layout.rowCount == editor.buffer.lines.count)
  }

  @Test func underlinedHeadingsFoldToo() {
    var editor = TextEditor(Array("a\n\n하나\n---\n1\n\n둘\n===\n2\n".utf8), columns: 40)
    editor.edit { $0.move(to: LinePosition(line: 3, offset: 0)) }
    let isFolded = editor.toggleFold()
    #expect(isFolded && editor.layout.hidden.ranges == [4..<6])
    #expect(editor.headings.map(\.text) == ["하나", "둘"] && editor.headings.map(\.line) == [2, 6])
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func rowsOfFoldedTextAreThoseOfTheLinesThatAreShown(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let pieces = [
      "# a\n", "## b\n", "text ", "회의록 ", "\n", "- item that is longer than a row\n", "---\n", "k: v\n", "> q\n",
    ]
    for round in 0..<150 {
      let start = random.happens(percent: 40) ? Self.front : ""
      let text = start + (0..<random.below(30)).map { _ in random.pick(pieces) ?? "" }.joined()
      var editor = TextEditor(Array(text.utf8), columns: 6 + random.below(20))
      for step in 0..<30 {
        let position = LinePosition(line: random.below(editor.buffer.lines.count), offset: random.below(8))
        editor.edit { $0.move(to: position) }
        switch random.below(6) {
        case 0: _ = editor.toggleFold()
        case 1: editor.edit { $0.insert(random.pick(pieces) ?? "") }
        case 2: editor.edit { $0.deleteBackward() }
        case 3: editor.edit { $0.undo() }
        case 4: editor.fold(cursor: random.happens(percent: 50) ? editor.buffer.cursor.line : nil)
        default: editor.resize(columns: 6 + random.below(20))
        }
        check(editor, "seed \(seed), round \(round), step \(step): \(text.debugDescription)")
      }
    }
  }

  /// Each line that is not hidden has the rows that it has alone, and each cell maps there and back.
  private func check(_ editor: TextEditor, _ place: String) {
    let (lines, layout) = (editor.buffer.lines, editor.layout)
    var row = 0
    for line in 0..<lines.count where layout.hidden.range(holding: line) == nil {
      let alone = LineWrapping(lines[line], columns: layout.columns)
      for part in 0..<alone.measure {
        let found = layout.row(row, in: lines)
        guard found.line == line, found.range == alone.range(ofRow: part, in: lines[line]) else {
          Issue.record("row \(row) is \(found), not part \(part) of line \(line); \(place)")
          return
        }
        row += 1
      }
    }
    #expect(layout.rowCount == row && row > 0, "\(place)")
    #expect(editor.rows(0..<row).count == row, "\(place)")
  }

  // MARK: The outline

  @Test func theOutlineGoesToAHeading() throws {
    let browser = try trial(Self.sections)
    browser.type("O")
    #expect(browser.lines.contains { $0.contains("▌제목") } && browser.lines.contains { $0.contains("     속") })
    browser.type("둘")
    browser.press(.enter)
    #expect(browser.state.pane?.editor.buffer.cursor.line == 13 && browser.showsItsCursor)
    browser.type("O")
    #expect(browser.lines.contains { $0.contains("▌  둘") }, "the heading above the cursor is selected")
    browser.press(.escape)
    let plain = try trial("plain text\n")
    plain.type("O")
    #expect(plain.status.hasPrefix("this memo has no headings"))
  }
}

extension BrowserTrial {
  /// Whether the cursor is on the screen, in the row of its line.
  fileprivate var showsItsCursor: Bool {
    guard let pane = state.pane, let cursor = terminal.cursor else { return false }
    return cursor.row == pane.editor.cursorCell.row - pane.top
  }
}
