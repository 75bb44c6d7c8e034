import MemoCore
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoTUI

/// Selecting, and what is pasted.
@Suite struct BrowserSelectingTests {
  @Test func vSelectsWhileReading() throws {
    let browser = try BrowserTrial(files: [("a.md", "# a\n\n가나 다라\n")])
    browser.press(.tab)
    browser.type("jjvw")
    #expect(browser.status.contains("y copy · x cut"), "\(browser.status)")
    let styles = browser.terminal.cells(inRow: 2, columns: 80)[32..<36]
    #expect(styles.contains { $0.contains("7") }, "the selection is seen: \(styles)")
    browser.type("y")
    #expect(browser.copied == Array("가나".utf8) && browser.status.hasPrefix("copied"))
    #expect(try browser.text(of: "a.md") == "# a\n\n가나 다라\n" && browser.isPaintedRight)
    browser.type("0v$ㅌ")
    #expect(try browser.text(of: "a.md") == "# a\n\n\n", "saved at once; a Korean key counts as its Latin one")
    browser.type("kvjp")
    #expect(try browser.text(of: "a.md") == "# a\n가나 다라\n", "pasted over the selection")
    browser.type("u")
    #expect(try browser.text(of: "a.md") == "# a\n\n\n")
  }

  @Test func homeAndEndGoToTheEndsOfTheRow() throws {
    let browser = try BrowserTrial(files: [("a.md", "# a\n\none two three\nlast\n")])
    func selected() -> String { String(decoding: browser.state.pane?.editor.buffer.selectedBytes ?? [], as: UTF8.self) }
    browser.press(.tab)
    browser.type("jjw")
    browser.press(.end)
    #expect(browser.cursorPlace == "2:13")
    browser.press(.home)
    #expect(browser.cursorPlace == "2:0")
    browser.press(.end, with: .control)
    #expect(browser.cursorPlace == "4:0")
    browser.press(.home, with: .control)
    #expect(browser.cursorPlace == "0:0")
    browser.type("jjwv")
    browser.press(.end)
    #expect(selected() == " two three")
    browser.press(.home)
    #expect(selected() == "one")
    browser.press(.escape)
    browser.press(.end, with: .shift)
    #expect(selected() == "one two three")
  }

  @Test func selectingEnds() throws {
    let browser = try BrowserTrial(files: [("a.md", "# a\n\ntext\n"), ("b.md", "# b\n")])
    for end in [TerminalEvent.key(.escape), .text("v"), .key(.control("g"))] {
      browser.press(.tab)
      browser.type("vj")
      browser.send(.terminal(end))
      #expect(browser.state.pane?.editor.buffer.selection == nil && browser.selected == "a")
      browser.type("d")
      #expect(browser.status.hasPrefix("move 'a' to the trash?"), "keys are commands again")
      browser.type("n")
      browser.press(.escape)
    }
    browser.press(.tab)
    browser.press(.up, with: .shift)
    #expect(browser.state.pane?.editor.buffer.selection != nil, "Shift and an arrow select, too")
    browser.type("Z")
    #expect(browser.status.hasPrefix("y copy"), "no key is ignored silently")
    browser.mouse(.press, row: 2, column: 3)
    #expect(browser.selected == "b" && browser.isPaintedRight)
  }

  @Test func clicksSelectWordsAndLines() throws {
    let browser = try BrowserTrial(files: [("a.md", "# a\n\n회의록을 보낸다.\n")])
    for (clicks, text) in [(1, ""), (2, "보낸다"), (3, "회의록을 보낸다.\n")] {
      browser.mouse(.press, row: 2, column: 42, clicks: clicks)
      browser.mouse(.release, row: 2, column: 42)
      #expect(String(decoding: browser.state.pane?.editor.buffer.selectedBytes ?? [], as: UTF8.self) == text)
    }
    browser.mouse(.press, row: 2, column: 47, clicks: 2)
    browser.type("x")
    #expect(browser.text == "# a\n\n회의록을 보낸다\n", "a mark alone is a word of its own")
  }

  @Test func clicksFollowOneAnotherInTimeOnOneCell() {
    var counter = ClickCounter()
    func clicks(_ milliseconds: Int, column: Int = 1) -> Int {
      guard
        case .mouse(let event) = counter.counted(
          .mouse(MouseEvent(.press, row: 1, column: column)), at: .milliseconds(milliseconds))
      else { return 0 }
      return event.clicks
    }
    #expect([clicks(0), clicks(300), clicks(600), clicks(900)] == [1, 2, 3, 1])
    #expect([clicks(1_000, column: 2), clicks(1_500, column: 2), clicks(1_600, column: 2)] == [1, 1, 2])
    _ = counter.counted(.mouse(MouseEvent(.release, row: 1, column: 2)), at: .milliseconds(1_610))
    #expect(clicks(1_700, column: 2) == 3)
    _ = counter.counted(.key(.down), at: .milliseconds(1_710))
    #expect(clicks(1_720, column: 2) == 1)
  }

  static let addresses: [(text: String, result: String)] = [
    ("https://a.org/x?y=1\n", "[글](https://a.org/x?y=1)"), ("http://a.org/x_(y)", "[글](<http://a.org/x_(y)>)"),
    ("mailto:kim@a.org", "[글](mailto:kim@a.org)"), ("https://a.org and more", "https://a.org and more"),
    ("https://", "https://"), ("javascript:alert(1)", "javascript:alert(1)"), ("a\nb", "a\nb"),
    ("https://a.org/\nhttps://b.org/", "https://a.org/\nhttps://b.org/"),
  ]

  @Test(arguments: addresses)
  func anAddressOverWordsMakesALink(text: String, result: String) throws {
    let browser = try BrowserTrial(files: [("a.md", "글 [x](y)\n\n```\n글\n")])
    browser.write()
    browser.press(.right, with: .shift)
    browser.send(.terminal(.paste(text)))
    #expect(browser.text == "\(result) [x](y)\n\n```\n글\n")
    browser.press(.control("z"))
    #expect(browser.text == "글 [x](y)\n\n```\n글\n", "one step")
    browser.press(.end)
    browser.press(.left, .left, .left, .left, .left, .left)
    browser.press(.end, with: .shift)
    browser.send(.terminal(.paste(text)))
    #expect(browser.text == "글 \(text)\n\n```\n글\n", "a link holds no link")
  }

  @Test func inCodeAndWithoutASelectionAnAddressIsText() throws {
    let browser = try BrowserTrial(files: [("a.md", "글\n\n```\n글\n")])
    browser.write()
    browser.send(.terminal(.paste("https://a.org")))
    browser.press(.down, .down, .down, .home)
    browser.press(.right, with: .shift)
    browser.send(.terminal(.paste("https://b.org")))
    #expect(browser.text == "https://a.org글\n\n```\nhttps://b.org\n")
  }

  @Test func thePathOfAnImageInTheVaultMakesAnImage() throws {
    let files = [
      ("d/a.md", "글\n"), ("pics/my cat.PNG", "png"), ("d/나비.jpg", "jpg"), ("x.txt", "text"), (".hidden/b.png", "png"),
    ]
    let browser = try BrowserTrial(files: files)
    let root = browser.vault.root.text
    let cases: [(pasted: String, text: String)] = [
      ("\(root)/pics/my cat.PNG", "![](../pics/my%20cat.PNG)"),
      ("'\(root)/pics/my cat.PNG' ", "![](../pics/my%20cat.PNG)"),
      ("\(root)/pics/my\\ cat.PNG", "![](../pics/my%20cat.PNG)"),
      ("file://\(root)/pics/my%20cat.PNG", "![](../pics/my%20cat.PNG)"),
      ("나비.jpg", "![](나비.jpg)"), ("\(root)/d/없다.jpg", "\(root)/d/없다.jpg"), ("\(root)/x.txt", "\(root)/x.txt"),
      ("/etc/passwd.png", "/etc/passwd.png"), ("\(root)/../b.png", "\(root)/../b.png"),
      ("\(root)/.hidden/b.png", "\(root)/.hidden/b.png"), ("\(root)/pics", "\(root)/pics"),
    ]
    browser.write()
    for (pasted, text) in cases {
      browser.send(.terminal(.paste(pasted)))
      #expect(browser.text == "\(text)글\n", "\(pasted)")
      browser.press(.control("z"))
    }
    browser.press(.right, with: .shift)
    browser.systemClipboard = "\(root)/d/나비.jpg"
    browser.press(.control("v"))
    #expect(browser.text == "![글](나비.jpg)\n", "the clipboard of the system comes first")
    browser.systemClipboard = nil
    browser.press(.control("a"))
    browser.press(.control("x"))
    browser.press(.control("v"), .control("v"))
    #expect(browser.text == "![글](나비.jpg)\n![글](나비.jpg)\n", "else what was cut last")
  }
}
