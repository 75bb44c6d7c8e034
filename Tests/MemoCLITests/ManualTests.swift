import MemoCore
import MemoTestSupport
import Testing

@testable import MemoCLI

@Suite struct ManualTests {
  private static let commands = CommandList.declarations

  @Test func everyCommandAndOptionIsInTheManual() {
    let manual = ManualRenderer(version: "1.2.3", language: .english).manual(of: Self.commands)
    for command in Self.commands {
      #expect(manual.contains("\\fBmemo \(command.name)"), "\(command.name)")
      for option in command.options + GlobalOptions.all {
        for spelling in option.spellings {
          #expect(manual.contains("\\fB\(spelling.replacing("-", with: "\\-"))\\fR"), "\(spelling)")
        }
      }
    }
    #expect(manual.hasPrefix(".TH MEMO 1 \"\" \"memo 1.2.3\"\n"))
  }

  @Test func everyExitCodeIsInTheManual() {
    let manual = ManualRenderer(version: "1", language: .english).manual(of: Self.commands)
    for code in [0, 1, 2, 3, 4, 5, 6, 7, 8, 130] { #expect(manual.contains("\n\\fB\(code)\\fR\n")) }
  }

  @Test(arguments: CommandList.declarations.map(\.name))
  func everyLineIsARequestOfOursOrText(name: String) throws {
    let page = try TestedTool().run("man", name)
    #expect(page.code == .done && page.output.contains("memo\\-\(name.replacing("_", with: "_"))"))
    let requests = page.output.split(separator: "\n").filter { $0.hasPrefix(".") || $0.hasPrefix("'") }
      .map { $0.prefix { $0 != " " } }
    #expect(Set(requests).isSubset(of: [".TH", ".SH", ".SS", ".TP", ".PP", ".ad"]))
    #expect(page.output.utf8.allSatisfy { $0 < 0x80 })
  }

  static let texts: [(String, String)] = [
    ("a-b", "a\\-b"), (".x", "\\&.x"), ("'x", "\\(aqx"), ("a\\nb", "a\\(rsnb"), ("~^`", "\\(ti\\(ha\\(ga"),
    ("어제 é", "\\[uC5B4]\\[uC81C] \\[u00E9]"), ("a\n.b", "a .b"),
  ]

  @Test(arguments: texts)
  func textIsEscaped(text: String, roff: String) {
    #expect(Roff.text(text) == roff)
  }

  @Test func anAliasNamesTheSamePage() throws {
    let tool = try TestedTool()
    #expect(tool.run("man", "ls").output == tool.run("man", "list").output)
    #expect(tool.run("man", "lst").code == .usage)
  }
}
