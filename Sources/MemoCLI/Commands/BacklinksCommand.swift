import MemoCore
import MemoIndex
import MemoWords

/// `memo backlinks`
enum BacklinksCommand: Command {
  static let declaration = CommandDeclaration(
    "backlinks", group: .organize, summary: Text("List the memos that link to a memo", ko: "메모로 링크한 메모 목록"),
    description: [
      Text(
        """
        Newest first. In a pipe or file, each line with a link is printed as path:line:column:text, as 'memo search' \
        does.
        """,
        ko: "최근에 수정한 메모부터 나옵니다. 터미널이 아니면 'memo search'처럼 링크가 있는 줄마다 path:line:column:text 형식으로 출력합니다.")
    ],
    positionals: [CommonOptions.oneReference], options: [CommonOptions.json],
    examples: [
      CommandExample("memo backlinks plan", Text("who links to the plan, and where", ko: "plan으로 링크한 메모와 그 줄")),
      CommandExample("memo list --links-to plan --paths", Text("only the memos", ko: "메모만")),
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
