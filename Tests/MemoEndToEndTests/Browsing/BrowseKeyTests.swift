import Foundation
import MemoCore
import MemoTestSupport
import Testing

@Suite(.waitsForPrograms, .enabled(if: TerminalScreen.isAvailable, "tmux is not installed"))
struct BrowseKeyTests {
  /// Memos that link to each other and have tags, newest first.
  private static func linked() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("# 여행\n\n[[장보기]] 전에 [[없는 메모]]\n#할일 #집\n", to: "trip.md", day: 20)
    try sandbox.write("# 장보기\n\n우유 #할일\n", to: "shop.md", day: 19)
    try sandbox.write("# 가계부\n", to: "zzz.md", day: 18)
    return sandbox
  }

  @Test func linksAreFollowedAndBackAndABrokenOneIsWritten() throws {
    let sandbox = try Self.linked()
    let screen = try BrowseTests.browse(sandbox)
    try screen.press("]")
    try screen.wait(for: "없는 메모   ")
    try screen.press("Enter")
    try screen.wait(for: "│ # 장보기")
    try screen.press("[")
    try screen.wait(for: "│ # 여행")
    // The cursor is on the link when writing begins.
    try screen.press("i", "Right")
    try screen.wait(for: "Esc to finish")
    try BrowseTests.leaveText(screen)
    try screen.press("Enter")
    try screen.wait(for: "│ # 장보기")
    try screen.press("[")
    try screen.wait(for: "│ # 여행")
    try screen.press("Tab", "]")
    try screen.wait(for: "없는 메모   ")
    try screen.press("Down", "Enter")
    try screen.wait(for: "no memo is named '없는 메모'. Create it?")
    try screen.press("y")
    try screen.type("본문")
    try screen.wait(for: "│ 본문")
    try BrowseTests.leaveText(screen)
    try screen.press("q")
    try screen.waitForEnd()
    #expect(try sandbox.text(of: "없는-메모.md") == "# 없는 메모\n\n본문\n")
    #expect(try sandbox.memo("links", "trip.md", "--json").text.contains("없는-메모.md"))
  }

  @Test func titlesAreCompletedInALink() throws {
    let sandbox = try Self.linked()
    let screen = try BrowseTests.browse(sandbox)
    try screen.press("G", "i")
    try screen.wait(for: "Esc to finish")
    try screen.press("Enter")
    try screen.type("[[장ㅂ")
    try screen.wait(for: ">장보기")
    try screen.press("Enter")
    try screen.wait(for: "[[장보기]]")
    try BrowseTests.leaveText(screen)
    try screen.press("q")
    try screen.waitForEnd()
    #expect(try sandbox.text(of: "zzz.md") == "# 가계부\n\n[[장보기]]\n")
  }

  @Test func tagsOrderHelpAndPalette() throws {
    let screen = try BrowseTests.browse(try Self.linked(), columns: 80, rows: 24)
    try screen.press("t")
    try screen.wait(for: "┌")
    try screen.type("집")
    try screen.press("Enter")
    try screen.wait(for: "/tag:집 · 1 of 3")
    try screen.press("Escape")
    try screen.wait(for: "3 memos")
    try screen.press("o")
    try screen.wait(for: "by title")
    try screen.wait { try screen.lines()[0].contains("가계부") }
    try screen.press("?")
    try screen.wait(for: "↓ more")
    try screen.press("Space", "Space", "Space")
    try screen.waitUntilGone("↓ more")
    try screen.press("q")
    try screen.wait(for: "3 memos")
    try screen.type(":nothing like it")
    try screen.wait(for: "no command matches")
    try screen.press("Escape")
    try screen.waitUntilGone("nothing like it")
    try screen.type(":leave")
    try screen.wait(for: "> leave")
    try screen.press("Enter")
    try screen.waitForEnd()
  }

  @Test func viKeysChangeTheTextThatIsRead() throws {
    let sandbox = try BrowseTests.sandbox()
    #expect(try sandbox.memo("config", "keys", "emacs").end == .exited(2))
    #expect(try sandbox.memo("config", "keys", "vi").end == .exited(0))
    try sandbox.write("# 목록\n\n하나 둘\n셋\n", to: "list.md", day: 25)
    let screen = try BrowseTests.browse(sandbox)
    try screen.press("Tab")
    try screen.wait(for: "i write")
    try screen.type("2jdwyyp")
    try screen.wait { try screen.lines().filter { $0.hasSuffix("│ 둘") }.count == 2 }
    try screen.type("/셋")
    try screen.press("Enter")
    try screen.type("o넷")
    try screen.wait(for: "│ 넷")
    try BrowseTests.leaveText(screen)
    try screen.type(":wq")
    try screen.press("Enter")
    try screen.waitForEnd()
    #expect(try sandbox.text(of: "list.md") == "# 목록\n\n둘\n둘\n셋\n넷\n")
  }

  @Test func afterTheLastMemoIsDeletedNothingCanBeTyped() throws {
    let sandbox = try BrowseTests.sandbox()
    let screen = try BrowseTests.browse(sandbox)
    try screen.press("G")
    for title in ["여행", "Release plan", "주간 회의록"] {
      try screen.wait(for: "│ # \(title)")
      try screen.type("dy")
      try screen.wait(for: "moved '\(title)' to the trash")
    }
    // From the memo, too.
    try screen.press("Enter")
    try screen.type("dㅛ")
    try screen.wait(for: "Press n to write one.")
    try screen.type("ixy")
    try screen.type("n새")
    try screen.wait(for: "│ 새")
    try BrowseTests.leaveText(screen)
    try screen.press("q")
    try screen.waitForEnd()
    #expect(try sandbox.memo("list", "--paths").lines == ["새.md"])
  }

  @Test func aMemoIsSharedFromListAndText() throws {
    let sandbox = try BrowseTests.sandbox()
    sandbox.variables["WAYLAND_DISPLAY"] = "here"
    try sandbox.makeProgram("wl-copy", "cat > \"$HOME/clipboard\"")
    let screen = try BrowseTests.browse(sandbox)
    try screen.press("j", "s")
    try screen.wait(for: "clipboard")
    #expect(try sandbox.shell("cat \"$HOME/clipboard\"").text == "# 주간 회의록\n\nbody of 주간 회의록\n")
    try screen.press("k", "Enter")
    try screen.waitUntilGone("clipboard")
    try screen.press("s")
    try screen.wait(for: "clipboard")
    #expect(try sandbox.shell("cat \"$HOME/clipboard\"").text == "# 장보기\n\nbody of 장보기\n")
    try screen.press("q")
    try screen.waitForEnd()
  }

  @Test func anAddressIsOneArgumentOfTheDesktopsProgramAndIsCopiedOverSSH() throws {
    let sandbox = try Sandbox()
    let address = "https://example.org/;touch${IFS}x?a=$(id)&b"
    try sandbox.write("# a\n\n<\(address)>\n", to: "a.md", day: 20)
    for name in ["xdg-open", "open"] { try sandbox.makeProgram(name, "printf '%s|' \"$@\" > \"$HOME/opened\"") }
    let screen = try BrowseTests.browse(sandbox)
    try screen.press("Enter", "j", "j", "l", "Enter")
    try screen.wait(for: "opened 'https://example.org/")
    #expect(try sandbox.shell("cat \"$HOME/opened\"").text == "\(address)|")
    try screen.press("q")
    try screen.waitForEnd()
    _ = try sandbox.shell("rm \"$HOME/opened\"")
    let remote = try BrowseTests.browse(sandbox, "SSH_CONNECTION='192.0.2.1 1 192.0.2.2 22' memo")
    try remote.press("Enter", "j", "j", "l", "Enter")
    try remote.wait(for: "copied 'https://example.org/")
    try remote.press("q")
    try remote.waitForEnd()
    #expect(try sandbox.shell("ls \"$HOME/opened\" 2> /dev/null || echo none").text == "none\n")
  }

  @Test func selectingCuttingPastingAndUndoing() throws {
    let sandbox = try BrowseTests.sandbox()
    let screen = try BrowseTests.browse(sandbox)
    try screen.press("i", "S-Right", "S-Right", "S-Right", "S-Right", "S-Right", "C-x", "End", "C-v")
    try screen.wait(for: "│ of 장보기body")
    try screen.press("C-z", "C-z")
    try screen.wait(for: "│ body of 장보기")
    try screen.press("Home", "Enter")
    try screen.type("- 하나")
    try screen.press("Enter")
    try screen.type("둘")
    try screen.press("C-a", "Tab")
    try screen.wait(for: "│   - 둘body")
    try BrowseTests.leaveText(screen)
    try screen.press("q")
    try screen.waitForEnd()
    #expect(try sandbox.text(of: "memo0.md") == "  # 장보기\n\n\n  - 하나\n  - 둘body of 장보기\n")
  }

  @Test func copiedTextGoesToTheSystemsClipboardAndComesFromThere() throws {
    let sandbox = try BrowseTests.sandbox()
    sandbox.variables["WAYLAND_DISPLAY"] = "here"
    try sandbox.makeProgram("wl-copy", "cat > \"$HOME/clipboard\"")
    try sandbox.makeProgram("wl-paste", "cat \"$HOME/clipboard\"")
    let screen = try BrowseTests.browse(sandbox)
    try screen.press("Enter", "j", "j", "v", "w", "y")
    try screen.wait(for: "copied")
    try screen.wait { try sandbox.shell("cat \"$HOME/clipboard\"").text == "body" }
    _ = try sandbox.shell("printf https://a.org > \"$HOME/clipboard\"")
    try screen.press("i", "S-Home", "C-v")
    try screen.wait(for: "[body](https://a.org) of 장보기")
    try BrowseTests.leaveText(screen)
    try screen.press("q")
    try screen.waitForEnd()
    #expect(try screen.written().contains("\u{1B}]52;c;Ym9keQ==\u{7}"), "the terminal is asked, too")
    #expect(try sandbox.text(of: "memo0.md") == "# 장보기\n\n[body](https://a.org) of 장보기\n")
  }

  @Test func altAndAKeyIsNoCommand() throws {
    let sandbox = try BrowseTests.sandbox()
    let screen = try BrowseTests.browse(sandbox)
    try screen.press("i", "C-Home", "x", "M-u", "M-q", "M-d", "y")
    try screen.wait(for: "xy")
    try BrowseTests.leaveText(screen)
    try screen.press("M-q", "j")
    try screen.press("q")
    try screen.waitForEnd()
    #expect(try sandbox.text(of: "memo0.md") == "xy\n\nbody of 장보기\n")
  }

  @Test func theMouseWheelAndASmallWindow() throws {
    let sandbox = try BrowseTests.sandbox()
    try sandbox.write((1...60).map { "row \($0)" }.joined(separator: "\n"), to: "long.md", day: 25)
    let screen = try BrowseTests.browse(sandbox, columns: 100, rows: 24)
    try screen.type("\u{1B}[<65;60;3M")
    try screen.wait(for: "│ row 25")
    try screen.press("i", "Down", "Down")
    try screen.wait(for: "Esc to finish")
    let before = try screen.lines()
    try screen.resize(columns: 100, rows: 8)
    try screen.wait { try screen.lines().count == 8 && screen.lines()[7].contains("Esc to finish") }
    try screen.resize(columns: 100, rows: 24)
    try screen.wait { try screen.lines() == before }
    try BrowseTests.leaveText(screen)
    try screen.press("q")
    try screen.waitForEnd()
  }

  @Test(arguments: ["xterm", "screen", "linux"])
  func coloursAreThoseOfTheTerminalsOwnPalette(term: String) throws {
    let screen = try BrowseTests.browse(try Self.linked(), "TERM=\(term) memo")
    try screen.press("j", "q")
    try screen.waitForEnd()
    let written = try screen.written()
    #expect(written.contains("\u{1B}[0;1;34m") && !written.contains("38;5") && !written.contains("38;2"))
  }

  @Test func aTitleKeepsItsStyleWhileItIsTyped() throws {
    let screen = try BrowseTests.browse(try Self.linked())
    try screen.press("n")
    try screen.type("제목")
    try screen.wait(for: "│ 제목")
    let line = try screen.colouredText().split(separator: "\n").first { $0.contains("│") && $0.contains("제목") }
    #expect(line?.contains("\u{1B}[1m\u{1B}[36m제목") == true, "\(line ?? "")")
    try BrowseTests.leaveText(screen)
    try screen.press("q")
    try screen.waitForEnd()
  }
}
