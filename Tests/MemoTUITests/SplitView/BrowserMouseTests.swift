import MemoCore
import MemoTestSupport
import Testing

@testable import MemoTUI

@Suite struct BrowserMouseTests {
  private static let three = ["가방", "나비", "다리"]

  @Test func aClickSelects() throws {
    let browser = try BrowserTrial(Self.three)
    browser.mouse(.press, row: 3, column: 10)
    #expect(browser.selected == "나비")
    browser.mouse(.press, row: 7, column: 10)
    #expect(browser.selected == "나비", "there is no memo")
  }

  @Test func aClickInTheTextPlacesTheCursor() throws {
    let browser = try BrowserTrial(Self.three)
    browser.mouse(.press, row: 2, column: 36)
    browser.mouse(.release, row: 2, column: 36)
    browser.type("X")
    #expect(browser.text == "# 가방\n\ntextX of 가방\n")
    #expect(browser.terminal.cursor == CellGrid.Position(row: 2, column: 37))
  }

  @Test func aClickOnABoxTicksTheTask() throws {
    let text = "# t\n\n- [ ] 우유\n> 1. [X] b\n"
    let browser = try BrowserTrial(files: [("a.md", text)])
    browser.mouse(.press, row: 2, column: 35)
    browser.mouse(.release, row: 2, column: 35)
    #expect(try browser.text(of: "a.md") == "# t\n\n- [x] 우유\n> 1. [X] b\n", "saved at once")
    #expect(browser.state.isWriting == false && browser.isPaintedRight)
    browser.mouse(.press, row: 3, column: 37)
    #expect(try browser.text(of: "a.md") == "# t\n\n- [x] 우유\n> 1. [ ] b\n")
    browser.mouse(.press, row: 2, column: 40)
    browser.type("!")
    browser.mouse(.press, row: 2, column: 34)
    #expect(browser.text?.contains("- [ ] 우!유") == true && browser.isWaitingForPause, "\(browser.text ?? "")")
    browser.type("?")
    #expect(browser.text?.contains("- [ ] 우!?유") == true, "the cursor stays")
    browser.mouse(.press, row: 7, column: 34)
    browser.press(.escape)
    #expect(try browser.text(of: "a.md") == "# t\n\n- [ ] 우!?유\n> 1. [ ] b\n")
  }

  @Test func draggingSelectsText() throws {
    let browser = try BrowserTrial(Self.three)
    browser.type("i")
    browser.mouse(.press, row: 2, column: 32)
    browser.mouse(.drag, row: 2, column: 40)
    browser.mouse(.release, row: 2, column: 40)
    #expect(browser.status.hasSuffix("saved · ^C copy · ^X cut · ^V paste · Esc to finish"), "\(browser.status)")
    browser.press(.control("c"))
    #expect(browser.copied == Array("text of ".utf8) && browser.status.hasPrefix("copied"), "\(browser.status)")
    browser.type("y")
    #expect(browser.text == "# 가방\n\ny가방\n", "while writing, keys are text")
    #expect(browser.status.hasSuffix("not saved yet · Esc to finish"))
  }

  @Test func whatIsSelectedWhileReadingIsCopiedAndCutWithKeys() throws {
    let browser = try BrowserTrial(Self.three)
    func select(_ columns: Int...) {
      browser.mouse(.press, row: 2, column: columns[0])
      for column in columns.dropFirst() { browser.mouse(.drag, row: 2, column: column) }
      browser.mouse(.release, row: 2, column: columns[columns.count - 1])
    }
    select(32, 34, 36)
    #expect(browser.status.hasSuffix("y copy · x cut · p paste · Esc end"), "\(browser.status)")
    browser.type("y")
    #expect(browser.copied == Array("text".utf8) && browser.status.hasPrefix("copied"), "\(browser.status)")
    select(40, 37)
    browser.press(.control("c"))
    #expect(browser.copied == Array("of ".utf8) && browser.status.hasPrefix("copied") && !browser.state.isWriting)
    select(37, 40)
    browser.type("x")
    #expect(try browser.text(of: "가방.md") == "# 가방\n\ntext 가방\n", "saved at once")
    select(32, 36, 32)
    browser.type("y")
    #expect(browser.text == "# 가방\n\nytext 가방\n", "a pointer that came back has clicked")
    browser.press(.escape)
    browser.refusal = "read-only"
    select(32, 37)
    browser.type("y")
    #expect(browser.copied == Array("ytext".utf8), "also where nothing can be written")
  }

  @Test func withViTheVisualModeBegins() throws {
    let browser = try BrowserTrial.readingWithVi("# a\n\none two three\n")
    browser.mouse(.press, row: 2, column: 36)
    browser.mouse(.drag, row: 2, column: 39)
    browser.mouse(.release, row: 2, column: 39)
    browser.type("ey")
    #expect(browser.copied == Array("two three".utf8) && browser.cursorPlace == "2:4", "\(browser.cursorPlace)")
    browser.mouse(.press, row: 2, column: 39)
    browser.mouse(.drag, row: 2, column: 36)
    browser.mouse(.release, row: 2, column: 36)
    browser.type("d")
    #expect(browser.text == "# a\n\none  three\n")
  }

  @Test func draggingBeyondTheEdgeScrolls() throws {
    let text = (0..<40).map { "line \($0)\n" }.joined()
    let browser = try BrowserTrial(files: [("a.md", text)])
    browser.mouse(.press, row: 7, column: 32)
    for _ in 0..<5 { browser.mouse(.drag, row: 9, column: 33) }
    #expect(browser.state.pane?.top == 5)
    browser.mouse(.release, row: 9, column: 33)
    #expect(browser.state.pane?.top == 5 && browser.cursorPlace == "13:1" && browser.isPaintedRight)
    browser.type("y")
    #expect(browser.copied.split(separator: 0x0A).count == 7)
    browser.mouse(.press, row: 5, column: 32)
    for _ in 0..<9 { browser.mouse(.drag, row: 0, column: 32) }
    browser.mouse(.release, row: 0, column: 32)
    #expect(browser.state.pane?.top == 0 && browser.cursorPlace == "0:0")
    for _ in 0..<50 {
      browser.mouse(.press, row: 8, column: 32)
      browser.mouse(.drag, row: 9, column: 32)
      browser.mouse(.release, row: 9, column: 32)
    }
    let top = browser.state.pane?.top ?? 0
    browser.mouse(.press, row: 0, column: 32)
    browser.mouse(.drag, row: 0, column: 36)
    browser.mouse(.release, row: 0, column: 36)
    #expect(top == 32 && browser.state.pane?.top == 32, "what is selected in the first row does not scroll")
  }

  @Test func aTableThatTheWheelLeavesIsSavedAsItIsLinedUp() throws {
    let browser = try BrowserTrial(
      files: [("a.md", "# t\n\n| a   | b   |\n| --- | --- |\n| one | two |\n\nend\n")], rows: 12)
    browser.write()
    browser.press(.down, .down, .down, .down, .right, .right)
    browser.type("x")
    browser.pause()
    #expect(try browser.text(of: "a.md")?.contains("| xone | two |\n") == true && !browser.isWaitingForPause)
    browser.mouse(.wheelDown, row: 3, column: 50)
    #expect(browser.text?.contains("| a    | b   |\n") == true && browser.isWaitingForPause, "\(browser.text ?? "")")
    browser.pause()
    #expect(try browser.text(of: "a.md") == browser.text)
  }

  @Test func aDoubleClickInADrawnTableSelectsWhereTheFirstClickWas() throws {
    let table = "| 이름 | 값 |\n|---|---|\n| 사과 두 개 | 달콤한 것 |\n| 배 | 시원한 것 |\n"
    let browser = try BrowserTrial(files: [("a.md", "# t\n\n\(table)")], rows: 12)
    browser.mouse(.wheelDown, row: 3, column: 5)
    let column = try #require(browser.terminal.cells(inRow: 5, columns: 80).firstIndex { $0.hasPrefix("시|") })
    #expect(column == 47, "the row is lined up")
    let words = [(1, ""), (2, "시원한"), (3, "| 배 | 시원한 것 |\n")]
    for (clicks, selected) in words {
      browser.mouse(.press, row: 5, column: column, clicks: clicks)
      browser.mouse(.release, row: 5, column: column)
      #expect(String(decoding: browser.state.pane?.editor.buffer.selectedBytes ?? [], as: UTF8.self) == selected)
    }
    #expect(browser.status.hasSuffix("y copy · x cut · p paste · Esc end") && browser.isPaintedRight)
  }

  @Test func theDividerIsDragged() throws {
    let browser = try BrowserTrial(Self.three)
    for (column, expected) in [(50, 50), (2, 20), (79, 59)] {
      let divider = try #require(browser.state.layout.divider)
      browser.mouse(.press, row: 4, column: divider)
      browser.mouse(.drag, row: 4, column: column)
      browser.mouse(.release, row: 4, column: column)
      #expect(browser.state.layout.divider == expected && browser.isPaintedRight)
    }
  }

  @Test func theWheelScrollsThePaneUnderThePointer() throws {
    let long = (1...50).map { "row \($0)" }.joined(separator: "\n")
    let browser = try BrowserTrial(files: [("a.md", long), ("b.md", "b")])
    browser.mouse(.wheelDown, row: 3, column: 50)
    #expect(browser.lines[0].hasSuffix("│ row 4"))
    browser.mouse(.wheelUp, row: 3, column: 50)
    #expect(browser.lines[0].hasSuffix("│ row 1"))
    browser.mouse(.wheelDown, row: 3, column: 5)
    #expect(browser.selected == "row 1", "the wheel selects nothing")
  }

  @Test(arguments: [false, true]) func theWheelOverTheListScrollsItAlone(groupsByDate: Bool) throws {
    let names = (1...20).map { String("\(100 + $0)".dropFirst()) }
    let browser = try BrowserTrial(
      inMemory: names.map { ("\($0).md", "# \($0)\n\ntext of \($0)\n") }, columns: 80, rows: 10,
      groupsByDate: groupsByDate)
    browser.mouse(.wheelDown, row: 3, column: 5)
    browser.mouse(.wheelDown, row: 3, column: 5)
    func shows(_ title: String) -> Bool { browser.lines.contains { $0.prefix(10).contains(title) } }
    #expect(!shows("01") && shows("04") && browser.isPaintedRight, "\(browser.lines)")
    #expect(browser.selected == "01" && browser.text?.contains("text of 01") == true)
    try browser.notice()
    #expect(browser.state.list.top > 0 && browser.selected == "01", "a change elsewhere leaves it there")
    for _ in 0..<100 { browser.mouse(.wheelDown, row: 3, column: 5) }
    #expect(shows("20") && browser.selected == "01", "\(browser.lines)")
    browser.press(.down)
    #expect(browser.selected == "02" && shows("02"), "the next key goes on from there")
    for _ in 0..<100 { browser.mouse(.wheelUp, row: 3, column: 5) }
    #expect(browser.state.list.top == 0 && browser.selected == "02")
    for _ in 0..<5 { browser.mouse(.wheelDown, row: 3, column: 5) }
    browser.mouse(.press, row: groupsByDate ? 3 : 2, column: 5)
    #expect(browser.selected != "02" && browser.state.list.top > 4, "a click selects what is there")
  }

  @Test func theWheelOverTheListDoesNotDisturbWriting() throws {
    let browser = try BrowserTrial((1...20).map { "m\($0)" })
    browser.type("iab")
    browser.mouse(.wheelDown, row: 3, column: 5)
    browser.type("c")
    #expect(browser.selected == "m1" && browser.text?.contains("abc") == true)
  }

  @Test func aChoiceIsClicked() throws {
    let browser = try BrowserTrial(Self.three, rows: 24)
    browser.type(":")
    let row = try #require(browser.lines.firstIndex { $0.contains("│ new ") })
    browser.mouse(.press, row: row, column: 20)
    browser.type("x")
    #expect(browser.titles.first == "x")
    browser.press(.escape)
    browser.type(":")
    browser.mouse(.press, row: 22, column: 20)
    #expect(!browser.lines.contains { $0.contains("┌") })
  }
}
