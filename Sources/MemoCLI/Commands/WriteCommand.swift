import MemoCore
import MemoVault

/// `memo write`
enum WriteCommand: Command {
  private static let allowEmpty = Flag("allow-empty", help: "Take an empty input, too")

  static let declaration = CommandDeclaration(
    "write", group: .write, summary: "Replace a memo by standard input",
    description: [
      """
      The bytes are taken as they are; an empty input, as from a filter that failed, is refused. What the memo held before \
      comes back with 'memo undo', its time included.
      """
    ],
    positionals: [ChangeOptions.reference], options: [allowEmpty, CommonOptions.ifMatch, CommonOptions.json],
    examples: [
      CommandExample("memo show plan.md | sed s/May/June/ | memo write plan.md", "through a filter"),
      CommandExample("memo write plan.md --if-match 9a1be0… < new.md", "only if nobody changed it meanwhile"),
    ],
    seeAlso: ["append", "edit", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault(for: declaration)
    guard let path = try session.references(in: vault, of: declaration, isChange: true).first else { return .done }
    let contents = try session.console.readInput()
    guard !contents.isEmpty || session.arguments[allowEmpty] else {
      throw Failure(
        kind: "empty-input", message: Message.emptyInput(path.text), hints: [Message.allowEmptyHint], exitCode: .usage)
    }
    try session.replace(path, in: vault, by: declaration.name) { _ in contents }
    if session.console.errorIsTerminal { session.note(Message.wrote(path.text)) }
    try session.tellRecord(of: path, in: vault)
    return .done
  }
}
