import Foundation
import MemoCore
package import MemoStore

/// Dates as people of a locale write them: today the time, earlier in this year month and day, else the whole date. A date without
/// a year is read as the latest one that is not in the future.
package struct DateText {
  private let clock: any LocalClock
  private let time: DateFormatter
  private let monthAndDay: DateFormatter
  private let date: DateFormatter
  private let now: CivilDate
  private let written = WrittenDays()

  /// The days written already: most of a long list's memos share theirs with others, and the formatter is slow.
  private final class WrittenDays {
    var texts: [CivilDate: String] = [:]
  }

  /// - Parameter isShort: whether a day of another year is `25. 12. 31.` in Korean, for a narrow column.
  package init(clock: any LocalClock, locale: String, isShort: Bool = false) {
    self.clock = clock
    time = Self.formatter("jmm", locale)
    monthAndDay = Self.formatter("MMMd", locale)
    date = Self.formatter(isShort && locale.hasBytePrefix("ko") ? "yyMd" : "yMMMd", locale)
    now = clock.today
  }

  /// The text of a time in nanoseconds since 1970.
  package func text(_ instant: Int64) -> String {
    let local = clock.local(ofInstant: instant)
    let day = CivilDate(ofLocal: local)
    guard day != now else { return Self.string(time, local) }
    if let text = written.texts[day] { return text }
    let text = Self.string(day.year == now.year && day.daysSince1970 < now.daysSince1970 ? monthAndDay : date, local)
    written.texts[day] = text
    return text
  }

  /// Without fractions of seconds: `Date` rounds the last nanoseconds of a day to the next one.
  private static func string(_ formatter: DateFormatter, _ local: Int64) -> String {
    let (day, time) = CivilDate.dayAndTime(ofLocal: local)
    return formatter.string(from: Date(timeIntervalSince1970: Double(Int64(day) * 86_400 + time / 1_000_000_000)))
  }

  /// The formatter's own zone is UTC and it is given local time: only the clock knows the user's zone.
  ///
  /// Some regions have English dates that memo could not read again, such as `22. 11.`, `13.24` and other calendars: they get
  /// those of Britain.
  private static func formatter(_ template: String, _ locale: String) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: locale)
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.setLocalizedDateFormatFromTemplate(template)
    let mark = template.contains("mm") ? ":" : "MMM"
    let isRead = formatter.locale.calendar.identifier == .gregorian && formatter.dateFormat.containsBytes(mark)
    return isRead || locale == readable || locale.hasBytePrefix("ko") ? formatter : self.formatter(template, readable)
  }

  private static let readable = "en_GB"
}
