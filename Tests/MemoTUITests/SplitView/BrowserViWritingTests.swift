import MemoTestSupport
import Testing

@testable import MemoTUI

/// Writing with the keys of vi: where it begins and ends, and what is undone when another program has written, too.
@Suite struct BrowserViWritingTests {
  private static let text = "# T\n\nline one\nline two\nline three\nline four\nline five\n"
  private static let long =
    "# D\n\n## Goals\n" + (1...20).map { "text \($0)\n" }.joined() + "\n- a\n  - b\n  - c\n- d\n\n1. first\n2. second\n"
    + "3. third\n\n## Security\n" + (21...40).map { "text \($0)\n" }.joined()

  @Test(arguments: [
    (["o", "new"], "line three\nEXT\nnew\nline four", "line three\nEXT\nline four"),
    (["cc", "XX"], "EXT\nXX\nline four", "EXT\nline three\nline four"),
    (["C", "XX"], "EXT\nXX\nline four", "EXT\nline three\nline four"),
    (["cw", "XX"], "EXT\nXX three\nline four", "EXT\nline three\nline four"),
    (["o", "new"], "line three\nnew\nEXT\nline four", "line three\nEXT\nline four"),
    (["O", "new"], "EXT\nnew\nline three\nline four", "EXT\nline three\nline four"),
  ])
  func undoKeepsALineOfAnotherProgram(keys: [String], written: String, undone: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    for key in ["5G"] + keys { browser.type(key) }
    browser.press(.escape)
    let head = "# T\n\nline one\nline two\n"
    let now = head + written + "\nline five\n"
    #expect(browser.text == now.replacing("EXT\n", with: ""))
    try browser.write(now, to: "plan.md", at: 9)
    #expect(browser.text == now)
    browser.type("u")
    #expect(browser.text == head + undone + "\nline five\n", "\(keys)")
  }

  @Test func undoSaysWhereAnotherProgramChangedTheSameLine() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type("5Gonew")
    browser.press(.escape)
    try browser.write(Self.text.replacing("three\n", with: "three\nnewer\n"), to: "plan.md", at: 9)
    browser.type("u")
    #expect(browser.text == Self.text.replacing("three\n", with: "three\nnewer\n"))
    #expect(browser.status.hasPrefix("cannot undo more"), "\(browser.status)")
  }

  @Test(arguments: [
    ("jAab\u{1B}gggicd", "one twoabcd", "x"), ("jiab\u{1B}Ggicd", "abcdone two", "x"),
    ("jAab\u{1B}ggOtop\u{1B}jjgic", "one twoab", "topc\n# t"), ("jAab\u{1B}jgic\u{1B}.", "one twoabcc", "x"),
  ])
  func writingGoesOnWhereItHasEnded(keys: String, line: String, head: String) throws {
    let browser = try BrowserTrial.readingWithVi("# t\none two\nthree\n")
    browser.press(keys)
    #expect(browser.text == "\(head == "x" ? "# t" : head)\n\(line)\nthree\n", "\(keys)")
  }

  @Test(arguments: ["[[", "#o", "@"])
  func escapeEndsWritingWhateverIsOffered(typed: String) throws {
    let browser = try BrowserTrial(
      files: [("plan.md", "# plan\none\ntwo\n"), ("other.md", "# other\n#one\n")], rows: 14)
    browser.press(.down)
    browser.press(.up)
    browser.readWithVi()
    browser.type("jA \(typed)")
    #expect(browser.state.completion?.isShown == true, "\(typed)")
    browser.press(.escape)
    #expect(!browser.state.isWriting && browser.state.completion == nil)
    browser.type("ddk")
    #expect(browser.text == "# plan\ntwo\n" && browser.isPaintedRight)
  }

  @Test func withPlainKeysTheFirstEscapeClosesTheList() throws {
    let browser = try BrowserTrial(["plan", "other"], rows: 14)
    browser.press(.tab)
    browser.type("A [[")
    browser.press(.escape)
    #expect(browser.state.isWriting && browser.state.completion?.isShown == false)
  }

  /// Wherever the window is: the new line may be below its last row.
  @Test(arguments: ["- d", "  - c", "2. second", "1. first"], ["zb", "zt", "zz"])
  func anItemInWhichNothingIsWrittenIsNotLeft(line: String, scroll: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.long)
    browser.type("/\(line)")
    browser.press(.enter)
    browser.type("0\(scroll)")
    let place = browser.cursorPlace
    browser.type("o")
    #expect(browser.text != Self.long)
    browser.press(.escape)
    #expect(browser.text == Self.long && browser.cursorPlace == place, "\(line) \(scroll)")
    browser.press(.control("r"))
    #expect(browser.text == Self.long, "it is no step to redo")
    #expect(browser.isPaintedRight)
  }

  @Test(arguments: ["zb", "zt"]) func whatIsWrittenComesBelowTheWindowToo(scroll: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.long)
    browser.type("13G\(scroll)onew")
    browser.press(.escape)
    #expect(browser.text == Self.long.replacing("text 10\n", with: "text 10\nnew\n"))
    browser.type("u13G\(scroll)c5knew")
    browser.press(.escape)
    #expect(browser.text?.contains("text 4\nnew\ntext 11\n") == true, "\(browser.text ?? "")")
  }

  /// As if `o` had not been typed: what is undone is what was done before.
  @Test func anItemThatIsTakenBackIsNoStep() throws {
    let browser = try BrowserTrial.readingWithVi("# t\n- a\n- bc\n")
    browser.type("jjllxo")
    browser.press(.escape)
    #expect(browser.text == "# t\n- a\n- c\n")
    browser.type("u")
    #expect(browser.text == "# t\n- a\n- bc\n", "the step before o")
  }
}
