import MemoCore
import MemoStore
import MemoWords

/// `memo redo`
enum RedoCommand: Command {
  static let declaration = CommandDeclaration(
    "redo", group: .write, summary: Text("Redo the last change that was undone", ko: "마지막으로 되돌린 변경 다시 실행"),
    description: [
      Text(
        "Works until another command changes memos; then there is nothing left to redo.",
        ko: "되돌린 뒤에 다른 명령이 메모를 변경하면 다시 실행할 수 없습니다.")
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
