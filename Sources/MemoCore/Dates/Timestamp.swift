/// Writes times as RFC 3339 in UTC with nanoseconds: `2026-03-01T09:30:15.123456789Z`.
public enum Timestamp {
  private static let nanosecondsASecond: Int64 = 1_000_000_000

  /// The text of a time in nanoseconds since 1970.
  public static func rfc3339(_ time: Int64) -> String {
    var bytes: [UInt8] = []
    append(time, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the text of a time; lists write a hundred thousand of them.
  public static func append(_ time: Int64, to bytes: inout [UInt8]) {
    let (day, timeOfDay) = CivilDate.dayAndTime(ofLocal: time)
    let (second, nanoseconds) = timeOfDay.quotientAndRemainder(dividingBy: nanosecondsASecond)
    let date = CivilDate(daysSince1970: day)
    append(date.year, digits: 4, then: "-", to: &bytes)
    append(date.month, digits: 2, then: "-", to: &bytes)
    append(date.day, digits: 2, then: "T", to: &bytes)
    append(Int(second / 3600), digits: 2, then: ":", to: &bytes)
    append(Int(second / 60 % 60), digits: 2, then: ":", to: &bytes)
    append(Int(second % 60), digits: 2, then: ".", to: &bytes)
    append(Int(nanoseconds), digits: 9, then: "Z", to: &bytes)
  }

  private static func append(_ value: Int, digits: Int, then mark: Unicode.Scalar, to bytes: inout [UInt8]) {
    var divisor = 1
    for _ in 1..<digits { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
      divisor /= 10
    }
    bytes.append(UInt8(ascii: mark))
  }
}
