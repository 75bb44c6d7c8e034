import MemoCore

/// `memo prepend`
enum PrependCommand: Command {
  static let declaration = CommandDeclaration(
    "prepend", group: .write, summary: "Add text below the title of a memo",
    description: ["The text gets a line of its own, below front matter and title and above everything else."],
    positionals: [ChangeOptions.reference, ChangeOptions.text], options: [CommonOptions.ifMatch, CommonOptions.json],
    examples: [CommandExample("memo prepend journal.md 'up early'", "the newest line first")],
    seeAlso: ["append", "write", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    try TextAddition(command: declaration, insertion: LineInsertion.prepending).run(session)
  }
}
