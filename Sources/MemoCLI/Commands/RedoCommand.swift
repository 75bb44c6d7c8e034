import MemoCore
import MemoStore
import MemoWords

/// `memo redo`
enum RedoCommand: Command {
  static let declaration = CommandDeclaration(
    "redo", group: .write, summary: Text("Do again what was undone last", ko: "마지막으로 되돌린 것을 다시 합니다"),
    description: [
      Text(
        "As long as no other command has changed memos since: that one leaves nothing to do again.",
        ko: "그 뒤로 메모를 바꾼 명령이 없을 때만 할 수 있습니다. 있었다면 다시 할 것이 남지 않습니다.")
    ],
    options: [CommonOptions.dryRun, CommonOptions.json],
    examples: [CommandExample("memo redo", Text("one step forward", ko: "한 단계 앞으로"))],
    seeAlso: ["undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let isDryRun = session.arguments[CommonOptions.dryRun]
    let operation = try session.history(of: try session.openVault(isChange: true)).redo(isDryRun: isDryRun)
    if session.isJSON { return try UndoCommand.write(operation, session) }
    let (name, memos) = (OperationMessages.name(of: operation), OperationMessages.memos(of: operation))
    session.note(isDryRun ? Message.wouldRedo(name, memos) : Message.redone(name, memos))
    return .done
  }
}
