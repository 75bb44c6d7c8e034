import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo stats`
enum StatsCommand: Command {
  static let declaration = CommandDeclaration(
    "stats", namesElsewhere: ["statistics", "통계"],
    equivalents: ["wc": "memo stats", "stats *": "memo list --format '{title} {wordCount}'"], group: .organize,
    summary: Text("Count memos, words, links and tags, by month and by day", ko: "월별, 일별 메모·단어·링크·태그 통계"),
    description: [
      Text(
        """
        Draws the last 53 weeks as a calendar, where darker days have more new memos, and a bar for each of the last \
        24 months. Uses the terminal's width; in a pipe or file, COLUMNS or 80.
        """,
        ko: """
          지난 53주를 달력으로 그리며, 메모를 많이 만든 날일수록 진하게 표시합니다. 지난 24개월은 달마다 막대로 그립니다. 터미널 너비에 맞추고, 그 밖에서는 COLUMNS 또는 80칸에 맞춥니다.
          """),
      Text(
        """
        A memo counts on the day it was created, in your time zone: 'created' or 'date' in the front matter, else \
        the earlier of its file's creation and modification. Word counts are current.
        """,
        ko: """
          메모는 내 시간대를 기준으로 만든 날에 집계합니다. 프런트매터의 'created'나 'date'를 쓰고, 없으면 파일을 만든 시각과 수정한 시각 중 이른 쪽을 씁니다. 단어 수는 현재 \
          기준입니다.
          """),
      Text("JSON leaves out months and days without memos.", ko: "JSON에서는 메모가 없는 달과 날을 생략합니다."),
    ],
    options: [CommonOptions.json], optionGroups: [FilterOptions.choosing],
    examples: [
      CommandExample("memo stats --path diary", Text("one folder", ko: "폴더 하나")),
      CommandExample(
        "memo stats --json | jq '.perMonth[-1].words'", Text("words of the latest month", ko: "최근 달의 단어 수")),
    ],
    seeAlso: ["tags", "list"])

  static func run(_ session: Session) throws -> ExitCode {
    let filter = try session.filter()
    let workspace = try session.open()
    let index = try workspace.index()
    let statistics = VaultStatistics(
      of: index, filter: try session.filter(filter, byLinksOf: index, in: workspace), clock: session.machine.clock)
    try session.isJSON ? session.writeJSON(statistics.fields) : draw(statistics, of: index, session)
    return .done
  }

  private static func draw(_ statistics: VaultStatistics, of index: VaultIndex, _ session: Session) throws {
    if statistics.memos == 0 { session.note(index.count == 0 ? Message.noMemos : Message.noMatch) }
    let page = StatisticsPage(
      statistics: statistics, today: session.machine.clock.today,
      names: CalendarNames(locale: session.dateLocale, language: session.language),
      style: session.style, columns: session.columns)
    try session.page(CollectionOfOne(Array(page.lines.map { "\($0)\n" }.joined().utf8)))
  }
}

/// The statistics of a vault for people: sums, a year as a calendar, and a bar for each month.
struct StatisticsPage {
  let statistics: VaultStatistics
  let today: CivilDate
  let names: CalendarNames
  let style: Style
  let columns: Int

  /// The lines; sums alone where there are no memos.
  var lines: [String] {
    let sums = TextWrapper.wrap(words: self.sums, width: columns)
    guard statistics.memos > 0 else { return sums }
    return sums + [""] + heatMap.lines + ["", style.heading(Message.memosAndWordsPerMonth[names.language])]
      + chart.lines
  }

  private var sums: [String] {
    [
      Message.memoCount(statistics.memos), Message.wordCount(statistics.words),
      Message.linkCount(statistics.links), Message.tagCount(statistics.tags),
    ].map { $0[names.language] }.enumerated().map { $0.offset < 3 ? "\($0.element) ·" : $0.element }
  }

  private var heatMap: CalendarHeatMap {
    let memos = Dictionary(uniqueKeysWithValues: statistics.perDay.map { ($0.day, $0.memos) })
    return CalendarHeatMap(memos: memos, today: today, names: names, style: style, columns: columns)
  }

  private var chart: MonthChart {
    MonthChart(
      months: statistics.perMonth, now: CivilMonth(of: today), names: names, style: style, columns: columns)
  }
}

extension VaultStatistics {
  var fields: Record {
    [
      "memos": .number(memos), "words": .number(words), "links": .number(links), "tags": .number(tags),
      "perMonth": .records(perMonth) {
        ["month": .text($0.month.text), "memos": .number($0.memos), "words": .number($0.words)]
      },
      "perDay": .records(perDay) { ["day": .text($0.day.text), "memos": .number($0.memos)] },
    ]
  }
}
