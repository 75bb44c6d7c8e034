import MemoTestSupport
import Testing

@testable import MemoTUI

/// What follows the last line break is no line in vi: the cursor does not go there while a text is read.
@Suite struct BrowserViLastLineTests {
  private static let text = "# plan\none two three\n\nfour five\nsix\n"

  @Test(arguments: [
    ("Gj", "4:0"), ("Glj", "4:1"), ("Gljjk", "3:1"), ("99j", "4:0"), ("jw99j", "4:2"), ("G}", "4:2"), ("9}", "4:2"),
    ("Gw", "4:2"), ("G9w", "4:2"), ("llk", "0:2"), ("ll9k", "0:2"),
  ])
  func theCursorStaysOnALine(keys: String, place: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type(keys)
    #expect(browser.cursorPlace == place, "\(keys): \(browser.cursorPlace)")
    #expect(browser.isPaintedRight)
  }

  @Test(arguments: [Key.control("d"), .control("f"), .pageDown, .down])
  func pagesEndAtTheLastLine(key: Key) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text, rows: 8)
    for _ in 0..<9 { browser.press(key) }
    #expect(browser.cursorPlace == "4:0", "\(key): \(browser.cursorPlace)")
    browser.type("onew")
    browser.press(.escape)
    #expect(browser.text == Self.text + "new\n", "\(browser.text ?? "")")
  }

  @Test(arguments: [
    ("Gjdd", "# plan\none two three\n\nfour five\n"), ("Gjx", "# plan\none two three\n\nfour five\nix\n"),
    ("GjD", "# plan\none two three\n\nfour five\n\n"), ("jdd9jp", "# plan\n\nfour five\nsix\none two three\n"),
    ("3GVGjd", "# plan\none two three\n"), ("Gv}d", "# plan\none two three\n\nfour five\n\n"),
    ("GvjU", "# plan\none two three\n\nfour five\nSix\n"),
    ("99jonew", "# plan\none two three\n\nfour five\nsix\nnew\n"),
  ])
  func changesAreOfTheLastLine(keys: String, text: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type(keys)
    browser.press(.escape)
    #expect(browser.text == text, "\(keys): \(browser.text ?? "")")
    #expect(browser.isPaintedRight)
  }

  @Test func aLastLineWithoutALineBreakIsOneToo() throws {
    let browser = try BrowserTrial.readingWithVi("one two\nthree")
    browser.type("jlj")
    #expect(browser.cursorPlace == "1:1")
    browser.type("99j}")
    #expect(browser.cursorPlace == "1:4")
  }

  @Test func aMemoWithoutATextHasOneLine() throws {
    let browser = try BrowserTrial.readingWithVi("\n")
    browser.type("jG}w")
    #expect(browser.cursorPlace == "0:0")
    browser.type("ix")
    browser.press(.escape)
    #expect(browser.text == "x\n")
  }

  /// It stays a line, and what is typed next comes there.
  @Test(arguments: ["G0D", "G0d$", "Gdwdw", "GVc\u{1B}", "Gviwdviwdviwd", "Gcc\u{1B}", "Gd2aw", "G2cw\u{1B}", "Gv$d"])
  func aLastLineWithoutALineBreakIsEmptied(keys: String) throws {
    let browser = try BrowserTrial.readingWithVi("title\nno end")
    browser.press(keys)
    #expect(browser.cursorPlace == "1:0" && browser.status.contains(" 2:1 "), "\(keys): \(browser.status)")
    #expect(browser.isPaintedRight)
    browser.press("iz\u{1B}")
    #expect(browser.text == "title\nz\n", "\(keys): \(browser.text ?? "")")
  }

  @Test func anEmptiedLastLineIsBackAfterUndo() throws {
    let browser = try BrowserTrial.readingWithVi("title\r\nno end")
    browser.type("G0D")
    #expect(browser.text == "title\r\n\r\n")
    browser.type("u")
    #expect(browser.text == "title\r\nno end")
  }

  @Test func ofLinesWithoutALineBreakAnEmptyOneAboveThemIsLeft() throws {
    let browser = try BrowserTrial.readingWithVi("title\n\nno end")
    browser.type("Gdd")
    #expect(browser.text == "title\n\n" && browser.cursorPlace == "1:0", "\(browser.cursorPlace)")
  }

  @Test func theLastLineOfANewMemoIsEmptied() throws {
    let browser = try BrowserTrial.readingWithVi("# plan\n")
    browser.press(":new\nNote 1\nword\u{1B}0dwihello\u{1B}")
    #expect(browser.text == "Note 1\nhello\n", "\(browser.text ?? "")")
  }
}
