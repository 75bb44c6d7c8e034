import MemoCore
import MemoVault

/// `memo backlinks`
enum BacklinksCommand: Command {
  static let declaration = CommandDeclaration(
    "backlinks", group: .organize, summary: "List the memos that link to a memo",
    description: [
      """
      Newest first. Elsewhere than on a terminal each line with a link is written as path:line:column:text, as \
      'memo search' does.
      """
    ],
    positionals: [CommonOptions.oneReference], options: [CommonOptions.json],
    examples: [
      CommandExample("memo backlinks plan", "who mentions the plan, and how"),
      CommandExample("memo list --links-to plan --paths", "the memos alone"),
    ],
    seeAlso: ["links", "graph", "list"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault(for: declaration)
    let paths = try session.references(in: vault, of: declaration, isChange: false)
    let index = try session.refresh(vault)
    for path in paths {
      let backlinks = Backlinks(to: path, in: index)
      try BacklinkWriter(session: session, vault: vault, index: index, backlinks: backlinks).write()
    }
    return .done
  }
}
