import MemoWords

extension CommandDeclaration {
  /// The word that `help` takes.
  static let helpTopic = Positional(
    "COMMAND", .optional, help: Text("The command to tell about", ko: "도움말을 볼 명령"), completion: .commands)

  /// The `help` command. It belongs in the list of commands; the parser turns it into `Action.help` by itself.
  public static let help = CommandDeclaration(
    "help", group: .vault, isCommon: true,
    summary: Text("Tell about memo or one of its commands", ko: "memo나 그 명령의 도움말을 보여 줍니다"),
    positionals: [helpTopic],
    examples: [CommandExample("memo help list", Text("What memo list can do", ko: "memo list로 할 수 있는 일"))])
}
