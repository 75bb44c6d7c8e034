import MemoCore
import MemoTestSupport
import Testing

@testable import MemoTUI

/// Finding and replacing in the memo that is written.
@Suite struct BrowserFindingTests {
  private static let text = "# a\n\n회의 Meeting\nmeeting 회의록\nMEETING\n"

  private var browser: BrowserTrial {
    get throws {
      let browser = try BrowserTrial(files: [("a.md", Self.text)])
      browser.write()
      return browser
    }
  }

  private func selected(_ browser: BrowserTrial) -> String {
    guard let buffer = browser.state.pane?.editor.buffer, let selection = buffer.selection else { return "" }
    return "\(selection.lowerBound.line):\(String(decoding: buffer.selectedBytes, as: UTF8.self))"
  }

  @Test func whatIsTypedIsSelectedAndEnterGoesOn() throws {
    let browser = try browser
    browser.press(.control("f"))
    browser.type("회의")
    #expect(selected(browser) == "2:회의" && browser.status.hasPrefix("find: 회의"), "\(browser.status)")
    #expect(browser.terminal.cursor?.row == 9, "the cursor is where one types")
    browser.press(.enter)
    #expect(selected(browser) == "3:회의")
    browser.press(.enter)
    #expect(selected(browser) == "2:회의" && browser.status.contains("continuing from the start"), "\(browser.status)")
    browser.press(.up)
    #expect(selected(browser) == "3:회의" && browser.status.contains("continuing from the end"))
    browser.type("실")
    #expect(browser.status.contains("not found") && browser.isPaintedRight, "\(browser.status)")
    browser.press(.escape)
    #expect(browser.status.contains("Esc to finish") && browser.text == Self.text)
    browser.type("!")
    #expect(browser.text == Self.text.replacing("회의록", with: "!록"), "the match is replaced by typing")
  }

  @Test func enterLeadsFromTheWordToWhatReplacesIt() throws {
    let browser = try browser
    browser.press(.control("r"))
    browser.type("Meeting")
    browser.press(.enter)
    browser.type("Talk")
    browser.press(.enter)
    #expect(browser.text == Self.text.replacing("Meeting", with: "Talk"), "\(browser.status)")
    #expect(browser.status.contains("replaced; there are no more"), "\(browser.status)")
  }

  @Test(arguments: [("meeting", 3), ("Meeting", 1), ("MEETING", 1), ("eeTing", 0), ("회의", 2), ("e", 6), ("\u{301}", 0)])
  func capitalsCountOnlyIfThereAreSome(query: String, count: Int) throws {
    let browser = try browser
    browser.press(.control("r"))
    browser.send(.terminal(.paste(query)))
    browser.press(.tab)
    browser.type("x")
    browser.press(.control("a"))
    let changed = Self.text.split(separator: "\n").joined().count
    #expect(browser.text.map { $0.split(separator: "\n").joined().count } == changed - count * (query.count - 1))
    let message = count == 0 ? "not found" : "replaced \(count)"
    #expect(browser.status.contains(message) == (count != 1), "\(browser.status)")
    browser.press(.escape)
    browser.press(.control("z"))
    #expect(browser.text == Self.text, "one step")
  }

  @Test func oneAfterTheOtherIsReplaced() throws {
    let browser = try browser
    browser.press(.control("f"))
    browser.type("meeting")
    browser.press(.tab)
    browser.type("모임")
    #expect(browser.status.hasPrefix("replace 'meeting' with: 모임"), "\(browser.status)")
    browser.press(.enter)
    #expect(browser.text == Self.text.replacing("Meeting", with: "모임") && selected(browser) == "3:meeting")
    browser.press(.down, .enter)
    #expect(browser.text == Self.text.replacing("Meeting", with: "모임").replacing("MEETING", with: "모임"))
    #expect(browser.isWaitingForPause)
    browser.press(.escape, .escape)
    #expect(try browser.text(of: "a.md") == "# a\n\n회의 모임\nmeeting 회의록\n모임\n")
  }

  @Test func theSelectionIsTheQueryAndCharactersStayWhole() throws {
    let browser = try BrowserTrial(files: [("a.md", "e\u{301} e\r\ne e\u{301}\u{302}\r\n")])
    browser.write()
    browser.press(.right, .right)
    browser.press(.right, with: .shift)
    browser.press(.control("r"))
    #expect(browser.status.hasPrefix("find: e"), "\(browser.status)")
    browser.press(.enter)
    browser.type("x")
    browser.press(.control("a"))
    #expect(browser.text == "e\u{301} x\r\nx e\u{301}\u{302}\r\n" && browser.status.contains("replaced 2"))
  }

  @Test func replacingAfterASearchAsksWhatToFindFirst() throws {
    let browser = try browser
    browser.press(.control("f"))
    browser.type("회의")
    browser.press(.escape, .control("r"))
    #expect(browser.status.hasPrefix("find: 회의"), "\(browser.status)")
    browser.type("Meeting")
    #expect(browser.status.hasPrefix("find: Meeting") && browser.text == Self.text, "\(browser.status)")
    browser.press(.enter)
    browser.type("Talk")
    browser.press(.enter)
    #expect(browser.text == Self.text.replacing("Meeting", with: "Talk"), "\(browser.status)")
  }

  @Test(arguments: [false, true])
  func aSearchGoesOnWhereAnotherProcessShortensTheText(isReplacing: Bool) throws {
    let long = "# a\n\n" + (1...50).map { "line \($0)\n" }.joined()
    let browser = try BrowserTrial(files: [("a.md", long)])
    browser.write()
    browser.press(.end, with: .control)
    browser.press(.control(isReplacing ? "r" : "f"))
    browser.type("lin")
    try browser.write("# a\n\nline\n", to: "a.md", at: 9)
    browser.type("e")
    #expect(selected(browser) == "2:line" && browser.isPaintedRight, "\(browser.status)")
    browser.press(.backspace, .backspace, .backspace, .backspace, .escape)
    #expect(browser.text == "# a\n\nline\n" && browser.state.isWriting)
  }

  @Test func aSmallWindowShowsQueryAndMessage() throws {
    let browser = try BrowserTrial(files: [("a.md", Self.text)], columns: 40, rows: 12)
    browser.press(.enter)
    browser.write()
    browser.press(.control("f"))
    browser.type("zzz")
    #expect(browser.status.hasPrefix("find: zzz") && browser.status.hasSuffix("not found"), "\(browser.status)")
  }

  @Test func aMatchAtTheEndOfALargeMemoIsFound() throws {
    let line = "한 줄의 글과 a line of text with some words in it\n"
    let bytes = Array(String(repeating: line, count: 5 << 20 / line.utf8.count).utf8) + Array("needle".utf8)
    let lines = EditedLines(bytes)
    let pattern = try #require(ExactPattern("needle"))
    let clock = ContinuousClock()
    let time = clock.measure { #expect(pattern.next(in: lines, from: .start)?.lowerBound.line == lines.count - 1) }
    print("5 MB searched in \(time)")
  }
}
