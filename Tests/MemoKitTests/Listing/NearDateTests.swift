import MemoCore
import MemoStore
import MemoTestSupport
import Testing

/// Weekends, and days without their month.
@Suite struct NearDateTests {
  /// From Monday to Sunday of a week, by the days of November 2026.
  @Test(arguments: [
    ("23", "21", "28"), ("25", "21", "28"), ("27", "21", "28"), ("28", "28", "28"), ("29", "28", "28"),
  ])
  func weekendsAreThoseOfTheirWeeks(today: String, latest: String, coming: String) {
    let filter = DateFilter(clock: FixedClock(now: Self.time("2026-11-\(today)T12:00:00Z"), secondsEast: 0))
    func saturday(_ day: String) -> Range<Int64> {
      let start = Self.time("2026-\(day)T00:00:00Z")
      return start..<start + 2 * 86_400 * 1_000_000_000
    }
    for text in ["weekend", "Weekend", "주말"] {
      #expect(filter.span(text) == saturday("11-\(latest)"), "\(text)")
      #expect(filter.comingSpan(text) == saturday("11-\(coming)"), "\(text)")
      #expect(filter.day(text) == nil && filter.isLongerThanDay(text))
    }
    for text in ["this weekend", "이번 주말", "이번주말", "이번 주 주말"] {
      #expect(filter.span(text) == saturday("11-28"), "\(text)")
    }
    for text in ["last weekend", "지난 주말", "지난주 주말", "저번 주말"] {
      #expect(filter.span(text) == saturday("11-21"), "\(text)")
    }
    for text in ["다음 주 주말", "담주 주말"] { #expect(filter.span(text) == saturday("12-05"), "\(text)") }
    for text in ["next weekend", "다음 주말", "weekends", "주말에"] {
      #expect(filter.span(text) == nil && filter.comingSpan(text) == nil, "two may be meant: \(text)")
    }
  }

  @Test(arguments: [
    ("20일", "2026-11-20", "2026-11-20"), ("20일", "2026-11-21", "2026-12-20"), ("20th", "2026-11-01", "2026-11-20"),
    ("the 1st", "2026-12-31", "2027-01-01"), ("31일", "2026-11-30", "2026-12-31"), ("30일", "2027-01-31", "2027-03-30"),
    ("The 22nd", "2026-11-22", "2026-11-22"), ("3rd", "2026-11-22", "2026-12-03"), ("２０일", "2026-11-01", "2026-11-20"),
    ("32일", "2026-11-01", "none"), ("0일", "2026-11-01", "none"), ("020일", "2026-11-01", "none"),
  ])
  func aDayWithoutAMonthIsTheNextOne(text: String, today: String, day: String) {
    let filter = DateFilter(clock: FixedClock(now: Self.time("\(today)T12:00:00Z"), secondsEast: 0))
    #expect((filter.comingDay(text)?.text ?? "none") == day, "\(text), \(today)")
    #expect(filter.span(text) == nil && filter.day(text) == nil, "it may be a number of days: \(text)")
  }

  private static func time(_ text: String) -> Int64 {
    guard case .instant(let time) = WrittenDate(text) else { return .min }
    return time
  }
}
