import MemoCore
import MemoIndex
import MemoStore
import MemoWords

/// `memo links`
enum LinksCommand: Command {
  static let declaration = CommandDeclaration(
    "links", group: .organize, summary: Text("List the links of a memo", ko: "메모의 링크를 나열합니다"),
    description: [
      Text(
        """
        Each line holds the path of the memo that a link leads to, the link's line and column, and its target as written, \
        separated by tabs. The path is empty where no memo answers to the target, or several do.
        """,
        ko: """
          각 줄에 링크가 가리키는 메모의 경로, 링크의 줄과 칸, 적힌 그대로의 대상을 탭으로 나누어 씁니다. 대상에 맞는 메모가 \
          없거나 여럿이면 경로는 비어 있습니다.
          """),
      Text(
        """
        A target is matched with paths, file names, titles and aliases, in this order, whatever its case and normalization.
        """, ko: "대상은 대소문자와 정규화에 상관없이 경로, 파일 이름, 제목, 별칭 순으로 찾습니다."),
    ],
    positionals: [CommonOptions.oneReference], options: [CommonOptions.json],
    examples: [
      CommandExample("memo links plan", Text("where the memo's links lead", ko: "메모의 링크가 가리키는 곳")),
      CommandExample(
        "memo links plan --json | jq '.[] | select(.path == null)'",
        Text("those that lead to no memo", ko: "메모로 가지 않는 링크")),
    ],
    seeAlso: ["backlinks", "graph", "check"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault(for: declaration)
    let paths = try session.references(in: vault, of: declaration, isChange: false)
    let index = try session.refresh(vault)
    let links = try paths.flatMap { path in
      guard let links = try index.links(of: path) else {
        throw VaultError.noSuchMemo(reference: path.text, nearest: [])
      }
      return links
    }
    try LinkWriter(session: session).write(links)
    return .done
  }
}
