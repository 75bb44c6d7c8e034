import MemoCore
import MemoTestSupport
import Testing

@testable import MemoTUI

/// The matching lines that a search shows in the list.
@Suite struct BrowserFoundTests {
  private static let files = [
    ("a.md", "# first\n\nnothing here\n\n- one needle\n- needle and needle\n"),
    ("b.md", "# second needle\n\nother words\n"),
    ("c.md", "# third\n\n" + String(repeating: "길고 긴 글 ", count: 40) + "needle 끝\n"),
  ]

  private static func row(_ browser: BrowserTrial, _ row: Int) -> String {
    String(browser.lines[row].prefix { $0 != "│" })
  }

  @Test func theLineWithTheMostMatchesIsTheSecondOfItsRow() throws {
    let browser = try BrowserTrial(files: Self.files)
    browser.type("/needle")
    let place = try #require(browser.titles.firstIndex(of: "first"))
    #expect(Self.row(browser, 2 * place + 1).hasPrefix(" - needle and needle"), "\(browser.lines)")
    let cells = browser.terminal.cells(inRow: 2 * place + 1, columns: 30)
    #expect(cells[3] != cells[10] && cells[3].hasPrefix("n|"), "matches look different: \(cells[3]) \(cells[10])")
    #expect(cells[3].split(separator: "|").last != cells[10].split(separator: "|").last)
  }

  @Test func whereOnlyTheTitleMatchesThePreviewStays() throws {
    let browser = try BrowserTrial(files: Self.files)
    browser.type("/needle")
    let place = try #require(browser.titles.firstIndex(of: "second needle"))
    #expect(Self.row(browser, 2 * place + 1).dropFirst().hasPrefix("other words"))
  }

  @Test func aLongLineIsCutToItsMatch() throws {
    let browser = try BrowserTrial(files: Self.files)
    browser.type("/needle")
    let place = try #require(browser.titles.firstIndex(of: "third"))
    let row = Self.row(browser, 2 * place + 1)
    #expect(row.hasPrefix(" …") && row.contains("needle 끝"), "\(row)")
    browser.resize(columns: 40, rows: 12)
    #expect(browser.lines[2 * place + 1].contains("needle 끝") && browser.isPaintedRight)
  }

  @Test func aLineThatIsCutHasOneMark() throws {
    let text = "# 기록\n\n오늘 오후에 있을 회의 내용을 회의록으로 정리해서 모두에게 보낼 것\n"
    let browser = try BrowserTrial(files: [("a.md", text)])
    browser.type("/회의")
    var cuts = 0
    for columns in 20...79 {
      browser.resize(columns: columns)
      #expect(!browser.lines[1].contains("……"), "\(columns): \(browser.lines[1])")
      cuts += browser.lines[1].hasSuffix("…") ? 1 : 0
    }
    #expect(cuts > 20)
  }

  @Test func matchesAreCountedInTheStatus() throws {
    let browser = try BrowserTrial(files: Self.files)
    browser.type("/needle")
    browser.press(.enter)
    for title in ["first", "second needle", "third"] {
      browser.press(.home)
      while browser.selected != title { browser.press(.down) }
      let count = title == "first" ? "3 matches" : "1 match"
      #expect(browser.status.contains("/needle · 3 of 3 · \(count)"), "\(title): \(browser.status)")
    }
    browser.press(.escape)
    #expect(!browser.status.contains("match") && !browser.lines.contains { $0.hasPrefix(" - needle") })
  }

  /// Lines are read for visible memos alone, and once.
  @Test func onlyVisibleMemosAreRead() throws {
    let browser = try BrowserTrial(files: (0..<40).map { ("\($0).md", "# memo\n\nneedle \($0)\n") })
    var asked: [Int] = []
    browser.heldBack = {
      if case .findTexts(_, let paths) = $0 { asked.append(paths.count) }
      return false
    }
    browser.type("/needle")
    browser.press(.enter)
    browser.type("jk")
    let atStart = asked.count
    #expect(asked.last.map { $0 <= 5 } == true, "\(asked)")
    browser.type("G")
    #expect(asked.count == atStart + 1 && asked.last.map { $0 <= 5 } == true, "\(asked)")
  }

  @Test func linesOfAnEarlierQueryAreIgnored() throws {
    let browser = try BrowserTrial(files: Self.files)
    browser.type("/needle")
    let late = browser.library.texts(query: "needle", [VaultPath("a.md")])
    browser.press(.control("u"))
    browser.type("nothing")
    for event in late { browser.send(event) }
    #expect(Self.row(browser, 1).dropFirst().hasPrefix("nothing here"), "\(browser.lines)")
    #expect(browser.library.texts(query: "needle", [VaultPath("a.md")]).isEmpty, "nor are they made")
  }
}
