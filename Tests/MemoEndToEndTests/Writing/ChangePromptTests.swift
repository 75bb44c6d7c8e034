import MemoTestSupport
import Testing

@Suite(.waitsForPrograms, .enabled(if: TerminalScreen.isAvailable, "tmux is not installed"))
struct ChangePromptTests {
  @Test(arguments: [("y", nil), ("n", "# A\n"), ("", "# A\n")] as [(String, String?)])
  func aPersonIsAskedBeforeAMemoIsDeleted(answer: String, left: String?) throws {
    let sandbox = try Sandbox()
    try sandbox.write("# A\n", to: "a.md", day: 1)
    let screen = try TerminalScreen("memo delete 1", in: sandbox)
    try screen.wait(for: "move 'a.md' to the trash? [y/N]")
    if !answer.isEmpty { try screen.type(answer) }
    try screen.press("Enter")
    try screen.waitForEnd()
    #expect(try sandbox.text(of: "a.md") == left)
  }

  @Test func severalMemosAreNamed() throws {
    let sandbox = try Sandbox()
    for name in ["a", "b", "c", "d"] { try sandbox.write("# \(name)\n", to: "\(name).md") }
    let screen = try TerminalScreen("memo delete b.md a.md d.md; memo delete a.md b.md c.md d.md", in: sandbox)
    try screen.wait(for: "move 3 memos to the trash: 'a.md', 'b.md', 'd.md'? [y/N]")
    try screen.press("Enter")
    try screen.wait(for: "move 4 memos to the trash: 'a.md', 'b.md', 'c.md', …? [y/N]")
    try screen.press("Enter")
    try screen.waitForEnd()
  }

  @Test func nobodyIsAskedWithoutInput() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# A\n", to: "a.md", day: 1)
    let lines = try TerminalScreen("memo delete --no-input a.md", in: sandbox).waitForEnd(code: 2)
    #expect(lines.first == "memo: cannot ask: not a terminal")
    #expect(try sandbox.text(of: "a.md") == "# A\n")
  }
}
