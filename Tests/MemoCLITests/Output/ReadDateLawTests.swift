import Foundation
import MemoCore
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoWords

/// What memo prints of times, it reads: the text of a time names a span that holds it, in each locale that dates are
/// written in and in any zone.
@Suite struct ReadDateLawTests {
  private static let locales =
    ["ko_KR"] + Locale.availableIdentifiers.filter { LocaleName.isRegional($0) && $0.hasPrefix("en_") }.sorted()
  private static let zones = [
    "Asia/Seoul", "America/New_York", "Asia/Kathmandu", "Pacific/Kiritimati", "America/St_Johns",
  ]
  private static let second: Int64 = 1_000_000_000

  @Test(arguments: locales)
  func aPrintedTimeIsRead(locale: String) throws {
    var random = SeededRandom(seed: 11)
    for zone in Self.zones {
      // Noon of a day on which no clock is changed.
      let clock = ZoneClock(now: 1_795_435_200 * Self.second, zone: try #require(TimeZone(identifier: zone)))
      let (dates, filter) = (DateText(clock: clock, locale: locale), DateFilter(clock: clock))
      let secondsAgo =
        (0..<40).map { _ in random.below(86_400) } + (0..<60).map { _ in random.below(86_400 * 1_500) }
        + (0..<30).map { _ in -random.below(86_400 * 60) } + (0..<10).map { _ in -random.below(86_400 * 800) }
      for seconds in secondsAgo {
        let time = clock.now - Int64(seconds) * Self.second - Int64(random.below(1_000_000_000))
        let text = dates.text(time)
        let span = try #require(filter.span(text), "\(text) in \(locale)")
        #expect(span.contains(time), "\(text) in \(locale), \(zone)")
        let day = try #require(filter.day(text), "\(text) in \(locale)")
        #expect(day == CivilDate(daysSince1970: Int(clock.local(ofInstant: time) / (86_400 * Self.second))))
        #expect(filter.span(Timestamp.rfc3339(time)) == time..<time)
      }
    }
  }
}

/// A clock that stands still in a zone with its summer times.
private struct ZoneClock: LocalClock {
  let now: Int64
  let zone: TimeZone

  func local(ofInstant instant: Int64) -> Int64 { instant + offset(at: instant) }
  func instant(ofLocal local: Int64) -> Int64 { local - offset(at: local - offset(at: local)) }

  private func offset(at instant: Int64) -> Int64 {
    Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant) / 1e9))) * 1_000_000_000
  }
}
