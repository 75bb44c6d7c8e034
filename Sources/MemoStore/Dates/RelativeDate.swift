/// A date relative to now: `7d`, `3 days ago`, `3일 전`, `last week`, `지난주`.
enum RelativeDate: Equatable {
  /// What is counted.
  enum Unit {
    case minute, hour, day, week, month, year
  }

  /// The moment so many units before now.
  case ago(Int64, Unit)
  /// A whole week, month or year: this one for 0, the one before for 1.
  case period(Unit, back: Int)

  private static let shortUnits: [String: Unit] = [
    "min": .minute, "h": .hour, "d": .day, "w": .week, "m": .month, "y": .year,
  ]
  private static let englishUnits: [String: Unit] = [
    "minute": .minute, "min": .minute, "hour": .hour, "day": .day, "week": .week, "month": .month, "year": .year,
  ]
  private static let koreanUnits: [String: Unit] = [
    "분": .minute, "시간": .hour, "일": .day, "주": .week, "주일": .week, "달": .month, "개월": .month, "년": .year,
  ]
  private static let periods: [String: RelativeDate] = [
    "this week": .period(.week, back: 0), "이번 주": .period(.week, back: 0), "이번주": .period(.week, back: 0),
    "last week": .period(.week, back: 1), "지난 주": .period(.week, back: 1), "지난주": .period(.week, back: 1),
    "저번 주": .period(.week, back: 1), "저번주": .period(.week, back: 1),
    "this month": .period(.month, back: 0), "이번 달": .period(.month, back: 0), "이번달": .period(.month, back: 0),
    "last month": .period(.month, back: 1), "지난 달": .period(.month, back: 1), "지난달": .period(.month, back: 1),
    "this year": .period(.year, back: 0), "올해": .period(.year, back: 0),
    "last year": .period(.year, back: 1), "작년": .period(.year, back: 1), "지난해": .period(.year, back: 1),
  ]
  private static let largestCount: Int64 = 1_000_000

  /// Reads a text; `nil` for anything else.
  init?(_ text: String) {
    if let period = Self.periods[text.lowercased()] {
      self = period
      return
    }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(digits.count).drop { $0 == " " }
    guard let count = Int64(digits), count <= Self.largestCount, let unit = Self.unit(of: String(rest)) else {
      return nil
    }
    self = .ago(count, unit)
  }

  /// `d`, `days ago`, `일 전`.
  private static func unit(of text: String) -> Unit? {
    if let unit = shortUnits[text] { return unit }
    let words = text.lowercased().split(separator: " ")
    if words.count == 2, words[1] == "ago" {
      let word = String(words[0])
      return englishUnits[word] ?? (word.last == "s" ? englishUnits[String(word.dropLast())] : nil)
    }
    guard text.last == "전" else { return nil }
    return koreanUnits[text.dropLast().filter { $0 != " " }]
  }
}
