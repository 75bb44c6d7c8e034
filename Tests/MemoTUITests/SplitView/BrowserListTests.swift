import MemoCore
import MemoTestSupport
import Testing

@testable import MemoTUI

@Suite struct BrowserListTests {
  private static let three = ["가방", "나비", "다리"]

  // MARK: What is shown

  @Test func aWideWindowShowsListAndMemoSideBySide() throws {
    let browser = try BrowserTrial(Self.three, columns: 80, rows: 6)
    #expect(
      browser.lines == [
        "▌가방                      3s │ # 가방",
        "▌text of 가방                 │",
        " 나비                      2s │ text of 가방",
        " text of 나비                 │",
        " 다리                      1s │",
        "vault · 3 memos                               n new · i edit · / search · ? help",
      ], "\(browser.lines.joined(separator: "\n"))")
  }

  @Test func aNarrowWindowShowsOneOfThem() throws {
    let browser = try BrowserTrial(Self.three, columns: 40)
    #expect(browser.lines[0].hasSuffix("3s") && browser.lines[2].contains("나비"))
    browser.press(.enter)
    #expect(browser.lines[0] == " # 가방" && browser.lines[2] == " text of 가방")
    browser.press(.escape)
    #expect(browser.lines[0].hasSuffix("3s"))
  }

  @Test func aMemoThatWasOpenedStaysWhenTheWindowBecomesNarrow() throws {
    let browser = try BrowserTrial(Self.three)
    browser.press(.down, .enter)
    browser.resize(columns: 40)
    #expect(browser.lines[0] == " # 나비")
    browser.resize(columns: 100)
    #expect(browser.lines[2].contains("나비") && browser.lines[2].contains("text of 나비"))
    browser.press(.escape)
    browser.resize(columns: 79)
    #expect(browser.lines[0].hasPrefix(" 가방"), "the list was in use")
  }

  @Test func resizingLosesNothing() throws {
    let browser = try BrowserTrial(Self.three)
    browser.type("j")
    browser.write()
    browser.press(.end)
    browser.type("!")
    for columns in [40, 120, 1, 80] { browser.resize(columns: columns) }
    browser.type("?")
    #expect(browser.text == "# 나비!?\n\ntext of 나비\n" && browser.isPaintedRight)
  }

  @Test func titlesAreCutByTheirWidth() throws {
    let long = String(repeating: "가나다 👩‍👩‍👧 ", count: 10)
    let browser = try BrowserTrial(files: [("a.md", long), ("b.md", ""), ("c.md", "\n")], columns: 80, rows: 8)
    #expect(browser.lines[0].contains("…") && browser.lines[0].contains("3s │"))
    for line in browser.lines { #expect(DisplayWidth.columns(of: line) <= 80) }
    #expect(browser.lines[2].hasPrefix(" (untitled)") && browser.lines[3].hasPrefix(" b.md"))
  }

  @Test func textOfMemosIsInert() throws {
    let browser = try BrowserTrial(files: [("a.md", "\u{1B}]0;x\u{7}\u{202E}t\n\u{1B}[2J\u{9B}31m\n")])
    let all = browser.lines.joined()
    #expect(all.contains("␛]0;x␇<U+202E>t") && all.contains("␛[2J<U+009B>31m"))
  }

  // MARK: What is selected

  @Test func theFirstMemoIsSelectedAndShown() throws {
    let browser = try BrowserTrial(Self.three)
    #expect(browser.selected == "가방" && browser.text == "# 가방\n\ntext of 가방\n")
  }

  static let moves: [(String, [Key], Int)] = [
    ("", [.down], 1), ("j", [], 1), ("jjk", [], 1), ("k", [], 0), ("G", [], 29), ("Gg", [], 0), ("", [.end, .up], 28),
    ("", [.end, .home], 0), ("", [.pageDown], 3), (" ", [.pageDown], 6), ("G", [.pageUp], 26), ("jb", [], 0),
  ]

  @Test(arguments: moves)
  func keysSelect(text: String, keys: [Key], place: Int) throws {
    let browser = try BrowserTrial((0..<30).map { "memo \($0)" })
    browser.type(text)
    for key in keys { browser.press(key) }
    #expect(browser.selected == "memo \(place)" && browser.text?.contains("text of memo \(place)\n") == true)
    #expect(browser.lines.contains { $0.hasPrefix("▌memo \(place) ") }, "it is in sight")
  }

  @Test func keysAreCommandsWithAKoreanInputMethodOn() throws {
    let browser = try BrowserTrial(Self.three)
    browser.type("ㅓㅓㅏ")
    #expect(browser.selected == "나비")
    browser.type("ㅇㅜ")
    #expect(browser.titles == Self.three, "n is no yes")
    browser.type("ㅇㅛ")
    #expect(browser.titles == ["가방", "다리"])
    browser.type("ㅕㅑㅓ")
    #expect(browser.text?.contains("ㅓtext of 나비") == true, "in the text they are letters")
  }

  static let layout: [(String, String)] = [
    ("ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ", "qwertyuiop"), ("ㅁㄴㅇㄹㅎㅗㅓㅏㅣ", "asdfghjkl"), ("ㅋㅌㅊㅍㅠㅜㅡ", "zxcvbnm"),
    ("ㅃㅉㄸㄲㅆㅒㅖ", "QWERTOP"), ("가/?:한", "가/?:한"),
  ]

  @Test(arguments: layout)
  func lettersStandForTheirKeys(korean: String, latin: String) {
    for (letter, key) in zip(korean, latin) {
      #expect(KoreanKeyboard.latin(.text(String(letter))) == .text(String(key)))
    }
    #expect(korean.count == latin.count)
  }

  // MARK: What changes elsewhere

  @Test func aSavedMemoGoesToTheTopAndTheSelectionStaysOnItsMemo() throws {
    let browser = try BrowserTrial(Self.three)
    browser.type("j")
    try browser.write("# 다리\nnew\n", to: "다리.md", at: 9)
    #expect(browser.titles == ["다리", "가방", "나비"] && browser.selected == "나비")
    try browser.write("# 나비\nnew\n", to: "나비.md", at: 10)
    #expect(browser.titles == ["나비", "다리", "가방"] && browser.selected == "나비")
    #expect(browser.text == "# 나비\nnew\n")
  }

  @Test func onlyTheRowThatChangedIsPainted() throws {
    let browser = try BrowserTrial(Self.three)
    try browser.write("# 나비!\n\ntext of 나비\n", to: "나비.md", at: 2)
    #expect(browser.changedRows == 1)
  }

  @Test func afterARemovalTheNextMemoIsSelectedOrThePreviousAtTheEnd() throws {
    let browser = try BrowserTrial(Self.three)
    browser.type("j")
    try browser.remove("나비.md")
    #expect(browser.selected == "다리" && browser.text?.contains("다리") == true)
    try browser.remove("다리.md")
    #expect(browser.selected == "가방")
    try browser.remove("가방.md")
    #expect(browser.selected == nil && browser.text == nil)
    #expect(browser.lines.contains { $0.contains("Press n to write one.") })
    browser.type("ix")
    browser.press(.enter, .backspace, .tab)
    #expect(browser.text == nil && browser.isPaintedRight, "nothing can be typed into nothing")
    try browser.write("# 새\n", to: "새.md", at: 1)
    #expect(browser.selected == "새" && browser.text == "# 새\n")
  }

  @Test func aMemoRemovedUnnoticedShowsAnError() throws {
    let browser = try BrowserTrial(Self.three)
    browser.heldBack = { if case .list = $0 { true } else { false } }
    try browser.remove("나비.md")
    browser.type("j")
    #expect(browser.lines[1].contains("no memo is named '나비.md'"), "\(browser.lines[1])")
    browser.type("ixyz")
    #expect(browser.text == "")
  }

  @Test func theOrderByCreationShowsCreationDates() throws {
    let browser = try BrowserTrial(files: [("a.md", "---\ncreated: 1970-01-01T00:00:00Z\n---\na"), ("b.md", "b")])
    #expect(browser.lines[0].contains("2s │"))
    browser.type("oo")
    #expect(browser.titles == ["b", "a"] && browser.lines[2].contains("0s │"), "\(browser.lines)")
  }

  @Test func theOrderChanges() throws {
    let browser = try BrowserTrial(["b", "c", "a"])
    browser.type("o")
    #expect(browser.titles == ["a", "b", "c"] && browser.selected == "b" && browser.status.contains("by title"))
    browser.type("ooo")
    #expect(browser.titles == ["b", "c", "a"])
  }
}
