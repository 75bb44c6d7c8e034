import MemoCore
import MemoTestSupport
import Testing

@testable import MemoTUI

@Suite struct BrowserSearchTests {
  private static let memos = ["장보기", "주간 회의록", "Release plan", "여행"]

  @Test func theListFollowsTheQuery() throws {
    let browser = try BrowserTrial(Self.memos)
    browser.type("/plan")
    #expect(browser.titles == ["Release plan"] && browser.text?.contains("text of Release plan") == true)
    #expect(browser.status.hasPrefix("/plan") && browser.status.hasSuffix("1 of 4 · 2 matches"))
    #expect(browser.terminal.cursor == CellGrid.Position(row: 9, column: 5))
    browser.press(.backspace, .backspace, .backspace, .backspace)
    #expect(browser.titles == Self.memos && browser.selected == "Release plan", "the selection stays on its memo")
  }

  @Test(arguments: ["ㅎㅇㄹ", "회의ㄹ", "회의로", "TEXT OF 주간", "주간 -plan"])
  func typingSearchesWholeTexts(query: String) throws {
    let browser = try BrowserTrial(Self.memos)
    browser.type("/" + query)
    #expect(browser.titles == ["주간 회의록"])
  }

  @Test func matchesAreHighlighted() throws {
    let browser = try BrowserTrial(Self.memos)
    let plain = (0..<9).map { browser.terminal.cells(inRow: $0, columns: 80) }
    browser.type("/여행")
    #expect(browser.text?.contains("여행") == true)
    let cells = browser.terminal.cells(inRow: 2, columns: 80)
    let match = cells.first { $0.hasPrefix("여|") }
    let other = cells.first { $0.hasPrefix("t|") && $0 == cells[32] }
    #expect(match != nil && match?.split(separator: "|").last != other?.split(separator: "|").last)
    browser.press(.escape)
    #expect(browser.titles == Self.memos && browser.selected == "여행")
    browser.type("g")
    #expect((0..<9).map { browser.terminal.cells(inRow: $0, columns: 80) } == plain, "Esc leaves nothing behind")
  }

  @Test func aMatchIsHighlightedWithTheCharacterThatItIsPartOf() throws {
    let browser = try BrowserTrial(files: [("a.md", "# a\n\nx 👨‍👩‍👧 y\n")])
    browser.type("/👧")
    // In the list and in the text.
    for row in [1, 2] {
      let cells = browser.terminal.cells(inRow: row, columns: 80)
      let match = try #require(cells.first { $0.unicodeScalars.first == "👨" }, "\(row): \(cells)")
      let other = try #require(cells.first { $0.hasPrefix("x|") }, "\(row): \(cells)")
      #expect(match.split(separator: "|").last != other.split(separator: "|").last, "\(row)")
    }
  }

  @Test func theFirstMatchIsInSight() throws {
    let long = (1...200).map { "line \($0)" }.joined(separator: "\n") + "\nneedle\n"
    let browser = try BrowserTrial(files: [("a.md", "a"), ("b.md", long)])
    browser.type("/needle")
    #expect(browser.lines.contains { $0.hasSuffix("│ needle") })
  }

  @Test(arguments: [false, true])
  func aNarrowWindowShowsTheListWhileAQueryIsTyped(isFromText: Bool) throws {
    let browser = try BrowserTrial(Self.memos, columns: 40)
    if isFromText { browser.press(.enter) }
    browser.type("/text of")
    let lines = browser.lines
    #expect(Self.memos.allSatisfy { title in lines.contains { $0.contains(title) } }, "\(lines)")
    #expect(browser.status.hasPrefix("/text of") && browser.isPaintedRight)
    browser.press(.escape)
    #expect(browser.lines[0].hasPrefix(" # ") == isFromText, "it goes back to text or list: \(browser.lines)")
    browser.type("/plan")
    browser.press(.enter)
    #expect(browser.lines[0].contains("Release plan") && !browser.lines.contains { $0.contains("장보기") })
    browser.press(.enter)
    #expect(browser.lines[0] == " # Release plan" && browser.isPaintedRight)
  }

  @Test func aNarrowWindowOpensAMemoAtWhatWasFound() throws {
    let long = (1...200).map { "line \($0)" }.joined(separator: "\n") + "\nneedle\n"
    let wide = String(repeating: "wide ", count: 90)
    let files = [("a.md", "a"), ("b.md", long), ("c.md", "\(wide)\n\nneedle\n")]
    let browser = try BrowserTrial(files: files, columns: 40)
    browser.type("/needle")
    browser.press(.enter)
    for _ in 0..<2 {
      browser.press(.enter)
      #expect(browser.lines.contains { $0 == " needle" } && browser.isPaintedRight, "\(browser.lines)")
      browser.press(.escape, .down)
    }
  }

  @Test func enterKeepsTheResultsAndEscShowsAllMemos() throws {
    let browser = try BrowserTrial(Self.memos)
    browser.type("/e")
    browser.press(.enter)
    browser.type("j")
    #expect(browser.titles.count == 4 || browser.selected != nil)
    #expect(browser.status.contains("/e · "))
    browser.press(.escape)
    #expect(browser.titles == Self.memos && browser.status.hasPrefix("vault · 4 memos"))
  }

  @Test func arrowsChooseWhileTyping() throws {
    let browser = try BrowserTrial(Self.memos)
    browser.type("/text")
    browser.press(.down)
    browser.type(" of")
    #expect(browser.status.hasPrefix("/text of"))
  }

  @Test func aSearchWithoutResultsShowsAMessage() throws {
    let browser = try BrowserTrial(Self.memos)
    browser.type("/nowhere")
    #expect(browser.lines[1].contains("no memo matches") && browser.text == nil)
    browser.press(.enter)
    browser.type("idsr")
    browser.press(.enter, .escape)
    #expect(browser.titles == Self.memos && browser.selected != nil && browser.text != nil)
  }

  @Test(arguments: ["u", "dy"])
  func aNewMemoUndoneBeforeTheListHasItIsGone(keys: String) throws {
    let browser = try BrowserTrial(Self.memos)
    browser.type("n새 글")
    browser.press(.escape)
    #expect(browser.titles == ["새 글"] + Self.memos)
    browser.type(keys)
    #expect(browser.titles == Self.memos && browser.text?.contains("새 글") == false, "\(browser.titles)")
    #expect(try browser.names().count == 4)
  }

  @Test func aRenamedMemoStaysVisibleThoughTheSearchNoLongerFindsIt() throws {
    let browser = try BrowserTrial(files: [("a.md", "# 장보기\n\n두부\n"), ("b.md", "# other\n")])
    browser.type("/장보기")
    browser.press(.enter)
    // Answers come after what led to them.
    browser.heldBack = { if case .list = $0 { true } else { false } }
    browser.type("r")
    browser.press(.control("u"))
    browser.type("목록")
    browser.press(.enter)
    browser.heldBack = { _ in false }
    browser.answerHeld()
    #expect(browser.titles == ["목록", "other"] && browser.selected == "목록", "\(browser.status)")
    #expect(browser.text?.hasPrefix("# 목록") == true)
  }

  @Test(arguments: [[], [Key.enter]])
  func aLateUndoDoesNotEndANewSearch(keys: [Key]) throws {
    let browser = try undoneLate()
    browser.type("/plan")
    for key in keys { browser.press(key) }
    browser.answerHeld()
    #expect(browser.titles == ["Release plan"], "\(browser.status)")
    #expect(browser.text?.contains("text of Release plan") == true)
    #expect(try browser.names().contains("여행.md"), "it was undone")
  }

  @Test func aLateUndoKeepsANewTextOpen() throws {
    let browser = try undoneLate()
    browser.type("g")
    browser.write("새 ")
    browser.answerHeld()
    #expect(browser.selected == "새 # 장보기" && browser.text?.hasPrefix("새 # 장보기") == true)
    browser.press(.escape)
    #expect(browser.selected == "새 # 장보기" && browser.titles.contains("여행"))
  }

  /// A memo that was deleted, and an undo of that whose answer is still to come.
  private func undoneLate() throws -> BrowserTrial {
    let browser = try BrowserTrial(Self.memos)
    browser.type("Gdy")
    #expect(browser.titles.count == 3)
    browser.heldBack = { if case .undo = $0 { true } else { false } }
    browser.type("u")
    browser.heldBack = { _ in false }
    return browser
  }

  @Test func aSearchWithoutResultsReturnsToTheMemo() throws {
    let browser = try BrowserTrial(Self.memos)
    browser.type("jj")
    let read = browser.selected
    browser.type("/nowhere")
    #expect(browser.selected == nil)
    browser.press(.escape)
    #expect(browser.selected == read && browser.text?.contains(read ?? "") == true)
  }

  @Test func anIncompleteQueryKeepsTheList() throws {
    let browser = try BrowserTrial(Self.memos)
    browser.type("/plan")
    browser.send(.terminal(.paste(" /(/")))
    let reason = { browser.lines.suffix(4).joined(separator: " ") }
    #expect(browser.titles == ["Release plan"] && reason().contains("is not a regular expression"), "\(reason())")
    browser.press(.backspace)
    browser.type("p)/")
    #expect(browser.titles == ["Release plan"] && !reason().contains("is not a regular expression"))
  }

  @Test(arguments: [
    ("block:x", "searches have no 'block:'", "use line:(…) or section:(…)"),
    ("[grade:>4]", "searches have no '[grade:>4]'", "use --where 'grade>4'"),
    ("/[/", "'/[/' is not a regular expression", "as it is: memo search"),
  ])
  func aQueryThatIsRefusedShowsTheWholeReasonAndWhatToWriteInstead(query: String, reason: String, hint: String) throws {
    for columns in [60, 90] {
      let browser = try BrowserTrial(Self.memos, columns: columns)
      browser.type("/" + query)
      let lines = browser.lines.suffix(4).joined(separator: " ")
      #expect(lines.contains(reason) && lines.contains(hint), "\(browser.lines)")
      #expect(browser.status.hasPrefix("/" + query) && browser.isPaintedRight)
    }
  }

  @Test func answersToEarlierQueriesAreIgnored() throws {
    let browser = try BrowserTrial(Self.memos)
    browser.heldBack = { if case .list = $0 { true } else { false } }
    browser.type("/pl")
    browser.send(.listed(browser.library.listing(query: "p", order: .newest)))
    #expect(browser.titles == Self.memos && browser.status.hasSuffix("…"))
    browser.send(.listed(browser.library.listing(query: "pl", order: .newest)))
    #expect(browser.titles == ["Release plan"])
  }

  @Test func aSyllableInPartsIsAQueryEachTime() throws {
    let browser = try BrowserTrial(Self.memos)
    var decoder = KeyDecoder()
    browser.type("/")
    for byte in Array("회의".utf8) {
      for event in decoder.decode([byte]) { browser.send(.terminal(event)) }
    }
    #expect(browser.titles == ["주간 회의록"])
  }

  @Test func theKeyOfOtherProgramsStartsASearch() throws {
    let browser = try BrowserTrial(["가방", "나비"])
    browser.press(.control("o"))
    browser.type("나비")
    browser.press(.enter)
    #expect(browser.titles == ["나비"] && browser.selected == "나비")
  }

  @Test func aNewMemoEndsTheSearch() throws {
    let browser = try BrowserTrial(Self.memos)
    browser.type("/plan")
    browser.press(.enter)
    browser.type("nx")
    #expect(browser.titles == ["x"] + Self.memos && browser.selected == "x")
    browser.press(.escape)
    #expect(try browser.names().contains("x.md"))
  }

  @Test func aMemoJustWrittenIsNotFoundByTextItDoesNotContain() throws {
    let browser = try BrowserTrial(Self.memos)
    browser.type("nx")
    browser.press(.escape)
    browser.type("/plan")
    #expect(browser.titles == ["Release plan"])
  }

  @Test func writingInSearchResultsKeepsTheRow() throws {
    let browser = try BrowserTrial(Self.memos)
    browser.type("/text")
    browser.press(.enter)
    browser.type("j")
    browser.write("!")
    #expect(browser.titles[1].hasPrefix("!") && browser.selected?.hasPrefix("!") == true)
    browser.press(.escape)
    try browser.notice()
    #expect(browser.selected?.hasPrefix("!") == true)
  }
}
