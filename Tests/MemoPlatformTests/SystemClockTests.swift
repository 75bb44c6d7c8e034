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
