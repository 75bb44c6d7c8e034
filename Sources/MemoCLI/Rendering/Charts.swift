import Foundation
import MemoCore
import MemoIndex
import MemoWords

/// A year of days as a calendar: a column for each week, a row for each day of the week, the darker the more memos.
struct CalendarHeatMap {
  /// Memos by day.
  let memos: [CivilDate: Int]
  /// The last day that is shown.
  let today: CivilDate
  let names: CalendarNames
  let style: Style
  /// The columns that it may take; where it needs more, it goes on below.
  let columns: Int

  private static let weeks = 53
  private static let daysAWeek = 7
  private static let gap = 1
  /// From no memo to the most.
  private static let shades: [Character] = ["·", "░", "▒", "▓", "█"]

  /// The lines, top down.
  var lines: [String] {
    let bands = stride(from: 0, to: Self.weeks, by: weeksABand).map { band in
      lines(ofWeeks: band..<min(band + weeksABand, Self.weeks))
    }
    return bands.flatMap { $0 + [""] } + [legend]
  }

  // MARK: Measures

  private var labelColumns: Int { names.weekdays.map(DisplayWidth.columns(of:)).max() ?? 0 }

  private var room: Int { max(columns - labelColumns - Self.gap, Self.daysAWeek) }

  /// A day takes two columns where there is room, which makes it a square.
  private var cellColumns: Int { room >= 2 * Self.weeks ? 2 : 1 }

  private var weeksABand: Int {
    let bands = (Self.weeks * cellColumns + room - 1) / room
    return (Self.weeks + bands - 1) / bands
  }

  private var firstDay: Int {
    let sinceWeekBegan = (today.weekday - names.firstWeekday + Self.daysAWeek) % Self.daysAWeek
    return today.daysSince1970 - sinceWeekBegan - (Self.weeks - 1) * Self.daysAWeek
  }

  private func day(_ weekday: Int, ofWeek week: Int) -> CivilDate {
    CivilDate(daysSince1970: firstDay + week * Self.daysAWeek + weekday)
  }

  private var most: Int {
    let first = CivilDate(daysSince1970: firstDay)
    return memos.filter { first <= $0.key && $0.key <= today }.values.max() ?? 0
  }

  // MARK: Drawing

  private func lines(ofWeeks weeks: Range<Int>) -> [String] {
    let margin = String(repeating: " ", count: labelColumns + Self.gap)
    return [margin + style.faint(months(ofWeeks: weeks))] + (0..<Self.daysAWeek).map { row(ofWeekday: $0, weeks) }
  }

  /// The names of the months above the weeks in which they begin, where there is room for them.
  private func months(ofWeeks weeks: Range<Int>) -> String {
    var line = ""
    var width = 0
    for week in weeks {
      let month = CivilMonth(of: day(Self.daysAWeek - 1, ofWeek: week))
      let isNew = CivilMonth(of: day(0, ofWeek: week)) != month || day(0, ofWeek: week).day == 1
      // A name that would touch the one before moves on by a column.
      let start = max((week - weeks.lowerBound) * cellColumns, width == 0 ? 0 : width + 1)
      let name = names.name(of: month)
      guard isNew, start + DisplayWidth.columns(of: name) <= room else { continue }
      line += String(repeating: " ", count: start - width) + name
      width = start + DisplayWidth.columns(of: name)
    }
    return line
  }

  private func row(ofWeekday weekday: Int, _ weeks: Range<Int>) -> String {
    let label = names.weekdays[(weekday + names.firstWeekday) % Self.daysAWeek]
    let levels = weeks.map { day(weekday, ofWeek: $0) }.prefix { $0 <= today }.map(level)
    return style.faint(DisplayWidth.padded(label, to: labelColumns)) + String(repeating: " ", count: Self.gap)
      + drawn(levels)
  }

  /// Days without memos are faint, the others in colour; a run of one kind is styled at once.
  private func drawn(_ levels: [Int]) -> String {
    runs(levels[...]).map { run in
      let text = String(run.flatMap { Array(repeating: Self.shades[$0], count: cellColumns) })
      return run.first == 0 ? style.faint(text) : style.code(text)
    }.joined()
  }

  private func runs(_ levels: ArraySlice<Int>) -> [ArraySlice<Int>] {
    var runs: [ArraySlice<Int>] = []
    var rest = levels
    while let first = rest.first {
      let run = rest.prefix { ($0 == 0) == (first == 0) }
      runs.append(run)
      rest = rest.dropFirst(run.count)
    }
    return runs
  }

  /// 0 for no memo to 4 for the most; the steps are squares, so that one day of an import does not pale all others.
  private func level(_ day: CivilDate) -> Int {
    guard let count = memos[day], count > 0 else { return 0 }
    let last = Self.shades.count - 1
    return (1...last).first { last * last * count <= $0 * $0 * most } ?? last
  }

  private var legend: String {
    let none = style.faint(String(Self.shades[0]))
    let (some, full) = (
      style.code(String(Self.shades.dropFirst().dropLast())), style.code(String(Self.shades.suffix(1)))
    )
    return Message.heatMapLegend(none: none, some: some, full: full, most: most)[names.language]
  }
}

/// The names of months and days of the week in a locale, and the day that its weeks begin with.
struct CalendarNames {
  /// The language of the legend.
  let language: Language
  /// The days of the week from Sunday on, short: `Sun`, `일`.
  let weekdays: [String]
  /// The day that weeks begin with; 0 is Sunday.
  let firstWeekday: Int

  private let shortMonths: [String]
  private let monthAndYear: DateFormatter

  private static let secondsADay = 86_400.0

  /// The names of a locale: `ko_KR`.
  init(locale: String, language: Language) {
    self.language = language
    monthAndYear = DateFormatter()
    monthAndYear.locale = Locale(identifier: locale)
    monthAndYear.timeZone = TimeZone(secondsFromGMT: 0)
    monthAndYear.setLocalizedDateFormatFromTemplate("yMMM")
    weekdays = monthAndYear.shortStandaloneWeekdaySymbols
    shortMonths = monthAndYear.shortStandaloneMonthSymbols
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = Locale(identifier: locale)
    firstWeekday = calendar.firstWeekday - 1
  }

  /// `Nov`, `11월`
  func name(of month: CivilMonth) -> String {
    shortMonths[month.month - 1]
  }

  /// `Nov 2026`, `2026년 11월`
  func fullName(of month: CivilMonth) -> String {
    guard let first = CivilDate(year: month.year, month: month.month, day: 1) else { return month.text }
    return monthAndYear.string(from: Date(timeIntervalSince1970: Double(first.daysSince1970) * Self.secondsADay))
  }
}

/// The memos and words of each month as bars, the newest month last.
struct MonthChart {
  let months: [VaultStatistics.Month]
  /// The last month that is shown.
  let now: CivilMonth
  let names: CalendarNames
  let style: Style
  let columns: Int

  private static let mostMonths = 24
  private static let gap = 2
  private static let narrowestBar = 4
  /// From an eighth of a column to a whole one.
  private static let blocks: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

  private struct Row {
    let label: String
    let memos: Int
    let words: Int
  }

  /// The lines, top down; none if no month is shown.
  var lines: [String] {
    let rows = self.rows
    guard !rows.isEmpty else { return outside }
    let table = Table(rows, columns: columns)
    return rows.map { line($0, table) } + outside
  }

  /// From the first month with memos on, those without too.
  private var rows: [Row] {
    let first = now.advanced(by: 1 - Self.mostMonths)
    guard let start = months.first(where: { $0.month >= first && $0.month <= now })?.month else { return [] }
    let counts = Dictionary(uniqueKeysWithValues: months.map { ($0.month, $0) })
    return (0..<Self.mostMonths).map(first.advanced).filter { $0 >= start }.map { month in
      Row(label: names.fullName(of: month), memos: counts[month]?.memos ?? 0, words: counts[month]?.words ?? 0)
    }
  }

  /// What is older or newer than the rows.
  private var outside: [String] {
    let first = now.advanced(by: 1 - Self.mostMonths)
    let earlier = months.filter { $0.month < first }.reduce(0) { $0 + $1.memos }
    let later = months.filter { $0.month > now }.reduce(0) { $0 + $1.memos }
    return [(earlier, Message.earlierMemos), (later, Message.laterMemos)].filter { $0.0 > 0 }.map {
      style.faint($0.1($0.0)[names.language])
    }
  }

  private func line(_ row: Row, _ table: Table) -> String {
    let text =
      style.date(DisplayWidth.padded(row.label, to: table.labelColumns))
      + padded(Message.grouped(row.memos), to: table.memoColumns + Self.gap, style.number)
      + padded(Message.grouped(row.words), to: table.wordColumns + Self.gap, style.faint)
    let bar = self.bar(row.memos, of: table.most, columns: table.barColumns)
    return bar.isEmpty ? text : text + String(repeating: " ", count: Self.gap) + style.code(bar)
  }

  private func padded(_ text: String, to columns: Int, _ styled: (String) -> String) -> String {
    DisplayWidth.padding(text, to: columns) + styled(text)
  }

  /// To an eighth of a column; a memo is never nothing.
  private func bar(_ count: Int, of most: Int, columns: Int) -> String {
    guard count > 0, most > 0 else { return "" }
    let eighths = max(1, count * columns * Self.blocks.count / most)
    let (whole, rest) = eighths.quotientAndRemainder(dividingBy: Self.blocks.count)
    return String(repeating: "█", count: whole) + (rest == 0 ? "" : String(Self.blocks[rest - 1]))
  }

  /// How wide the columns are.
  private struct Table {
    let labelColumns: Int
    let memoColumns: Int
    let wordColumns: Int
    let barColumns: Int
    let most: Int

    init(_ rows: [Row], columns: Int) {
      labelColumns = rows.map { DisplayWidth.columns(of: $0.label) }.max() ?? 0
      memoColumns = rows.map { Message.grouped($0.memos).utf8.count }.max() ?? 0
      wordColumns = rows.map { Message.grouped($0.words).utf8.count }.max() ?? 0
      barColumns = max(narrowestBar, columns - labelColumns - memoColumns - wordColumns - 3 * gap)
      most = rows.map(\.memos).max() ?? 0
    }
  }
}
