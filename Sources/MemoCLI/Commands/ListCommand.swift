import MemoIndex
import MemoWords

/// `memo list`
enum ListCommand: Command {
  private static let sort = Option<SortOrder>(
    "sort", value: "KEY[+|-]",
    help: Text(
      "Sort by modified, created, title, path, size, words or natural (by title, 2 before 10); repeat for ties",
      ko: """
        modified, created, title, path, size, words, natural(제목순, 2가 10보다 먼저)로 정렬합니다. 여러 번 쓰면 같을 때의 순서를 \
        정합니다
        """),
    isRepeatable: true, completion: .choices(SortOrder.Key.allCases.map(\.rawValue)),
    parse: { (text: String) throws(ArgumentRejection) -> SortOrder in
      guard let order = SortOrder(text) else {
        throw .notAmong(SortOrder.Key.allCases.map(\.rawValue), text)
      }
      return order
    })

  static let declaration = CommandDeclaration(
    "list", aliases: ["ls"], group: .read, isCommon: true,
    summary: Text("List memos, newest first", ko: "메모를 최근순으로 나열합니다"),
    description: [
      Text(
        """
        On a terminal it is a table that fits the width; elsewhere each memo is a line of path, time of modification \
        and title, separated by tabs.
        """, ko: "터미널에서는 화면 너비에 맞는 표이고, 그 밖에서는 메모마다 경로, 고친 때, 제목을 탭으로 나누어 한 줄로 씁니다."),
      Text(
        "The number before a title names the memo in other commands: 'memo show 3'.",
        ko: "제목 앞의 번호로 다른 명령에서 그 메모를 부를 수 있습니다: 'memo show 3'."),
    ],
    options: [sort], optionGroups: [FilterOptions.group, FormatOptions.group],
    examples: [
      CommandExample("memo list -n 20", Text("the 20 newest memos", ko: "최근 메모 20개")),
      CommandExample(
        "memo list --tag project/* --since 7d", Text("what changed in projects this week", ko: "이번 주에 프로젝트에서 바뀐 것")),
      CommandExample("memo list --links-to plan --paths", Text("the memos that link to one", ko: "한 메모로 링크한 메모")),
      CommandExample(
        "memo list --format '{absPath}' -0 | xargs -0 grep -l sugar",
        Text("hand memos to another program", ko: "메모를 다른 프로그램에 넘기기")),
      CommandExample(
        "memo list --sort title --format '{title}\\t{wordCount}'", Text("titles with their words", ko: "제목과 단어 수")),
    ],
    seeAlso: ["search", "show"])

  static func run(_ session: Session) throws -> ExitCode {
    let format = try ListFormat(session)
    var listing = MemoListing(collation: session.surroundings.collation, clock: session.surroundings.clock)
    listing.filter = try session.filter()
    let orders = session.arguments.all(sort)
    if !orders.isEmpty { listing.order = orders }
    let limit = session.arguments[FilterOptions.limit] ?? 0
    listing.limit = limit == 0 ? nil : limit
    listing.offset = session.arguments[FilterOptions.offset] ?? 0
    let vault = try session.openVault()
    let index = try session.refresh(vault)
    listing.filter = try session.filter(listing.filter, byLinksOf: index, in: vault)
    let memos = listing.memos(in: index)
    if memos.isEmpty, format.isTable { session.note(index.count == 0 ? Message.noMemos : Message.noMatch) }
    try ListWriter(session: session, vault: vault, index: index, format: format).write(memos)
    return .done
  }
}
