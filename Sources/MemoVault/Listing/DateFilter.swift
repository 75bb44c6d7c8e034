import MemoCore

/// Reads the times of `--since` and `--until`.
public struct DateFilter: Sendable {
  private let clock: any LocalClock

  private static let secondsADay: Int64 = 86_400
  private static let nanosecondsASecond: Int64 = 1_000_000_000
  /// Days since 1970 that nanoseconds in 64 bits reach in every zone: 1678 to 2261.
  private static let reachableDays: ClosedRange<Int64> = -106_650...106_650
  /// Further back than any memo, as every time of longer ago is.
  private static let longestAgo = 200 * 366 * secondsADay
  private static let earliestYear = 1700
  private static let dayNames: [String: Int64] = [
    "today": 0, "yesterday": 1, "오늘": 0, "어제": 1, "그제": 2, "그저께": 2,
  ]

  /// A reader that counts from the clock's now.
  public init(clock: any LocalClock) {
    self.clock = clock
  }

  /// The span that a text names, in nanoseconds since 1970; `nil` for no date.
  ///
  /// A day, month or year is the whole of it; `7d` (also `min`, `h`, `w`, `m` for months, `y`) and a time are a moment: the span is empty.
  public func span(_ text: String) -> Range<Int64>? {
    if let ago = Self.dayNames[text.lowercased()] { return day(today - ago) }
    if let moment = timeAgo(text) { return moment..<moment }
    if let period = period(text) { return period }
    switch WrittenDate(text) {
    case .instant(let time): return time..<time
    case .local(let time):
      let day = time / (Self.secondsADay * Self.nanosecondsASecond)
      guard Self.reachableDays.contains(day) else { return nil }
      // A day alone is at most `2024-03-01`; with a time it is longer.
      if text.utf8.count <= 10 { return self.day(day) }
      let instant = clock.instant(ofLocal: time)
      return instant..<instant
    case nil: return nil
    }
  }

  /// Today in the user's zone, as days since 1970.
  private var today: Int64 {
    clock.local(ofInstant: clock.now) / (Self.secondsADay * Self.nanosecondsASecond)
  }

  private func day(_ day: Int64) -> Range<Int64> {
    midnight(day)..<midnight(day + 1)
  }

  private func midnight(_ day: Int64) -> Int64 {
    clock.instant(ofLocal: day * Self.secondsADay * Self.nanosecondsASecond)
  }

  private func timeAgo(_ text: String) -> Int64? {
    if text.hasSuffix("min"), let count = Int64(text.dropLast(3)), (0...1_000_000_000).contains(count) {
      return ago(seconds: count * 60)
    }
    guard let unit = text.last, let count = Int64(text.dropLast()), (0...1_000_000).contains(count) else { return nil }
    switch unit {
    case "h": return ago(seconds: count * 3600)
    case "d": return ago(seconds: count * Self.secondsADay)
    case "w": return ago(seconds: count * 7 * Self.secondsADay)
    case "m": return monthsAgo(Int(count))
    case "y": return monthsAgo(Int(count) * 12)
    default: return nil
    }
  }

  private func ago(seconds: Int64) -> Int64 {
    clock.now - min(seconds, Self.longestAgo) * Self.nanosecondsASecond
  }

  /// The same day of an earlier month, or its last day where it is shorter.
  private func monthsAgo(_ count: Int) -> Int64? {
    let now = CivilDate(daysSince1970: Int(today))
    let months = max(Self.earliestYear * 12, now.year * 12 + now.month - 1 - count)
    let (year, month) = (months / 12, months % 12 + 1)
    let day = min(now.day, CivilDate.days(inMonth: month, of: year))
    return CivilDate(year: year, month: month, day: day).map { midnight(Int64($0.daysSince1970)) }
  }

  /// `2024` or `2024-03`.
  private func period(_ text: String) -> Range<Int64>? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }), let year = parts[0],
      (1970...2261).contains(year)
    else { return nil }
    switch parts.count {
    case 1: return span(from: (year, 1), to: (year + 1, 1))
    case 2:
      guard let month = parts[1], (1...12).contains(month) else { return nil }
      return span(from: (year, month), to: month == 12 ? (year + 1, 1) : (year, month + 1))
    default: return nil
    }
  }

  private func span(from start: (year: Int, month: Int), to end: (year: Int, month: Int)) -> Range<Int64>? {
    guard let first = CivilDate(year: start.year, month: start.month, day: 1),
      let next = CivilDate(year: end.year, month: end.month, day: 1)
    else { return nil }
    return midnight(Int64(first.daysSince1970))..<midnight(Int64(next.daysSince1970))
  }
}
