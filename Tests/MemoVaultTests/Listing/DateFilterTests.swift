import MemoCore
import MemoVault
import Testing

@Suite struct DateFilterTests {
  // 2024-03-31 00:30 in Seoul, still the 30th in London.
  private static let seoul = FixedClock(now: Self.time("2024-03-30T15:30:00Z"), secondsEast: 9 * 3600)

  @Test(arguments: [
    ("2024-03-01", "2024-03-01T00:00:00+09:00", "2024-03-02T00:00:00+09:00"),
    ("2024/3/1", "2024-03-01T00:00:00+09:00", "2024-03-02T00:00:00+09:00"),
    ("2024.02.29", "2024-02-29T00:00:00+09:00", "2024-03-01T00:00:00+09:00"),
    ("2024-02", "2024-02-01T00:00:00+09:00", "2024-03-01T00:00:00+09:00"),
    ("2023-12", "2023-12-01T00:00:00+09:00", "2024-01-01T00:00:00+09:00"),
    ("2024", "2024-01-01T00:00:00+09:00", "2025-01-01T00:00:00+09:00"),
    ("1970", "1970-01-01T00:00:00+09:00", "1971-01-01T00:00:00+09:00"),
    ("1969-12-31", "1969-12-31T00:00:00+09:00", "1970-01-01T00:00:00+09:00"),
    ("today", "2024-03-31T00:00:00+09:00", "2024-04-01T00:00:00+09:00"),
    ("Today", "2024-03-31T00:00:00+09:00", "2024-04-01T00:00:00+09:00"),
    ("오늘", "2024-03-31T00:00:00+09:00", "2024-04-01T00:00:00+09:00"),
    ("yesterday", "2024-03-30T00:00:00+09:00", "2024-03-31T00:00:00+09:00"),
    ("어제", "2024-03-30T00:00:00+09:00", "2024-03-31T00:00:00+09:00"),
    ("\u{110B}\u{1165}\u{110C}\u{1166}", "2024-03-30T00:00:00+09:00", "2024-03-31T00:00:00+09:00"),
    ("그제", "2024-03-29T00:00:00+09:00", "2024-03-30T00:00:00+09:00"),
  ])
  func aPeriodIsTheWholeOfIt(text: String, start: String, end: String) {
    #expect(DateFilter(clock: Self.seoul).span(text) == Self.time(start)..<Self.time(end), "\(text)")
  }

  @Test(arguments: [
    ("0d", "2024-03-30T15:30:00Z"), ("7d", "2024-03-23T15:30:00Z"), ("1h", "2024-03-30T14:30:00Z"),
    ("30min", "2024-03-30T15:00:00Z"), ("0min", "2024-03-30T15:30:00Z"),
    ("36h", "2024-03-29T03:30:00Z"), ("2w", "2024-03-16T15:30:00Z"), ("1m", "2024-02-29T00:00:00+09:00"),
    ("12m", "2023-03-31T00:00:00+09:00"), ("4m", "2023-11-30T00:00:00+09:00"), ("1y", "2023-03-31T00:00:00+09:00"),
    ("100y", "1924-03-31T00:00:00+09:00"), ("2024-03-01T09:30:00Z", "2024-03-01T09:30:00Z"),
    ("2024-03-01 09:30", "2024-03-01T09:30:00+09:00"), ("2024-3-1 9:05", "2024-03-01T09:05:00+09:00"),
    ("2024-03-01T09:30:15.5+02:00", "2024-03-01T07:30:15.5Z"),
  ])
  func aMomentIsAnEmptySpan(text: String, moment: String) {
    #expect(DateFilter(clock: Self.seoul).span(text) == Self.time(moment)..<Self.time(moment), "\(text)")
  }

  @Test(arguments: [
    "", " ", "tomorrow", "7", "d", "-1d", "1.5d", "7x", "min", "-1min", "1.5min", "2024-13", "2024-00", "2024-02-30",
    "2023-02-29", "24",
    "20240301",
    "2024-", "-2024", "2024-03-01-", "99999", "1600-01-01", "2024-03-01T25:00",
  ])
  func whatIsNoDateIsNone(text: String) {
    #expect(DateFilter(clock: Self.seoul).span(text) == nil, "\(text)")
  }

  // Nanoseconds in 64 bits end in 2262, and zones take some hours of that.
  @Test(
    arguments: [
      "1000000h", "1000000d", "1000000w", "1000000m", "1000000y", "2261-12-31", "2262-04-11", "1677-09-22",
      "1678-01-02",
      "2262-04-11T23:47", "2261", "2262", "1969", "9999-12-31",
    ], [-14 * 3600, 14 * 3600] as [Int64])
  func noDateIsTooFarForNumbers(text: String, secondsEast: Int64) {
    let clock = FixedClock(now: Self.seoul.now, secondsEast: secondsEast)
    if let span = DateFilter(clock: clock).span(text) {
      #expect(span.lowerBound < clock.now || text.hasPrefix("2"), "\(text)")
      #expect(span.upperBound < .max, "\(text)")
    }
  }

  @Test func longAgoIsBeforeEverything() throws {
    for text in ["1000000h", "1000000d", "1000000w", "1000000m", "1000000y"] {
      let span = try #require(DateFilter(clock: Self.seoul).span(text))
      #expect(span.lowerBound < Self.time("1930-01-01T00:00:00Z"), "\(text)")
    }
  }

  private static func time(_ text: String) -> Int64 {
    guard case .instant(let time) = WrittenDate(text) else { return .min }
    return time
  }
}
