import MemoCore
import MemoTestSupport
import Testing

@testable import MemoTUI

/// Links that lead out of the memos.
@Suite struct BrowserOpeningTests {
  private static func browser(_ line: String, files: [(String, String)] = []) throws -> BrowserTrial {
    try BrowserTrial(files: [("a.md", "# a\n\n\(line)\n")] + files)
  }

  static let opened: [(String, String)] = [
    ("https://example.org/a?b=c&d", "https://example.org/a?b=c&d"), ("<https://example.org/>", "https://example.org/"),
    ("[x](http://example.org/f)", "http://example.org/f"), ("HTTPS://example.org.", "HTTPS://example.org"),
    ("mailto:kim@example.org?subject=x", "mailto:kim@example.org?subject=x"),
    ("https://example.org/한글/", "https://example.org/한글/"),
  ]

  @Test(arguments: opened) func anAddressAtTheCursorIsOpened(line: String, address: String) throws {
    let browser = try Self.browser(line)
    browser.press(.enter)
    browser.type("jjl")
    browser.press(.enter)
    #expect(browser.links == [.address(address)], "\(browser.status)")
    browser.type("]")
    #expect(browser.links.count == 2 && browser.text == "# a\n\n\(line)\n")
  }

  @Test func anAddressIsOpenedByAClickAndPlainTextIsWrittenIn() throws {
    let browser = try Self.browser("see https://example.org/ there")
    browser.mouse(.press, row: 2, column: 38)
    #expect(browser.links == [.address("https://example.org/")] && !browser.state.isWriting)
    browser.mouse(.press, row: 2, column: 32)
    browser.type("X")
    #expect(browser.text == "# a\n\nsXee https://example.org/ there\n" || browser.text?.contains("X") == true)
    #expect(browser.links.count == 1)
    browser.mouse(.press, row: 2, column: 40)
    #expect(browser.links.count == 1, "while writing a click places the cursor")
  }

  static let refused = [
    "file:///etc/passwd", "javascript:alert(1)", "ftp://example.org/", "vscode://x", "mailto:?attach=/etc/passwd",
    "mailto:a@example.org?%61ttach=/etc/passwd", "mailto:a@example.org?subject=x&Attachment=/etc/passwd", "--help",
    "https://",
    "https://example.org/\u{202E}gpj", "http://a b",
  ]

  @Test(arguments: refused) func otherAddressesAreNot(address: String) throws {
    #expect(OpenedLink(address: address) == nil)
    let browser = try Self.browser("[x](<\(address)>)")
    browser.press(.enter)
    browser.type("jjl")
    browser.press(.enter)
    browser.type("]")
    #expect(browser.links.isEmpty, "\(browser.links)")
  }

  @Test func anAttachmentInTheVaultIsOpened() throws {
    let files = [("f/pic.PNG", "1"), ("run.sh", "2"), ("page.html", "3")]
    for link in ["![[f/pic.PNG]]", "![p](f/pic.PNG)", "[p](<f/pic.PNG>)"] {
      let browser = try Self.browser(link, files: files)
      browser.press(.enter)
      browser.type("jjll")
      browser.press(.enter)
      #expect(browser.links == [.file(VaultPath("f/pic.PNG"))], "\(link): \(browser.status)")
    }
    for link in ["[[run.sh]]", "[r](run.sh)", "[[page.html]]", "[p](page.html)", "[n](nowhere.png)"] {
      let browser = try Self.browser(link, files: files)
      browser.press(.enter)
      browser.type("jjl")
      browser.press(.enter)
      #expect(browser.links.isEmpty && browser.lines.contains { $0.contains("memo does not open") }, "\(link)")
    }
  }

  @Test func aFileOutsideTheVaultIsNotOpened() throws {
    let browser = try Self.browser("[x](../../../../../../etc/hostname.txt) [y](/etc/passwd.txt)")
    browser.press(.enter)
    browser.type("jjl")
    browser.press(.enter)
    #expect(browser.links.isEmpty)
  }

  @Test(arguments: ["[[#Part two]]", "[[#part two|there]]", "[x](#part-two)"])
  func aHeadingOfTheSameMemoIsShown(link: String) throws {
    let browser = try Self.browser("\(link)\n" + (1...30).map { "\nline \($0)\n" }.joined() + "\n## Part two\n\nend")
    browser.press(.enter)
    browser.type("jjlll")
    browser.press(.enter)
    #expect(browser.lines.contains { $0.hasSuffix("## Part two") }, "\(browser.lines)")
    #expect(browser.state.pane?.editor.buffer.cursor.line == 64)
    let none = try Self.browser("[[#nowhere]]")
    none.press(.enter)
    none.type("jjlll")
    none.press(.enter)
    #expect(none.status.hasPrefix("this memo has no heading 'nowhere'"), "\(none.status)")
  }
}
