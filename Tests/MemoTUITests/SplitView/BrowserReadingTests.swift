import MemoCore
import MemoTestSupport
import Testing

@testable import MemoTUI

/// Keys in a text that is read.
@Suite struct BrowserReadingTests {
  private static let chapter =
    "# 운영전\n\n" + (1...40).map { "줄 \($0) \($0 % 10 == 0 ? "운영과 운영" : "진사")\n" }.joined()

  private func cursor(of browser: BrowserTrial) -> LinePosition? { browser.state.pane?.editor.buffer.cursor }

  // MARK: Matches

  @Test func matchesAreReachedOneAfterTheOther() throws {
    let browser = try BrowserTrial(files: [("운영전.md", Self.chapter), ("b.md", "b")])
    browser.type("/운영")
    browser.press(.enter, .tab)
    #expect(browser.status.hasSuffix("n N next match · Esc list · ? help"))
    var lines: [Int] = []
    for _ in 0..<10 {
      browser.type("n")
      lines.append(cursor(of: browser)?.line ?? -1)
      #expect(browser.terminal.cursor.map { browser.lines[$0.row].contains("운영") } == true, "it is in sight")
    }
    #expect(lines == [0, 11, 11, 21, 21, 31, 31, 41, 41, 0])
    #expect(browser.status.contains("from the start"))
    browser.type("N")
    #expect(cursor(of: browser)?.line == 41 && browser.status.contains("from the end"))
    browser.type("N")
    #expect(cursor(of: browser)?.line == 41 && !browser.status.contains("from the end"))
    #expect(browser.titles == ["운영전"], "no memo was made")
  }

  @Test func inTheListAndWithoutASearchTheKeyStartsANewMemo() throws {
    let browser = try BrowserTrial(["가방"])
    browser.press(.enter)
    browser.type("n")
    #expect(browser.titles.count == 2)
    let list = try BrowserTrial(["가방"])
    list.type("/가")
    list.press(.enter)
    list.type("n")
    #expect(list.titles.count == 2)
  }

  @Test(arguments: [UInt64(3), 4])
  func nextAndPreviousMatchesAgreeWithAPlainList(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    guard let query = try? SearchQuery(parsing: "가") else { return }
    let highlighter = SearchHighlighter(query, limits: SearchLimits(regexTime: .seconds(1), now: { .zero }))
    for round in 0..<100 {
      let text = (0..<random.below(30)).map { _ in random.pick(["가", "나", "\n", "a가"]) ?? "" }.joined()
      let editor = TextEditor(Array(text.utf8), columns: 10)
      let lines = (0..<editor.buffer.lines.count).map { editor.buffer.lines[$0].bytes }
      let all = lines.enumerated().flatMap { line, bytes in
        highlighter.ranges(in: bytes, isTitle: line == editor.styles.titleLine).map {
          LinePosition(line: line, offset: $0.lowerBound)
        }
      }
      for line in lines.indices {
        let place = LinePosition(line: line, offset: random.below(lines[line].count + 1))
        let next = editor.match(of: highlighter, from: place)?.lowerBound
        let before = editor.match(of: highlighter, before: place)?.lowerBound
        #expect(next == (all.first { $0 >= place } ?? all.first), "round \(round) of \(text)")
        #expect(before == (all.last { $0 < place } ?? all.last), "round \(round) of \(text)")
      }
    }
  }

  // MARK: Keys of vi

  private static let moves: [(keys: String, line: Int, offset: Int)] = [
    ("w", 0, 3), ("jj$", 2, 11), ("jj$0", 2, 0), ("}", 1, 0), ("}}", 4, 0), ("}}}", 6, 3), ("G{", 4, 0), ("G{{", 1, 0),
    ("G{{{", 0, 0), ("Ggg", 0, 0),
  ]

  @Test(arguments: moves)
  func keysOfViMoveTheCursor(keys: String, line: Int, offset: Int) throws {
    let browser = try BrowserTrial(files: [("a.md", "# a\n\none two x y\nthree\n\nfour\nend")])
    browser.press(.enter)
    browser.type(keys)
    #expect(cursor(of: browser) == LinePosition(line: line, offset: offset))
  }

  private static let writing = [
    ("a", "1x2\n"), ("A", "12x\n"), ("$a", "12x\n"), ("$I", "x12\n"), ("$i", "12x\n"),
  ]

  @Test(arguments: writing)
  func keysOfViStartToWrite(keys: String, text: String) throws {
    let browser = try BrowserTrial(files: [("a.md", "12\n")])
    browser.press(.enter)
    browser.type(keys)
    browser.type("x")
    #expect(browser.text == text)
    browser.press(.escape)
    #expect(try browser.text(of: "a.md") == text)
  }

  @Test func halfPagesScrollDownAndUp() throws {
    let browser = try BrowserTrial(files: [("a.md", Self.chapter)], rows: 11)
    browser.press(.enter, .control("d"))
    #expect(browser.state.pane?.top == 5 && cursor(of: browser)?.line == 5)
    browser.press(.control("u"))
    #expect(browser.state.pane?.top == 0 && cursor(of: browser)?.line == 0)
    let list = try BrowserTrial((10..<40).map { "m\($0)" }, rows: 13)
    list.press(.control("d"))
    #expect(list.selected == "m13")
    list.press(.control("u"))
    #expect(list.selected == "m10")
  }

  @Test func ctrlWithAnArrowMovesByWords() throws {
    let browser = try BrowserTrial(files: [("a.md", "one two\n")])
    browser.press(.enter)
    browser.press(.right, .right, with: .control)
    #expect(cursor(of: browser)?.offset == 7)
    browser.press(.left, with: .control)
    #expect(cursor(of: browser)?.offset == 4)
  }

  @Test func twoZQuit() throws {
    let browser = try BrowserTrial(["가방"])
    browser.type("ZjZ")
    #expect(!browser.hasQuit)
    browser.type("Z")
    #expect(browser.hasQuit)
  }

  @Test(arguments: ["q", "wq", "x", "q!"])
  func thePaletteKnowsHowToLeaveVi(typed: String) throws {
    let browser = try BrowserTrial(["가방"], rows: 24)
    browser.type(":" + typed)
    browser.press(.enter)
    #expect(browser.hasQuit)
  }

  @Test func savingByHandIsConfirmed() throws {
    let browser = try BrowserTrial(["가방"], rows: 24)
    browser.write("x")
    browser.press(.control("s"))
    #expect(try browser.text(of: "가방.md") == "x# 가방\n\ntext of 가방\n")
    #expect(browser.status.contains("saved · Esc"), "and one writes on")
    browser.press(.escape)
    browser.type(":w")
    browser.press(.enter)
    #expect(browser.status.hasPrefix("saved") && !browser.hasQuit)
  }
}
