import Testing

@testable import MemoCore

@Suite struct MemoDateTests {
  private static let second = Int64(1_000_000_000)

  private static let dates: [(text: String, date: WrittenDate?)] = [
    ("1970-01-01", .local(0)),
    ("2024-03-01", .local(1_709_251_200 * second)),
    ("2024/03/01", .local(1_709_251_200 * second)),
    ("2024.3.1", .local(1_709_251_200 * second)),
    ("2024-03-01 09:30", .local(1_709_285_400 * second)),
    ("2024-03-01T09:30:15", .local(1_709_285_415 * second)),
    ("2024-03-01T09:30:15.123Z", .instant(1_709_285_415_123_000_000)),
    ("2024-03-01T09:30:15.1234567891Z", .instant(1_709_285_415_123_456_789)),
    ("2024-03-01T09:30:15,5z", .instant(1_709_285_415_500_000_000)),
    ("2024-03-01T09:30+09:00", .instant(1_709_253_000 * second)),
    ("2024-03-01T09:30:00+0900", .instant(1_709_253_000 * second)),
    ("2024-03-01 09:30:00 +09", .instant(1_709_253_000 * second)),
    ("2024-03-01 9:30 -03:30", .instant(1_709_298_000 * second)),
    ("1969-12-31T23:59:59.5Z", .instant(-500_000_000)),
    ("2024-02-29", .local(1_709_164_800 * second)),
    ("2023-02-29", nil),
    ("1900-02-29", nil),
    ("2024-13-01", nil),
    ("2024-00-01", nil),
    ("2024-04-31", nil),
    ("2024-03/01", nil),
    ("24-03-01", nil),
    ("2024-03", nil),
    ("2024-03-01T", nil),
    ("2024-03-01T24:00", nil),
    ("2024-03-01T09:60", nil),
    ("2024-03-01T09:30:60", nil),
    ("2024-03-01T09:30:15.", nil),
    ("2024-03-01T09:30 +9", nil),
    ("2024-03-01T09:30Zx", nil),
    ("2024-03-01Z", nil),
    ("2024-03-01+09:00", nil),
    ("2024-03-01 ", nil),
    ("9999-01-01", nil),
    ("yesterday", nil),
    ("", nil),
  ]

  @Test(arguments: dates)
  func aDateIsISOOrNothing(text: String, date: WrittenDate?) {
    #expect(WrittenDate(text) == date, "\(text.debugDescription)")
  }

  @Test(
    arguments: [
      ("1709251200", .instant(1_709_251_200 * second)), ("1709251200123", .instant(1_709_251_200_123_000_000)),
      ("123456789", .instant(123_456_789 * second)), ("9223372036", .instant(9_223_372_036 * second)),
      ("9223372037", nil), ("9999999999", nil), ("9223372036854", .instant(9_223_372_036_854_000_000)),
      ("9223372036855", nil), ("9999999999999", nil), ("12345678", nil), ("202603010930", nil),
      ("99999999999999999999", nil), ("-123456789", nil), ("2024-03-01", .local(1_709_251_200 * second)),
    ] as [(String, WrittenDate?)])
  func aFieldMayAlsoHoldSecondsOrMilliseconds(text: String, date: WrittenDate?) {
    #expect(WrittenDate(field: text) == date, "\(text)")
  }

  @Test func aDayAfterADayIsTheNext() {
    // From 1 January 1600 day by day over an era and more, against a calendar that only counts.
    var (year, month, day) = (1600, 1, 1)
    for number in -135_140...40_000 {
      let date = CivilDate(daysSince1970: number)
      guard (date.year, date.month, date.day) == (year, month, day), date.daysSince1970 == number else {
        Issue.record("day \(number) is \(date), not \(year)-\(month)-\(day)")
        return
      }
      day += 1
      let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
      if day > [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] {
        (month, day) = (month + 1, 1)
      }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
  }

  @Test func aDayEndsWithItsLastNanosecond() {
    let day = CivilDate.nanoseconds
    for number in [-106_751, -20_513, -1, 0, 1, 20_513, 106_750] {
      let midnight = Int64(number) * day
      for (time, expected) in [(midnight - 1, number - 1), (midnight, number), (midnight + day - 1, number)] {
        #expect(CivilDate(ofLocal: time) == CivilDate(daysSince1970: expected), "\(time)")
      }
      let last = CivilDate.dayAndTime(ofLocal: midnight - 1)
      #expect(last.day == number - 1 && last.time == day - 1, "\(number)")
    }
    #expect(CivilDate(ofLocal: .max).text == "2262-04-11" && CivilDate(ofLocal: .min).text == "1677-09-21")
  }

  @Test func weekdaysAndOrderFollowTheDays() throws {
    let friday = try #require(CivilDate(year: 2024, month: 3, day: 1))
    #expect(friday.weekday == 5)
    #expect(CivilDate(daysSince1970: -1).weekday == 3)
    #expect(CivilDate(daysSince1970: -1) < CivilDate(daysSince1970: 0))
    #expect(CivilDate(year: -1, month: 2, day: 28).map { CivilDate(daysSince1970: $0.daysSince1970).year } == -1)
  }
}
