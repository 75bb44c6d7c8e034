import MemoTestSupport
import Testing

@testable import MemoCLI
@testable import MemoWords

@Suite struct DateTextTests {
  private static let hour: Int64 = 3_600_000_000_000
  /// 2026-05-20 12:00 UTC.
  private static let now: Int64 = 1_779_278_400_000_000_000

  static let dates: [(String, Int64, String)] = [
    ("en_US", 0, "12:00 PM"), ("en_US", -3, "9:00 AM"), ("en_US", -12, "12:00 AM"), ("en_US", -13, "May 19"),
    ("en_US", 11, "11:00 PM"), ("en_US", 12, "May 21, 2026"), ("en_US", -24 * 139, "Jan 1"),
    ("en_US", -24 * 140, "Dec 31, 2025"),
    ("en_US", 24 * 300, "Mar 16, 2027"), ("en_GB", -3, "09:00"), ("en_GB", -24, "19 May"),
    ("en_US", -24 * 30_000, "Mar 31, 1944"),
    ("ko_KR", 0, "오후 12:00"), ("ko_KR", -3, "오전 9:00"), ("ko_KR", -24, "5월 19일"), ("ko_KR", -24 * 365, "2025년 5월 20일"),
    ("ko_KR", 24, "2026년 5월 21일"), ("en_GB", 24 * 200, "6 Dec 2026"),
  ]

  @Test(arguments: dates)
  func aDateIsAsShortAsItCanBe(locale: String, hours: Int64, text: String) {
    let dates = DateText(clock: FixedClock(now: Self.now), locale: locale)
    let written = dates.text(Self.now + hours * Self.hour)
    #expect(Self.plain(written) == text, "\(hours) hours from now")
    #expect(dates.text(Self.now + hours * Self.hour) == written, "asked again")
  }

  @Test(arguments: [
    ("ko_KR", -24 * 140, "25. 12. 31."), ("ko_KR", -24, "5월 19일"), ("en_US", -24 * 140, "Dec 31, 2025"),
  ])
  func inANarrowColumnAKoreanDateOfAnotherYearHasNumbersAlone(locale: String, hours: Int64, text: String) {
    let dates = DateText(clock: FixedClock(now: Self.now), locale: locale, isShort: true)
    #expect(Self.plain(dates.text(Self.now + hours * Self.hour)) == text)
  }

  static let zones: [(Int64, Int64, String)] = [
    (9, 0, "9:00 PM"), (9, 3, "May 21, 2026"), (9, -21, "12:00 AM"), (9, -22, "May 19"), (-7, 0, "5:00 AM"),
    (-7, -6, "May 19"),
    (14, 0, "2:00 AM"), (-12, 0, "12:00 AM"),
  ]

  @Test(arguments: zones)
  func todayIsThatOfTheUsersZone(zone: Int64, hours: Int64, text: String) {
    let dates = DateText(clock: FixedClock(now: Self.now, secondsEast: zone * 3600), locale: "en_US")
    #expect(Self.plain(dates.text(Self.now + hours * Self.hour)) == text, "zone \(zone), \(hours) hours from now")
  }

  /// A floating-point number of nanoseconds would be the next day.
  @Test func theLastNanosecondOfADayIsOfThatDay() {
    let dates = DateText(clock: FixedClock(now: Self.now), locale: "en_US")
    for days in [-80, -1, 0, 1] as [Int64] {
      let midnight = Self.now + (12 + 24 * days) * Self.hour
      let (last, next) = (dates.text(midnight - 1), dates.text(midnight))
      #expect(last == dates.text(midnight - Self.hour) || Self.plain(last) == "11:59 PM", "\(days)")
      #expect(last != next && next == dates.text(midnight + 1), "\(days)")
    }
  }

  /// ICU sets AM and PM off with a narrow space.
  private static func plain(_ text: String) -> String {
    text.replacing("\u{202F}", with: " ")
  }
}
