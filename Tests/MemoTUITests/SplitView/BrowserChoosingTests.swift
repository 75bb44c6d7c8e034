import MemoCore
import MemoIndex
import MemoTestSupport
import MemoWords
import Testing

@testable import MemoTUI

@Suite struct BrowserChoosingTests {
  private static let three = ["가방", "나비", "다리"]
  private static let linked = [
    ("a.md", "# a\n[[b]] and [[nowhere]]\n#one #two\n"), ("b.md", "# b\n[[a]]\n#one\n"), ("c.md", "# c\n"),
  ]

  // MARK: Deleting

  @Test func aMemoIsDeletedAfterAQuestion() throws {
    let browser = try BrowserTrial(Self.three)
    browser.type("jd")
    #expect(browser.status.hasPrefix("move '나비' to the trash?"))
    browser.type("n")
    #expect(browser.titles == Self.three)
    browser.type("dy")
    #expect(browser.titles == ["가방", "다리"] && browser.selected == "다리")
    #expect(browser.status.contains("moved '나비' to the trash"))
    browser.type("dy")
    #expect(browser.selected == "가방")
    browser.press(.enter)
    browser.type("dy")
    #expect(browser.titles == [] && browser.text == nil && browser.lines[1].contains("Press n"), "from the memo, too")
    browser.type("u")
    #expect(browser.selected == "가방" && browser.text == "# 가방\n\ntext of 가방\n")
    browser.type("uu")
    #expect(browser.titles == Self.three)
    browser.type("u")
    #expect(browser.status.contains("nothing to undo"))
  }

  @Test func anUndoWarnsOfLinksThatLeadToTheMemoThatIsBack() throws {
    let browser = try BrowserTrial(files: [("Plan.md", "# Other\n"), ("a.md", "# a\n[[Plan]]\n")], columns: 140)
    browser.type("dy")
    try browser.write("# Work\n", to: "work/Plan.md", at: 1_800_000_000)
    browser.type("u")
    #expect(browser.status.hasPrefix("the link to 'Plan' in 'a.md' now resolves to another memo"), "\(browser.status)")
  }

  @Test func anUndoneMemoIsShownOnceTheListHasIt() throws {
    let browser = try BrowserTrial(["하나"])
    let isList: (BrowserEffect) -> Bool = { if case .list = $0 { true } else { false } }
    browser.type("dy")
    browser.heldBack = isList
    browser.type("ur")
    #expect(browser.text == nil && browser.status.contains("undid delete"), "the list comes later")
    browser.heldBack = { _ in false }
    browser.send(.vaultChanged)
    #expect(browser.selected == "하나" && browser.text == "# 하나\n\ntext of 하나\n")
    #expect(browser.status.hasPrefix("new title: 하나"), "the key behind it waits for the memo")
  }

  @Test func anUndoneMemoIsShownAfterASearchWithoutResults() throws {
    let browser = try BrowserTrial(["하나", "둘"])
    browser.type("dy/nothing")
    browser.press(.enter)
    browser.heldBack = { if case .list = $0 { true } else { false } }
    browser.type("u")
    browser.heldBack = { _ in false }
    browser.send(.vaultChanged)
    #expect(browser.selected == "하나" && browser.titles.count == 2)
  }

  // MARK: Renaming and the rest

  @Test func aMemoGetsAnotherTitle() throws {
    let browser = try BrowserTrial(files: Self.linked)
    browser.type("jr")
    #expect(browser.status.hasPrefix("new title: b"))
    browser.press(.control("u"))
    browser.type("새 이름")
    browser.press(.enter)
    #expect(try browser.names() == ["a.md", "c.md", "새-이름.md"])
    #expect(browser.selected == "새 이름" && browser.text?.hasPrefix("# 새 이름\n") == true)
    #expect(try browser.text(of: "a.md") != Self.linked[0].1, "the link to it follows")
    browser.type("r")
    browser.press(.escape)
    #expect(browser.status.hasPrefix("vault"))
  }

  @Test func undoingARenameKeepsTheMemoSelected() throws {
    let browser = try BrowserTrial(files: Self.linked)
    browser.type("jr")
    browser.press(.control("u"))
    browser.type("새 이름")
    browser.press(.enter)
    browser.type("u")
    #expect(browser.selected == "b" && browser.text == Self.linked[1].1, "and not the memo whose link was put back")
    browser.type("U")
    #expect(browser.selected == "새 이름")
    browser.type("gu")
    #expect(browser.selected == "b", "what was undone is shown")
  }

  @Test func movingAMemoUpdatesLinks() throws {
    let browser = try BrowserTrial(files: [("x/a.md", "# a\n[c](../c.md)\n"), ("c.md", "# c\n[a](x/a.md)\n")])
    browser.type("mx/y")
    browser.press(.enter)
    #expect(try browser.names() == ["c.md", "x/y/a.md"] && browser.selected == "a")
    #expect(browser.status.contains("it is now 'x/y/a.md'") && browser.text == "# a\n[c](../../c.md)\n")
    #expect(try browser.text(of: "c.md") == "# c\n[a](x/y/a.md)\n")
    browser.type("m/")
    browser.press(.enter)
    #expect(try browser.names() == ["a.md", "c.md"], "the vault's root")
    browser.type("u")
    #expect(try browser.names() == ["c.md", "x/y/a.md"])
    browser.type("m../out")
    browser.press(.enter)
    #expect(
      try browser.names() == ["c.md", "x/y/a.md"] && browser.status.contains("cannot hold memos"), "\(browser.status)")
  }

  @Test func aTitleOfAnotherMemoNeedsConfirmation() throws {
    let browser = try BrowserTrial(files: Self.linked)
    browser.type("r")
    browser.press(.control("u"))
    browser.type("B")
    browser.press(.enter)
    #expect(browser.status.hasPrefix("another memo is named 'B'"))
    browser.type("n")
    #expect(browser.titles == ["a", "b", "c"])
    browser.type("r")
    browser.press(.enter)
    #expect(!browser.status.hasPrefix("another"), "its own is no other's")
    browser.type("r")
    browser.press(.control("u"))
    browser.type("B")
    browser.press(.enter)
    browser.type("ㅛ")
    #expect(browser.titles.sorted() == ["B", "b", "c"])
  }

  @Test func aChangeThatCannotBeUndoneCanBeSkipped() throws {
    let browser = try BrowserTrial(Self.three)
    browser.write("x")
    browser.press(.escape, .escape)
    browser.type("j")
    browser.write("y")
    browser.press(.escape, .escape)
    try browser.write("of others\n", to: "나비.md", at: 50)
    browser.type("u")
    #expect(
      browser.lines.joined(separator: " ").contains("cannot undo the last change: '나비.md' changed"), "\(browser.status)"
    )
    browser.type("n")
    #expect(!browser.status.contains("Skip"))
    browser.type("uy")
    #expect(browser.status.contains("skipped edit"))
    browser.type("u")
    #expect(try browser.text(of: "가방.md") == "# 가방\n\ntext of 가방\n" && browser.selected == "가방")
    #expect(try browser.text(of: "나비.md") == "of others\n")
  }

  @Test func theMemoInTheQuestionIsDeletedWhateverIsSelectedNow() throws {
    let browser = try BrowserTrial(Self.three)
    browser.type("d")
    browser.mouse(.wheelDown, row: 1, column: 1)
    browser.type("y")
    #expect(try browser.names() == ["나비.md", "다리.md"])
  }

  @Test func sharingAndTheEditorUseTheSelectedMemo() throws {
    let browser = try BrowserTrial(Self.three)
    browser.type("jse")
    browser.press(.enter)
    browser.type("s")
    #expect(browser.opened == ["나비.md", "나비.md", "나비.md"].map { VaultPath($0) })
  }

  @Test func theEditorOpensAtTheCursor() throws {
    let browser = try BrowserTrial(files: [("long.md", (1...50).map { "가나 \($0)\n" }.joined())])
    browser.type("e")
    #expect(browser.edited == MemoPlace(VaultPath("long.md")), "nothing was read yet")
    browser.press(.enter)
    browser.press(.down, .down, .right)
    browser.type("e")
    #expect(browser.edited == MemoPlace(VaultPath("long.md"), line: 3, column: 2))
  }

  @Test func whatIsInViewStaysWhereLinesComeAbove() throws {
    let text = (1...50).map { "line \($0)\n" }.joined()
    let browser = try BrowserTrial(files: [("long.md", text)])
    browser.press(.enter)
    for _ in 0..<20 { browser.press(.down) }
    let before = browser.lines.filter { $0.contains("line") }
    try browser.write("new\n\n" + text, to: "long.md", at: 9)
    #expect(browser.lines.filter { $0.contains("line 2") }.last == before.filter { $0.contains("line 2") }.last)
    browser.type("e")
    #expect(browser.edited == MemoPlace(VaultPath("long.md"), line: 23, column: 1))
  }

  @Test func syncingSavesFirst() throws {
    let browser = try BrowserTrial(Self.three)
    browser.heldBack = { $0 == .flush || $0 == .sync }
    browser.type("S")
    #expect(browser.held == [.flush, .sync] && browser.status.hasPrefix("syncing"))
    browser.heldBack = { _ in false }
    browser.type("S")
    #expect(browser.status.hasPrefix("nothing to sync"))
  }

  // MARK: Tags and links

  @Test func aTagIsChosen() throws {
    let browser = try BrowserTrial(files: Self.linked, rows: 20)
    browser.type("t")
    #expect(browser.lines.contains { $0.contains("#one") && $0.contains("2") })
    browser.type("two")
    browser.press(.enter)
    #expect(browser.titles == ["a"] && browser.status.contains("/tag:two"))
    browser.press(.escape)
    #expect(browser.titles == ["a", "b", "c"])
    let none = try BrowserTrial(Self.three)
    none.type("t")
    #expect(none.status.contains("no memo has a tag"))
  }

  @Test func tagsOfOneCountAreInNaturalOrder() throws {
    let browser = try BrowserTrial(files: [("a.md", "#day10 #day2 #day1 #z\n"), ("b.md", "#z\n")], rows: 20)
    browser.type("t")
    guard case .choosing(let chooser) = browser.state.mode else {
      Issue.record("no tags are offered")
      return
    }
    #expect(chooser.matching.map(\.name) == ["#z", "#day1", "#day2", "#day10"])
  }

  @Test func linksAreFollowedAndBack() throws {
    let browser = try BrowserTrial(files: Self.linked, rows: 20)
    browser.type("]")
    browser.press(.enter)
    #expect(browser.selected == "b")
    browser.type("]")
    #expect(browser.selected == "a", "the only link needs no question")
    browser.type("[")
    #expect(browser.selected == "b")
    browser.type("[")
    #expect(browser.selected == "a")
    browser.type("[")
    #expect(browser.status.contains("no link was followed"))
    browser.type("]")
    browser.press(.down, .enter)
    #expect(browser.selected == "a" && browser.status.hasPrefix("no memo is named 'nowhere'. Create it?"))
    browser.type("njj]")
    #expect(browser.status.contains("this memo has no links"))
  }

  @Test func backlinksAreChosenFrom() throws {
    let files = [("a.md", "# a\n[[c]]\n"), ("b.md", "# b\n[[c]]\n[[a]]\n"), ("c.md", "# c\n")]
    let browser = try BrowserTrial(files: files, rows: 20)
    browser.type("GB")
    browser.press(.down, .enter)
    #expect(browser.selected == "b")
    browser.type("[")
    #expect(browser.selected == "c")
    browser.type("gB")
    #expect(browser.selected == "b", "the only one needs no question")
    browser.type("B")
    #expect(browser.status.hasPrefix("no memo links to this one"))
  }

  @Test func theMemoOfTodayIsShown() throws {
    let browser = try BrowserTrial(Self.three)
    browser.type("T")
    #expect(browser.selected == "다리" && browser.status.hasPrefix("vault"))
  }

  @Test func aLinkOutsideTheSearchResultsEndsTheSearch() throws {
    let browser = try BrowserTrial(files: Self.linked, rows: 20)
    browser.type("/nowhere")
    browser.press(.enter)
    #expect(browser.titles == ["a"])
    browser.type("]")
    browser.press(.enter)
    #expect(browser.selected == "b" && browser.titles == ["a", "b", "c"])
  }

  // MARK: Palette and help

  @Test func commandsAreFoundByName() throws {
    let browser = try BrowserTrial(Self.three, rows: 24)
    browser.type(":")
    #expect(browser.lines.contains { $0.contains("move the memo to the trash") && $0.contains(" d ") })
    browser.type("new")
    browser.press(.enter)
    browser.type("x")
    #expect(browser.titles.first == "x")
  }

  @Test func aPaletteShowsHowManyCommandsFollow() throws {
    let browser = try BrowserTrial(Self.three, rows: 14)
    browser.type(":")
    let count = BrowserCommand.allCases.count - 1
    #expect(browser.lines.contains { $0.contains("─ ↓ \(count - 10) ─┘") }, "\(browser.lines)")
    for _ in 0..<count { browser.press(.down) }
    #expect(browser.lines.contains { $0.contains("─ ↑ \(count - 10) ─┐") && !$0.contains("↓") }, "\(browser.lines)")
  }

  @Test func aPaletteWithoutAMatchShowsAMessage() throws {
    let browser = try BrowserTrial(Self.three, rows: 24)
    browser.type(":zzz")
    #expect(browser.lines.contains { $0.contains("no command") })
    browser.press(.enter)
    #expect(browser.status.hasPrefix("no command matches"))
    browser.type("j")
    #expect(!browser.status.hasPrefix("no command"))
  }

  @Test func aLongHelpShowsThatMoreFollows() throws {
    let browser = try BrowserTrial(Self.three, rows: 12)
    browser.type("?")
    #expect(browser.status == "↓ more (space, j)")
    for _ in 0..<80 { browser.type("j") }
    #expect(browser.lines.last?.hasPrefix(" ^W ^K ^U") == true, "the end is shown, and no sign")
  }

  @Test func theHelpIsScrolledToItsStartAndEnd() throws {
    let browser = try BrowserTrial(["가방"])
    browser.type("?")
    let start = browser.lines
    browser.type("G")
    let bottom = browser.lines
    #expect(bottom[0] == start[0] && bottom.contains { $0.contains("delete a word") }, "\(bottom)")
    browser.type("g")
    #expect(browser.lines == start)
    browser.press(.end)
    #expect(browser.lines == bottom)
    browser.press(.home)
    #expect(browser.lines == start)
  }

  @Test func aNarrowHelpIsWrappedAndNotCut() throws {
    let open = KeyMessages.command(.open)[.english].filter { $0 != " " }
    for columns in [30, 40, 60] {
      let lines = HelpPage.lines(.english, .plain, columns: columns)
      #expect(lines.allSatisfy { 16 + $0.meaning.count <= columns })
      let all = lines.map(\.meaning).joined().filter { $0 != " " }
      #expect(all.hasPrefix(open))
    }
  }

  @Test(arguments: Language.allCases)
  func aHelpOfFewColumnsHasMeaningsBelowTheirKeys(language: Language) {
    let lines = HelpPage.lines(language, .plain, columns: 20)
    for line in lines {
      #expect(line.keys.isEmpty || line.meaning.isEmpty)
      #expect(DisplayWidth.columns(of: line.keys) <= 19 && DisplayWidth.columns(of: line.meaning) <= 17, "\(line)")
    }
    let open = KeyMessages.command(.open)[language].filter { $0 != " " }
    #expect(lines.first?.keys == BrowserCommand.open.key)
    #expect(lines.map(\.meaning).joined().filter { $0 != " " }.hasPrefix(open))
  }

  @Test func theKoreanHelpNamesWhatNeedsNoCapitalOnTheHangulKeyboardAndBreaksNoTable() {
    for keys in [Looks.Keys.plain, .vi] {
      let lines = HelpPage.lines(.korean, keys, columns: 60)
      let meanings = lines.drop { $0.keys != "한글 자판" }.prefix { $0.keys != "마우스" }.map(\.meaning).joined(separator: " ")
      #expect(meanings.contains("다시 실행은 ^R") && meanings.contains("동기화는 :동기화"), "\(meanings)")
      #expect(lines.contains { $0.keys == "| 칸 | 칸 |" && $0.meaning.contains("Tab") })
    }
    #expect(HelpPage.lines(.korean, .vi, columns: 80).contains { $0.keys == "x, dd, dw, D" })
  }

  @Test func aHelpOfFewColumnsIsDrawnWhole() throws {
    let browser = try BrowserTrial(Self.three, columns: 20, rows: 24)
    browser.type("?")
    #expect(Array(browser.lines.dropFirst().prefix(3)) == [" Enter", "   go to the text;", "   in the text, open"])
  }

  @Test func theHelpShowsAllKeys() throws {
    let browser = try BrowserTrial(Self.three, rows: 40)
    browser.type("?")
    for command in BrowserCommand.allCases {
      let meaning = KeyMessages.command(command)[.english]
      #expect(browser.lines.contains { $0.hasPrefix(" \(command.key) ") && $0.hasSuffix(meaning) })
    }
    browser.type("x")
    #expect(browser.lines[0].contains("가방"))
    browser.resize(columns: 20, rows: 5)
    browser.type("?" + String(repeating: "j", count: 300))
    #expect(browser.isPaintedRight && browser.lines.last?.isEmpty == false, "\(browser.lines)")
  }

  @Test func everyCommandHasItsOwnKey() {
    let keys = BrowserCommand.allCases.map(\.key)
    #expect(Set(keys).count == keys.count)
  }
}
