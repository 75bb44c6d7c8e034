extension CommandDeclaration {
  /// The word that `help` takes.
  static let helpTopic = Positional("COMMAND", .optional, help: "The command to tell about", completion: .commands)

  /// The `help` command. It belongs in the list of commands; the parser turns it into `Action.help` by itself.
  public static let help = CommandDeclaration(
    "help", group: .vault, isCommon: true, summary: "Tell about memo or one of its commands",
    positionals: [helpTopic],
    examples: [CommandExample("memo help list", "What memo list can do")])
}
