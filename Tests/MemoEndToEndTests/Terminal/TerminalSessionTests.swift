import Foundation
import MemoCore
import MemoTestSupport
import Testing

@Suite(.waitsForPrograms, .enabled(if: TerminalScreen.isAvailable, "tmux is not installed"))
struct TerminalSessionTests {
  // MARK: The pager

  @Test func longOutputIsPaged() throws {
    let sandbox = try Sandbox()
    for number in 1...60 { try sandbox.write("# memo \(number)\n", to: "\(number).md", day: 1) }
    let screen = try TerminalScreen("memo list", in: sandbox)
    try screen.wait(for: "memo 20")
    #expect(try !screen.lines().contains { $0.contains("[exit") })
    try screen.press("q")
    try screen.waitForEnd()
  }

  @Test func thePagerIsChosenInOrder() throws {
    let sandbox = try BrowseTests.sandbox()
    for name in ["mine", "common"] { try sandbox.makeProgram(name, "echo \"\(name) $*\"; head -n 1") }
    let both = "MEMO_PAGER='mine -x' PAGER=common"
    let first = "1  장보기"
    func screen(_ line: String) throws -> [String] { try TerminalScreen(line, in: sandbox).waitForEnd() }
    let paged = try screen("\(both) memo list")
    #expect(paged.count == 2 && paged[0] == "mine -x" && paged[1].hasPrefix(first), "\(paged)")
    #expect(try screen("PAGER=common memo list")[0] == "common")
    #expect(try screen("MEMO_PAGER= PAGER=common memo list")[0].hasPrefix(first))
    #expect(try screen("\(both) memo --no-pager list")[0].hasPrefix(first))
    #expect(try screen("PAGER=cat memo list")[0].hasPrefix(first))
    #expect(try screen("\(both) memo list | cat")[0].hasPrefix("memo0.md"))
    #expect(try screen("PAGER=mine memo search body")[0] == "mine")
    let missing = try screen("PAGER=no-such-pager memo list")
    #expect(missing.contains("memo: cannot start the pager 'no-such-pager'"), "\(missing)")
    #expect(missing.contains { $0.hasPrefix(first) }, "\(missing)")
  }

  @Test func anEditorHasTheTerminalWhereTheOutputIsAPipe() throws {
    let sandbox = try BrowseTests.sandbox()
    try sandbox.makeProgram("draws", "test -t 1 && echo picture; printf '# Drawn\\n' > \"$1\"")
    let lines = try TerminalScreen("x=$(MEMO_EDITOR=draws memo new --edit); echo \"[$x]\"", in: sandbox).waitForEnd()
    #expect(lines.contains("picture") && lines.contains("[Drawn.md]"), "\(lines)")
  }

  // MARK: The picker

  @Test func aMemoIsPickedByItsConsonants() throws {
    let screen = try TerminalScreen("memo show", in: try BrowseTests.sandbox())
    try screen.wait(for: "장보기")
    try screen.type("ㅎㅇㄹ")
    try screen.waitUntilGone("장보기")
    #expect(try screen.lines().contains { $0.contains("주간 회의록") })
    try screen.press("Enter")
    #expect(try screen.waitForEnd().contains("body of 주간 회의록"))
  }

  @Test func arrowsChooseAnotherMemo() throws {
    let screen = try TerminalScreen("memo show --color never", in: try BrowseTests.sandbox())
    try screen.wait(for: "장보기")
    try screen.press("Down", "Down", "Up", "Down", "Enter")
    #expect(try screen.waitForEnd().contains("# Release plan"))
  }

  @Test func theLastSyllableIsOpenWhileTyping() throws {
    let screen = try TerminalScreen("memo edit", in: try BrowseTests.sandbox())
    try screen.wait(for: "장보기")
    try screen.type("회의ㄹ")
    try screen.waitUntilGone("장보기")
    #expect(try screen.lines().contains { $0.contains("주간 회의록") })
    try screen.press("C-c")
    try screen.waitForEnd(code: 130)
  }

  @Test(arguments: ["Escape", "C-c"])
  func whoGivesUpIsInterrupted(key: String) throws {
    let screen = try TerminalScreen("echo before; memo show", in: try BrowseTests.sandbox())
    try screen.wait(for: "장보기")
    try screen.press(key)
    #expect(try screen.waitForEnd(code: 130) == ["before", "no memo was chosen"], "the screen is given back")
  }

  @Test func nobodyIsAskedWhereInputIsRefused() throws {
    let screen = try TerminalScreen("memo show --no-input", in: try BrowseTests.sandbox())
    #expect(try screen.waitForEnd(code: 2)[0] == "memo: missing REF")
  }

  // MARK: The editor

  @Test func aNewMemoOpensTheEditor() throws {
    let sandbox = try Sandbox()
    sandbox.variables["EDITOR"] = "writes"
    try sandbox.makeProgram("writes", "printf 'text\\n' >> \"$1\"; echo edited")
    #expect(try TerminalScreen("memo new A plan", in: sandbox).waitForEnd() == ["edited", "A-plan.md"])
    #expect(try sandbox.text(of: "A-plan.md") == "# A plan\ntext\n")
    #expect(try TerminalScreen("memo new B --no-edit", in: sandbox).waitForEnd() == ["B.md"])
    #expect(try TerminalScreen("memo new C --body x", in: sandbox).waitForEnd() == ["C.md"])
    #expect(try TerminalScreen("memo edit 1", in: sandbox).waitForEnd() == ["edited"])
  }

  @Test func anInterruptedEditorEndsTheCommand() throws {
    let sandbox = try BrowseTests.sandbox()
    sandbox.variables["EDITOR"] = "waits"
    try sandbox.makeProgram("waits", "echo waiting; exec cat > /dev/null")
    let screen = try TerminalScreen("memo edit 1", in: sandbox)
    try screen.wait(for: "waiting")
    try screen.press("C-c")
    try screen.wait(for: "^C[exit 130]")
  }
}
