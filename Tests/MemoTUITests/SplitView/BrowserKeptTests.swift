import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoTUI

/// A memo whose text has the keys, and that the list is without: keys never go to the text of another memo.
@Suite struct BrowserKeptTests {
  private static let found = "# A\n\nzebra #tt\ntwo\n"
  private static let other = "# C\n\nzebra #tt\n"

  /// Goes to the text of A, which is found.
  private static func reading(_ query: String, files: [(String, String)], vi: Bool = true) throws -> BrowserTrial {
    let browser = try BrowserTrial(files: files, columns: 120, rows: 14)
    browser.type("/" + query)
    browser.press(.enter)
    while browser.selected != "A", browser.state.list.selection + 1 < browser.titles.count { browser.press(.down) }
    try #require(browser.selected == "A")
    if vi { browser.readWithVi() } else { browser.press(.enter) }
    return browser
  }

  // MARK: Not found any more

  @Test(arguments: ["zebra", "tag:tt"], ["Chorse", "D"])
  func aMemoThatIsNotFoundAnyMoreKeepsTheKeys(query: String, keys: String) throws {
    let browser = try Self.reading(query, files: [("a.md", Self.found), ("c.md", Self.other)])
    browser.type("ggjj" + keys)
    if keys != "D" { browser.press(.escape) }
    browser.pause()
    try browser.notice()
    #expect(browser.titles == ["A", "C"] && browser.selected == "A" && browser.isPaintedRight, "\(browser.lines)")
    #expect(browser.text?.hasPrefix("# A\n") == true && browser.cursorPlace.hasPrefix("2:"))
    browser.type("dd")
    browser.pause()
    try browser.notice()
    #expect(try browser.text(of: "a.md") == "# A\n\ntwo\n")
    #expect(try browser.text(of: "c.md") == Self.other)
    browser.press(.tab)
    #expect(browser.titles == ["C"] && browser.text == Self.other, "until the list has the keys")
    #expect(browser.state.focus == .list && browser.isPaintedRight)
  }

  @Test func withPlainKeysItIsTheSame() throws {
    let browser = try Self.reading("zebra", files: [("a.md", Self.found), ("c.md", Self.other)], vi: false)
    browser.press(.down, .down)
    for _ in 0..<2 {
      browser.press(.end, with: .shift)
      browser.type("x")
      try browser.notice()
      #expect(browser.selected == "A" && browser.state.focus == .memo, "\(browser.lines)")
    }
    #expect(try browser.text(of: "a.md") == "# A\n\n\ntwo\n")
    #expect(try browser.text(of: "c.md") == Self.other)
  }

  @Test func theOnlyResultStaysSoThatALineCanBeMoved() throws {
    let browser = try Self.reading("zebra", files: [("a.md", Self.found), ("c.md", "# C\n")])
    browser.type("ggjjdd")
    browser.pause()
    try browser.notice()
    #expect(browser.titles == ["A"] && browser.text == "# A\n\ntwo\n", "\(browser.lines)")
    browser.type("p")
    browser.pause()
    try browser.notice()
    #expect(try browser.text(of: "a.md") == "# A\n\ntwo\nzebra #tt\n")
    #expect(browser.titles == ["A"] && browser.selected == "A", "it is found again")
    browser.press(.tab)
    #expect(browser.titles == ["A"] && browser.isPaintedRight)
  }

  @Test func changesElsewhereAreShownInIt() throws {
    let browser = try Self.reading("zebra", files: [("a.md", Self.found), ("c.md", Self.other)])
    try browser.write("# A\n\nhorse\ntwo\n", to: "a.md", at: 50)
    #expect(browser.text == "# A\n\nhorse\ntwo\n" && browser.titles == ["A", "C"], "\(browser.lines)")
    try browser.write("# A\n\nhorse\nthree\n", to: "a.md", at: 51)
    #expect(browser.text == "# A\n\nhorse\nthree\n" && browser.isPaintedRight, "\(browser.lines)")
  }

  @Test func anotherSearchLeavesIt() throws {
    let browser = try Self.reading("zebra", files: [("a.md", Self.found), ("c.md", Self.other)], vi: false)
    try browser.write("# A\n\nhorse\n", to: "a.md", at: 50)
    browser.type("/tag:tt")
    browser.press(.enter)
    #expect(browser.titles == ["C"] && browser.text == Self.other && browser.isPaintedRight)
    browser.press(.escape)
    #expect(browser.titles == ["A", "C"], "\(browser.lines)")
  }

  @Test func whatIsNotSavedSinceItIsReadOnlyLeavesItsRow() throws {
    let browser = try Self.reading("zebra", files: [("a.md", Self.found), ("c.md", "# C\n")])
    try browser.write("# A\n\nhorse\n", to: "a.md", at: 50)
    try browser.setMode(0o444, of: "a.md")
    browser.type("dd")
    #expect(browser.text == "# A\n\nhorse\n" && browser.titles == ["A"] && browser.isPaintedRight, "\(browser.lines)")
    #expect(browser.status.hasPrefix("'a.md' is read-only"), "\(browser.status)")
  }

  // MARK: Gone

  private static let three = [("a.md", "# A\n\none\n"), ("b.md", "# B\n\ntwo\n"), ("c.md", "# C\n\nthree\n")]

  @Test(arguments: [false, true]) func aMemoDeletedElsewhereWhileItIsReadIsLeft(vi: Bool) throws {
    let browser = try BrowserTrial(files: Self.three, columns: 120, rows: 14)
    browser.type("j")
    if vi { browser.readWithVi() } else { browser.press(.tab) }
    browser.press(.down, .down)
    try browser.remove("b.md")
    #expect(browser.status.hasPrefix("'B' was deleted elsewhere"), "\(browser.status)")
    #expect(browser.state.focus == .list && browser.titles == ["A", "C"] && browser.isPaintedRight)
    #expect(browser.selected == "C" && browser.text == "# C\n\nthree\n", "the next one has its row")
    browser.type("ddPx")
    #expect(browser.status.hasPrefix("'B' was deleted elsewhere"), "what was typed for it is dropped")
    browser.send(.waitedLong)
    #expect(try browser.names() == ["a.md", "c.md"] && browser.text(of: "c.md") == "# C\n\nthree\n")
    browser.type("d")
    #expect(browser.status.hasPrefix("move 'C' to the trash?"), "\(browser.status)")
  }

  @Test func aMemoDeletedElsewhereAfterItWasChangedIsLeft() throws {
    let browser = try BrowserTrial(files: Self.three, columns: 120, rows: 14)
    browser.readWithVi()
    browser.type("jjx")
    browser.pause()
    try browser.notice()
    try browser.remove("a.md")
    #expect(browser.status.hasPrefix("'A' was deleted elsewhere"), "\(browser.status)")
    browser.type("dd")
    browser.pause()
    #expect(try browser.names() == ["b.md", "c.md"] && browser.text(of: "b.md") == "# B\n\ntwo\n")
  }

  @Test func textThatIsNotSavedYetMakesItAgain() throws {
    let browser = try BrowserTrial(files: Self.three, columns: 120, rows: 14)
    browser.readWithVi()
    browser.type("jjx")
    try browser.remove("a.md")
    #expect(browser.text == "# A\n\nne\n" && browser.state.focus == .memo, "\(browser.lines)")
    browser.pause()
    #expect(try browser.text(of: "a.md") == "# A\n\nne\n")
    #expect(browser.status.hasPrefix("saved again after it was deleted elsewhere"), "\(browser.status)")
  }

  @Test func aCommandThatWasBegunForItIsDropped() throws {
    let browser = try BrowserTrial(files: Self.three, columns: 120, rows: 14)
    browser.readWithVi()
    browser.type("jjd")
    try browser.remove("a.md")
    browser.type("d")
    browser.send(.waitedLong)
    browser.press(.tab)
    browser.type("w")
    #expect(browser.selected == "B" && browser.text == "# B\n\ntwo\n" && !browser.state.isWriting, "\(browser.lines)")
  }

  @Test func theOnlyMemoThatIsGoneIsReported() throws {
    let browser = try BrowserTrial(files: [("a.md", "# A\n\none\n")], columns: 120, rows: 14)
    browser.press(.tab)
    try browser.remove("a.md")
    #expect(browser.status.hasPrefix("'A' was deleted elsewhere") && browser.text == nil, "\(browser.lines)")
    #expect(browser.state.focus == .list && browser.isPaintedRight)
  }

  @Test func aMemoThatWasGoneWhileItWasWrittenIsLeftForTheList() throws {
    let browser = try BrowserTrial(files: Self.three, columns: 120, rows: 14)
    browser.readWithVi()
    browser.type("i")
    try browser.remove("a.md")
    browser.press(.escape)
    #expect(browser.state.focus == .list && browser.selected == "B", "\(browser.lines)")
    #expect(browser.status.hasPrefix("'A' was deleted elsewhere"), "\(browser.status)")
    browser.type("ddP")
    #expect(try browser.text(of: "b.md") == "# B\n\ntwo\n")
  }

  @Test func aMemoThatACommandRenamesWhileItIsReadIsFollowed() throws {
    let browser = try BrowserTrial(files: Self.three, columns: 120, rows: 14)
    browser.readWithVi()
    let memo = try ReadMemo(VaultPath("a.md"), in: browser.vault)
    let renaming = try MemoRenaming(in: browser.vault, browser.vault.refresh()).rename(
      memo, to: "New", isTitleOnly: false)
    _ = try renaming.carryOut("rename", by: OperationHistory(of: browser.vault), at: 1)
    try browser.library.refresh()
    browser.send(.removed(VaultPath("a.md")))
    browser.send(.vaultChanged)
    #expect(browser.text == "# New\n\none\n" && browser.selected == "New", "\(browser.lines)")
    #expect(browser.state.focus == .memo && browser.titles.count == 3 && browser.isPaintedRight)
    browser.type("jjx")
    browser.pause()
    #expect(try browser.text(of: "New.md") == "# New\n\nne\n")
    #expect(try browser.names() == ["New.md", "b.md", "c.md"])
  }
}
