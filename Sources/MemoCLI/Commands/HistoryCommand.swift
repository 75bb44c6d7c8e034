import MemoCore
import MemoStore
import MemoSync
import MemoWords

/// `memo history`
enum HistoryCommand: Command {
  private static let limit = Option<Int>.number(
    "limit", short: "n", in: 0...Int.max, help: Text("At most N versions; 0 for all", ko: "버전 최대 N개. 0이면 전부"))

  static let declaration = CommandDeclaration(
    "history", namesElsewhere: ["log", "versions", "이력", "기록"],
    equivalents: ["--diff": "memo diff REF REV", "-p": "memo diff REF REV"], group: .sync, isCommon: true,
    summary: Text("List the versions of a memo, from git", ko: "git에 있는 메모의 버전 목록"),
    description: [
      Text(
        """
        Lists the commits that changed the memo, newest first, including those under its former names. Use the exact \
        path of a memo that no longer exists. The vault may be a git repository or a folder inside one.
        """,
        ko: """
          메모를 변경한 커밋을 최신순으로 보여 주며, 이름을 바꾸기 전의 커밋도 포함합니다. 지금은 없는 메모는 정확한 경로로 지정합니다. 보관함은 git 저장소이거나 git 저장소 안의 폴더일 수 \
          있습니다.
          """),
      Text(
        """
        In a pipe or file, each line has the commit's hash, the author date, the author and the first line of the \
        message, separated by tabs.
        """, ko: "터미널이 아니면 줄마다 커밋 해시, 작성 시각, 작성자, 커밋 메시지의 첫 줄을 탭으로 구분하여 출력합니다."),
    ],
    positionals: [CommonOptions.oneReference], options: [limit, CommonOptions.json],
    examples: [
      CommandExample("memo history plan", Text("the versions of a memo", ko: "메모의 버전")),
      CommandExample("memo show plan --at 3f2a91c0", Text("one of them", ko: "그중 하나")),
      CommandExample(
        "memo history plan --json | jq -r '.[0].date'", Text("when it was last committed", ko: "마지막으로 커밋한 시각")),
    ],
    seeAlso: ["diff", "restore", "show"])

  static func run(_ session: Session) throws -> ExitCode {
    let count = session.arguments[limit] ?? 0
    // One more shows whether these are all.
    let newest = count == 0 ? nil : min(count, Int.max - 1) + 1
    let past = try session.past(in: try session.open(for: declaration), of: declaration, newest: newest)
    let versions = count == 0 ? past.versions : Array(past.versions.prefix(count))
    if past.versions.isEmpty, !session.isJSON {
      session.note(PastMessages.noVersions(session.paths.text(past.path)))
      session.hint(PastMessages.commitHint)
    }
    if !session.isJSON, versions.count == past.versions.count, try past.mayBeCut {
      session.note(PastMessages.shallow)
      session.hint(PastMessages.shallowHint)
    }
    try HistoryWriter(session: session).write(versions)
    return .done
  }
}
