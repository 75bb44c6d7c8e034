/// A time written in a memo.
public enum WrittenDate: Hashable, Sendable {
  /// A time with a zone: nanoseconds since 1970.
  case instant(Int64)
  /// A time without a zone, which means the reader's: nanoseconds since 1970 as if it were UTC.
  case local(Int64)
}

extension WrittenDate {
  /// Reads an ISO 8601 date or date and time, also with `/` or `.` between year, month and day; `nil` for anything else.
  ///
  /// A date alone is its first moment. Without a zone the time is the reader's.
  public init?(_ text: String) {
    var reader = DateReader(text)
    guard let day = reader.date(), let time = reader.time() else { return nil }
    let zone = reader.zone()
    // A zone without a time says nothing; and nothing may follow.
    guard reader.isAtEnd, zone == nil || time.isWritten else { return nil }
    let seconds = Int64(day.daysSince1970 * 86_400 + time.seconds - (zone ?? 0))
    let (product, hasOverflown) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (nanoseconds, isPastEnd) = product.addingReportingOverflow(Int64(time.nanoseconds))
    guard !hasOverflown, !isPastEnd else { return nil }
    self = zone == nil ? .local(nanoseconds) : .instant(nanoseconds)
  }
}

extension WrittenDate {
  /// Nanoseconds, where a time without a zone counts as one in UTC: the same on every device.
  var nanoseconds: Int64 {
    switch self {
    case .instant(let time), .local(let time): time
    }
  }

  /// Reads the value of a field: the same, and seconds or milliseconds since 1970 as apps write them.
  ///
  /// Fewer digits are a year, a day or a number of another kind, and so are twelve and fourteen: `202603010930`.
  package init?(field text: String) {
    let digits = text.utf8
    guard digits.allSatisfy(\.isASCIIDigit), let number = Int64(text) else {
      self.init(text)
      return
    }
    let nanoseconds: (partialValue: Int64, overflow: Bool)
    switch digits.count {
    case 9, 10: nanoseconds = number.multipliedReportingOverflow(by: 1_000_000_000)
    case 13: nanoseconds = number.multipliedReportingOverflow(by: 1_000_000)
    default: return nil
    }
    guard !nanoseconds.overflow else { return nil }
    self = .instant(nanoseconds.partialValue)
  }
}

/// Reads the parts of a written date from left to right.
private struct DateReader {
  /// A time of day.
  struct Time {
    var seconds = 0
    var nanoseconds = 0
    var isWritten = true
  }

  private var rest: ArraySlice<UInt8>

  init(_ text: String) {
    rest = Array(text.utf8)[...]
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// `2024-03-01`, `2024/3/1`, `2024.03.01`
  mutating func date() -> CivilDate? {
    guard let year = number(digits: 4...4), let separator = rest.first, "-/.".utf8.contains(separator),
      skip(separator), let month = number(digits: 1...2), skip(separator), let day = number(digits: 1...2)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// Nothing, or `T09:30`, ` 09:30:15.123`; `nil` for a time that no clock shows.
  mutating func time() -> Time? {
    guard !rest.isEmpty else { return Time(isWritten: false) }
    guard skip(UInt8(ascii: "T")) || skip(UInt8(ascii: "t")) || skipBlanks() else { return nil }
    guard let hour = number(digits: 1...2), hour < 24, skip(UInt8(ascii: ":")),
      let minute = number(digits: 2...2), minute < 60
    else { return nil }
    guard skip(UInt8(ascii: ":")) else { return Time(seconds: hour * 3_600 + minute * 60) }
    guard let second = number(digits: 2...2), second < 60, let nanoseconds = fraction() else { return nil }
    return Time(seconds: hour * 3_600 + minute * 60 + second, nanoseconds: nanoseconds)
  }

  /// Seconds east of UTC: `Z`, `+09`, `+0900`, `+09:00`; `nil`, and nothing read, where there is none.
  mutating func zone() -> Int? {
    let start = rest
    skipBlanks()
    if skip(UInt8(ascii: "Z")) || skip(UInt8(ascii: "z")) { return 0 }
    let isWest = rest.first == UInt8(ascii: "-")
    guard skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-")), let hours = number(digits: 2...2), hours < 24,
      let minutes = zoneMinutes(), minutes < 60
    else {
      rest = start
      return nil
    }
    return (isWest ? -1 : 1) * (hours * 3_600 + minutes * 60)
  }

  private mutating func zoneMinutes() -> Int? {
    skip(UInt8(ascii: ":")) || !rest.isEmpty ? number(digits: 2...2) : 0
  }

  /// Nanoseconds; digits past the ninth are dropped.
  private mutating func fraction() -> Int? {
    guard skip(UInt8(ascii: ".")) || skip(UInt8(ascii: ",")) else { return 0 }
    let digits = rest.prefix(while: \.isASCIIDigit)
    guard !digits.isEmpty else { return nil }
    rest = rest.dropFirst(digits.count)
    let nine = digits.prefix(9)
    let value = nine.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return (nine.count..<9).reduce(value) { scaled, _ in scaled * 10 }
  }

  private mutating func number(digits: ClosedRange<Int>) -> Int? {
    let found = rest.prefix(digits.upperBound).prefix(while: \.isASCIIDigit)
    guard digits.contains(found.count) else { return nil }
    rest = rest.dropFirst(found.count)
    return found.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest = rest.dropFirst()
    return true
  }

  @discardableResult
  private mutating func skipBlanks() -> Bool {
    let before = rest.count
    rest = rest.drop(while: \.isBlank)
    return rest.count < before
  }
}
