import MemoCore
import MemoVault

/// `memo stats`
enum StatsCommand: Command {
  /// The filters of lists, but those that cut a list.
  private static let filters = OptionGroup(
    "Filters",
    FilterOptions.group.arguments.filter { ![FilterOptions.limit.long, FilterOptions.offset.long].contains($0.long) })

  static let declaration = CommandDeclaration(
    "stats", group: .organize, summary: "Count memos, words, links and tags, by month and by day",
    description: [
      """
      Draws the last 53 weeks as a calendar, the darker a day the more memos were made on it, and a bar for each of \
      the last 24 months. It fits the terminal's width; elsewhere COLUMNS, or 80.
      """,
      """
      A memo counts for the day it was made in your time zone: 'created' or 'date' in its front matter, else the birth \
      or the modification of its file, whichever was first. Its words are those it has now.
      """,
      "In JSON, months and days without memos are left out.",
    ],
    options: [CommonOptions.json], optionGroups: [filters],
    examples: [
      CommandExample("memo stats --path diary", "what a folder holds"),
      CommandExample("memo stats --json | jq '.perMonth[-1].words'", "the words of the newest month"),
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
