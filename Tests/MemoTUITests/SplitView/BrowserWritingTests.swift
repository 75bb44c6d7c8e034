import MemoCore
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoTUI

@Suite struct BrowserWritingTests {
  private static let three = ["가방", "나비", "다리"]

  @Test func theRowFollowsEachKeyAndRises() throws {
    let browser = try BrowserTrial(Self.three)
    browser.type("j")
    browser.write()
    browser.press(.end)
    browser.type("넥")
    #expect(browser.titles == ["나비넥", "가방", "다리"] && browser.selected == "나비넥")
    browser.type("타이")
    #expect(browser.lines[0].hasPrefix("▌나비넥타이") && browser.lines[0].contains("now │ # 나비넥타이"))
    #expect(browser.changedRows == 2, "only its row is painted, and the position")
    browser.press(.down, .down)
    browser.type("짧은 ")
    #expect(browser.lines[1].hasPrefix("▌짧은 text of 나비") || browser.lines[1].contains("짧은"))
    #expect(browser.text == "# 나비넥타이\n\n" + "text of 나비짧은 \n" || browser.text?.contains("짧은") == true)
  }

  @Test func itIsSavedAfterAPauseAndOnLeaving() throws {
    let browser = try BrowserTrial(Self.three)
    browser.write("1")
    #expect(browser.isWaitingForPause && browser.status.contains("not saved yet"))
    #expect(try browser.text(of: "가방.md") == "# 가방\n\ntext of 가방\n")
    browser.pause()
    #expect(try browser.text(of: "가방.md") == "1# 가방\n\ntext of 가방\n")
    #expect(browser.status.contains("saved · Esc") && !browser.status.contains("not saved yet"))
    browser.type("2")
    browser.press(.escape)
    #expect(try browser.text(of: "가방.md") == "12# 가방\n\ntext of 가방\n")
    try browser.notice()
    #expect(browser.titles == ["12# 가방", "나비", "다리"] && browser.state.list.rows.draft == nil)
    #expect(try browser.names() == ["가방.md", "나비.md", "다리.md"], "never a second file")
  }

  @Test func theListIsThatOfTheVaultOnceWritingEnds() throws {
    let browser = try BrowserTrial(Self.three)
    browser.type("j")
    browser.write("x")
    browser.pause()
    try browser.notice()
    browser.press(.escape)
    #expect(browser.titles == ["x# 나비", "가방", "다리"] && browser.selected == "x# 나비", "\(browser.titles)")
    #expect(browser.state.list.rows.draft == nil, "no other listing follows")
  }

  @Test func quittingAndSignalsSave() throws {
    for isSignal in [false, true] {
      let browser = try BrowserTrial(Self.three)
      browser.write("x")
      if isSignal {
        browser.end()
      } else {
        browser.press(.escape)
        browser.type("q")
        #expect(browser.hasQuit)
      }
      #expect(try browser.text(of: "가방.md") == "x# 가방\n\ntext of 가방\n")
    }
  }

  @Test func choosingAnotherMemoSaves() throws {
    let browser = try BrowserTrial(Self.three)
    browser.write("x")
    browser.mouse(.press, row: 2, column: 3)
    #expect(try browser.text(of: "가방.md") == "x# 가방\n\ntext of 가방\n")
    #expect(browser.selected == "나비" && browser.text == "# 나비\n\ntext of 나비\n")
  }

  @Test func aConcurrentEditElsewhereIsMerged() throws {
    let browser = try BrowserTrial(Self.three)
    browser.write()
    browser.press(.end)
    browser.type("!")
    try browser.write("# 가방\n\ntext of 가방\nadded elsewhere\n", to: "가방.md", at: 20)
    #expect(browser.text == "# 가방!\n\ntext of 가방\n", "what is typed stays as it is")
    browser.pause()
    let both = "# 가방!\n\ntext of 가방\nadded elsewhere\n"
    #expect(try browser.text(of: "가방.md") == both)
    #expect(browser.text == both)
    browser.type("?")
    browser.press(.escape)
    #expect(try browser.text(of: "가방.md") == "# 가방!?\n\ntext of 가방\nadded elsewhere\n")
  }

  @Test func textTypedDuringASaveIsKept() throws {
    let browser = try BrowserTrial(Self.three)
    browser.write("a")
    browser.heldBack = { if case .save = $0 { true } else { false } }
    browser.pause()
    browser.type("b")
    browser.pause()
    #expect(browser.held.count == 1, "one save at a time")
    browser.heldBack = { _ in false }
    guard case .save(let save) = browser.held[0] else { return }
    browser.send(browser.library.save(save))
    #expect(browser.isWaitingForPause && browser.text?.hasPrefix("ab# ") == true)
    browser.pause()
    #expect(try browser.text(of: "가방.md") == "ab# 가방\n\ntext of 가방\n")
  }

  @Test func aTextThatCannotBeSavedStaysUntilItIsDiscarded() throws {
    let browser = try BrowserTrial(Self.three)
    let failing = { (effect: BrowserEffect) in effect == .flush }
    browser.write("x")
    browser.heldBack = failing
    browser.press(.escape)
    browser.send(.notSaved("full"))
    #expect(browser.status.hasPrefix("full. Leave without saving?") && browser.text?.hasPrefix("x# ") == true)
    browser.type("n")
    #expect(browser.text?.hasPrefix("x# ") == true && browser.isWaitingForPause)
    browser.press(.escape)
    browser.send(.notSaved("full"))
    browser.heldBack = { _ in false }
    browser.type("y")
    #expect(browser.text == "# 가방\n\ntext of 가방\n" && browser.titles == Self.three)
    #expect(try browser.text(of: "가방.md") == "# 가방\n\ntext of 가방\n")
    browser.write("y")
    browser.send(.notSaved("full"))
    #expect(browser.status.hasPrefix("full") && browser.text?.hasPrefix("y# ") == true, "it tries again")
    browser.pause()
    #expect(try browser.text(of: "가방.md")?.hasPrefix("y# ") == true && !browser.status.contains("full"))
  }

  @Test func aNewMemoThatCannotBeSavedIsDiscarded() throws {
    let browser = try BrowserTrial(Self.three)
    browser.type("nx")
    browser.heldBack = { $0 == .flush }
    browser.press(.escape)
    browser.send(.notSaved("full"))
    browser.heldBack = { _ in false }
    browser.type("y")
    #expect(browser.titles == Self.three && browser.text?.contains("가방") == true)
    #expect(try browser.names().count == 3)
  }

  @Test func aRemovedFileIsCreatedAgainWithTheTypedText() throws {
    let browser = try BrowserTrial(Self.three)
    browser.write("x")
    try browser.remove("가방.md")
    #expect(browser.selected == "x# 가방")
    browser.press(.escape)
    #expect(try browser.text(of: "가방.md") == "x# 가방\n\ntext of 가방\n")
  }

  @Test func oneEditingSessionIsOneOperation() throws {
    let browser = try BrowserTrial(Self.three)
    browser.write()
    for letter in ["a", "b", "c"] {
      browser.type(letter)
      browser.pause()
    }
    browser.press(.escape)
    #expect(try browser.text(of: "가방.md")?.hasPrefix("abc# ") == true)
    browser.type("u")
    #expect(try browser.text(of: "가방.md") == "# 가방\n\ntext of 가방\n")
    #expect(browser.text == "# 가방\n\ntext of 가방\n" && browser.status.contains("undid edit"))
    browser.type("U")
    #expect(browser.text?.hasPrefix("abc# ") == true)
  }

  // MARK: New memos

  @Test func aNewMemoIsSelectedAndNamedAfterItsTitle() throws {
    let browser = try BrowserTrial(Self.three)
    browser.type("n새")
    #expect(browser.titles == ["새", "가방", "나비", "다리"] && browser.selected == "새")
    browser.pause()
    #expect(try browser.names().contains("새.md"))
    browser.type(" 메모")
    browser.press(.enter)
    browser.type("본문")
    browser.press(.escape)
    #expect(try browser.names() == ["가방.md", "나비.md", "다리.md", "새-메모.md"].sorted())
    #expect(try browser.text(of: "새-메모.md") == "새 메모\n본문\n")
    try browser.notice()
    #expect(browser.selected == "새 메모" && browser.text == "새 메모\n본문" && browser.titles.count == 4)
    browser.type("u")
    #expect(try browser.names() == ["가방.md", "나비.md", "다리.md"].sorted(), "one step of undo")
  }

  @Test(arguments: [("path:\"일/\"", "일/새.md"), ("path:일/", "새.md"), ("", "새.md")])
  func aNewMemoGoesToTheFolderThatIsListed(query: String, path: String) throws {
    let browser = try BrowserTrial(files: [("일/a.md", "# a\n"), ("b.md", "# b\n")])
    if !query.isEmpty {
      browser.type("/" + query)
      browser.press(.enter)
    }
    browser.type("n새")
    browser.press(.escape)
    #expect(browser.vault.hasMemo(at: VaultPath(path)), "\(query)")
  }

  @Test func aNewMemoLeavesTheListInItsFolder() throws {
    let browser = try BrowserTrial(files: [("일/a.md", "# a\n"), ("b.md", "# b\n")])
    browser.type("/path:\"일/\"")
    browser.press(.enter)
    browser.type("n새")
    #expect(browser.titles == ["새", "a"])
    browser.press(.escape)
    try browser.notice()
    #expect(browser.titles.sorted() == ["a", "새"] && browser.selected == "새" && browser.isPaintedRight)
    browser.type("n")
    browser.press(.escape)
    #expect(browser.titles.sorted() == ["a", "새"] && browser.selected == "새" && browser.text?.hasPrefix("새") == true)
  }

  @Test func aTitleThatNoFileNameCanHoldDoesNotTakeTheNameOfADay() throws {
    let browser = try BrowserTrial([])
    for path in ["untitled.md", "untitled-2.md"] {
      browser.type("n^^")
      browser.press(.escape)
      #expect(browser.vault.hasMemo(at: VaultPath(path)))
    }
    #expect(try browser.names() == ["untitled-2.md", "untitled.md"])
  }

  @Test func aNewMemoGoesToTheFolderOfNewMemosElse() throws {
    var kit = BrowserKit.tested()
    kit.newMemoFolder = { VaultPath("inbox") }
    let browser = try BrowserTrial(files: [("b.md", "# b\n")], kit: kit)
    browser.type("n새")
    browser.press(.escape)
    #expect(browser.vault.hasMemo(at: VaultPath("inbox/새.md")))
  }

  @Test func anUntouchedNewMemoLeavesNoFile() throws {
    for typed in ["", "   "] {
      let browser = try BrowserTrial(Self.three)
      browser.type("n" + typed)
      #expect(browser.lines[0].contains("(untitled)"))
      browser.press(.escape)
      #expect(try browser.names() == ["가방.md", "나비.md", "다리.md"].sorted())
      #expect(browser.titles == Self.three && browser.selected == "가방" && browser.isPaintedRight)
    }
  }

  @Test func aNewMemoThatWasEmptiedLeavesNoFile() throws {
    let browser = try BrowserTrial([])
    browser.type("nab")
    browser.pause()
    #expect(try browser.names() == ["ab.md"])
    browser.press(.backspace, .backspace, .escape)
    #expect(try browser.names() == [])
    #expect(browser.text == nil && browser.lines.contains { $0.contains("Press n") })
  }

  private func browserWithoutToday() throws -> BrowserTrial {
    var kit = BrowserKit.tested()
    kit.openToday = { .unwritten(VaultPath("daily/2026-05-01.md")) }
    return try BrowserTrial(files: Self.three.map { ("\($0).md", "# \($0)\n") }, kit: kit)
  }

  @Test func anUntouchedMemoOfTodayLeavesNoFile() throws {
    let browser = try browserWithoutToday()
    browser.type("jT")
    #expect(browser.text == "# 2026-05-01\n\n" && browser.lines[0].contains("2026-05-01"), "\(browser.lines)")
    browser.pause()
    browser.press(.escape)
    #expect(try browser.names() == ["가방.md", "나비.md", "다리.md"].sorted())
    #expect(browser.titles == Self.three && browser.selected == "나비" && browser.isPaintedRight)
    browser.type("Tx")
    browser.press(.backspace, .escape)
    #expect(try browser.names().count == 3, "what was typed was taken back")
  }

  @Test func aWrittenMemoOfTodayHasItsPath() throws {
    let browser = try browserWithoutToday()
    browser.type("Train")
    browser.press(.escape)
    #expect(try browser.text(of: "daily/2026-05-01.md") == "# 2026-05-01\n\nrain\n")
    #expect(browser.selected == "2026-05-01")
  }

  @Test func aClickLeavesANewMemo() throws {
    let browser = try BrowserTrial(Self.three)
    browser.type("n")
    browser.mouse(.press, row: 4, column: 3)
    #expect(browser.titles == Self.three && browser.selected == "나비")
  }
}
