import Foundation
import MemoCore
import MemoTestSupport
import MemoWords
import Testing

@testable import MemoTUI

/// What people do who have used other notes apps.
@Suite struct BrowserHabitTests {
  @Test func aTitleThatIsRetypedKeepsItsLinks() throws {
    let browser = try BrowserTrial(files: [
      ("가을-소풍.md", "# 가을 소풍\n"), ("할-일.md", "# 할 일\n\n[[가을 소풍]]\n"),
    ])
    browser.press(.enter)
    browser.type("A 계획")
    browser.press(.escape)
    #expect(try browser.text(of: "할-일.md") == "# 할 일\n\n[[가을 소풍 계획]]\n", "\(browser.status)")
    #expect(browser.status.contains("updated links in 1 other memo"), "\(browser.status)")
  }

  @Test func aLinkThatCannotBeWrittenWithARetypedTitleIsReported() throws {
    let browser = try BrowserTrial(files: [("C# notes.md", "# Notes\n"), ("a.md", "# A\n\n[[Notes]]\n")], columns: 160)
    browser.press(.enter)
    browser.type("A | more")
    browser.press(.escape)
    #expect(try browser.text(of: "C# notes.md") == "# Notes | more\n", "\(browser.status)")
    #expect(try browser.text(of: "a.md") == "# A\n\n[[Notes]]\n")
    #expect(browser.status.contains("the link to 'Notes' in 'a.md' no longer leads where it did"), "\(browser.status)")
  }

  @Test func aNewMemoWithTheNameOfAnotherTakesOverNoLinks() throws {
    let browser = try BrowserTrial(files: [("곤충/나비.md", "# 곤충\n"), ("글.md", "# 글\n\n[[나비]]\n")], columns: 160)
    browser.type("n나비")
    browser.press(.escape)
    #expect(try browser.text(of: "나비.md") == "나비\n", "\(browser.status)")
    #expect(try browser.text(of: "글.md") == "# 글\n\n[[곤충/나비]]\n")
    #expect(browser.status.contains("updated links in 1 other memo"), "\(browser.status)")
  }

  @Test(arguments: [
    ("메모 삭제", BrowserCommand.delete), ("메모 찾기", .search), ("메모 이동", .move), ("메모 열기", .open), ("휴지통 보기", .trash),
    ("태그 추가", .tags), ("제목순", .order), ("최신순", .order), ("delete this memo", .delete), ("찾기", .search),
  ])
  func aPhraseFindsItsCommand(typed: String, command: BrowserCommand) {
    var palette = Chooser(commandsIn: .korean)
    palette.update(.text(typed))
    #expect(palette.chosen?.action == .command(command), "\(typed): \(palette.chosen?.name ?? "nothing")")
  }

  @Test(arguments: [
    ("ㅈ", BrowserCommand.save), ("ㅂ", .quit), ("ㅈㅂ", .quit), ("ㅌ", .quit), ("ㅈㅂㅁ", .quit), ("ㅈ!", .save), ("ㅕ", .undo),
    ("ㅇ", .delete), ("ㅅ", .tags), ("ㄷ", .editor), ("ㅗ", .help), ("ㅌㄱ", .tags), ("ㅈㄹ", .order),
  ])
  func inThePaletteKeysOfTheKoreanKeyboardAreShortNamesThenInitials(typed: String, command: BrowserCommand) {
    for keys in [Looks.Keys.plain, .vi] {
      var palette = Chooser(commandsIn: .korean, keys: keys)
      palette.update(.text(typed))
      #expect(palette.chosen?.action == .command(command), "\(typed): \(palette.chosen?.name ?? "nothing")")
    }
  }

  @Test(arguments: [true, false]) func aCommandOfViTypedOnTheKoreanKeyboardWritesNothing(isVi: Bool) throws {
    let browser = try BrowserTrial(["가방"])
    if isVi { browser.readWithVi() }
    let text = browser.text
    browser.type(":ㅈ")
    browser.press(.enter)
    #expect(!browser.state.isWriting && browser.text == text)
    browser.type(":ㅈㅂ")
    browser.press(.enter)
    #expect(browser.hasQuit, "\(browser.status)")
  }

  @Test(arguments: [("ㄷ 나비", "e 나비"), ("ㅂ!", "q!"), ("%ㄴ/가/ㅂ/g", "%s/가/ㅂ/g")])
  func withViKeysTheNameOfACommandIsReadAsLatinKeysAndTheRestIsKept(typed: String, command: String) {
    var palette = Chooser(commandsIn: .korean, keys: .vi)
    palette.update(.text(typed))
    #expect(palette.typedCommand == command)
  }

  @Test(arguments: [
    ("모든 메모", "Esc"), ("표", "| 표 |"), ("표 만들기", "| 표 |"), ("굵게", "**굵게**"), ("체크리스트 만들기", "- [ ]"), ("모두 바꾸기", "^R"),
    ("날짜", "@"), ("다크 모드", "memo config theme"), ("언어", "memo config language"), ("히스토리", "memo history"),
    ("휴지통 비우기", "memo trash empty"), ("최근", "o"),
  ])
  func aPhraseIsAnsweredWithWhatDoesIt(typed: String, answer: String) {
    var palette = Chooser(commandsIn: .korean)
    palette.update(.text(typed))
    guard case .message(let text)? = palette.chosen?.action else {
      Issue.record("\(typed): \(palette.chosen?.name ?? "nothing")")
      return
    }
    #expect(text.contains(answer), "\(typed): \(text)")
  }

  @Test func aListItemBecomesATaskThatIsTickedThen() throws {
    let browser = try BrowserTrial(files: [("a.md", "# t\n\n- 우유\n1. one\ntext\n")])
    browser.press(.enter)
    browser.type("jjx")
    #expect(try browser.text(of: "a.md") == "# t\n\n- [ ] 우유\n1. one\ntext\n")
    #expect(browser.status.contains("the item is a task now; x ticks it"), "\(browser.status)")
    browser.type("xjx")
    #expect(try browser.text(of: "a.md") == "# t\n\n- [x] 우유\n1. [ ] one\ntext\n")
    browser.type("jx")
    #expect(browser.status.contains("no task at the cursor; one begins with '- [ ] '"), "\(browser.status)")
  }

  @Test(arguments: [true, false]) func aTextIsFoundHoweverItIsComposed(isTypedApart: Bool) throws {
    let (composed, apart) = ("닭볶음 café", "닭볶음 café".decomposedStringWithCanonicalMapping)
    let (typed, written) = isTypedApart ? (apart, composed) : (composed, apart)
    let pattern = try #require(ExactPattern(typed))
    let line = EditedLines(Array("- \(written), \(written)".utf8))[0]
    let length = written.utf8.count
    #expect(pattern.ranges(in: line) == [2..<2 + length, 4 + length..<4 + 2 * length])
  }

  @Test func anUndoThatShortensATextLeavesItInView() throws {
    let browser = try BrowserTrial(files: [("a.md", "# t\n\nfirst\n")])
    browser.press(.enter)
    browser.type("G")
    browser.type("A")
    browser.type(String(repeating: "\r", count: 0))
    for number in 0..<30 {
      browser.type("line \(number)")
      browser.press(.enter)
    }
    browser.press(.escape)
    browser.type("u")
    #expect(browser.text == "# t\n\nfirst\n", "\(browser.status)")
    #expect(browser.lines.contains { $0.contains("│ first") }, "\(browser.lines)")
  }

  @Test func whatWasCutIsPastedWhileTheTextIsRead() throws {
    let browser = try BrowserTrial(files: [("a.md", "# t\n\none two\n"), ("b.md", "# b\n")])
    browser.press(.enter)
    browser.type("jjvllll")
    browser.type("x")
    #expect(browser.text == "# t\n\ntwo\n")
    browser.type("$p")
    #expect(try browser.text(of: "a.md") == "# t\n\ntwoone \n")
    browser.press(.control("v"))
    #expect(try browser.text(of: "a.md") == "# t\n\ntwoone one \n")
  }

  @Test func aMemoThatWasSharedIsPastedIntoAnother() throws {
    let browser = try BrowserTrial(files: [("a.md", "# a\n"), ("b.md", "# b\n")])
    browser.type("s")
    browser.type("j")
    browser.press(.enter)
    browser.type("GA")
    browser.press(.control("v"), .escape)
    #expect(try browser.text(of: "b.md")?.contains("# a\n") == true)
  }

  @Test func theOrderHoldsForFoldersAndTagsAndIsSaidOfSearches() throws {
    let browser = try BrowserTrial(files: [
      ("x/b.md", "# b\n\n#t word\n"), ("x/c.md", "# c\n\n#t word word word\n"), ("x/a.md", "# a\n\n#t word\n"),
      ("d.md", "# d\n"),
    ])
    for query in ["path:\"x/\"", "tag:t"] {
      browser.type("/\(query)")
      browser.press(.enter)
      #expect(browser.titles == ["b", "c", "a"], "\(query): newest first")
      browser.type("o")
      #expect(browser.titles == ["a", "b", "c"] && browser.status.contains("by title"), "\(browser.status)")
      browser.type("ooo")
      #expect(browser.titles == ["b", "c", "a"] && browser.status.contains("newest first"), "\(browser.status)")
      browser.press(.escape)
    }
    browser.type("/word")
    browser.press(.enter)
    let ranked = browser.titles
    browser.type("o")
    #expect(browser.titles == ["a", "b", "c"] && browser.status.contains("by title"), "\(browser.status)")
    browser.type("ooo")
    #expect(browser.titles == ranked && browser.status.contains("best matches first"), "\(browser.status)")
  }

  @Test func aLinkToAHeadingThatIsNotThereSaysSo() throws {
    let browser = try BrowserTrial(files: [("a.md", "# a\n\n[[b#Risks]]\n"), ("b.md", "# b\n\n## Costs\n")])
    browser.press(.enter)
    browser.type("jj")
    browser.press(.enter)
    #expect(browser.text == "# b\n\n## Costs\n")
    #expect(browser.status.contains("this memo has no heading 'Risks'"), "\(browser.status)")
  }

  @Test func aMemoThatIsMovedOrRenamedStaysWhereItWasInView() throws {
    let lines = (0..<40).map { "line \($0)\n" }.joined()
    let browser = try BrowserTrial(files: [("a.md", "# a\n\n\(lines)"), ("x/b.md", "# b\n")])
    browser.press(.enter)
    browser.type(String(repeating: "j", count: 30))
    let position = browser.state.pane?.editor.buffer.cursor
    browser.type("mx")
    browser.press(.enter)
    #expect(browser.state.pane?.path?.text == "x/a.md", "\(browser.status)")
    #expect(browser.state.pane?.editor.buffer.cursor == position && browser.state.pane?.top ?? 0 > 0)
    browser.type("r2")
    browser.press(.enter)
    #expect(browser.state.pane?.path?.text == "x/a2.md", "\(browser.status)")
    #expect(browser.state.pane?.editor.buffer.cursor == position && browser.state.pane?.top ?? 0 > 0)
  }

  @Test(arguments: ["F", "t"])
  func inTheMemosOfAFolderOrTagTheTextHasNoMatchesToGoThrough(key: String) throws {
    let files = [("work/a.md", "# a\n\n#tag\n"), ("b.md", "# b\n")]
    let browser = try BrowserTrial(files: files)
    browser.type(key)
    browser.press(.enter)
    #expect(browser.titles == ["a"])
    browser.press(.enter)
    #expect(browser.state.focus == .memo && !browser.status.contains("next match"), "\(browser.status)")
    browser.type("n")
    #expect(browser.state.isWriting && browser.text == "", "a new memo, as elsewhere: \(browser.status)")
  }

  @Test func theFolderThatAMemoIsInIsNoNewOne() throws {
    let browser = try BrowserTrial(files: [("일/a.md", "# a\n"), ("일기/b.md", "# b\n")])
    browser.type("m일")
    browser.press(.enter)
    #expect(browser.status.contains("the memo is in this folder already"), "\(browser.status)")
    #expect(try browser.text(of: "일/a.md") == "# a\n")
  }

  @Test func aSuggestionIsTakenByTab() throws {
    let browser = try BrowserTrial(files: [("a.md", "# 오사카 여행\n"), ("b.md", "# b\n")])
    browser.type("/오사캬아")
    #expect(browser.status.contains("did you mean '오사카'? Tab takes it"), "\(browser.status)")
    browser.press(.tab)
    #expect(browser.titles == ["오사카 여행"], "\(browser.status)")
  }

  @Test func aSuggestionReplacesTheWordThatNoMemoHas() throws {
    let browser = try BrowserTrial(files: [("a.md", "# Pesto\n\nbasil\n"), ("b.md", "# basin\n\nbasil\n")])
    browser.type("/basil pesta")
    #expect(browser.status.contains("did you mean 'Pesto'? Tab takes it"), "\(browser.status)")
    browser.press(.tab)
    #expect(browser.state.list.query == "basil Pesto" && browser.titles == ["Pesto"], "\(browser.status)")
  }

  @Test func nothingIsSuggestedForAWordThatAMemoHas() throws {
    let browser = try BrowserTrial(files: [("a.md", "# 자주 가는 곳\n\n제주\n"), ("b.md", "# b\n")])
    browser.type("/제주 없는말")
    #expect(browser.status.contains("no memo matches '없는말'"), "\(browser.status)")
    browser.press(.tab)
    #expect(browser.state.list.query == "제주 없는말")
    browser.press(.escape)
    browser.type("/가는 b")
    #expect(browser.status.contains("0 of 2"), "both are in memos: \(browser.status)")
  }

  @Test func theKeyThatTakesASuggestionIsNamed() {
    let (one, two) = (BrowserMessages.suggestions(["a"]), BrowserMessages.suggestions(["a", "b"]))
    #expect(one[.english] == "did you mean 'a'? Tab takes it")
    #expect(two[.english] == "did you mean 'a', 'b'? Tab takes the first")
    #expect(one[.korean] == "혹시 이것을 찾으셨습니까? 'a' (Tab: 이 말로 검색)")
    #expect(two[.korean] == "혹시 이것을 찾으셨습니까? 'a', 'b' (Tab: 첫 번째 말로 검색)")
  }

  @Test func whatIsTypedFirstReplacesTheSearchBefore() throws {
    let browser = try BrowserTrial(files: [("a.md", "# one\n"), ("b.md", "# two\n")])
    browser.type("/one")
    browser.press(.enter)
    browser.type("/two")
    #expect(browser.titles == ["two"])
    browser.press(.enter)
    browser.type("/")
    browser.press(.right)
    browser.type("x")
    #expect(browser.status.hasPrefix("/twox"), "another key leaves it to be changed")
    browser.press(.escape)
  }
}
