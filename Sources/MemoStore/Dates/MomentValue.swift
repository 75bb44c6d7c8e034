import MemoCore

/// The parts of a date for which moment.js has letters and Unicode has none, or other ones.
struct MomentValue {
  /// The day.
  let date: CivilDate
  /// 0 to 23.
  let hour: Int
  /// Nanoseconds since 1970.
  let instant: Int64
  /// The day with which weeks start: 0 is Sunday.
  let firstWeekday: Int
  /// The number of the week in the year, as the locale counts.
  let week: Int
  /// Whether dates are written in Korean; else in English.
  let isKorean: Bool

  /// What letters mean in every format, since no one means what Unicode has for them; `nil` for all others.
  func text(_ letters: String) -> String? {
    switch letters {
    case "Do": ordinal(date.day, "일")
    case "Mo": ordinal(date.month, "월")
    case "DDDo": ordinal(dayOfYear, "일")
    case "do": ordinal(date.weekday, "일")
    case "Qo": ordinal((date.month + 2) / 3, "")
    case "W": "\(isoWeek.number)"
    case "WW": Self.twoDigits(isoWeek.number)
    case "Wo": ordinal(isoWeek.number, "주")
    case "wo": ordinal(week, "주")
    case "GG": Self.twoDigits(isoWeek.year % 100)
    case "GGGG": "\(isoWeek.year)"
    default: nil
    }
  }

  /// What letters mean in a format of moment.js alone; `nil` for all others.
  func momentText(_ letters: String) -> String? {
    switch letters {
    case "d": "\(date.weekday)"
    case "e": "\((date.weekday - firstWeekday + 7) % 7)"
    case "E": "\(isoWeekday)"
    case "a": isKorean ? nil : hour < 12 ? "am" : "pm"
    default: unixTime(letters)
    }
  }

  /// `X` are the seconds since 1970, `x` the milliseconds.
  func unixTime(_ letters: String) -> String? {
    switch letters {
    case "X": "\(whole(1_000_000_000))"
    case "x": "\(whole(1_000_000))"
    default: nil
    }
  }

  /// The last whole unit of so many nanoseconds that is over by then, counted from 1970, also before that year.
  private func whole(_ nanoseconds: Int64) -> Int64 {
    let (count, rest) = instant.quotientAndRemainder(dividingBy: nanoseconds)
    return rest < 0 ? count - 1 : count
  }

  /// The format that `LT`, `LL` and the like abbreviate; `nil` for other letters.
  func longFormat(_ letters: String) -> String? {
    (isKorean ? Self.koreanFormats : Self.englishFormats)[letters]
  }

  private static let englishFormats = [
    "LT": "h:mm A", "LTS": "h:mm:ss A", "L": "MM/DD/YYYY", "LL": "MMMM D, YYYY", "LLL": "MMMM D, YYYY h:mm A",
    "LLLL": "dddd, MMMM D, YYYY h:mm A", "l": "M/D/YYYY", "ll": "MMM D, YYYY", "lll": "MMM D, YYYY h:mm A",
    "llll": "ddd, MMM D, YYYY h:mm A",
  ]
  private static let koreanFormats = [
    "LT": "A h:mm", "LTS": "A h:mm:ss", "L": "YYYY.MM.DD.", "LL": "YYYY년 MMMM D일", "LLL": "YYYY년 MMMM D일 A h:mm",
    "LLLL": "YYYY년 MMMM D일 dddd A h:mm", "l": "YYYY.MM.DD.", "ll": "YYYY년 MMMM D일", "lll": "YYYY년 MMMM D일 A h:mm",
    "llll": "YYYY년 MMMM D일 dddd A h:mm",
  ]

  // MARK: Counting

  /// 1 is Monday, 7 Sunday.
  private var isoWeekday: Int { (date.weekday + 6) % 7 + 1 }

  private var dayOfYear: Int { Self.dayOfYear(date) }

  /// ISO 8601: weeks start on Monday and belong to the year that has their Thursday.
  private var isoWeek: (year: Int, number: Int) {
    let thursday = CivilDate(daysSince1970: date.daysSince1970 + 4 - isoWeekday)
    return (thursday.year, (Self.dayOfYear(thursday) - 1) / 7 + 1)
  }

  private static func dayOfYear(_ date: CivilDate) -> Int {
    (1..<date.month).reduce(date.day) { $0 + CivilDate.days(inMonth: $1, of: date.year) }
  }

  // MARK: Writing

  private func ordinal(_ number: Int, _ korean: String) -> String {
    if isKorean { return "\(number)\(korean)" }
    if (11...13).contains(number % 100) { return "\(number)th" }
    return "\(number)" + ([1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th")
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
