import Foundation
public import MemoCore

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
  private static let latestYear = 2260
  /// The years whose days are all reachable.
  private static let reachableYears = 1678...2261
  private static let dayNames: [String: Int64] = [
    "today": 0, "yesterday": 1, "tomorrow": -1, "day before yesterday": 2, "the day before yesterday": 2,
    "day after tomorrow": -2, "the day after tomorrow": -2,
    "오늘": 0, "어제": 1, "어저께": 1, "그제": 2, "그저께": 2, "엊그제": 2, "엊그저께": 2, "그끄제": 3, "그끄저께": 3, "내일": -1, "모레": -2,
    "내일모레": -2, "내일 모레": -2, "글피": -3,
  ]
  private static let farthestDay: Int64 = 100_000
  /// Words of `the day before yesterday`.
  private static let longestName = 4

  /// A reader that counts from the clock's now.
  public init(clock: any LocalClock) {
    self.clock = clock
  }

  /// The span that a text names, in nanoseconds since 1970; `nil` for no date.
  ///
  /// A day, week, month or year is the whole of it, and a time of day its minute; `7d` (also `min`, `h`, `w`, `m` for months,
  /// `y`), `7 days ago`, `7일 전`, `in 7 days`, `7일 뒤` and a time are a moment: the span is empty. A day or month without a year is the latest that
  /// is not in the future. What clocks that are set back show twice is all from the first time to the last.
  public func span(_ text: String) -> Range<Int64>? { span(text, .past) }

  /// The same where people write about what is to come: a day of the week is the next one, or today, so is a weekend and a day
  /// without a month, and a day or month without a year is that of this year, 29 February the next one.
  public func comingSpan(_ text: String) -> Range<Int64>? { span(text, .coming) }

  /// The day that a text names, also one in the future: one without a year is that of this year. A moment is its day; `nil`
  /// for a longer time.
  public func day(_ text: String) -> CivilDate? { span(text, .thisYear).flatMap(day) }

  /// The day of a text that is about what is to come.
  public func comingDay(_ text: String) -> CivilDate? { comingSpan(text).flatMap(day) }

  /// Whether a text names a longer time than a day, as `day` reads it.
  public func isLongerThanDay(_ text: String) -> Bool {
    span(text, .thisYear).map { !$0.isEmpty && day($0) == nil } ?? false
  }

  /// The day that a text names with a day of the week that it is not, as in `2026년 11월 20일 목요일`; `nil` for other texts.
  ///
  /// - Parameter isOfThisYear: whether a day without a year is that of this year, as for `day` and `comingDay`.
  public func misnamedDay(_ written: String, isOfThisYear: Bool = false) -> CivilDate? {
    guard let date = spokenDate(written.precomposedStringWithCompatibilityMapping), let weekday = date.weekday,
      date.month != nil, let days = calendarDays(of: date, isOfThisYear ? .thisYear : .past)
    else { return nil }
    let day = CivilDate(daysSince1970: Int(days.lowerBound))
    return day.weekday == weekday ? nil : day
  }

  /// The year of a text that names 29 February of a year without one, as in `2월 29일`, `Feb 29, 2027` and `2027-02-29`; `nil`
  /// for other texts.
  ///
  /// - Parameter isOfThisYear: as for `misnamedDay`.
  public func yearWithoutLeapDay(_ written: String, isOfThisYear: Bool = false) -> Int? {
    let text = written.precomposedStringWithCompatibilityMapping
    let date = spokenDate(text) ?? SpokenDate(text.replacing("-", by: "/")).flatMap { $0.year == nil ? nil : $0 }
    guard let date, date.month == 2, date.day == 29 else { return nil }
    let thisYear = clock.today.year
    let year = date.year.map { $0 < 100 ? Self.year(ofTwoDigits: $0, near: thisYear) : $0 }
    return (year ?? (isOfThisYear ? thisYear : nil)).flatMap { CivilDate.isLeap($0) ? nil : $0 }
  }

  /// Which day is meant by one without its year or week.
  private enum Sense {
    /// The latest one that is not in the future.
    case past
    /// That of this year; a day of the week is the latest one.
    case thisYear
    /// That of this year, or of the next that has it; a day of the week is the next one, or today.
    case coming
  }

  private func day(_ span: Range<Int64>) -> CivilDate? {
    let local = clock.local(ofInstant: span.lowerBound)
    let day = Self.day(ofLocal: local)
    guard Self.reachableDays.contains(day) else { return nil }
    return span.upperBound <= midnight(day + 1) ? CivilDate(daysSince1970: Int(day)) : nil
  }

  /// A text with the word for last night as the two words that it is made of.
  private static func parted(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard let place = bytes.firstRange(of: "어젯밤".utf8) else { return text }
    return String(decoding: bytes[..<place.lowerBound] + "어제 밤".utf8 + bytes[place.upperBound...], as: UTF8.self)
  }

  private func span(_ written: String, _ sense: Sense) -> Range<Int64>? {
    // Korean and Japanese input methods type full-width digits and signs: `２０２６／３／１`.
    let text = Self.parted(written.precomposedStringWithCompatibilityMapping)
    if let ago = Self.dayNames[text.lowercased()] { return day(today - ago) }
    if let days = Self.signedDays(text) { return Self.reachableDays.contains(today + days) ? day(today + days) : nil }
    if ["weekend", "주말"].contains(text.lowercased()) { return weekend(sense) }
    if sense == .coming, let days = comingDayOfMonth(text.lowercased()) { return days }
    if let date = RelativeDate(text) { return span(date) }
    if let period = period(Self.year(text) ?? text) { return period }
    switch WrittenDate(text) {
    case .instant(let time): return time..<time
    case .local(let time):
      let day = Self.day(ofLocal: time)
      guard Self.reachableDays.contains(day) else { return nil }
      // A day alone is at most `2024-03-01`; with a time it is longer.
      if text.utf8.count <= 10 { return self.day(day) }
      let times = clock.instants(ofLocal: time)
      return times.lowerBound..<times.upperBound + (times.count > 1 ? 1 : 0)
    case nil: return spokenDate(text).flatMap { span($0, sense) }
    }
  }

  private func spokenDate(_ text: String) -> SpokenDate? { SpokenDate(text) ?? namedDate(text) }

  /// A date that begins or ends with a day, a month or a year by its name: `yesterday at 3pm`, `작년 3월`, `지난달 3일`.
  private func namedDate(_ text: String) -> SpokenDate? {
    let words = text.parts(at: " ")
    guard words.count > 1 else { return nil }
    for count in 1...min(Self.longestName, words.count - 1) {
      for (name, rest) in [
        (words.prefix(count), words.dropFirst(count)), (words.suffix(count), words.dropLast(count)),
      ] {
        guard let numbers = numbers(of: name.joined(separator: " ")) else { continue }
        // The rest has to say more.
        let date = SpokenDate("\(numbers) \(rest.joined(separator: " "))")
        if let date, date != SpokenDate(numbers) { return date }
      }
    }
    return nil
  }

  /// A day, a month or a year by its name as `SpokenDate` reads it; `nil` for other texts.
  private func numbers(of name: String) -> String? {
    if let ago = Self.dayNames[name.lowercased()] { return Self.numbers(ofDay: today - ago) }
    switch RelativeDate(name) {
    case .ago(let count, .day): return Self.numbers(ofDay: today - count)
    case .period(.year, let back): return "\(clock.today.year - back)년"
    case .period(.month, let back):
      let now = clock.today
      let month = now.year * 12 + now.month - 1 - back
      return "\(month / 12)년 \(month % 12 + 1)월"
    case .ago, .period, .weekend: return nil
    case nil: break
    }
    guard (8...10).contains(name.utf8.count), case .local(let time) = WrittenDate(name) else { return nil }
    return Self.numbers(ofDay: Self.day(ofLocal: time))
  }

  private static func numbers(ofDay day: Int64) -> String {
    let date = CivilDate(daysSince1970: Int(day))
    return "\(date.year)년 \(date.month)월 \(date.day)일"
  }

  /// The digits of `2025년`.
  private static func year(_ text: String) -> String? {
    let digits = text.utf8.prefix { (0x30...0x39).contains($0) }
    let rest = text.utf8.dropFirst(digits.count).drop { $0 == 0x20 }
    return digits.count == 4 && rest.elementsEqual("년".utf8) ? String(decoding: digits, as: UTF8.self) : nil
  }

  /// `+1` is tomorrow, `-1` yesterday.
  private static func signedDays(_ text: String) -> Int64? {
    let digits = text.utf8.dropFirst()
    guard let sign = text.utf8.first, "+-".utf8.contains(sign), !digits.isEmpty,
      digits.allSatisfy({ (0x30...0x39).contains($0) }), let days = Int64(text), days.magnitude <= farthestDay
    else { return nil }
    return days
  }

  private func span(_ date: SpokenDate, _ sense: Sense) -> Range<Int64>? {
    guard let whole = wholeDays(of: date, sense) else { return nil }
    guard let minute = date.minute else { return midnight(whole.lowerBound)..<midnight(whole.upperBound) }
    let seconds = whole.lowerBound * Self.secondsADay + Int64(minute) * 60
    let times = clock.instants(ofLocal: seconds.multipliedClamped(by: Self.nanosecondsASecond))
    return times.lowerBound..<times.upperBound.addingClamped(60 * Self.nanosecondsASecond)
  }

  /// Days since 1970: one, or those of a month.
  private func wholeDays(of date: SpokenDate, _ sense: Sense) -> Range<Int64>? {
    guard date.month != nil else {
      var day = date.weekday.map { weekday($0, in: date.week) } ?? today
      if sense == .coming, date.week == .latest, day < today { day += 7 }
      return day..<day + 1
    }
    guard let days = calendarDays(of: date, sense) else { return nil }
    let day = CivilDate(daysSince1970: Int(days.lowerBound))
    return date.weekday == nil || date.weekday == day.weekday ? days : nil
  }

  /// The day or month of a date that has one, whatever day of the week it names.
  private func calendarDays(of date: SpokenDate, _ sense: Sense) -> Range<Int64>? {
    guard let month = date.month else { return nil }
    let thisYear = clock.today.year
    // 29 February may be eight years away, as in 1904.
    let years =
      switch (date.year, sense) {
      case (let year?, _): [year < 100 ? Self.year(ofTwoDigits: year, near: thisYear) : year]
      case (nil, .past): (0...8).map { thisYear - $0 }
      case (nil, .thisYear): [thisYear]
      case (nil, .coming): (0...8).map { thisYear + $0 }
      }
    let found = years.lazy.compactMap { Self.days(year: $0, month: month, day: date.day) }
    let chosen = found.first { sense != .past || date.year != nil || $0.lowerBound <= today }
    return chosen.flatMap { Self.reachableDays.contains($0.lowerBound) ? $0 : nil }
  }

  /// The only year of 80 before this one and 19 after it that ends so.
  private static func year(ofTwoDigits digits: Int, near thisYear: Int) -> Int {
    let latest = thisYear + 19
    return latest - ((latest - digits) % 100 + 100) % 100
  }

  private static func days(year: Int, month: Int, day: Int?) -> Range<Int64>? {
    guard let first = CivilDate(year: year, month: month, day: day ?? 1) else { return nil }
    let start = Int64(first.daysSince1970)
    return start..<start + (day == nil ? Int64(CivilDate.days(inMonth: month, of: year)) : 1)
  }

  /// A day of the week, 0 for Sunday; weeks start on Monday.
  private func weekday(_ weekday: Int, in week: SpokenDate.Week) -> Int64 {
    let now = clock.today.weekday
    let back = Int64((now - weekday + 7) % 7)
    return switch week {
    case .latest: today - back
    case .last: today - (back == 0 ? 7 : back)
    case .next: today - back + 7
    case .of(let count): today - Int64((now + 6) % 7 - (weekday + 6) % 7 - count * 7)
    }
  }

  /// Today in the user's zone, as days since 1970.
  private var today: Int64 { Int64(clock.today.daysSince1970) }

  private static func day(ofLocal local: Int64) -> Int64 { Int64(CivilDate.dayAndTime(ofLocal: local).day) }

  private func day(_ day: Int64) -> Range<Int64> {
    midnight(day)..<midnight(day + 1)
  }

  private func midnight(_ day: Int64) -> Int64 {
    clock.instants(ofLocal: day.multipliedClamped(by: CivilDate.nanoseconds)).lowerBound
  }

  private func span(_ date: RelativeDate) -> Range<Int64>? {
    switch date {
    case .ago(let count, let unit): moment(count, unit).map { $0..<$0 }
    case .period(let unit, let back): period(unit, back: back)
    case .weekend(let back): weekend(back: back)
    }
  }

  private func weekend(back: Int) -> Range<Int64> {
    let saturday = weekday(6, in: .of(-back))
    return midnight(saturday)..<midnight(saturday + 2)
  }

  /// A weekend without its week: where people write about what is to come the coming one, else the latest; either is the one
  /// that it is.
  private func weekend(_ sense: Sense) -> Range<Int64> {
    let isBefore = sense != .coming && weekday(6, in: .of(0)) > today
    return weekend(back: isBefore ? 1 : 0)
  }

  /// The next day of a month that has this number, as in `20일`, `20th` and `the 20th`; `nil` for other texts.
  private func comingDayOfMonth(_ text: String) -> Range<Int64>? {
    let name = text.dropping(prefix: "the ") ?? text
    let digits = name.utf8.prefix { (0x30...0x39).contains($0) }
    let ending = name.utf8.dropFirst(digits.count)
    guard digits.count < 3, let number = Int(String(decoding: digits, as: UTF8.self)),
      ["일", "st", "nd", "rd", "th"].contains(where: { ending.elementsEqual($0.utf8) })
    else { return nil }
    let now = clock.today
    // Of two months that follow each other, one has a 31st.
    let months = (0...2).map { now.year * 12 + now.month - 1 + $0 }
    let days = months.compactMap { CivilDate(year: $0 / 12, month: $0 % 12 + 1, day: number)?.daysSince1970 }
    return days.first { $0 >= today }.map { day(Int64($0)) }
  }

  private func moment(_ count: Int64, _ unit: RelativeDate.Unit) -> Int64? {
    switch unit {
    case .minute: ago(seconds: count * 60)
    case .hour: ago(seconds: count * 3600)
    case .day: ago(seconds: count * Self.secondsADay)
    case .week: ago(seconds: count * 7 * Self.secondsADay)
    case .month: monthsAgo(Int(count))
    case .year: monthsAgo(Int(count) * 12)
    }
  }

  /// A whole week, which starts on Monday, month or year.
  private func period(_ unit: RelativeDate.Unit, back: Int) -> Range<Int64>? {
    let now = clock.today
    switch unit {
    case .year: return span(from: (now.year - back, 1), to: (now.year - back + 1, 1))
    case .month:
      let month = now.year * 12 + now.month - 1 - back
      return span(from: (month / 12, month % 12 + 1), to: ((month + 1) / 12, (month + 1) % 12 + 1))
    case .minute, .hour, .day, .week:
      let monday = today - Int64((now.weekday + 6) % 7 + back * 7)
      return midnight(monday)..<midnight(monday + 7)
    }
  }

  private func ago(seconds: Int64) -> Int64 {
    clock.now.subtractingClamped(min(max(seconds, -Self.longestAgo), Self.longestAgo) * Self.nanosecondsASecond)
  }

  /// The same day of an earlier month, or its last day where it is shorter.
  private func monthsAgo(_ count: Int) -> Int64? {
    let now = clock.today
    let months = min(max(Self.earliestYear * 12, now.year * 12 + now.month - 1 - count), Self.latestYear * 12)
    let (year, month) = (months / 12, months % 12 + 1)
    let day = min(now.day, CivilDate.days(inMonth: month, of: year))
    return CivilDate(year: year, month: month, day: day).map { midnight(Int64($0.daysSince1970)) }
  }

  /// `2024`, `2024-03` or `2024/3`.
  private func period(_ written: String) -> Range<Int64>? {
    let text = written.replacing("/", by: "-")
    let parts = text.parts(at: "-", keepsEmpty: true).map { Int($0) }
    guard text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }), let year = parts[0],
      Self.reachableYears.contains(year)
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

/// The time and the user's time zone. All times are nanoseconds since 1970.
public protocol LocalClock: Sendable {
  /// The time now.
  var now: Int64 { get }

  /// The time at which a clock in the user's zone shows what UTC shows at `local`.
  func instant(ofLocal local: Int64) -> Int64

  /// What UTC must show for a clock in the user's zone to show it at `instant`.
  func local(ofInstant instant: Int64) -> Int64
}

extension LocalClock {
  /// Today in the user's zone.
  package var today: CivilDate { CivilDate(ofLocal: local(ofInstant: now)) }

  /// The times from the first to the last at which a clock in the user's zone shows what UTC shows at `local`: two where
  /// clocks are set back in between, else one.
  fileprivate func instants(ofLocal local: Int64) -> ClosedRange<Int64> {
    let time = instant(ofLocal: local)
    let day = CivilDate.nanoseconds
    let others = [time.subtractingClamped(day), time.addingClamped(day)].map { near in
      local.subtractingClamped(self.local(ofInstant: near) - near)
    }
    let times = [time] + others.filter { self.local(ofInstant: $0) == local }
    return (times.min() ?? time)...(times.max() ?? time)
  }
}
