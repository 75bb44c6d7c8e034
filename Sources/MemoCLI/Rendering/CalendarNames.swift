import Foundation
import MemoCore
import MemoWords

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
