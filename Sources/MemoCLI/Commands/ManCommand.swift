import MemoWords

/// `memo man`
enum ManCommand: Command {
  private static let topic = Positional(
    "COMMAND", .optional, help: Text("The command; by default the page of memo itself", ko: "명령. 기본값은 memo 전체 설명서"),
    completion: .commands)

  static let declaration = CommandDeclaration(
    "man", group: .vault,
    summary: Text("Print the manual page of memo or one of its commands", ko: "memo나 명령의 man 페이지 출력"),
    description: [Text("The page is in roff; view it with 'man -l -'.", ko: "roff 형식이며 'man -l -'로 볼 수 있습니다.")],
    positionals: [topic],
    examples: [
      CommandExample("memo man | man -l -", Text("the whole manual", ko: "전체 설명서")),
      CommandExample("memo man list | man -l -", Text("one command", ko: "명령 하나")),
      CommandExample("memo man > ~/.local/share/man/man1/memo.1", Text("for 'man memo'", ko: "'man memo'로 볼 수 있게 설치")),
    ],
    seeAlso: ["help"])

  static func run(_ session: Session) throws -> ExitCode {
    let renderer = ManualRenderer(
      version: session.environment.version, date: session.environment.versionDate, language: session.language)
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
