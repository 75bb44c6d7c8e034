import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// The recipes of the page on scripts that wait for a person or run until they are stopped, each typed as it is printed.
@Suite(.waitsForPrograms, .enabled(if: TerminalScreen.isAvailable, "tmux is not installed"))
struct RecipeTests {
  @Test(.enabled(if: MemoProgram.isInstalled("fzf"), "fzf is not installed"))
  func fzfPicksAMemoToEdit() throws {
    let sandbox = try Self.sandbox()
    let picker = try #require(
      try Self.page("Scripts").firstMatch(of: /```sh\n((?:.*\n)*?.*memo-pick\n(?:.*\n)*?)```/)?.1)
    _ = try sandbox.shell(String(picker), in: "home")
    sandbox.variables["PATH"]? += ":\(sandbox.folder.path.text)/home/bin"
    sandbox.variables["MEMO_EDITOR"] = "cat"
    let screen = try TerminalScreen(try Self.line("memo edit \"$(memo pick)\""), in: sandbox)
    try screen.wait(for: "Shopping")
    try screen.type("shop")
    try screen.wait(for: "1/2")
    try screen.press("Enter")
    #expect(try screen.waitForEnd().contains("- [ ] milk"))
  }

  @Test(.enabled(if: MemoProgram.isInstalled("watch"), "watch is not installed"))
  func watchShowsTasksAsTheyAreTicked() throws {
    let sandbox = try Self.sandbox()
    let screen = try TerminalScreen(try Self.line("watch "), in: sandbox)
    try screen.wait(for: "milk")
    #expect(try sandbox.memo("tasks", "done", "shopping.md:3").end == .exited(0))
    try screen.waitUntilGone("milk")
    try screen.press("C-c")
  }

  @Test(.enabled(if: MemoProgram.isInstalled("entr"), "entr is not installed"))
  func entrChecksMemosWhenTheyAreSaved() throws {
    let sandbox = try Self.sandbox()
    let screen = try TerminalScreen(try Self.line("memo list --paths | entr"), in: sandbox)
    try screen.wait(for: "named 'nowhere'")
    // entr does not see what is saved while the command before still runs, and starts none while a file keeps changing.
    var looks = 0
    try screen.wait {
      defer { looks += 1 }
      if looks % 20 == 0 { try sandbox.write("# Plan\n\n[[elsewhere]]\n", to: "plan.md") }
      return try screen.lines().contains { $0.contains("named 'elsewhere'") }
    }
    try screen.press("C-c")
  }

  // MARK: Units

  /// What the page on automation has put into the files of other programs.
  @Test func theAgentOfLaunchdIsAPropertyList() throws {
    let text = try #require(try Self.page("Automating").firstMatch(of: /<\?xml(?:.*\n)*?<\/plist>\n/)?.0)
    let agent = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil) as? [String: Any]
    #expect(agent?["StartInterval"] as? Int == 900)
    #expect((agent?["ProgramArguments"] as? [String])?.contains("sync") == true)
  }

  @Test(.enabled(if: MemoProgram.isInstalled("systemd-analyze"), "systemd is not installed"))
  func systemdTakesTheUnits() throws {
    let sandbox = try Self.sandbox()
    let units = try Self.page("Automating").matches(of: /systemd\/user\/(memo-sync\.\w+) <<'END'\n((?:.*\n)*?)END\n/)
    #expect(units.map { String($0.1) } == ["memo-sync.service", "memo-sync.timer"])
    for unit in units {
      // The program is where `%h` says on the machine of who installs it.
      let text = String(unit.2).replacing("%h/.local/bin/memo", with: MemoProgram.path.text)
      try sandbox.folder.write(text, to: "vault/\(unit.1)")
    }
    let run = try sandbox.shell("systemd-analyze --user verify ./memo-sync.service ./memo-sync.timer")
    #expect(!run.errors.contains("memo-sync"), "\(run.errors)")
  }

  // MARK: The pages

  /// The line of the page on scripts that starts with something, without the comment behind it.
  private static func line(_ start: String) throws -> String {
    let lines = try page("Scripts").split(separator: "\n").map(String.init)
    let line = try #require(lines.first { $0.hasPrefix("    $ \(start)") }, "no line starts with '\(start)'")
    return String(line.dropFirst(6)).replacing(/\s{2,}#.*/, with: "")
  }

  private static func page(_ name: String) throws -> String {
    let path = MemoProgram.packageFolder.appending(VaultPath("Sources/MemoKit/MemoKit.docc/\(name).md"))
    return try String(contentsOfFile: path.text, encoding: .utf8)
  }

  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("# Plan\n\n[[nowhere]]\n", to: "plan.md", day: 1)
    try sandbox.write("# Shopping\n\n- [ ] milk\n- [ ] bread\n#work\n", to: "shopping.md", day: 2)
    return sandbox
  }
}
