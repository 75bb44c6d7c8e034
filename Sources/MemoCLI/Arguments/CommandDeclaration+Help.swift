import MemoWords

extension CommandDeclaration {
  /// The word that `help` takes.
  static let helpTopic = Positional(
    "COMMAND", .optional, help: Text("The command to describe", ko: "도움말을 볼 명령"), completion: .commands)

  /// The `help` command. It belongs in the list of commands; the parser turns it into `Action.help` by itself.
  public static let help = CommandDeclaration(
    "help", group: .vault, isCommon: true,
    summary: Text("Show help for memo or one of its commands", ko: "memo나 명령의 도움말 보기"),
    positionals: [helpTopic],
    examples: [CommandExample("memo help list", Text("help for 'memo list'", ko: "'memo list'의 도움말"))])
}
