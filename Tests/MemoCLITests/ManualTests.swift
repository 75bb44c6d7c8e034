import Foundation
import MemoCore
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoCLI
@testable import MemoWords

@Suite struct ManualTests {
  private static let commands = CommandList.declarations

  @Test func everyCommandAndOptionIsInTheManual() {
    let manual = ManualRenderer(version: "1.2.3", date: "2026-03-01", language: .english).manual(of: Self.commands)
    for command in Self.commands {
      #expect(manual.contains("\\fBmemo \(Roff.text(command.name))"), "\(command.name)")
      for option in command.options + GlobalOptions.all {
        for spelling in option.spellings {
          #expect(manual.contains("\\fB\(spelling.replacing("-", with: "\\-"))\\fR"), "\(spelling)")
        }
      }
    }
    #expect(manual.hasPrefix(".TH MEMO 1 \"2026\\-03\\-01\" \"memo 1.2.3\"\n"))
  }

  @Test func everyExitCodeIsInTheManualTheHelpAndTheArticle() throws {
    let renderer = ManualRenderer(version: "1", date: "", language: .english)
    let pages = [renderer.manual(of: Self.commands), renderer.manual(of: Self.commands[0])]
    let help = try TestedTool().run("help", "exit-codes", terminalColumns: 200).output
    let article = try String(contentsOf: Self.article, encoding: .utf8)
    #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 130])
    for code in ExitCode.allCases {
      let meaning = code.meaning[.english]
      for page in pages { #expect(page.contains("\n\\fB\(code.rawValue)\\fR\n\(Roff.text(meaning)).\n"), "\(code)") }
      #expect(Self.words(help).contains(Self.words("\(code.rawValue) \(meaning)")), "\(help)")
      #expect(article.contains("| \(code.rawValue) | \(meaning) |"), "\(code.rawValue), \(meaning)")
    }
  }

  @Test(arguments: ["exit-codes", "agents"])
  func aTopicIsNotShownAsACommand(name: String) throws {
    let help = try TestedTool().run("help", name).output
    #expect(help.contains("SEE ALSO\n"))
    #expect(!help.contains("USAGE") && !help.contains("GLOBAL OPTIONS") && !help.contains("memo \(name)"), "\(help)")
  }

  @Test func settingsAreATable() throws {
    let help = try TestedTool().run("help", "config").output
    #expect(help.contains("\n\nSETTINGS\n  editor          the command that opens memos (user)\n"), "\(help)")
    let views = try TestedTool().run("help", "config", "--lang", "ko").output
    #expect(views.contains("\n  views.이름      'list'"), "\(views)")
    let page = ManualRenderer(version: "1", date: "", language: .english).manual(of: ConfigCommand.declaration)
    #expect(page.contains("\n.SH \"SETTINGS\"\n"), "\(page)")
  }

  private static let article = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/MemoKit/MemoKit.docc/Scripts.md")

  private static func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test(arguments: CommandList.declarations)
  func whatIsWrittenAsASynopsisIsASCII(command: CommandDeclaration) {
    let page = ManualRenderer(version: "1", date: "", language: .english).manual(of: command)
    let synopsis = page.components(separatedBy: ".SH \"SYNOPSIS\"\n").last?.prefix { $0 != "\n" } ?? ""
    #expect(!synopsis.isEmpty && !synopsis.contains("\\["), "\(synopsis)")
  }

  @Test(arguments: CommandList.declarations.map(\.name))
  func everyLineIsARequestOfOursOrText(name: String) throws {
    let page = try TestedTool().run("man", name)
    #expect(page.code == .done && page.output.contains("memo\\-\(Roff.text(name))"))
    let requests = page.output.split(separator: "\n").filter { $0.hasPrefix(".") || $0.hasPrefix("'") }
      .map { $0.prefix { $0 != " " } }
    #expect(Set(requests).isSubset(of: [".TH", ".SH", ".SS", ".TP", ".PP", ".ad", ".RS", ".RE", ".nf", ".fi"]))
    #expect(page.output.utf8.allSatisfy { $0 < 0x80 })
  }

  static let texts: [(String, String)] = [
    ("a-b", "a\\-b"), (".x", "\\&.x"), ("'x", "\\(aqx"), ("a\\nb", "a\\(rsnb"), ("~^`", "\\(ti\\(ha\\(ga"),
    ("어제 é", "\\[uC5B4]\\[uC81C] \\[u00E9]"), ("a\n.b", "a .b"),
    ("REF… — →", "REF... \\(em \\(->"),
  ]

  @Test(arguments: texts)
  func textIsEscaped(text: String, roff: String) {
    #expect(Roff.text(text) == roff)
  }

  @Test func aTerminalWithoutManGetsTheHelp() throws {
    let tool = try TestedTool()
    #expect(tool.run("man", "list", terminalColumns: 80).output == tool.run("help", "list", terminalColumns: 80).output)
    #expect(tool.run("man", terminalColumns: 80).output == tool.run("help", terminalColumns: 80).output)
    #expect(tool.run("man", "lst", terminalColumns: 80).code == .usage)
  }

  @Test func whoDoesNotAgreeGetsNoPages() throws {
    var tool = try TestedTool()
    tool.variables["XDG_DATA_HOME"] = tool.folder.path.appending("data").text
    tool.answers = ["n"]
    let asked = tool.run("man", "--install", terminalColumns: 80)
    #expect(asked.errors.contains("\(tool.folder.path.text)/data/man?"), "\(asked.errors)")
    #expect(TemporaryFolder.host().kind(of: tool.folder.path.appending("data")) == nil)
    tool.variables["XDG_DATA_HOME"] = nil
    #expect(
      tool.run("man", "--install", "--yes").errors.contains("memo man --install=DIR"), "neither HOME nor XDG_DATA_HOME")
  }

  @Test(arguments: [Language.english, .korean])
  func theHelpOfAllHoldsEveryPage(language: Language) throws {
    let tool = try TestedTool()
    let all = tool.run("--lang", language.rawValue, "help", "--all").output
    for command in Self.commands {
      let page = HelpRenderer(width: 80, language: language).help(for: command)
      let globals = page.range(of: "\n\(HelpHeading.globalOptions[language].uppercased())\n")
      let own = String(page[..<(globals?.lowerBound ?? page.endIndex)])
      #expect(
        all.contains("\nMEMO \(command.name.uppercased())\n\n\(own)")
          || all.hasPrefix("MEMO \(command.name.uppercased())\n\n\(own)"), "\(command.name)")
    }
    let count = all.components(separatedBy: "\(HelpHeading.globalOptions[language].uppercased())\n").count - 1
    #expect(count == 1, "the global options are there once")
    #expect(tool.run("help", "--all", "list").code == .usage)
  }

  @Test func anAliasNamesTheSamePage() throws {
    let tool = try TestedTool()
    #expect(tool.run("man", "ls").output == tool.run("man", "list").output)
    #expect(tool.run("man", "lst").code == .usage)
  }
}
