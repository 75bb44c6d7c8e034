import MemoCore
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoTUI

/// What keys do to the text that is written, and where its cursor is seen.
@Suite struct BrowserWritingKeyTests {
  static let edits: [(String, [TerminalEvent], String)] = [
    ("ab cd", [.key(.right), .key(.backspace)], "b cd"),
    ("ab cd", [.key(.end), .key(.backspace, .control)], "ab "),
    ("ab cd", [.key(.end), .key(.control("w"))], "ab "),
    ("ab cd", [.key(.right, .control), .key(.delete)], "abcd"),
    ("ab cd", [.key(.right), .key(.control("k"))], "a"),
    ("ab cd", [.key(.right), .key(.control("u"))], "b cd"),
    ("ab", [.key(.right, .shift), .text("x")], "xb"),
    ("ab", [.key(.right, .shift), .key(.control("x")), .key(.end), .key(.control("v"))], "ba"),
    ("ab", [.key(.control("a")), .key(.control("c")), .key(.end), .key(.control("v"))], "abab"),
    ("ab", [.text("x"), .key(.control("z"))], "ab"),
    ("ab", [.text("x"), .key(.control("z")), .key(.control("y"))], "xab"),
    ("a\r\nb", [.key(.end), .key(.enter), .text("c")], "a\r\nc\r\nb"),
    ("- a\r\nb", [.key(.end), .key(.alt("\r")), .text("c"), .key(.alt("\t"))], "- a\r\nc\r\nb"),
    ("a", [.key(.end), .paste("x\ry\n")], "ax\ny\n"),
    ("", [.text("한"), .text("글"), .key(.backspace)], "한"),
    ("a\nb\n\nc", [.key(.right, .shift), .key(.down, .shift), .key(.tab)], "  a\n  b\n\nc"),
    ("a\nb\nc", [.key(.down, .shift), .key(.tab), .key(.tab), .key(.backTab)], "  a\nb\nc"),
    ("a\r\nb\rc", [.key(.control("a")), .key(.tab), .key(.control("z"))], "a\r\nb\rc"),
    ("a\r\nb\rc\n", [.key(.control("a")), .key(.tab)], "  a\r\n  b\r  c\n"),
    ("      a", [.key(.end), .key(.backTab), .text("x")], "    ax"),
    ("a", [.key(.backTab), .key(.tab), .text("x")], "\txa"),
    ("a\nb", [.key(.down), .text("x"), .key(.up), .key(.home), .text("y")], "ya\nxb"),
    ("a\nb", [.key(.end, .control), .text("x"), .key(.home, .control), .text("y")], "ya\nbx"),
  ]

  @Test(arguments: edits)
  func keysEdit(before: String, keys: [TerminalEvent], after: String) throws {
    let browser = try BrowserTrial(files: [("a.md", before)])
    browser.write()
    for key in keys { browser.send(.terminal(key)) }
    #expect(browser.text == after)
    browser.press(.escape)
    // What was written ends with a line end; a last line that had none and was not touched has none still.
    let end = after.isEmpty || after.hasSuffix("\n") || Self.lastLine(after) == Self.lastLine(before) ? "" : "\n"
    #expect(try browser.text(of: "a.md") == after + end && browser.isPaintedRight)
  }

  @Test func aKeyWithNothingToUndoSaysSo() throws {
    let browser = try BrowserTrial(["가방"])
    browser.write("x")
    browser.press(.control("z"))
    #expect(browser.text == "# 가방\n\ntext of 가방\n" && !browser.status.contains("nothing"), "\(browser.status)")
    browser.press(.control("z"))
    #expect(browser.status.hasPrefix("nothing to undo in this text"), "\(browser.status)")
    browser.press(.control("y"))
    #expect(browser.text?.utf8.first == UInt8(ascii: "x") && !browser.status.contains("nothing"), "\(browser.status)")
    browser.press(.control("y"))
    #expect(browser.status.hasPrefix("nothing to redo in this text"), "\(browser.status)")
  }

  @Test(arguments: ["\r", "\t"] as [Character])
  func altWithEnterOrTabDoesNothingWhereNoTextIsWritten(key: Character) throws {
    let browser = try BrowserTrial(["가방", "나비"])
    browser.press(.alt(key))
    #expect(browser.state.focus == .list && browser.status.contains(key == "\r" ? "'Alt+Enter'" : "'Alt+Tab'"))
    browser.type("r")
    browser.press(.alt(key))
    guard case .prompting(let prompt) = browser.state.mode else {
      Issue.record("the prompt has ended")
      return
    }
    #expect(prompt.input.text == "가방")
  }

  private static func lastLine(_ text: String) -> String? {
    text.split(omittingEmptySubsequences: false) { $0.isNewline }.last.map(String.init)
  }

  @Test(arguments: [("# t\r\n\r\n- [ ] 가\r\n- [-] b\r\n", 2), ("\u{FEFF}- [ ] a\n", 0)])
  func xTicksTheTaskAtTheCursor(text: String, line: Int) throws {
    let browser = try BrowserTrial(files: [("a.md", text)])
    browser.press(.tab)
    browser.type(String(repeating: "j", count: line) + "lx")
    #expect(try browser.text(of: "a.md") == text.replacing("[ ]", with: "[x]"), "saved at once")
    browser.type("x")
    #expect(try browser.text(of: "a.md") == text && browser.isPaintedRight)
    browser.type("u")
    #expect(try browser.text(of: "a.md") != text, "each tick is undone by itself")
  }

  @Test func xElsewhereChangesNothing() throws {
    let browser = try BrowserTrial(files: [("a.md", "# t\n\nno task\n")])
    browser.type("x")
    browser.press(.tab)
    browser.type("jjx")
    #expect(browser.lines.contains { $0.contains("no task at the cursor") })
    #expect(try browser.text(of: "a.md") == "# t\n\nno task\n")
  }

  @Test func copiedTextGoesToTheTerminalsClipboardToo() throws {
    let browser = try BrowserTrial(files: [("a.md", "한글")])
    browser.write()
    browser.press(.right, with: .shift)
    browser.press(.control("c"))
    #expect(browser.copied == Array("한".utf8))
  }

  @Test func theCursorIsVisibleAndMovesWhileReading() throws {
    let text = (0..<50).map { "row \($0)" }.joined(separator: "\n") + "\n"
    let browser = try BrowserTrial(files: [("a.md", text)], columns: 80, rows: 12)
    #expect(browser.terminal.cursor == nil)
    browser.press(.tab)
    #expect(browser.terminal.cursor == CellGrid.Position(row: 0, column: 32))
    browser.type("jjl")
    #expect(browser.terminal.cursor == CellGrid.Position(row: 2, column: 33))
    for _ in 0..<10 { browser.type("j") }
    #expect(browser.lines[10].contains("row 12") && browser.terminal.cursor?.row == 10, "the text goes along")
    browser.type(" ")
    #expect(browser.lines[10].contains("row 22") && browser.terminal.cursor?.row == 10)
    browser.mouse(.wheelUp, row: 1, column: 50)
    #expect(browser.lines[10].contains("row 19") && browser.terminal.cursor?.row == 10)
    browser.type("i!")
    #expect(browser.lines[10].contains("!row 19"), "what is typed stands where one reads")
    browser.press(.escape)
    browser.type("Gilast")
    #expect(browser.text?.hasSuffix("row 49\nlast") == true && browser.lines.contains { $0.hasSuffix("│ last") })
    browser.press(.escape, .left)
    #expect(browser.state.focus == .memo)
    browser.press(.home, .left)
    #expect(browser.state.focus == .list && browser.isPaintedRight)
  }

  @Test func theCursorStaysInSight() throws {
    let text = (1...50).map { "row \($0)" }.joined(separator: "\n")
    let browser = try BrowserTrial(files: [("a.md", text)], columns: 100, rows: 12)
    browser.write()
    browser.press(.end, with: .control)
    #expect(browser.terminal.cursor?.row == 10)
    browser.resize(columns: 40, rows: 5)
    #expect(browser.terminal.cursor?.row == 3 && browser.lines[3] == " row 50")
    browser.press(.home, with: .control)
    #expect(browser.terminal.cursor == CellGrid.Position(row: 0, column: 1))
  }

  @Test func aWindowThatGetsItsSizeBackShowsTheSameRows() throws {
    let text = (1...50).map { "row \($0)" }.joined(separator: "\n")
    let browser = try BrowserTrial(files: [("a.md", text)], columns: 100, rows: 24)
    browser.write()
    for _ in 0..<30 { browser.press(.down) }
    for _ in 0..<10 { browser.press(.up) }
    let before = browser.lines
    browser.resize(columns: 100, rows: 8)
    #expect(browser.terminal.cursor != nil)
    browser.send(.paused)
    browser.resize(columns: 60, rows: 5)
    browser.resize(columns: 100, rows: 24)
    #expect(browser.lines == before)
    browser.resize(columns: 100, rows: 8)
    browser.type("x")
    #expect(browser.isPaintedRight && browser.lines.contains { $0.contains("xrow 21") })
  }

  @Test func aTextThatFitsIntoALargerWindowIsShownFromItsStart() throws {
    let text = "# A title that wraps at twenty columns\nand a line that wraps there, too\nthree\nfour\nfive\nsix\n"
    let browser = try BrowserTrial(files: [("a.md", text)], columns: 90, rows: 24)
    browser.press(.enter)
    browser.resize(columns: 20, rows: 6)
    for _ in 0..<7 { browser.press(.down) }
    #expect(!browser.lines.joined().contains("# A title"))
    for (columns, rows) in [(90, 24), (200, 50), (90, 24)] {
      browser.resize(columns: columns, rows: rows)
      #expect(browser.lines[0].contains("# A title that wraps") && browser.isPaintedRight, "\(browser.lines)")
    }
  }

  @Test func untouchedBytesAreKept() throws {
    let browser = try BrowserTrial([])
    let bytes: [UInt8] = [0xEF, 0xBB, 0xBF, 0x61, 0x0D, 0x0A, 0xFF, 0xFE, 0x0D, 0x62]
    _ = try browser.vault.writer.create(VaultPath("a.md"), contents: bytes, modified: nil)
    try browser.notice()
    browser.write("x")
    browser.press(.escape)
    #expect(try browser.vault.contents(of: VaultPath("a.md")) == bytes[..<3] + [0x78] + bytes[3...])
  }
}
