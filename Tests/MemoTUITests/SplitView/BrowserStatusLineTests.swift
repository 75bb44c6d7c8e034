import MemoCore
import MemoIndex
import MemoSync
import MemoTestSupport
import MemoWords
import Testing

@testable import MemoTUI

/// What the status line says about the memo and the vault, and how long errors stay.
@Suite struct BrowserStatusLineTests {
  private static let files = [("a.md", "# 가방\n\none two 셋\n"), ("b.md", "# b\n")]

  @Test func theTextHasAPositionAndWords() throws {
    let browser = try BrowserTrial(files: Self.files)
    #expect(browser.status.contains("vault · 2 memos    "), "the list has neither")
    browser.press(.enter)
    #expect(browser.status.hasPrefix("vault · 2 memos · 1:1 0% · 4 words"), "\(browser.status)")
    browser.type("jjll")
    #expect(browser.status.hasPrefix("vault · 2 memos · 3:3 66% · 4 words"), "\(browser.status)")
    browser.type("ix ")
    #expect(browser.status.hasPrefix("vault · 2 memos · 3:5 66% · 5 words"), "\(browser.status)")
    browser.press(.escape, .escape)
    #expect(browser.status.hasPrefix("vault · 2 memos"))
  }

  @Test func aNewMemoIsCountedAsSoonAsItHasARow() throws {
    let browser = try BrowserTrial(files: Self.files)
    browser.type("n")
    #expect(browser.state.list.rows.count == 3)
    #expect(browser.status.hasPrefix("vault · 3 memos"), "\(browser.status)")
    browser.type("New")
    #expect(browser.status.hasPrefix("vault · 3 memos"), "\(browser.status)")
  }

  @Test func largeNumbersHaveSeparators() {
    let found = Message.share(1200, of: 12345)
    #expect(found[.english] == "1,200 of 12,345" && found[.korean] == "12,345개 중 1,200개")
    let matches = ListMessages.matches(1200)
    #expect(matches[.english] == "1,200 matches" && matches[.korean] == "일치 1,200곳")
  }

  @Test func aColumnIsCountedInCharacters() throws {
    let browser = try BrowserTrial(files: [("a.md", "한글과 words\n")])
    browser.press(.enter)
    browser.type("$")
    #expect(browser.status.contains(" · 1:10 "), "\(browser.status)")
  }

  @Test(arguments: [false, true]) func aMemoThatIsSearchedInPartIsNamed(finds: Bool) throws {
    let browser = try BrowserTrial(files: Self.files + [("long.md", "# Long\n")], columns: 120)
    try browser.lengthen("long.md", to: SearchText.readLimit + 1)
    browser.type("/")
    browser.send(.terminal(.paste(finds ? "one" : "zebra")))
    let remark = "searched only the first 16 MB of 'long.md'"
    #expect(browser.status.hasSuffix(finds ? "1 of 3 · 1 match · \(remark)" : remark), "\(browser.status)")
    browser.press(.enter)
    #expect(browser.status.contains(" of 3 · ") && browser.status.contains(" · \(remark)"), "\(browser.status)")
    browser.press(.escape)
    #expect(!browser.status.contains("searched"), "\(browser.status)")
    browser.type("/")
    browser.send(.terminal(.paste("tag:zebra")))
    #expect(!browser.status.contains("searched"), "no text is searched: \(browser.status)")
  }

  @Test func aNarrowWindowNamesTheMemo() throws {
    let browser = try BrowserTrial(files: Self.files, columns: 40, rows: 12)
    #expect(browser.status.hasPrefix("vault · 2 memos"))
    browser.press(.enter)
    #expect(browser.status.hasPrefix("가방 · 1:1 0% · 4 words"), "\(browser.status)")
    browser.resize(columns: 100, rows: 12)
    #expect(browser.status.hasPrefix("vault · 2 memos · 1:1 0% · 4 words"), "\(browser.status)")
  }

  @Test func aMemoThatGrowsLongShowsNoCountOfBefore() throws {
    let browser = try BrowserTrial(files: [("a.md", "one\n")])
    browser.write("two three")
    #expect(browser.status.contains("2 words"), "\(browser.status)")
    browser.send(.terminal(.paste(String(repeating: " more", count: 10_000))))
    browser.pause()
    browser.press(.escape)
    try browser.notice()
    #expect(browser.status.contains("10,002 words"), "\(browser.status)")
  }

  @Test func wordsOfALongMemoAreThoseOfTheIndex() throws {
    let browser = try BrowserTrial(files: [("a.md", String(repeating: "one two\n", count: 5_000))])
    browser.write("x ")
    #expect(browser.status.contains("10,000 words"), "\(browser.status)")
  }

  // MARK: Syncs

  @Test func memosThatChangedSinceTheLastSyncAreCounted() throws {
    let browser = try BrowserTrial(["a", "b", "c", "d"])
    for (last, unsent) in [(0, 4), (1, 3), (3, 1), (4, 0), (9, 0)] {
      let sync = LastSync(at: BrowserTrial.time(last), hasFailed: false)
      let line = SyncLine(sync, try browser.vault.refresh())
      #expect(line.unsent == unsent)
      let text = line.text { "\($0 / 1_000_000_000)s" }
      #expect(text[.english] == (unsent == 0 ? "synced \(last)s" : "synced \(last)s · \(unsent) unsent"))
      #expect(text[.korean].contains("보낼 메모") == (unsent > 0))
    }
    let never = SyncLine(LastSync(at: nil, hasFailed: true), try browser.vault.refresh())
    #expect(never.unsent == 4)
  }

  // MARK: Errors

  @Test func anErrorStaysUntilAKeyAfterItWasDrawn() throws {
    var state = try BrowserTrial(["a", "b"]).state
    _ = state.update(.failed("no space left"))
    _ = state.update(.terminal(.text("j")))
    _ = state.update(.done("moved elsewhere", select: nil))
    #expect(BrowserView.render(state).text(ofRow: 9).hasPrefix("no space left"), "it was not seen yet")
    state.error.noteDrawn()
    _ = state.update(.done("synced", select: nil))
    #expect(BrowserView.render(state).text(ofRow: 9).hasPrefix("no space left"), "information does not replace it")
    _ = state.update(.failed("another"))
    _ = state.update(.terminal(.text("k")))
    #expect(BrowserView.render(state).text(ofRow: 9).hasPrefix("another"))
    state.error.noteDrawn()
    _ = state.update(.terminal(.text("j")))
    #expect(BrowserView.render(state).text(ofRow: 9).hasPrefix("vault"))
  }

  @Test func failuresOfCommandsAreErrors() throws {
    let browser = try BrowserTrial(["a"])
    browser.type("u")
    browser.send(.done("information", select: nil))
    #expect(browser.status.hasPrefix("there is nothing to undo") || browser.status.contains("nothing to undo"))
    browser.type("k")
    #expect(browser.status.hasPrefix("vault"))
  }
}
