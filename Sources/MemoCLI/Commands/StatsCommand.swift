import MemoCore
import MemoIndex
import MemoStore
import MemoWords

/// `memo stats`
enum StatsCommand: Command {
  /// The filters of lists, but those that cut a list.
  private static let filters = OptionGroup(
    Text("Filters", ko: "거르기"),
    FilterOptions.group.arguments.filter { ![FilterOptions.limit.long, FilterOptions.offset.long].contains($0.long) })

  static let declaration = CommandDeclaration(
    "stats", group: .organize,
    summary: Text("Count memos, words, links and tags, by month and by day", ko: "메모, 단어, 링크, 태그를 월별, 일별로 셉니다"),
    description: [
      Text(
        """
        Draws the last 53 weeks as a calendar, the darker a day the more memos were made on it, and a bar for each of \
        the last 24 months. It fits the terminal's width; elsewhere COLUMNS, or 80.
        """,
        ko: """
          지난 53주를 달력으로 그립니다. 메모를 많이 만든 날일수록 진합니다. 지난 24개월은 달마다 막대로 그립니다. 터미널 너비에 \
          맞추며, 그 밖에서는 COLUMNS 또는 80칸에 맞춥니다.
          """),
      Text(
        """
        A memo counts for the day it was made in your time zone: 'created' or 'date' in its front matter, else the birth \
        or the modification of its file, whichever was first. Its words are those it has now.
        """,
        ko: """
          메모는 내 시간대를 기준으로 만든 날에 셉니다. 머리말의 'created'나 'date'를 보고, 없으면 파일이 생긴 때와 고친 \
          때 가운데 이른 쪽을 봅니다. 단어 수는 지금의 단어 수입니다.
          """),
      Text("In JSON, months and days without memos are left out.", ko: "JSON에서는 메모가 없는 달과 날을 뺍니다."),
    ],
    options: [CommonOptions.json], optionGroups: [filters],
    examples: [
      CommandExample("memo stats --path diary", Text("what a folder holds", ko: "한 폴더에 든 것")),
      CommandExample(
        "memo stats --json | jq '.perMonth[-1].words'", Text("the words of the newest month", ko: "최근 달의 단어 수")),
    ],
    seeAlso: ["tags", "list"])

  static func run(_ session: Session) throws -> ExitCode {
    let filter = try session.filter()
    let vault = try session.openVault()
    let index = try session.refresh(vault)
    let statistics = VaultStatistics(
      of: index, filter: try session.filter(filter, byLinksOf: index, in: vault), clock: session.surroundings.clock)
    try session.isJSON ? writeJSON(statistics, session) : draw(statistics, of: index, session)
    return .done
  }

  private static func draw(_ statistics: VaultStatistics, of index: VaultIndex, _ session: Session) throws {
    if statistics.memos == 0 { session.note(index.count == 0 ? Message.noMemos : Message.noMatch) }
    let page = StatisticsPage(
      statistics: statistics, today: session.surroundings.clock.today,
      names: CalendarNames(locale: session.dateLocale, language: session.language),
      style: session.style, columns: session.columns)
    try session.page(CollectionOfOne(Array(page.lines.map { "\($0)\n" }.joined().utf8)))
  }

  private static func writeJSON(_ statistics: VaultStatistics, _ session: Session) throws {
    var writer = JSONWriter()
    statistics.write(to: &writer)
    writer.newline()
    try session.write(writer.bytes)
  }
}

extension LocalClock {
  /// Today in the user's zone.
  fileprivate var today: CivilDate {
    CivilDate(daysSince1970: Int((Double(local(ofInstant: now)) / 86_400e9).rounded(.down)))
  }
}
