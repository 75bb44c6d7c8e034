import MemoTestSupport
import Testing

@testable import MemoTUI

/// Habits of those who know vi: searches, jumps, selections, and what keys do while a text is written.
@Suite struct BrowserViHabitTests {
  private static let text = "# plan\none two three\n\nfour five\nsix\n"

  @Test(arguments: [
    ("jwiab", "one two three"), ("jwaab", "one two three"), ("jAab", "one two three"), ("jwcwab", "one  three"),
    ("jiab", "one two three"),
  ])
  func firstWhatWasTypedIsDeletedThenTheLineStart(keys: String, line: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type(keys)
    browser.press(.control("u"))
    #expect(browser.text == "# plan\n\(line)\n\nfour five\nsix\n", "\(keys)")
    let place = browser.state.pane?.editor.buffer.cursor.offset ?? 0
    browser.press(.control("u"))
    #expect(browser.text == "# plan\n\(line.dropFirst(place))\n\nfour five\nsix\n", "\(keys)")
    browser.press(.escape)
    browser.type("u")
    #expect(browser.text == Self.text, "one step")
  }

  @Test func onANewLineWhatWasTypedThereIsDeleted() throws {
    let browser = try BrowserTrial.readingWithVi("# t\n- a\n")
    browser.type("joone")
    browser.press(.control("u"))
    #expect(browser.text == "# t\n- a\n- \n", "the marker stays")
    browser.type("two")
    browser.press(.enter)
    browser.type("three")
    browser.press(.control("u"))
    #expect(browser.text == "# t\n- a\n- two\n- \n")
    browser.press(.control("u"))
    #expect(browser.text == "# t\n- a\n- two\n\n")
    browser.type("x")
    browser.press(.up, .end)
    browser.type("yz")
    browser.press(.control("u"))
    #expect(browser.text == "# t\n- a\n- two\nx\n", "since the cursor was moved")
  }

  @Test func withPlainKeysTheLineStartIsDeleted() throws {
    let browser = try BrowserTrial(files: [("plan.md", "one two\n")])
    browser.press(.tab)
    browser.type("Ax")
    browser.press(.control("u"))
    #expect(browser.text == "\n")
  }

  @Test(arguments: [
    ("?six", "4:0", ["n"], "4:0"), ("G?o", "3:1", ["n", "n"], "1:0"), ("G?o", "3:1", ["n", "N"], "3:1"),
    ("j/o", "1:6", ["N"], "1:0"),
  ])
  func aSearchBackwardsGoesUp(keys: String, found: String, again: [String], place: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type(keys)
    #expect(browser.status.hasPrefix(keys.contains("?") ? "?" : "/"), "\(browser.status)")
    browser.press(.enter)
    #expect(browser.cursorPlace == found, "\(keys)")
    for key in again { browser.type(key) }
    #expect(browser.cursorPlace == place, "\(keys) \(again)")
    #expect(browser.text == Self.text && browser.isPaintedRight)
  }

  @Test func theOtherDirectionTakesTheSamePattern() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type("/o")
    browser.press(.enter)
    browser.type("G?")
    browser.press(.enter)
    #expect(browser.cursorPlace == "3:1")
    browser.type("n")
    #expect(browser.cursorPlace == "1:6")
    browser.type("/four")
    browser.press(.escape)
    browser.type("n")
    #expect(browser.cursorPlace == "1:0", "a search that was cancelled turns nothing round")
  }

  @Test(arguments: ["/fourx", "?twox", "/nothing"])
  func whatIsNotFoundLeavesTheCursor(keys: String) throws {
    for end in [Key.escape, .enter] {
      let browser = try BrowserTrial.readingWithVi(Self.text)
      browser.type("jww" + keys)
      #expect(browser.cursorPlace == "1:8", "while it is typed: \(keys)")
      browser.press(end)
      #expect(browser.cursorPlace == "1:8", "\(keys) \(end)")
    }
  }

  @Test func aSearchThatIsCancelledRestoresTheView() throws {
    let text = "# t\n" + (1...60).map { "line \($0)\n" }.joined()
    let browser = try BrowserTrial.readingWithVi(text)
    browser.type("31Gzt")
    let lines = browser.lines.dropLast()
    browser.type("/line 60")
    #expect(browser.lines.dropLast() != lines)
    browser.press(.escape)
    #expect(browser.lines.dropLast() == lines && browser.cursorPlace == "30:0")
  }

  @Test(arguments: [
    ("jwve~", "one TWO three", "1:4"), ("jwveU", "one TWO three", "1:4"),
    ("jV~", "ONE TWO THREE", "1:0"), ("jVUVu", "one two three", "1:0"), ("jwverx", "one xxx three", "1:4"),
    ("jvr한", "한ne two three", "1:0"), ("jwve~0.", "ONE TWO three", "1:3"),
    ("jvly~", "One two three", "1:1"),
  ])
  func aSelectionIsChanged(keys: String, line: String, place: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type(keys)
    #expect(browser.text == "# plan\n\(line)\n\nfour five\nsix\n", "\(keys)")
    #expect(browser.cursorPlace == place, "\(keys)")
    if case .selecting = browser.state.mode { Issue.record("\(keys)") }
    #expect(browser.isPaintedRight)
  }

  @Test func linesOfASelectionAreJoinedAndReplaced() throws {
    let browser = try BrowserTrial.readingWithVi("a\nb\nc\nd\n")
    browser.type("VjjJ")
    #expect(browser.text == "a b c\nd\n")
    browser.type("u")
    #expect(browser.text == "a\nb\nc\nd\n", "one step")
    browser.type("ggvJ")
    #expect(browser.text == "a b\nc\nd\n", "with the next line, as without a selection")
    browser.type("uggVjrx")
    #expect(browser.text == "x\nx\nc\nd\n", "no line break is replaced")
    browser.type("uggvU")
    #expect(browser.text == "A\nb\nc\nd\n" && browser.isWaitingForPause)
    browser.type("v1~")
    #expect(browser.text == "a\nb\nc\nd\n", "a count of a selection is no count of what follows")
    browser.type("j")
    #expect(browser.cursorPlace == "1:0")
  }

  @Test func halfPagesTakeACountOfLines() throws {
    let text = "# t\n" + (1...60).map { "line \($0)\n" }.joined()
    let browser = try BrowserTrial.readingWithVi(text)
    browser.type("21Gzt5")
    browser.press(.control("d"))
    #expect(browser.cursorPlace == "25:0" && browser.terminal.cursor?.row == 0)
    browser.press(.control("d"))
    #expect(browser.cursorPlace == "30:0", "and later ones")
    browser.type("2")
    browser.press(.control("u"))
    #expect(browser.cursorPlace == "28:0")
    browser.type("v3")
    browser.press(.control("d"))
    browser.type("y")
    #expect(String(decoding: browser.copied, as: UTF8.self) == "line 28\nline 29\nline 30\nl")
  }

  @Test func jumpsLeadBack() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.press(.control("o"))
    #expect(browser.status.hasPrefix("no jump to go back from"), "\(browser.status)")
    browser.type("jwG/two")
    browser.press(.enter)
    browser.type("gg")
    for place in ["1:4", "4:0"] {
      browser.press(.control("o"))
      #expect(browser.cursorPlace == place)
    }
    browser.type(":2")
    browser.press(.enter)
    browser.press(.control("o"))
    #expect(browser.cursorPlace == "4:0" && browser.state.focus == .memo)
  }

  @Test func aFollowedLinkLeadsBack() throws {
    let browser = try BrowserTrial.readingWithVi("# plan\n[[other]]\n")
    browser.type("j")
    browser.press(.enter)
    #expect(browser.selected == "other")
    browser.press(.control("o"))
    #expect(browser.selected == "plan" && browser.cursorPlace == "1:0")
  }

  @Test(arguments: [
    ("- [ ] a", "- x", "- [ ] x"), ("- [ ] a", "- [ ] x", "- [ ] x"), ("- [ ] a", "- [x] y", "- [x] y"),
    ("- a", "- x", "- x"), ("- a", "- [ ] x", "- [ ] x"), ("1. [ ] a", "2. x", "2. [ ] x"),
    ("- [ ] a", "-x", "- [ ] -x"),
    ("> - [ ] a", "> - [ ] x", "> - [ ] x"), ("- [x] a", "- x", "- [ ] x"),
  ])
  func aMarkerThatIsTypedAgainIsNotDoubled(item: String, typed: String, line: String) throws {
    for start in ["jo", "jA\n"] {
      for isFast in [false, true] {
        let browser = try BrowserTrial.readingWithVi("# t\n\(item)\n")
        for key in start { key == "\n" ? browser.press(.enter) : browser.type(String(key)) }
        if isFast { browser.send(.terminal(.text(typed))) } else { browser.type(typed) }
        let last = browser.text?.split(separator: "\n").last.map { String($0) }
        #expect(last == line, "\(start) \(typed) \(isFast)")
        browser.type("z")
        #expect(browser.text?.hasSuffix("z\n") == true, "the cursor is behind it")
      }
    }
  }

  /// Else the list would take the next key, which may delete the memo.
  @Test(arguments: [
    ("f\t", "one\ttwo\n", "1:3"), ("$T\t", "one\ttwo\n", "1:4"), ("dt\t", "\ttwo\n", "1:0"),
    ("r\t", "\tne\ttwo\n", "1:0"),
    ("vf\td", "two\n", "1:0"), ("vlr\t", "\t\te\ttwo\n", "1:0"), ("cf\tx\u{1B}", "xtwo\n", "1:0"),
  ])
  func aKeyThatAwaitsACharacterTakesATab(keys: String, line: String, place: String) throws {
    let browser = try BrowserTrial.readingWithVi("# t\none\ttwo\n")
    browser.type("j")
    for key in keys { key == "\t" ? browser.press(.tab) : browser.press(String(key)) }
    #expect(browser.text == "# t\n\(line)" && browser.state.focus == .memo, "\(keys): \(browser.text ?? "")")
    #expect(browser.cursorPlace == place, "\(keys): \(browser.cursorPlace)")
    #expect(browser.isPaintedRight)
  }
}
