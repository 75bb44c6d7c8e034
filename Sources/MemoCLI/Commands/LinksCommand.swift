import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo links`
enum LinksCommand: Command {
  static let declaration = CommandDeclaration(
    "links", namesElsewhere: ["링크", "outgoing", "outlinks"], equivalents: ["--broken": "memo check"], group: .organize,
    summary: Text("List the links of a memo", ko: "메모의 링크 목록"),
    description: [
      Text(
        """
        Each line has the path of the memo that the link resolves to, the link's line and column, and its target as \
        written, separated by tabs. The path is empty if no memo matches the target.
        """,
        ko: "줄마다 링크가 가리키는 메모의 경로, 링크의 줄과 칸, 링크에 적힌 대상을 탭으로 구분하여 출력합니다. 대상에 맞는 메모가 없으면 경로는 비어 있습니다."),
      Text(
        """
        A target is matched against paths, file names, titles and aliases, in this order, ignoring case and \
        normalization. Of several memos, one in the folder of the linking memo is taken, else one below that folder, \
        else the one whose path has the fewest folders.
        """,
        ko: """
          대상은 경로, 파일 이름, 제목, 별칭 순으로 찾으며 대소문자와 정규화는 구분하지 않습니다. 맞는 메모가 여럿이면 링크가 있는 메모와 같은 폴더, 그 아래 폴더, 경로에 폴더가 가장 적은 메모의 \
          순으로 고릅니다.
          """),
    ],
    positionals: [CommonOptions.oneReference], options: [CommonOptions.json],
    examples: [
      CommandExample("memo links plan", Text("the memos it links to", ko: "메모가 링크한 메모")),
      CommandExample(
        "memo links plan --json | jq '.[] | select(.path == null)'",
        Text("links that resolve to no memo", ko: "메모를 찾을 수 없는 링크")),
    ],
    seeAlso: ["backlinks", "graph", "check"])

  static func run(_ session: Session) throws -> ExitCode {
    let workspace = try session.open(for: declaration)
    let paths = try session.references(in: workspace, of: declaration, isChange: false)
    let index = try workspace.index()
    let links = try paths.flatMap { path in
      guard let links = try index.links(of: path) else {
        throw VaultError.noSuchMemo(reference: path.text, nearest: [])
      }
      return links
    }
    if links.isEmpty { session.noteNothing(Message.noLinks(session.paths.text(paths[0]))) }
    try LinkWriter(session: session).write(links)
    return .done
  }
}

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
    positionals: [CommonOptions.oneReference],
    options: [FilterOptions.limit, FilterOptions.offset, CommonOptions.json],
    examples: [
      CommandExample(
        "memo backlinks plan", Text("the memos that link to it, with the lines", ko: "plan으로 링크한 메모와 그 줄")),
      CommandExample("memo list --links-to plan --paths", Text("only the memos", ko: "메모만")),
    ],
    seeAlso: ["links", "graph", "list"])

  static func run(_ session: Session) throws -> ExitCode {
    let workspace = try session.open(for: declaration)
    let vault = workspace.vault
    let paths = try session.references(in: workspace, of: declaration, isChange: false)
    let index = try workspace.index()
    for path in paths {
      let backlinks = Backlinks(to: path, in: index)
      if backlinks.memos.isEmpty { session.noteNothing(Message.noBacklinks(session.paths.text(path))) }
      try BacklinkWriter(session: session, vault: vault, index: index, backlinks: backlinks).write()
    }
    return .done
  }
}
