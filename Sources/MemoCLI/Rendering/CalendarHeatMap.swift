import Foundation
import MemoCore
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
  /// The language that is spoken beside the names.
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
