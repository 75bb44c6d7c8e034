import MemoCore
import MemoTestSupport
import Testing

@testable import MemoWords

/// What a hint holds can be pasted into a shell.
@Suite(.waitsForPrograms, .enabled(if: MemoProgram.isInstalled("bash"), "bash is not installed"))
struct ShellWordTests {
  static let names: [[UInt8]] =
    [
      "plan.md", "a b", "it's", "\"x\"", "$HOME", "`ls`", "a\\b", "a\nb", "\u{1B}[31m", "회의 록.md", "회의\n록", "=ls", "~",
      "*",
      "", "a;b&c|d", "!x", "'", "a\u{202E}b", "tab\t1", "7\n7", "--x",
    ].map { Array($0.utf8) } + [[0xFF, 0x27, 0x20, 0x0A, 0x37], [0xED, 0xA0, 0x80], Array("\u{85}".utf8)]

  @Test func bashReadsAWordAsWhatItStandsFor() throws {
    let sandbox = try Sandbox()
    for name in Self.names {
      let word = ShellWord.of(VaultPath(bytes: name))
      #expect(TerminalText.visible(word) == word, "\(word) is shown as it is")
      try sandbox.folder.write("printf '%s|' \(word)\n", to: "vault/words")
      let run = try sandbox.shell("bash words")
      let expected = (name.first == UInt8(ascii: "-") ? Array("./".utf8) : []) + name
      #expect(run.output == expected + [UInt8(ascii: "|")], "\(word)")
    }
  }

  @Test func textAndFoldersAreQuotedInTheSameWay() throws {
    #expect(ShellWord.of("main") == "main" && ShellWord.of("a b") == "'a b'" && ShellWord.of("") == "''")
    #expect(ShellWord.of(HostPath("/home/kim/my notes")) == "'/home/kim/my notes'")
    #expect(ShellWord.of("it's") == #"'it'\''s'"# && ShellWord.of("a\n") == #"$'a\012'"#)
    #expect(ShellWord.operands("a", "b c") == "a 'b c'" && ShellWord.operands("a", "-b c") == "-- a '-b c'")
  }
}
