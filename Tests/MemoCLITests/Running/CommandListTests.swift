import MemoCore
import MemoTestSupport
import MemoWords
import Testing

@testable import MemoCLI

@Suite struct CommandListTests {
  @Test func everyDeclarationKeepsTheRules() {
    #expect(declarationProblems(in: CommandList.declarations) == [])
  }

  @Test func everyDeclaredCommandCanBeRun() {
    for declaration in CommandList.declarations where declaration.name != "help" {
      #expect(CommandList.command(declaration.name)?.declaration.name == declaration.name)
    }
  }

  @Test func whatIsUsedInsteadOfAnotherProgramsWordsCanBeTyped() throws {
    let names = CommandList.declarations.flatMap(\.names)
    for declaration in CommandList.declarations {
      let options = declaration.options.flatMap(\.spellings)
      for (word, commandLine) in declaration.equivalents {
        #expect(!names.contains(word) && !options.contains(word), "\(word)")
        let line = commandLine.replacing("\"$(memo today)\"", with: "REF")
        let words = ShellLine(Array(line.utf8)).words.dropFirst().map(RawArgument.init(bytes:))
        let parsed = try CommandLineParser.parse(Array(words), commands: CommandList.declarations)
        guard case .run = parsed.action else {
          Issue.record("\(commandLine)")
          continue
        }
      }
    }
  }

  static let searches: [([String], [String])] = [
    (["-draft"], ["-draft"]), (["plan", "-draft"], ["plan", "-draft"]), (["-회의"], ["-회의"]),
    (["-title:x", "y"], ["-title:x", "y"]), (["-\"a b\""], ["-\"a b\""]), (["-l", "plan"], ["plan"]),
    (["-lm", "2", "plan"], ["plan"]), (["--", "-l", "--json"], ["-l", "--json"]), (["-n5", "x"], ["x"]),
    (["-C", "2", "x"], ["x"]),
    (["-note"], ["-note"]), (["-label", "-lx"], ["-label", "-lx"]),
  ]

  @Test(arguments: searches)
  func aDashedWordIsPartOfAQuery(words: [String], query: [String]) throws {
    let line = try CommandLineParser.parse(
      (["search"] + words).map { RawArgument($0) }, commands: CommandList.declarations)
    #expect(line.arguments.positionals.map(\.text) == query)
  }

  @Test(arguments: [["--draft"], ["-x"], ["-n", "plan"], ["-l"]])
  func otherDashesAreOptions(words: [String]) {
    #expect(throws: UsageError.self) {
      try CommandLineParser.parse((["search"] + words).map { RawArgument($0) }, commands: CommandList.declarations)
    }
  }

  @Test func theToolSpeaksThroughItsSurroundings() throws {
    var tool = try TestedTool()
    tool.variables["TERM"] = "xterm"
    try tool.folder.write("# A memo\n", to: "a.md", modified: tool.now)
    #expect(tool.run("--version").output == "memo 1.2.3\n")
    #expect(tool.run("list").output == "a.md\t2026-05-20T12:00:00.000000000Z\tA memo\n")
    #expect(tool.run("list", "--since", "1h").lines.count == 1)
    #expect(tool.run("list", "--since", "yesterday", "--until", "yesterday").lines.count == 0)
    let failure = tool.run("show", "b")
    #expect(failure.code == .noSuchMemo && failure.output.isEmpty && failure.errors.hasPrefix("memo: no memo"))
    #expect(tool.run(terminalColumns: 80).errors.contains("cannot use the terminal"))
    #expect(tool.run().code == .usage)
  }
}
