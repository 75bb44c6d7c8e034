import MemoWords

/// `memo man`
enum ManCommand: Command {
  private static let topic = Positional(
    "COMMAND", .optional, help: Text("The command to write the page of", ko: "설명서를 쓸 명령"), completion: .commands)

  static let declaration = CommandDeclaration(
    "man", group: .vault,
    summary: Text("Write the manual page of memo or of one of its commands", ko: "memo나 그 명령의 설명서를 씁니다"),
    description: [Text("The page is in roff; 'man -l -' shows it.", ko: "설명서는 roff로 되어 있으며 'man -l -'로 봅니다.")],
    positionals: [topic],
    examples: [
      CommandExample("memo man | man -l -", Text("the whole manual", ko: "설명서 전체")),
      CommandExample("memo man list | man -l -", Text("one command", ko: "명령 하나")),
      CommandExample("memo man > ~/.local/share/man/man1/memo.1", Text("for 'man memo'", ko: "'man memo'로 보기")),
    ],
    seeAlso: ["help"])

  static func run(_ session: Session) throws -> ExitCode {
    let renderer = ManualRenderer(
      version: session.surroundings.version, date: session.surroundings.versionDate, language: session.language)
    let commands = CommandList.declarations
    guard let topic = session.arguments[topic] else {
      try session.write(Array(renderer.manual(of: commands).utf8))
      return .done
    }
    guard let command = commands.first(where: { $0.names.contains { RawArgument($0) == topic } }) else {
      throw UsageError.unknownCommand(topic, among: commands)
    }
    try session.write(Array(renderer.manual(of: command).utf8))
    return .done
  }
}
