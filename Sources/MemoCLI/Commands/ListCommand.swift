import MemoIndex
import MemoKit
import MemoWords

/// `memo list`
enum ListCommand: Command {
  static let declaration = CommandDeclaration(
    "list", aliases: ["ls"], namesElsewhere: ["목록"],
    equivalents: [
      "recent": "memo list -n 10", "files": "memo list", "tree": "memo list --sort path",
      "folders": "memo list --sort path",
      "--recursive": "memo list --linked-from REF --distance 0",
      "orphans": "memo list --orphan",
      "deadends": "memo list --dead-end", "--match": "memo search WORDS", "--broken": "memo check",
      "--due": "memo list --sort field:due", "--modified": "memo list --since DATE",
      "--modified-since": "memo list --since DATE", "--updated": "memo list --since DATE",
      "--overdue": "memo list --where 'due<today'", "--due-before": "memo list --where 'due<DATE'",
      "--modified-after": "memo list --since DATE", "--modified-before": "memo list --until DATE",
      "--created-after": "memo list --created-since DATE", "--created-before": "memo list --created-until DATE",
      "--linked-by": "memo list --linked-from REF", "--interactive": "memo browse",
      "--has": "memo list --where has:KEY", "--property": "memo list --where KEY=VALUE",
      "--save": #"memo config views.NAME "FILTERS""#, "save": #"memo config views.NAME "FILTERS""#,
      "filters": "memo list @NAME", "bookmarks": "memo list @NAME", "orphan": "memo list --orphan",
      "random": "memo list --sort random -n 1", "--reverse": "memo list --sort created+",
      "--today": "memo list --since today", "-l": "memo list --json", "--long": "memo list --json",
      "--size": "memo list --sort size",
      "--pinned": "memo list --where pinned=true", "pinned": "memo list --where pinned=true",
      "pins": "memo list --where pinned=true", "--archived": "memo list --path archive",
      "--starred": "memo list --where pinned=true",
      "list today": "memo list --since today", "list yesterday": "memo list --since yesterday",
    ], group: .read, isCommon: true,
    summary: Text("List memos, newest first", ko: "최신순 메모 목록"),
    description: [
      Text(
        """
        On a terminal, prints a table that fits its width; in a pipe or file, one memo per line: path, modification \
        time and title, separated by tabs.
        """, ko: "터미널에서는 너비에 맞춘 표로, 그 밖에서는 메모마다 경로, 수정 시각, 제목을 탭으로 구분하여 한 줄로 출력합니다."),
      Text(
        "The number before a title names the memo in other commands: 'memo show 3'.",
        ko: "제목 앞의 번호로 다른 명령에서 그 메모를 지정할 수 있습니다: 'memo show 3'."),
    ],
    positionals: [SavedView.argument], options: [SortOptions.sort],
    optionGroups: [FilterOptions.group, FormatOptions.group],
    examples: [
      CommandExample("memo list -n 20", Text("the 20 newest memos", ko: "최신 메모 20개")),
      CommandExample(
        "memo list --tag 'project/*' --since 7d",
        Text("memos of projects changed in the last week", ko: "최근 일주일 동안 수정한 프로젝트 메모")),
      CommandExample(
        "memo list --where status=open --sort field:due",
        Text("open memos by their due dates", ko: "status가 open인 메모를 due 날짜순으로")),
      CommandExample("memo list @inbox", Text("the filters saved as views.inbox", ko: "views.inbox로 저장한 필터")),
      CommandExample("memo list --links-to plan --paths", Text("the memos that link to 'plan'", ko: "'plan'으로 링크한 메모")),
      CommandExample(
        "memo list --format '{absPath}' -0 | xargs -0 grep -l sugar",
        Text("pass memos to another program", ko: "다른 프로그램에 메모 넘기기")),
      CommandExample(
        "memo list --sort title --format '{title}\\t{wordCount}'", Text("titles with word counts", ko: "제목과 단어 수")),
    ],
    seeAlso: ["search", "show"])

  static func run(_ session: Session) throws -> ExitCode {
    let session = try session.with(views: session.arguments.all(SavedView.argument), of: declaration)
    let format = try ListFormat(session)
    var listing = MemoListing(collation: session.machine.collation, clock: session.machine.clock)
    listing.filter = try session.filter()
    let orders = session.arguments.all(SortOptions.sort)
    if !orders.isEmpty { listing.order = orders }
    listing.limit = session.resultLimit()
    listing.offset = session.resultOffset
    let workspace = try session.open(takesDrafts: true)
    let vault = workspace.vault
    let index = try workspace.index()
    listing.filter = try session.filter(listing.filter, byLinksOf: index, in: workspace)
    session.noteUnknownFields(orders.compactMap(\.field) + format.fields, in: index)
    let memos = listing.memos(in: index)
    if memos.isEmpty, format.isTable {
      session.note(index.count == 0 ? Message.noMemos : Message.noMatch)
      session.hintAtFilters(in: index)
    }
    try ListWriter(session: session, vault: vault, index: index, format: format).write(memos)
    return .done
  }
}
