import MemoCore
import MemoVault

/// `memo edit`
enum EditCommand: Command {
  static let declaration = CommandDeclaration(
    "edit", group: .write, isCommon: true, summary: "Open memos in your editor",
    description: [
      """
      The editor is MEMO_EDITOR, else 'editor' in your settings, else VISUAL, else EDITOR, else vi; a shell command \
      line may be given.
      """
    ],
    positionals: [CommonOptions.reference], options: [CommonOptions.ifMatch, CommonOptions.json],
    examples: [
      CommandExample("memo edit 1", "the newest memo"),
      CommandExample("MEMO_EDITOR='code -w' memo edit 장보기", "in another editor"),
    ],
    seeAlso: ["new", "append", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault(for: declaration)
    let paths = try session.references(in: vault, of: declaration, isChange: true)
    try session.checkEtag(of: paths, in: vault)
    try session.edit(paths, in: vault, by: declaration.name)
    if session.isJSON {
      let rows = try session.rows(of: paths, in: vault)
      try session.writeJSON(rows, isArray: rows.count != 1)
    }
    return .done
  }
}
