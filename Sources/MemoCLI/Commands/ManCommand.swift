/// `memo man`
enum ManCommand: Command {
  private static let topic = Positional(
    "COMMAND", .optional, help: "The command to write the page of", completion: .commands)

  static let declaration = CommandDeclaration(
    "man", group: .vault, summary: "Write the manual page of memo or of one of its commands",
    description: ["The page is in roff; 'man -l -' shows it."],
    positionals: [topic],
    examples: [
      CommandExample("memo man | man -l -", "the whole manual"),
      CommandExample("memo man list | man -l -", "one command"),
      CommandExample("memo man > ~/.local/share/man/man1/memo.1", "for 'man memo'"),
    ],
    seeAlso: ["help"])

  static func run(_ session: Session) throws -> ExitCode {
    let renderer = ManualRenderer(version: session.surroundings.version, language: session.language)
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
