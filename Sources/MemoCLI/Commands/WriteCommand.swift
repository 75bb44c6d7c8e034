import MemoCore
import MemoVault

/// `memo write`
enum WriteCommand: Command {
  static let declaration = CommandDeclaration(
    "write", group: .write, summary: "Replace a memo by standard input",
    description: [
      "The bytes are taken as they are. What the memo held before comes back with 'memo undo', its time included."
    ],
    positionals: [ChangeOptions.reference], options: [CommonOptions.ifMatch, CommonOptions.json],
    examples: [
      CommandExample("memo show plan.md | sed s/May/June/ | memo write plan.md", "through a filter"),
      CommandExample("memo write plan.md --if-match 9a1be0… < new.md", "only if nobody changed it meanwhile"),
    ],
    seeAlso: ["append", "edit", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault()
    guard let path = try session.references(in: vault, of: declaration, isChange: true).first else { return .done }
    let contents = try session.console.readInput()
    try session.replace(path, in: vault, by: declaration.name) { _ in contents }
    try session.tellRecord(of: path, in: vault)
    return .done
  }
}
