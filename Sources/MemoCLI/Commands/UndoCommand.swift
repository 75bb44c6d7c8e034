import MemoCore
import MemoVault

/// `memo undo`
enum UndoCommand: Command {
  private static let list = Flag("list", help: "Show what can be undone and done again, newest first")
  private static let forget = Flag("forget", help: "Leave the last change as it is, and go on before it next time")

  static let declaration = CommandDeclaration(
    "undo", group: .write, isCommon: true, summary: "Undo the last command that changed memos",
    description: [
      """
      Bytes, names and times come back, for all memos that the command changed at once. A memo that was changed since \
      is never overwritten: then nothing is undone, and the exit code is 5. Run again after a change was undone, it undoes \
      the one before; 'memo undo --forget' leaves out one that cannot be undone any more.
      """
    ],
    options: [list, forget, CommonOptions.dryRun, CommonOptions.json],
    exclusions: [[list, forget, CommonOptions.dryRun]],
    examples: [
      CommandExample("memo undo", "take back the last change"),
      CommandExample("memo undo --list", "the last 50 changes"),
    ],
    seeAlso: ["redo", "trash"])

  static func run(_ session: Session) throws -> ExitCode {
    let history = session.history(of: try session.openVault())
    if session.arguments[list] { return try writeList(history.list(), session) }
    if session.arguments[forget] {
      let forgotten = try history.forgetLast()
      if session.isJSON { return try write(forgotten, session) }
      session.note(Message.forgotten(forgotten.name, OperationMessages.list(forgotten.changed)))
      return .done
    }
    let isDryRun = session.arguments[CommonOptions.dryRun]
    let operation = try undo(in: history, isDryRun: isDryRun)
    if session.isJSON { return try write(operation, session) }
    let paths = OperationMessages.list(operation.changed)
    session.note(isDryRun ? Message.wouldUndo(operation.name, paths) : Message.undone(operation.name, paths))
    return .done
  }

  private static func undo(in history: OperationHistory, isDryRun: Bool) throws -> PastOperation {
    do {
      return try history.undo(isDryRun: isDryRun)
    } catch {
      var failure = OperationMessages.failure(error)
      if case .changed = error { failure.hints = [Message.forgetHint] }
      throw failure
    }
  }

  /// Writes an operation as JSON.
  static func write(_ operation: PastOperation, _ session: Session) throws -> ExitCode {
    var writer = JSONWriter()
    append(operation, to: &writer)
    writer.newline()
    try session.write(writer.bytes)
    return .done
  }

  private static func writeList(_ operations: [PastOperation], _ session: Session) throws -> ExitCode {
    guard session.isJSON else {
      if session.console.outputIsTerminal { return try show(operations, session) }
      for operation in operations {
        let paths = OperationMessages.list(operation.changed)
        let line = "\(Timestamp.rfc3339(operation.at))\t\(mark(operation))\t\(operation.name)\t\(paths)\n"
        try session.writeRecords(Array(line.utf8))
      }
      return .done
    }
    var writer = JSONWriter()
    writer.beginArray()
    for operation in operations { append(operation, to: &writer) }
    writer.endArray()
    writer.newline()
    try session.write(writer.bytes)
    return .done
  }

  private static func mark(_ operation: PastOperation) -> String { operation.isUndone ? "undone" : "done" }

  /// For people: when, whether it is undone, what and on which memos, in columns.
  private static func show(_ operations: [PastOperation], _ session: Session) throws -> ExitCode {
    guard !operations.isEmpty else {
      session.note(Message.nothingToUndo)
      return .done
    }
    let (style, dates) = (session.style, DateText(clock: session.surroundings.clock, locale: session.dateLocale))
    let rows = operations.map { operation -> [ColumnTable.Cell] in
      [
        .init(text: dates.text(operation.at), paint: style.date), .init(text: mark(operation)),
        .init(text: TerminalText.visible(operation.name), paint: style.title),
        .init(text: TerminalText.visible(OperationMessages.list(operation.changed)), paint: style.faint),
      ]
    }
    try session.page(rows, uncut: [0, 1])
    return .done
  }

  private static func append(_ operation: PastOperation, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("operation")
    writer.string(operation.name)
    writer.key("at")
    writer.string(Timestamp.rfc3339(operation.at))
    writer.key("changed")
    writer.strings(operation.changed.map(\.text))
    writer.key("undone")
    writer.boolean(operation.isUndone)
    writer.endObject()
  }
}
