import MemoCore
import MemoStore
import MemoSync
import MemoWords

/// `memo history`
enum HistoryCommand: Command {
  private static let limit = Option<Int>.number(
    "limit", short: "n", in: 0...Int.max, help: Text("At most N versions; 0 for all", ko: "버전을 N개까지만. 0이면 전부"))

  static let declaration = CommandDeclaration(
    "history", namesElsewhere: ["log"], group: .sync, isCommon: true,
    summary: Text("List the versions of a memo, from git", ko: "메모의 버전을 git에서 나열합니다"),
    description: [
      Text(
        """
        Newest first: the commits that changed the memo, also under the names that it had before. A memo that is gone is \
        named by its exact path. The vault may be a git repository of its own or a folder in one.
        """,
        ko: """
          최근 버전부터, 예전 이름이었을 때까지 포함하여 메모를 바꾼 커밋을 나열합니다. 사라진 메모는 정확한 경로로 부릅니다. 볼트는 \
          그 자체로 git 저장소이거나 저장소 안의 폴더여도 됩니다.
          """),
      Text(
        """
        Elsewhere than on a terminal each line holds the commit's hash, its author's date, the author and the first line \
        of its message, separated by tabs.
        """, ko: "터미널이 아니면 각 줄에 커밋 해시, 작성한 때, 작성자, 커밋 메시지의 첫 줄을 탭으로 나누어 씁니다."),
    ],
    positionals: [CommonOptions.oneReference], options: [limit, CommonOptions.json],
    examples: [
      CommandExample("memo history plan", Text("the versions of a memo", ko: "메모의 버전")),
      CommandExample("memo show plan --at 3f2a91c0", Text("one of them", ko: "그중 하나")),
      CommandExample(
        "memo history plan --json | jq -r '.[0].date'", Text("when it was committed last", ko: "마지막으로 커밋한 때")),
    ],
    seeAlso: ["diff", "restore", "show"])

  static func run(_ session: Session) throws -> ExitCode {
    let past = try session.past(in: try session.openVault(for: declaration), of: declaration)
    let count = session.arguments[limit] ?? 0
    let versions = count == 0 ? past.versions : Array(past.versions.prefix(count))
    if past.versions.isEmpty, !session.isJSON { session.note(PastMessages.noVersions(past.path.text)) }
    try HistoryWriter(session: session).write(versions)
    return .done
  }
}
