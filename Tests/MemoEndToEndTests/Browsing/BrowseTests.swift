import Foundation
import MemoCore
import MemoTestSupport
import Testing

@Suite(.waitsForPrograms, .enabled(if: TerminalScreen.isAvailable, "tmux is not installed"))
struct BrowseTests {
  /// Four memos, newest first.
  static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    for (place, title) in ["장보기", "주간 회의록", "Release plan", "여행"].enumerated() {
      try sandbox.write("# \(title)\n\nbody of \(title)\n", to: "memo\(place).md", day: 20 - place)
    }
    return sandbox
  }

  /// The split view over a vault, once it is shown.
  static func browse(
    _ sandbox: Sandbox, _ command: String = "memo", columns: Int = 100, rows: Int = 14
  ) throws -> TerminalScreen {
    let screen = try TerminalScreen(command, in: sandbox, columns: columns, rows: rows)
    try screen.wait(for: "? help")
    return screen
  }

  /// Leaves the text by Esc. A key in the same breath would be Alt and that key.
  static func leaveText(_ screen: TerminalScreen) throws {
    try screen.press("Escape")
    try screen.waitUntilGone("Esc to finish")
  }

  // MARK: Looking

  @Test func plainMemoShowsListAndMemoAndGivesTheScreenBack() throws {
    let screen = try Self.browse(try Self.sandbox(), "echo before; memo")
    let lines = try screen.lines()
    #expect(lines[0].hasPrefix(" May 2026 · 4 ──") && lines[0].hasSuffix(" │ # 장보기"), "\(lines[0])")
    #expect(lines[1].hasPrefix("▌장보기 ") && lines[1].contains("May 20 │"), "\(lines[1])")
    #expect(lines[2].hasPrefix("▌body of 장보기") && lines[2].hasSuffix("│ body of 장보기"))
    #expect(lines[13].hasPrefix("vault · 4 memos"))
    try screen.press("q")
    #expect(try screen.waitForEnd() == ["before"])
  }

  @Test func resizingSwitchesBetweenOneColumnAndTwo() throws {
    let screen = try Self.browse(try Self.sandbox())
    try screen.resize(columns: 60, rows: 14)
    try screen.waitUntilGone("│")
    #expect(try screen.lines()[7].hasPrefix(" 여행"))
    try screen.press("Down", "Enter")
    try screen.wait(for: "# 주간 회의록")
    #expect(try !screen.lines().contains { $0.contains("여행") })
    try screen.resize(columns: 120, rows: 20)
    try screen.wait(for: "│ # 주간 회의록")
    try screen.resize(columns: 60, rows: 14)
    try screen.waitUntilGone("│")
    #expect(try screen.lines()[0] == " # 주간 회의록", "the memo was opened, so it stays")
    try screen.press("Escape")
    try screen.wait(for: "여행")
    try screen.press("q")
    try screen.waitForEnd()
  }

  @Test func aMemoThatIsSavedByAnyProgramRises() throws {
    let sandbox = try Self.sandbox()
    let screen = try Self.browse(sandbox)
    try screen.press("j")
    try screen.wait(for: "│ # 주간 회의록")
    try sandbox.write("# 여행\n\n떠난다\n", to: "memo3.md")
    try screen.wait(for: "떠난다")
    let lines = try screen.lines()
    #expect(lines[0].hasPrefix(" Today · 1 ") && lines[0].hasSuffix("│ # 주간 회의록"), "\(lines[0])")
    #expect(lines[1].hasPrefix(" 여행") && lines[3].hasPrefix(" May 2026 · 3 "), "\(lines)")
    try sandbox.write("# 주간 회의록\n\n바뀐 안건\n", to: "memo1.md")
    try screen.wait(for: "│ 바뀐 안건")
    #expect(try screen.lines()[1].hasPrefix("▌주간 회의록"))
    try sandbox.folder.remove(sandbox.inVault(VaultPath("memo1.md")))
    try screen.wait(for: "│ # 여행")
    try screen.press("q")
    try screen.waitForEnd()
  }

  @Test func theLastSyllableIsOpenAndMatchesStandOut() throws {
    let screen = try Self.browse(try Self.sandbox())
    try screen.type("/")
    try screen.typeApart("회의".utf8)
    try screen.type("ㄹ")
    try screen.wait(for: "1 of 4")
    #expect(try screen.lines()[0].contains("주간 회의록") && screen.lines()[2].contains("body of 주간 회의록"))
    try screen.press("Escape")
    try screen.wait(for: "여행")
    try screen.type("/ㅎㅇㄹ")
    try screen.wait(for: "1 of 4")
    try screen.press("Enter", "Escape")
    try screen.wait(for: "4 memos")
    try screen.press("q")
    try screen.waitForEnd()
  }

  @Test func contentIsInert() throws {
    let sandbox = try Sandbox()
    let hostile = "\u{1B}]0;owned\u{7}\u{9B}31m\u{202E}"
    try sandbox.write("# \(hostile)\n\n\(hostile)\u{1B}[2J\n", to: "a.md", day: 1)
    let screen = try Self.browse(sandbox)
    #expect(try screen.lines()[0].contains("␛]0;owned␇<U+009B>31m"))
    try screen.press("i", "x")
    try screen.wait(for: "Esc to finish")
    try Self.leaveText(screen)
    try screen.press("q")
    try screen.waitForEnd()
    let written = try screen.written()
    for harm in ["]0;owned\u{7}", "\u{9B}", "\u{202E}"] { #expect(!written.contains(harm)) }
  }

  @Test func withoutColourNoneIsWritten() throws {
    let screen = try Self.browse(try Self.sandbox(), "NO_COLOR=1 memo browse")
    try screen.press("j", "q")
    try screen.waitForEnd()
    #expect(try screen.written().range(of: #"\u{1B}\[0(;\d)*;[349]\d"#, options: .regularExpression) == nil)
  }

  // MARK: Where it cannot be

  @Test func itNeedsATerminal() throws {
    let sandbox = try Self.sandbox()
    let run = try sandbox.memo("browse")
    #expect(run.end == .exited(2) && run.errors.contains("the split view needs a terminal"))
    let screen = try TerminalScreen("TERM=dumb memo", in: sandbox)
    #expect(try screen.waitForEnd(code: 2).first?.contains("TERM=dumb") == true)
    let nameless = try TerminalScreen("env -u TERM memo", in: sandbox)
    #expect(try nameless.waitForEnd(code: 2).first?.contains("TERM is not set") == true)
    let picker = try TerminalScreen("TERM=dumb memo show", in: sandbox)
    #expect(try picker.waitForEnd(code: 2).first?.contains("REF") == true, "there is nothing to choose from")
  }

  @Test func anEmptyVaultExplainsHowToWrite() throws {
    let sandbox = try Sandbox()
    let screen = try Self.browse(sandbox)
    #expect(try screen.lines().contains { $0.contains("Press n to write one.") })
    try screen.type("i")
    try screen.type("n첫 메모")
    try screen.press("Escape")
    try screen.wait(for: "1 memo")
    try screen.press("q")
    try screen.waitForEnd()
    #expect(try sandbox.text(of: "첫-메모.md") == "첫 메모\n")
  }
}
