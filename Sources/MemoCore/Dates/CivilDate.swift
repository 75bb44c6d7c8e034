/// A day of the proleptic Gregorian calendar, without a zone.
public struct CivilDate: Hashable, Sendable {
  /// The year; 0 is the year before 1.
  public let year: Int
  /// 1 to 12.
  public let month: Int
  /// 1 to 31.
  public let day: Int

  /// A day that the calendar has; `nil` for any other.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), (1...CivilDate.days(inMonth: month, of: year)).contains(day) else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day that lies so many days after 1970-01-01.
  public init(daysSince1970 days: Int) {
    // Years start in March, so that the leap day is a year's last; an era is 400 years, 146,097 days.
    // After Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
    let shifted = days + 719_468
    let era = CivilDate.floor(shifted, dividedBy: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The day of a local time: nanoseconds since 1970 as if it were UTC.
  package init(ofLocal local: Int64) {
    self.init(daysSince1970: Self.dayAndTime(ofLocal: local).day)
  }

  /// How long a day is, in nanoseconds.
  package static let nanoseconds: Int64 = 86_400_000_000_000

  /// The days since 1970-01-01 of a local time, and the nanoseconds since that day began.
  package static func dayAndTime(ofLocal local: Int64) -> (day: Int, time: Int64) {
    let (day, time) = local.quotientAndRemainder(dividingBy: nanoseconds)
    return time < 0 ? (Int(day) - 1, time + nanoseconds) : (Int(day), time)
  }

  /// Days since 1970-01-01; negative before it.
  public var daysSince1970: Int {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let era = CivilDate.floor(yearFromMarch, dividedBy: 400)
    let yearOfEra = yearFromMarch - era * 400
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The day of the week: 0 is Sunday, 6 Saturday.
  public var weekday: Int {
    let days = daysSince1970 + 4
    return days - CivilDate.floor(days, dividedBy: 7) * 7
  }

  /// How many days a month, 1 to 12, has.
  public static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Whether a year has a 29 February.
  public static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  /// The first year after one that has a 29 February; at most eight years later, as after 1896.
  public static func leapYear(after year: Int) -> Int {
    var next = year + 1
    while !isLeap(next) { next += 1 }
    return next
  }

  private static func floor(_ value: Int, dividedBy divisor: Int) -> Int {
    (value >= 0 ? value : value - divisor + 1) / divisor
  }
}

extension CivilDate: Comparable {
  /// Earlier before later.
  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

/// A month of the Gregorian calendar, without a zone.
public struct CivilMonth: Hashable, Sendable {
  /// The year.
  public let year: Int
  /// 1 to 12.
  public let month: Int

  /// The month that a day lies in.
  public init(of day: CivilDate) {
    (year, month) = (day.year, day.month)
  }

  private init(number: Int) {
    year = (number >= 0 ? number : number - 11) / 12
    month = number - year * 12 + 1
  }

  /// The month that lies so many months later.
  public func advanced(by months: Int) -> CivilMonth {
    CivilMonth(number: number + months)
  }

  private var number: Int { year * 12 + month - 1 }
}

extension CivilMonth: Comparable {
  /// Earlier before later.
  public static func < (left: CivilMonth, right: CivilMonth) -> Bool {
    (left.year, left.month) < (right.year, right.month)
  }
}

extension CivilMonth {
  /// `2026-03`
  public var text: String { "\(String(year).zeroPadded(to: 4))-\(String(month).zeroPadded(to: 2))" }
}

extension CivilDate {
  /// `2026-03-01`
  public var text: String { "\(CivilMonth(of: self).text)-\(String(day).zeroPadded(to: 2))" }
}
