import MemoCore
import MemoIndex
import MemoWords

/// `memo backlinks`
enum BacklinksCommand: Command {
  static let declaration = CommandDeclaration(
    "backlinks", group: .organize, summary: Text("List the memos that link to a memo", ko: "한 메모로 링크한 메모를 나열합니다"),
    description: [
      Text(
        """
        Newest first. Elsewhere than on a terminal each line with a link is written as path:line:column:text, as \
        'memo search' does.
        """,
        ko: """
          최근에 고친 메모부터 나옵니다. 터미널이 아니면 링크가 있는 줄마다 'memo search'처럼 \
          path:line:column:text로 씁니다.
          """)
    ],
    positionals: [CommonOptions.oneReference], options: [CommonOptions.json],
    examples: [
      CommandExample("memo backlinks plan", Text("who mentions the plan, and how", ko: "누가 이 계획을 어떻게 언급하는지")),
      CommandExample("memo list --links-to plan --paths", Text("the memos alone", ko: "메모만")),
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
