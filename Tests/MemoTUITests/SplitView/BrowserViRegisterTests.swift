import MemoTestSupport
import Testing

@testable import MemoTUI

/// Texts that vi's keys copy, delete and paste under a name.
@Suite struct BrowserViRegisterTests {
  private static let text = "# t\none two\nthree\n"

  @Test(arguments: [
    ("j\"ayyj\"byy\"ap", "# t\none two\nthree\none two\n"), ("j\"ayyjdd\"aP", "# t\none two\none two\n"),
    ("j\"ayyj\"Ayy\"ap", "# t\none two\nthree\none two\nthree\n"), ("j\"adwp", "# t\ntone wo\nthree\n"),
    ("jyyjdd\"0p", "# t\none two\none two\n"), ("jyyj\"_ddp", "# t\none two\none two\n"),
    ("j\"addk\"ap", "# t\none two\nthree\n"), ("j\"ayw$\"a2p", "# t\none twoone one \nthree\n"),
    ("j2\"add\"ap", "# t\none two\nthree\n"), ("j\"a2dd\"ap", "# t\none two\nthree\n"),
    ("j\"ayiwjviw\"ap", "# t\none two\none\n"), ("jviw\"ayjyiwk\"aP", "# t\noneone two\nthree\n"),
    ("j\"aywj\"Ayy\"ap", "# t\none two\nthree\none \nthree\n"), ("j\"ad/two\nj\"ap", "# t\ntwo\ntone hree\n"),
    ("j\"0yyj\"0p", "# t\none two\nthree\none two\n"), ("j\"\"yyj\"0p", "# t\none two\nthree\none two\n"),
    ("j\"ayyw\"Aywj\"ap", "# t\none two\nthree\none two\ntwo\n"), ("j\"0ddj\"0p", "# t\nthree\none two\n"),
    ("j\"acwx\u{1B}j\"aP", "# t\nx two\nonethree\n"), ("j\"ayyyw\"ap.", "# t\none two\none two\none two\nthree\n"),
    ("j\"ayy\"byw\"\"P", "# t\none one two\nthree\n"), ("j\"ㅁyyyw\"ap", "# t\none two\none two\nthree\n"),
  ])
  func aTextIsKeptUnderItsName(keys: String, text: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.press(keys)
    #expect(browser.text == text, "\(keys)")
    #expect(browser.isPaintedRight)
  }

  @Test func onlyWhatHasNoNameOrThatOfTheSystemGoesToItsClipboard() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    for (keys, copied) in [("jyw", "one "), ("\"ayy", "one "), ("\"_yy", "one "), ("\"+y$", "one two"), ("w\"*x", "t")]
    {
      browser.press(keys)
      #expect(String(decoding: browser.copied, as: UTF8.self) == copied, "\(keys)")
    }
    #expect(browser.text == "# t\none wo\nthree\n")
  }

  @Test(arguments: [
    ("j\"+p", "# t\noherene two\nthree\n"), ("j2\"*P", "# t\nherehereone two\nthree\n"),
    ("j\"+P.", "# t\nherhereeone two\nthree\n"), ("jviw\"+p", "# t\nhere two\nthree\n"),
  ])
  func theClipboardOfTheSystemIsPasted(keys: String, text: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.systemClipboard = "here"
    browser.press(keys)
    #expect(browser.text == text, "\(keys)")
  }

  @Test func linesOfTheSystemsClipboardStayLines() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.systemClipboard = "here\n"
    browser.press("jw\"+p")
    #expect(browser.text == "# t\none two\nhere\nthree\n")
    browser.press("u")
    #expect(browser.text == Self.text)
  }

  @Test(arguments: ["\"zp", "\"_p", "jyy\"zP"])
  func aNameWithoutATextPastesNothing(keys: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.press(keys)
    #expect(browser.text == Self.text && browser.status.hasPrefix("nothing to paste yet"), "\(browser.status)")
  }

  @Test func aNameReachesFromMemoToMemo() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.press("j\"ayy")
    browser.press(.tab)
    browser.press("j")
    browser.press(.tab)
    browser.press("yy\"ap")
    #expect(browser.text == "# other\none two\n")
  }
}
