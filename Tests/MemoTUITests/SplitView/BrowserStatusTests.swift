import MemoCore
import MemoTestSupport
import Testing

@testable import MemoTUI

/// The last row of narrow and wide windows.
@Suite struct BrowserStatusTests {
  @Test(arguments: [6, 12, 13, 15, 18, 20, 21, 24, 29, 34, 80])
  func theSaveStateIsVisibleHoweverNarrowTheWindow(columns: Int) throws {
    let browser = try BrowserTrial(["가방"], columns: columns)
    browser.write("x")
    #expect(
      browser.status.hasSuffix(columns < 13 ? "…" : columns < 29 ? "not saved yet" : "not saved yet · Esc to finish"),
      "\(browser.status)")
    browser.pause()
    #expect(browser.status.hasSuffix(columns < 21 ? "saved" : "saved · Esc to finish"), "\(browser.status)")
    // The title is left out before the position is.
    #expect(
      browser.status.hasPrefix(columns == 80 ? "vault · 1 memo · 1:2 0% · 5 words" : "1:2 0% ")
        == ![6, 12, 21, 24].contains(columns), "\(browser.status)")
    #expect(browser.isPaintedRight)
  }

  @Test(arguments: 4...40) func aCutNameHasOneMark(columns: Int) throws {
    let browser = try BrowserTrial(["neu 60 and more"], columns: columns)
    browser.write("x")
    for isSaved in [false, true] {
      if isSaved { browser.pause() }
      let status = browser.status
      #expect(!status.contains("……") && !status.contains("… …") && !status.contains("·…"), "\(status)")
      #expect(isSaved ? status.contains(columns < 5 ? "sav…" : "saved") : status.contains("not"), "\(status)")
    }
  }

  @Test(arguments: [
    ("plain", 6), ("한글", 3), ("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", 3), ("e\u{301}", 2),
    ("👨‍👩‍👧‍👦", 2), ("👍🏽 🇰🇷", 4),
  ])
  func theColumnCountsCharacters(line: String, column: Int) throws {
    let browser = try BrowserTrial(files: [("a.md", "# a\n\(line)\n")])
    browser.press(.enter, .down, .end)
    #expect(browser.status.contains(" 2:\(column) "), "\(browser.status)")
    browser.press(.left)
    #expect(browser.status.contains(" 2:\(column - 1) "), "\(browser.status)")
  }

  @Test(arguments: 13...80) func thePositionIsWholeOrNotThere(columns: Int) throws {
    let browser = try BrowserTrial(["회의 in the morning"], columns: columns)
    browser.write("\(String(repeating: "x", count: 120)) ")
    for isSaved in [false, true] {
      if isSaved { browser.pause() }
      let status = browser.status
      let isWhole = status.contains("1:122 ") && status.contains("%")
      #expect(isWhole || !status.contains("1:"), "\(columns): \(status)")
      #expect(isWhole || columns < 34 || !isSaved, "\(columns): \(status)")
    }
    #expect(browser.isPaintedRight)
  }

  private static let title = "아주 긴 제목이 있는 메모로서 한 줄에는 다 들어가지 않습니다"

  @Test(arguments: [24, 34, 60, 80])
  func aLongQuestionIsShownToItsEnd(columns: Int) throws {
    let browser = try BrowserTrial([Self.title, "b"], columns: columns)
    browser.type("d")
    let rows = browser.lines.suffix(4).joined(separator: " ")
    #expect(rows.hasSuffix("trash? [y/N]") && rows.contains("move '아주"), "\(browser.lines)")
    #expect(columns < 60 || rows.replacing(" ", with: "").contains(Self.title.replacing(" ", with: "")))
    let cursor = browser.terminal.cursor
    #expect(cursor?.row == 9 && cursor.map { $0.column < columns } == true)
    browser.type("n")
    #expect(browser.isPaintedRight && browser.status.hasPrefix("vault"))
  }

  @Test func aQuestionKeepsTheNameOfAMemoThatVanishes() throws {
    let browser = try BrowserTrial(["가방", "b"])
    browser.type("d")
    let question = browser.status
    try browser.remove("가방.md")
    #expect(browser.titles == ["b"] && browser.status == question && question.contains("'가방'"), "\(browser.status)")
  }

  @Test func anAnswerIsNotForAnotherMemoThatHasThePathByNow() throws {
    let browser = try BrowserTrial(["a", "b", "c"])
    browser.type("d")
    try browser.moveUnnoticed("a.md", to: "n.md")
    try browser.moveUnnoticed("b.md", to: "a.md")
    try browser.notice()
    #expect(browser.status.hasPrefix("move 'a' to the trash?"), "\(browser.status)")
    browser.type("y")
    #expect(try browser.names() == ["a.md", "c.md", "n.md"])
    #expect(browser.status.hasPrefix("'a' was changed elsewhere; nothing was deleted"), "\(browser.status)")
  }

  @Test func aQuestionFollowsTheMemoToAnotherPath() throws {
    let browser = try BrowserTrial(["a", "b"])
    browser.type("d")
    try browser.move("a.md", to: "n.md")
    browser.type("y")
    #expect(try browser.names() == ["b.md"], "\(browser.status)")
  }

  /// The list selects the next memo then.
  @Test func aTitleIsNotGivenToAnotherMemoThanItWasTypedFor() throws {
    let browser = try BrowserTrial(["가방", "나비"])
    browser.type("r")
    try browser.remove("가방.md")
    #expect(browser.selected == "나비")
    browser.type("x")
    browser.press(.enter)
    #expect(try browser.names() == ["나비.md"] && browser.text(of: "나비.md") == "# 나비\n\ntext of 나비\n")
    #expect(browser.lines.contains { $0.contains("'가방.md'") }, "\(browser.lines)")
  }

  @Test func aTitleIsGivenToAMemoThatWasMovedWhileItWasTyped() throws {
    let browser = try BrowserTrial(["가방", "나비"])
    browser.type("r")
    try browser.move("가방.md", to: "bag.md")
    browser.type("x")
    browser.press(.enter)
    #expect(try browser.text(of: "bag.md") == "# 가방x\n\ntext of 가방\n", "\(browser.status)")
  }

  @Test func aLongMessageTakesMoreRowsUntilTheNextKey() throws {
    let browser = try BrowserTrial(["a", "b"], columns: 40)
    let message = (1...20).map { "word\($0)" }.joined(separator: " ")
    browser.send(.done(message, select: nil))
    #expect(browser.lines.suffix(4).joined(separator: " ").contains(message), "\(browser.lines)")
    browser.type("j")
    #expect(browser.status.hasPrefix("vault") && browser.isPaintedRight)
  }
}
