import MemoPlatform
import Testing

@Suite struct SystemClockTests {
  // What a memo says of itself, and what a file system keeps, may be any of these in any zone.
  @Test(arguments: [
    Int64.min, .min + 1, -9_223_372_036_000_000_000, -1, 0, 1, 9_223_372_036_000_000_000, .max - 1, .max,
  ])
  func everyTimeHasOneInTheUsersZone(time: Int64) {
    let clock = SystemClock()
    let day: Int64 = 26 * 3_600_000_000_000
    for other in [clock.local(ofInstant: time), clock.instant(ofLocal: time)] {
      let (difference, isFar) = other.subtractingReportingOverflow(time)
      #expect(!isFar && abs(difference) < day, "\(other)")
    }
  }
}

@Suite struct LocaleCollationTests {
  @Test func spellingsThatLookTheSameHaveOnePlace() {
    let collation = LocaleCollation()
    for (left, right) in [
      ("é", "e\u{301}"), ("한글", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"), ("ế", "e\u{302}\u{301}"),
    ] {
      #expect(collation.key(for: left) == collation.key(for: right), "\(left)")
      #expect(collation.key(for: left) != collation.key(for: "z"))
    }
  }
}
