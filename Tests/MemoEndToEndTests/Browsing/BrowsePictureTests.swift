import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// Pictures in the split view on a real terminal. tmux draws none of them, but it records what it was sent.
@Suite(.waitsForPrograms, .enabled(if: TerminalScreen.isAvailable, "tmux is not installed"))
struct BrowsePictureTests {
  private static let png = Data(
    base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")

  private static func sandbox(_ setting: String?) throws -> Sandbox {
    let sandbox = try Sandbox()
    // A file name that would be a command to the terminal, were it sent as it is.
    let name = "p\u{1B}]0;x\u{7}.png"
    try sandbox.write("# picture\n\n![[\(name)]]\n\n![[p.png]]\n\nbelow\n", to: "a.md", day: 20)
    try sandbox.write("# other\n", to: "b.md", day: 19)
    for name in ["p.png", name] { try sandbox.folder.write(Array(png ?? Data()), to: VaultPath("vault/" + name)) }
    if let setting { #expect(try sandbox.memo("config", "pictures", setting).end == .exited(0)) }
    return sandbox
  }

  private static func written(_ setting: String?) throws -> String {
    let screen = try BrowseTests.browse(try sandbox(setting))
    try screen.wait(for: "p.png · 1×1 · ")
    try screen.press("j")
    try screen.wait(for: "│ # other")
    try screen.press("k")
    try screen.wait(for: "p.png · 1×1 · ")
    try screen.press("q")
    try screen.waitForEnd()
    return try screen.written()
  }

  @Test func aPictureIsSentPlacedAndRemoved() throws {
    let written = try Self.written("kitty")
    let commands = written.components(separatedBy: "\u{1B}_G").dropFirst()
    for command in commands {
      #expect(command.contains(/^[a-zA-Z0-9=,]*(;[A-Za-z0-9+\/=]*)?\u{1B}\\/), "\(command.prefix(60))")
    }
    #expect(commands.contains { $0.hasPrefix("a=t,f=100") } && commands.contains { $0.hasPrefix("a=p,") })
    #expect(!written.replacing(ScreenBytes.question, with: "").contains("\u{1B}]"), "no command of a file's name")
    let last = written.components(separatedBy: "\u{1B}_Ga=d,d=I,").last ?? ""
    #expect(!last.contains("\u{1B}_G") && last.contains("\u{1B}[?1049l"))
    let width = written.components(separatedBy: "\u{1B}[?1049l").last ?? ""
    #expect(!width.contains("\u{1B}_G"))
  }

  @Test func inTmuxOnlyTheAttributesAreAsked() throws {
    let asked = try Self.written(nil)
    #expect(asked.contains("\u{1B}[16t\u{1B}[c") && !asked.contains("\u{1B}_"))
    let off = try Self.written("off")
    #expect(off.components(separatedBy: "\u{1B}[c").count == 2 && off.contains(ScreenBytes.question))
    #expect(!off.contains("\u{1B}[16t") && !off.contains("\u{1B}_"))
  }
}
