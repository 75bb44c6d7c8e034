import MemoCore

/// `memo append`
enum AppendCommand: Command {
  static let declaration = CommandDeclaration(
    "append", group: .write, isCommon: true, summary: "Add text at the end of a memo",
    description: [
      """
      The text gets a line of its own, with the line break that the memo uses. Everything that is in the memo stays as \
      it is, byte for byte; a save by another program at the same time is kept.
      """
    ],
    positionals: [ChangeOptions.reference, ChangeOptions.text], options: [CommonOptions.ifMatch, CommonOptions.json],
    examples: [
      CommandExample("memo append 장보기 두부", "one more line"),
      CommandExample("memo append log.md - < today.txt", "from standard input"),
    ],
    seeAlso: ["prepend", "write", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    try TextAddition(command: declaration, insertion: LineInsertion.appending).run(session)
  }
}
