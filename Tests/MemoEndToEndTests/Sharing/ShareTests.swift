import MemoCore
import MemoTestSupport
import Testing

struct ShareTests {
  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("# 장보기 'list'\r\n\r\n두부 & milk\r\n", to: "장보기.md", day: 1)
    // Nothing of the machine that runs the tests.
    for name in ["DISPLAY", "WAYLAND_DISPLAY"] { sandbox.variables[name] = nil }
    return sandbox
  }

  @Test func theExactBytesGoToStandardOutput() throws {
    let sandbox = try Self.sandbox()
    #expect(try sandbox.memo("share", "--stdout", "장보기.md").output == sandbox.bytes(of: "장보기.md"))
  }

  @Test(arguments: [("pbcopy", ""), ("wl-copy", "WAYLAND_DISPLAY"), ("xclip", "DISPLAY")])
  func aClipboardToolGetsTheExactBytes(tool: String, variable: String) throws {
    let sandbox = try Self.sandbox()
    try sandbox.makeProgram(tool, "cat > \"$HOME/clipboard\"; echo \"$*\" > \"$HOME/words\"; exec sleep 0")
    let run = try sandbox.memo("share", "1", with: variable.isEmpty ? [:] : [variable: ":0"])
    #expect(run.end == .exited(0) && run.output.isEmpty, "\(run)")
    #expect(run.errors == "copied '장보기.md' to the clipboard\n")
    #expect(try sandbox.folder.bytes(of: VaultPath("home/clipboard")) == sandbox.bytes(of: "장보기.md"))
    let words = try #require(try sandbox.folder.bytes(of: VaultPath("home/words")))
    #expect(String(decoding: words, as: UTF8.self) == (tool == "xclip" ? "-selection clipboard\n" : "\n"))
  }

  @Test func aMailHasTitleAndText() throws {
    let sandbox = try Self.sandbox()
    try sandbox.makeProgram("xdg-open", "printf %s \"$1\" > \"$HOME/opened\"")
    try sandbox.write("# a & b\n50% ?\n", to: "mail.md", day: 2)
    #expect(try sandbox.memo("share", "--mail", "mail.md").end == .exited(0))
    let opened = try #require(try sandbox.folder.bytes(of: VaultPath("home/opened")))
    let address = "mailto:?subject=a%20%26%20b&body=%23%20a%20%26%20b%0D%0A50%25%20%3F%0D%0A"
    #expect(String(decoding: opened, as: UTF8.self) == address)
    #expect(try sandbox.memo("share", "--open", "mail.md").end == .exited(0))
    #expect(try sandbox.folder.bytes(of: VaultPath("home/opened")) == sandbox.vault.appending("mail.md").bytes)
  }

  @Test(arguments: [50_000, 140_000])
  func aMailThatNoProgramCouldBeGivenIsRefused(size: Int) throws {
    let sandbox = try Self.sandbox()
    try sandbox.makeProgram("xdg-open", ": > \"$HOME/opened\"")
    // Each of these bytes takes three in an address.
    try sandbox.write(String(repeating: "#", count: size), to: "long.md", day: 2)
    let run = try sandbox.memo("share", "--mail", "long.md")
    #expect(run.end == .exited(7) && run.errors.contains("\(size) bytes"), "\(run.errors)")
    #expect(try sandbox.folder.bytes(of: VaultPath("home/opened")) == nil)
  }

  /// Ends as pandoc does at the limit that it was given; without one, it would go on.
  @Test func pandocEndsAtALimitOfMemory() throws {
    let sandbox = try Self.sandbox()
    let words = "printf 'pandoc: Heap exhausted;\\n' >&2"
    try sandbox.makeProgram("pandoc", #"[ "$1 $2 $3" = "+RTS -M1G -RTS" ] || exit 3; \#(words); exit 251"#)
    let run = try sandbox.memo("share", "--html", "--stdout", "장보기")
    let message = "memo: 'pandoc' needs more than 1 GB of memory for this memo and was stopped\nhint: the memo is very"
    #expect(run.end == .exited(7) && run.errors.hasPrefix(message) && run.output.isEmpty, "\(run.errors)")
    let korean = try sandbox.memo("--lang", "ko", "share", "--html", "--stdout", "장보기").errors
    #expect(korean.contains("이 메모를 변환하는 데 메모리가 1GB 넘게 필요하여 중단했습니다"), "\(korean)")
  }

  @Test func theFirstLineOfPandocsErrorIsShown() throws {
    let sandbox = try Self.sandbox()
    try sandbox.makeProgram("pandoc", "printf 'pandoc: \\033]0;x\\007no\\n' >&2; exit 3")
    let run = try sandbox.memo("share", "--html", "--stdout", "장보기")
    #expect(run.end == .exited(7) && run.errors == "memo: 'pandoc' failed: pandoc: ␛]0;x␇no\n", "\(run.errors)")
    try sandbox.makeProgram("pandoc", "echo '{'")
    #expect(try sandbox.memo("share", "--html", "--stdout", "장보기").errors == "memo: 'pandoc' failed\n")
  }

  @Test func aToolThatGoesOnInTheBackgroundHoldsNothing() throws {
    let sandbox = try Self.sandbox()
    try sandbox.makeProgram("xclip", "cat > /dev/null; (echo $$; exec sleep 600) & echo $! > \"$HOME/id\"")
    let run = try sandbox.shell("memo share 장보기 2>&1 | cat", with: ["DISPLAY": ":0"])
    #expect(run.text == "copied '장보기.md' to the clipboard\n")
    #expect(try sandbox.shell("kill $(cat ../home/id)").end == .exited(0))
  }

  @Test func whatIsMissingIsNamed() throws {
    try Self.sandbox().check(
      """
      $ memo share 1
      memo: no clipboard found
      hint: install wl-copy or xclip, or use a pipe: 'memo share --stdout REF | …'
      [7]
      $ PATH="${PATH%%:*}" memo share --open 1
      memo: 'xdg-open' is not installed
      hint: to install it: sudo apt install xdg-utils, or on a Mac: brew install xdg-utils
      [7]
      $ PATH="${PATH%%:*}" memo share --html --stdout 1
      memo: 'pandoc' is not installed
      hint: to install it: sudo apt install pandoc, or on a Mac: brew install pandoc
      [7]
      $ memo share < /dev/null
      memo: missing REF
      usage: memo share [OPTIONS] [REF]
      hint: it can be left out only on a terminal
      hint: see 'memo help share'
      [2]
      $ memo share none
      memo: no memo is named 'none'
      hint: to look for it in the text of memos: memo search none
      [3]
      """)
  }

  @Test(.enabled(if: TerminalScreen.isAvailable, "tmux is not installed"))
  func aTerminalIsAskedToSetItsClipboard() throws {
    let sandbox = try Self.sandbox()
    try sandbox.write(String(repeating: "long line\n", count: 7_500), to: "long.md", day: 1)
    let lines = try TerminalScreen("memo share long.md", in: sandbox).waitForEnd(code: 7)
    #expect(lines.contains { $0.contains("75000 bytes") && $0.contains("74994") }, "\(lines)")
    let shared = try TerminalScreen("memo share 장보기.md", in: sandbox).waitForEnd()
    #expect(shared.contains("copied to the terminal's clipboard, if it allows that"), "\(shared)")
  }
}
