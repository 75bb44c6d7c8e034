import MemoCore
import MemoTestSupport
import Testing

@testable import MemoTUI

/// Tags and days that are completed while they are typed.
@Suite struct BrowserCompletionTests {
  private static let files = [
    ("a.md", "# a\n\n"), ("b.md", "# b\n\n#work #project/memo #집\n"), ("c.md", "# c\n\n#work #workshop\n"),
  ]

  private func browser(_ files: [(String, String)] = files, columns: Int = 80) throws -> BrowserTrial {
    let browser = try BrowserTrial(files: files, columns: columns, rows: 14)
    if columns < 80 { browser.press(.enter) }
    browser.write()
    browser.press(.end, with: .control)
    return browser
  }

  @Test(arguments: [80, 40])
  func tagsAreOfferedInABox(columns: Int) throws {
    let browser = try browser(columns: columns)
    browser.type("see #wo")
    let lines = browser.lines
    #expect(lines.contains { $0.contains("│>#work ") && $0.contains("2 │") }, "\(lines)")
    #expect(
      lines.contains { $0.contains("│ #workshop") } && lines.contains { $0.contains("┌") }
        && lines.contains { $0.contains("└") })
    browser.press(.down, .enter)
    browser.type(" ")
    #expect(browser.text == "# a\n\nsee #workshop ")
    #expect(browser.isPaintedRight && !browser.lines.contains { $0.contains("┌") })
    browser.type("#ㅈ")
    browser.press(.tab)
    #expect(browser.text == "# a\n\nsee #workshop #집", "by initials, as in the picker")
  }

  @Test(arguments: [80, 40])
  func aClickTakesAChoice(columns: Int) throws {
    let browser = try browser(columns: columns)
    browser.type("see #wo")
    let row = try #require(browser.lines.firstIndex { $0.contains("│ #workshop") })
    let line = browser.lines[row]
    let column = line.distance(from: line.startIndex, to: try #require(line.ranges(of: "#workshop").last).lowerBound)
    browser.mouse(.press, row: row, column: column + 3)
    browser.mouse(.release, row: row, column: column + 3)
    #expect(browser.text == "# a\n\nsee #workshop" && browser.state.isWriting)
    #expect(browser.isWaitingForPause && !browser.lines.contains { $0.contains("┌") } && browser.isPaintedRight)
    browser.type(" #wo")
    browser.mouse(.press, row: row, column: browser.state.size.columns - 1)
    #expect(browser.text == "# a\n\nsee #workshop #wo" && !browser.lines.contains { $0.contains("┌") })
  }

  @Test func aWholeTagIsEndedByEnter() throws {
    let browser = try browser()
    browser.type("#work")
    #expect(browser.lines.contains { $0.contains("│>#work") })
    browser.press(.enter)
    browser.type("# Head")
    #expect(browser.text == "# a\n\n#work\n# Head" && !browser.lines.contains { $0.contains("┌") })
    browser.press(.enter)
    browser.type("x #")
    browser.press(.enter)
    #expect(browser.text == "# a\n\n#work\n# Head\nx #\n")
  }

  // The clock of these tests is at the start of May 1, 2026.
  @Test(arguments: [
    ("@today", "2026-05-01"), ("@tomorrow", "2026-05-02"), ("@오늘", "2026-05-01"), ("@내ㅇ", "2026-05-02"),
    ("@11/20", "2026-11-20"), ("@2027/1/5", "2027-01-05"), ("@to", "2026-05-01"), ("@11월20일", "2026-11-20"),
    ("@다음 주 금요일", "2026-05-08"), ("@이번 주 금요일", "2026-05-01"), ("@next week friday", "2026-05-08"),
    ("@friday next week", "2026-05-08"), ("@last monday", "2026-04-27"), ("@다음 주", "2026-05-08"),
    ("@Mar 1", "2026-03-01"), ("@day after", "2026-05-03"), ("@The Day", "2026-05-03"),
  ])
  func daysBecomeDates(typed: String, date: String) throws {
    let browser = try browser()
    browser.type("due \(typed)")
    #expect(browser.lines.contains { $0.contains("│>") && $0.contains(date) }, "\(browser.lines)")
    browser.press(.enter)
    browser.type(".")
    #expect(browser.text == "# a\n\ndue \(date).")
    browser.press(.control("z"), .control("z"))
    #expect(browser.text == "# a\n\ndue \(typed)", "the completion is a step of its own")
  }

  @Test func aDateThatIsWholeBreaksTheLine() throws {
    let browser = try browser()
    browser.type("due @2026-12-01")
    browser.press(.enter)
    browser.type("next")
    #expect(browser.text == "# a\n\ndue 2026-12-01\nnext")
  }

  @Test(arguments: ["kim@to", "a#wo", "[[#wo", "](#wo", "@13/40", "`x", "@nothing", "@friday at", "@today y", "@kim 5"])
  func otherTextIsNotCompleted(typed: String) throws {
    let browser = try browser()
    browser.type("x \(typed)")
    #expect(!browser.lines.contains { $0.contains("┌") } && browser.isPaintedRight, "\(browser.lines)")
  }

  private static let linked = "# b\n\n## Plan\n\n## 비용\n\n### Day [1]\n\n## Plan\n\n### Day [1]\n"

  private func linking(columns: Int = 80) throws -> BrowserTrial {
    try browser([("a.md", "# a\n\n## Own part\n\n"), ("b.md", Self.linked)], columns: columns)
  }

  @Test(arguments: [80, 40])
  func headingsOfALinkedMemoAreOffered(columns: Int) throws {
    let browser = try linking(columns: columns)
    browser.type("see [[b#")
    #expect(
      ["│>b ", "│ Plan ", "│ 비용 ", "│ Day"].allSatisfy { row in browser.lines.contains { $0.contains(row) } },
      "\(browser.lines)")
    browser.type("ㅂ")
    #expect(browser.lines.contains { $0.contains("│>비용 ") }, "\(browser.lines)")
    browser.press(.enter)
    #expect(browser.text?.hasSuffix("\n\nsee [[b#비용]]") == true && browser.isPaintedRight)
    browser.type(" [[B#pl")
    browser.press(.tab)
    #expect(browser.text?.hasSuffix(" [[B#Plan]]") == true, "\(browser.text)")
    browser.type(" [[#own")
    browser.press(.tab)
    #expect(browser.text?.hasSuffix(" [[#Own part]]") == true, "of the memo itself, as it is written")
    browser.press(.enter)
    browser.type("## Later\n\n[[#lat")
    browser.press(.tab)
    #expect(browser.text?.hasSuffix("## Later\n\n[[#Later]]") == true, "\(browser.text)")
  }

  @Test func ofEqualHeadingsEachIsNamedByItsSection() throws {
    let anchors = Array(Self.linked.utf8).withUnsafeBytes { MemoAnchors(of: $0) }
    for (heading, place) in [3, 5].enumerated() {
      let browser = try linking()
      browser.type("[[b#day")
      for _ in 0..<heading { browser.press(.down) }
      browser.press(.tab)
      let anchor = try #require(browser.text?.split(separator: "[[b#").last).dropLast(2)
      #expect(anchors.heading(String(anchor), .wiki) == place, "\(anchor)")
      #expect(browser.text?.hasSuffix("]]") == true)
    }
  }

  @Test(arguments: ["[[nothing#", "[[b#nothing", "[[b#plan|", "[[b#plan]]", "[[b#^"])
  func whereNoHeadingAnswersNoneIsOffered(typed: String) throws {
    let browser = try linking()
    browser.type(typed)
    #expect(!browser.lines.contains { $0.contains("┌") } && browser.isPaintedRight, "\(browser.lines)")
  }

  // Shown or not, it is the list of a shorter word until the answer comes.
  @Test(arguments: [("#wo", "r"), ("#wo", "q"), ("@to", "d"), ("@mon", " tomx"), ("[[b", "q"), ("[[", "b")])
  func aListOfAShorterWordIsNotTaken(typed: String, more: String) throws {
    for key in [Key.enter, .tab] {
      let browser = try browser()
      browser.type("see \(typed)")
      #expect(browser.state.completion?.isReady == true, "\(browser.lines)")
      browser.heldBack = { if case .complete = $0 { true } else { false } }
      browser.type(more)
      browser.press(key)
      browser.type("end")
      let text = try #require(browser.text)
      #expect(text.contains("see \(typed)\(more)") && text.contains("end"), "\(key): \(text)")
      if key == .enter { #expect(text == "# a\n\nsee \(typed)\(more)\nend") }
      #expect(browser.isPaintedRight)
    }
  }

  @Test func whatStillBeginsSoStaysInSightUntilTheAnswerComes() throws {
    let browser = try browser()
    browser.type("see #wo")
    browser.heldBack = { if case .complete = $0 { true } else { false } }
    browser.type("rks")
    let lines = browser.lines
    #expect(lines.contains { $0.contains("│>#workshop") } && !lines.contains { $0.contains("│ #work ") }, "\(lines)")
    browser.type("q")
    #expect(!browser.lines.contains { $0.contains("┌") }, "\(browser.lines)")
    browser.press(.backspace)
    browser.heldBack = { _ in false }
    browser.answerHeld()
    #expect(browser.state.completion?.isReady == true, "\(browser.lines)")
    browser.press(.enter)
    #expect(browser.text == "# a\n\nsee #workshop")
  }

  @Test func theSameWordInOtherBytesIsAnotherOne() {
    let (composed, apart) = (TypedQuery(.tag, "\u{AC00}"), TypedQuery(.tag, "\u{1100}\u{1161}"))
    var completion = LinkCompletion(start: .start, query: composed)
    let choices = [LinkCompletion.Choice("#x", note: "", target: "x")]
    completion.take(choices, for: apart, in: nil)
    #expect(!completion.isShown && completion.chosen == nil)
    completion.take(choices, for: composed, in: nil)
    #expect(completion.isReady && completion.chosen?.target == "x")
    let isOther = completion.type(apart)
    #expect(isOther && completion.chosen == nil)
  }

  @Test(arguments: [false, true])
  func aListWhoseWordWasMovedByAnotherProcessIsNotTaken(isSaved: Bool) throws {
    let browser = try browser()
    browser.type("see #wo")
    if isSaved { browser.pause() }
    try browser.write("top\n# a\n\n" + (isSaved ? "see #wo\n" : ""), to: "a.md", at: 9)
    browser.pause()
    #expect(browser.text?.hasPrefix("top\n# a\n\nsee #wo") == true, "\(browser.text)")
    browser.press(.tab)
    let text = try #require(browser.text)
    #expect(text.hasPrefix("top\n# a\n\n") && text.contains("see #wo") && !text.contains("#work"), "\(text)")
  }

  @Test func inCodeNothingIsCompleted() throws {
    let browser = try BrowserTrial(files: [("a.md", "```\n"), ("b.md", "#work\n")])
    browser.write()
    browser.press(.end, with: .control)
    browser.type("#w @today")
    #expect(!browser.lines.contains { $0.contains("┌") })
  }
}
