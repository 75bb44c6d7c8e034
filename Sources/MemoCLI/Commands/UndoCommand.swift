import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo undo`
enum UndoCommand: Command {
  private static let list = Flag(
    "list",
    help: Text("List the changes that can be undone and redone, newest first", ko: "되돌리거나 다시 실행할 수 있는 변경을 최신순으로 표시"))
  private static let forget = Flag(
    "forget",
    help: Text(
      "Keep the last change for good; the next undo is the change before it", ko: "마지막 변경은 그대로 두고, 다음에는 그 앞의 변경을 되돌림"))

  private static let agent = Flag(
    "agent",
    help: Text(
      "Undo the last change only if an agent made it ('memo mcp --write')",
      ko: "에이전트('memo mcp --write')가 한 변경일 때만 마지막 변경을 되돌림"))

  static let declaration = CommandDeclaration(
    "undo", namesElsewhere: ["되돌리기", "취소"], equivalents: ["-n": "memo undo --list"], group: .write, isCommon: true,
    summary: Text("Undo the last command that changed memos", ko: "메모를 변경한 마지막 명령 되돌리기"),
    description: [
      Text(
        """
        Restores the bytes, names and times of all memos that the command changed. A memo changed since then is \
        never overwritten: nothing is undone, and the exit code is 5. Run it again to undo the change before; 'memo \
        undo --forget' skips a change that can no longer be undone. If the last command was interrupted halfway, it is \
        rolled back and nothing else is undone.
        """,
        ko: """
          명령이 변경한 모든 메모의 내용, 이름, 시각을 한꺼번에 되돌립니다. 그 뒤에 바뀐 메모는 덮어쓰지 않으며, 그때는 아무것도 되돌리지 않고 종료 코드 5로 끝납니다. 다시 실행하면 그 앞의 \
          변경을 되돌립니다. 'memo undo --forget'은 더 이상 되돌릴 수 없는 변경을 건너뜁니다. 변경하던 도중에 중단된 명령이 있으면 그 변경만 되돌립니다.
          """)
    ],
    options: [list, forget, agent, CommonOptions.dryRun, CommonOptions.json],
    exclusions: [[list, forget, CommonOptions.dryRun], [list, forget, agent]],
    examples: [
      CommandExample("memo undo", Text("undo the last change", ko: "마지막 변경 되돌리기")),
      CommandExample("memo undo --list", Text("the last 50 changes", ko: "최근 변경 50개")),
    ],
    seeAlso: ["redo", "trash"])

  static func run(_ session: Session) throws -> ExitCode {
    let isUndo = !session.arguments[list] && !session.arguments[forget]
    let workspace = try session.open(isChange: session.arguments[forget])
    let history = try workspace.history()
    // A person who sees a change half made means to take that back, not the change before it.
    if isUndo, let interrupted = try endInterrupted(in: workspace, session) { return try report(interrupted, session) }
    if session.arguments[list] { return try writeList(history.list(), session) }
    if session.arguments[forget] {
      let forgotten = try history.forgetLast()
      if session.isJSON { return try write(forgotten, session) }
      let memos = OperationMessages.memos(of: forgotten, paths: session.paths)
      session.note(Message.forgotten(OperationMessages.name(of: forgotten), memos))
      return .done
    }
    let isDryRun = session.arguments[CommonOptions.dryRun]
    // A record that cannot be read stops no undo of a later operation.
    let last = (try? history.list())?.first { !$0.isUndone }
    let takenOver = last.map(workspace.linksTakenOver) ?? []
    let operation = try undo(in: history, isDryRun: isDryRun, isAgentsOnly: session.arguments[agent])
    for text in LinkMessages.takenBack(takenOver, isDryRun: isDryRun, path: session.paths.text) { session.warn(text) }
    if !isDryRun { workspace.vault.noteReturn(of: operation.changed) }
    if session.isJSON { return try write(operation, session) }
    let (name, memos) = (
      OperationMessages.name(of: operation),
      OperationMessages.memos(of: operation, isBack: true, paths: session.paths)
    )
    session.note(isDryRun ? Message.wouldUndo(name, memos) : Message.undone(name, memos))
    let staying = operation.companions.filter { workspace.vault.files.stamp(of: $0) != nil }
    if !staying.isEmpty { session.note(TransferMessages.companionsStay(staying, isDryRun: isDryRun)) }
    return .done
  }

  /// The interrupted change that is undone now, or would be, because it was rolled back or its undoing completed.
  private static func endInterrupted(in workspace: Workspace, _ session: Session) throws -> InterruptedChange? {
    let isDryRun = session.arguments[CommonOptions.dryRun]
    guard let change = isDryRun ? workspace.interruptedChange() : workspace.recover() else { return nil }
    guard change.isCompleted == (change.act == .undoing) else {
      if change.act == .undoing { return nil }
      session.note(isDryRun ? InterruptionMessages.wouldEnd(change) : InterruptionMessages.ended(change))
      // What was completed could be undone only without the edits.
      let changed = change.edited.isEmpty ? change.operation.changed : change.edited
      throw OperationMessages.failure(.changed(changed), isUndo: true)
    }
    if !isDryRun { session.changes.note(OperationMessages.alreadyRolledBack) }
    return change
  }

  /// Reports an interrupted change instead of another one.
  static func report(_ interrupted: InterruptedChange, _ session: Session) throws -> ExitCode {
    if session.isJSON {
      try session.writeJSON(interrupted.operation.fields + ["interrupted": .flag(true)])
    } else if session.arguments[CommonOptions.dryRun] {
      session.note(InterruptionMessages.wouldEnd(interrupted))
    } else {
      session.note(.ended(interrupted))
    }
    return .done
  }

  private static func undo(
    in history: OperationHistory, isDryRun: Bool, isAgentsOnly: Bool
  ) throws -> PastOperation {
    do {
      return try history.undo(isDryRun: isDryRun, isAgentsOnly: isAgentsOnly)
    } catch let error as OperationError {
      throw OperationMessages.failure(error, isUndo: true)
    }
  }

  /// Writes an operation as JSON.
  static func write(_ operation: PastOperation, _ session: Session) throws -> ExitCode {
    try session.writeJSON(operation.fields)
    return .done
  }

  private static func writeList(_ operations: [PastOperation], _ session: Session) throws -> ExitCode {
    if operations.isEmpty, session.console.outputIsTerminal, !session.isJSON { session.note(Message.nothingToUndo) }
    let dates = DateText(clock: session.machine.clock, locale: session.dateLocale)
    try session.write(
      operations, \.fields,
      row: { operation in
        [
          Cell(.text(dates.text(operation.at)), Style.date), Cell(.text(shownMark(operation, session))),
          Cell(.text(OperationMessages.name(of: operation)[session.language]), Style.title),
          Cell(.text(OperationMessages.memos(of: operation, paths: session.paths)), Style.faint),
        ]
      },
      line: { operation in
        // Of an empty folder that was moved, there is nothing else to name.
        let folder = operation.movedFolder.map { [$0.path, $0.newPath] } ?? []
        let changed = operation.changed.isEmpty ? folder : operation.changed
        let paths = Array(OperationMessages.list(changed, spelledAs: session.paths).utf8)
        return session.line(.date(operation.at), .text(mark(operation)), .text(operation.name), .contents(paths))
      }, uncut: [0, 1])
    return .done
  }

  private static func mark(_ operation: PastOperation) -> String { operation.isUndone ? "undone" : "done" }

  private static func shownMark(_ operation: PastOperation, _ session: Session) -> String {
    (operation.isUndone ? Message.undoneMark : Message.doneMark)[session.language]
  }

}

extension PastOperation {
  fileprivate var fields: Record {
    [
      "operation": .text(name), "at": .date(at), "changed": .pathTexts(changed), "undone": .flag(isUndone),
      "agent": .flag(isByAgent),
    ]
  }
}

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
    let workspace = try session.open()
    if let interrupted = isDryRun ? workspace.interruptedChange() : workspace.recover() {
      // Redone to its end: another redo would be the change after it.
      if interrupted.act == .redoing, interrupted.isCompleted { return try UndoCommand.report(interrupted, session) }
      if !isDryRun { session.note(.ended(interrupted)) }
    }
    let operation = try redo(in: workspace.history(), isDryRun: isDryRun)
    if !isDryRun { workspace.vault.noteReturn(of: operation.changed) }
    if session.isJSON { return try UndoCommand.write(operation, session) }
    let (name, memos) = (
      OperationMessages.name(of: operation), OperationMessages.memos(of: operation, paths: session.paths)
    )
    session.note(isDryRun ? Message.wouldRedo(name, memos) : Message.redone(name, memos))
    return .done
  }

  private static func redo(in history: OperationHistory, isDryRun: Bool) throws -> PastOperation {
    do {
      return try history.redo(isDryRun: isDryRun)
    } catch let error as OperationError {
      throw OperationMessages.failure(error, isUndo: false)
    }
  }
}
