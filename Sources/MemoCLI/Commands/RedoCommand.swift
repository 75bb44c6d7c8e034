import MemoCore
import MemoVault

/// `memo redo`
enum RedoCommand: Command {
  static let declaration = CommandDeclaration(
    "redo", group: .write, summary: "Do again what was undone last",
    description: ["As long as no other command has changed memos since: that one leaves nothing to do again."],
    options: [CommonOptions.dryRun, CommonOptions.json],
    examples: [CommandExample("memo redo", "one step forward")],
    seeAlso: ["undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let isDryRun = session.arguments[CommonOptions.dryRun]
    let operation = try session.history(of: try session.openVault()).redo(isDryRun: isDryRun)
    if session.isJSON { return try UndoCommand.write(operation, session) }
    let paths = OperationMessages.list(operation.changed)
    session.note(isDryRun ? Message.wouldRedo(operation.name, paths) : Message.redone(operation.name, paths))
    return .done
  }
}
