import MemoTestSupport
import Testing

@testable import MemoTUI

/// Operators of vi with a search as their motion.
@Suite struct BrowserViOperatorTests {
  private static let text = "# t\none two three\n\nfour two\nsix\n"

  @Test(arguments: [
    ("jd/two\n", "# t\ntwo three\n\nfour two\nsix\n"), ("jd2/two\n", "# t\ntwo\nsix\n"),
    ("j2d/two\n", "# t\ntwo\nsix\n"), ("jd/four\n", "# t\nfour two\nsix\n"),
    ("jwd/four\n", "# t\none \nfour two\nsix\n"), ("jc/two\nx ", "# t\nx two three\n\nfour two\nsix\n"),
    ("G$d?our\n", "# t\none two three\n\nfx\n"), ("jy/two\nP", "# t\none one two three\n\nfour two\nsix\n"),
    ("/two\nggjdn", "# t\ntwo three\n\nfour two\nsix\n"), ("/two\nggjd2n", "# t\ntwo\nsix\n"),
    ("/two\n4G$dN", "# t\none two three\n\nfour o\nsix\n"), ("?two\nggjdN", "# t\ntwo three\n\nfour two\nsix\n"),
    ("j>/six\n", "# t\n  one two three\n\n  four two\nsix\n"),
    ("jd/two\n.", "# t\ntwo\nsix\n"), ("jc/t\na \u{1B}lll.", "# t\na twa three\n\nfour two\nsix\n"),
  ])
  func aSearchEndsAnOperator(keys: String, text: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.press(keys)
    #expect(browser.text == text, "\(keys)")
    #expect(browser.isPaintedRight)
  }

  @Test(arguments: [
    ("jgUw", "ONE two three\n\nfour two", "1:0"), ("jwgUiw", "one TWO three\n\nfour two", "1:4"),
    ("jwlgUU", "ONE TWO THREE\n\nfour two", "1:5"), ("jwlgUgU", "ONE TWO THREE\n\nfour two", "1:5"),
    ("jwg~$", "one TWO THREE\n\nfour two", "1:4"), ("jg~~", "ONE TWO THREE\n\nfour two", "1:0"),
    ("jgUUguw", "one TWO THREE\n\nfour two", "1:0"), ("jgUUguu", "one two three\n\nfour two", "1:0"),
    ("jgU2w", "ONE TWO three\n\nfour two", "1:0"), ("j2gUw", "ONE TWO three\n\nfour two", "1:0"),
    ("jgUww.", "ONE TWO three\n\nfour two", "1:4"), ("4GgUk", "one two three\n\nFOUR TWO", "2:0"),
    ("j3gUU", "ONE TWO THREE\n\nFOUR TWO", "1:0"), ("jgU/th\n", "ONE TWO three\n\nfour two", "1:0"),
    ("jgUiwu", "one two three\n\nfour two", "1:0"), ("ㅓㅎ~~", "ONE TWO THREE\n\nfour two", "1:0"),
    ("jwviwgU", "one TWO three\n\nfour two", "1:4"),
  ])
  func lettersGetAnotherCase(keys: String, lines: String, place: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.press(keys)
    #expect(browser.text == "# t\n\(lines)\nsix\n" && browser.cursorPlace == place, "\(keys): \(browser.cursorPlace)")
    #expect(browser.isPaintedRight)
  }

  @Test(arguments: ["jgux", "jgUd", "jgug~", "jdgu"])
  func lettersKeepTheirCaseWhereKeysHaveNoMeaning(keys: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.press(keys)
    #expect(browser.state.message?.contains("is not among these vi keys") == true, "\(keys)")
    #expect(browser.text == Self.text, "\(keys)")
  }

  @Test func aTextWithoutCapitalsSaysThatNothingChanges() throws {
    let browser = try BrowserTrial.readingWithVi("# t\n회의 7\n")
    browser.press("jgUU")
    #expect(browser.text == "# t\n회의 7\n" && browser.status.hasPrefix("nothing to change here"), "\(browser.status)")
  }

  @Test func whileItIsTypedTheMatchIsShownAndTheKeysAreNamed() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.press("j2d/tw")
    #expect(browser.status.hasPrefix("2d/tw"), "\(browser.status)")
    #expect(browser.cursorPlace == "3:5" && browser.text == Self.text)
    browser.press("\u{1B}w")
    #expect(browser.cursorPlace == "1:4" && browser.text == Self.text, "Esc drops the operator, too")
  }

  @Test(arguments: ["4Gwwd/two\n", "jd?six\n", "jd/nothing\n", "jd9/two\n", "jd/\n", "jdn", "/three\nGdn"])
  func beyondTheEndNothingIsTaken(keys: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.press(keys)
    #expect(browser.text == Self.text && browser.status.hasPrefix("not found"), "\(keys): \(browser.status)")
  }

  /// What is typed for a text that is not found is dropped, and does nothing as commands.
  @Test func whatIsTypedBehindAChangeThatFindsNothingIsDropped() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.press("jc/zz\nddx")
    #expect(browser.text == Self.text && !browser.state.isWriting)
  }

  @Test(arguments: ["회의", "\u{1112}\u{116C}\u{110B}\u{1174}"])
  func hangulIsFoundHoweverItIsComposed(typed: String) throws {
    for text in ["회의", "\u{1112}\u{116C}\u{110B}\u{1174}"] {
      let browser = try BrowserTrial.readingWithVi("# t\n가나 \(text) 끝\n")
      browser.press("jd/\(typed)\n")
      #expect(browser.text?.utf8.elementsEqual("# t\n\(text) 끝\n".utf8) == true)
    }
  }

  @Test func theKoreanLayoutTypesTheSameKeys() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.press("ㅓㅇ/two\n")
    #expect(browser.text == "# t\ntwo three\n\nfour two\nsix\n")
    browser.press("ㅇㅜ")
    #expect(browser.text == "# t\ntwo\nsix\n")
  }

  @Test func aSearchWithACountGoesToALaterMatch() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.press("2/two\n")
    #expect(browser.cursorPlace == "3:5")
    browser.press("gg2n")
    #expect(browser.cursorPlace == "3:5")
    browser.press("2N")
    #expect(browser.cursorPlace == "3:5", "round the end")
  }

  @Test func aMouseClickDropsTheOperator() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.press("jd/two")
    browser.mouse(.press, row: 2, column: 60)
    browser.press("\u{1B}\u{1B}")
    browser.press("w")
    #expect(browser.text == Self.text)
  }
}
