import MemoCore

/// A date relative to now: `7d`, `3 days ago`, `3일 전`, `in 2 weeks`, `2주 뒤`, `last week`, `지난주`.
enum RelativeDate: Equatable {
  /// What is counted.
  enum Unit {
    case minute, hour, day, week, month, year
  }

  /// The moment so many units before now; after now for a negative number.
  case ago(Int64, Unit)
  /// A whole week, month or year: this one for 0, the one before for 1, the one after for -1.
  case period(Unit, back: Int)
  /// Saturday and Sunday of this week, or of one before or after it.
  case weekend(back: Int)

  private static let shortUnits: [String: Unit] = [
    "min": .minute, "h": .hour, "d": .day, "w": .week, "m": .month, "y": .year,
  ]
  private static let englishUnits: [String: Unit] = [
    "minute": .minute, "min": .minute, "hour": .hour, "day": .day, "week": .week, "month": .month, "year": .year,
    "h": .hour, "d": .day,
  ]
  private static let koreanUnits: [String: Unit] = [
    "분": .minute, "시간": .hour, "일": .day, "주": .week, "주일": .week, "달": .month, "개월": .month, "년": .year,
    "해": .year,
  ]
  private static let englishCounts = counts(
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
    more: ["a": 1, "an": 1])
  private static let koreanCounts = counts(
    ["한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열", "열한", "열두"],
    more: counts(["일", "이", "삼", "사", "오", "육", "칠", "팔", "구", "십"], more: ["석": 3, "넉": 4]))
  /// Words for a number of days.
  private static let koreanDays = counts(
    ["하루", "이틀", "사흘", "나흘", "닷새", "엿새", "이레", "여드레", "아흐레", "열흘"], more: ["보름": 15])
  private static let momentNames: Set = ["now", "just now", "지금", "방금", "방금 전"]
  /// Korean ones without blanks.
  private static let periods: [String: RelativeDate] = [
    "this week": .period(.week, back: 0), "이번주": .period(.week, back: 0), "금주": .period(.week, back: 0),
    "last week": .period(.week, back: 1), "지난주": .period(.week, back: 1), "저번주": .period(.week, back: 1),
    "next week": .period(.week, back: -1), "다음주": .period(.week, back: -1), "차주": .period(.week, back: -1),
    "담주": .period(.week, back: -1),
    "this weekend": .weekend(back: 0), "이번주말": .weekend(back: 0), "이번주주말": .weekend(back: 0),
    "last weekend": .weekend(back: 1), "지난주말": .weekend(back: 1), "지난주주말": .weekend(back: 1),
    "저번주말": .weekend(back: 1), "저번주주말": .weekend(back: 1),
    // The next weekend may be the coming one, or the one after that; that of next week is one alone.
    "다음주주말": .weekend(back: -1), "담주주말": .weekend(back: -1),
    "지지난주": .period(.week, back: 2), "저저번주": .period(.week, back: 2), "다다음주": .period(.week, back: -2),
    "지지난달": .period(.month, back: 2), "다다음달": .period(.month, back: -2), "재작년": .period(.year, back: 2),
    "내후년": .period(.year, back: -2),
    "this month": .period(.month, back: 0), "이번달": .period(.month, back: 0), "이달": .period(.month, back: 0),
    "last month": .period(.month, back: 1), "지난달": .period(.month, back: 1), "저번달": .period(.month, back: 1),
    "next month": .period(.month, back: -1), "다음달": .period(.month, back: -1), "내달": .period(.month, back: -1),
    "this year": .period(.year, back: 0), "올해": .period(.year, back: 0), "금년": .period(.year, back: 0),
    "last year": .period(.year, back: 1), "작년": .period(.year, back: 1), "지난해": .period(.year, back: 1),
    "next year": .period(.year, back: -1), "내년": .period(.year, back: -1), "다음해": .period(.year, back: -1),
  ]
  private static let largestCount: Int64 = 1_000_000

  /// Reads a text; `nil` for anything else.
  init?(_ text: String) {
    let lower = text.lowercased()
    if let period = Self.periods[lower] ?? Self.periods[lower.split(separator: " ").joined()] {
      self = period
      return
    }
    if Self.momentNames.contains(lower) {
      self = .ago(0, .minute)
      return
    }
    if let past = Self.past(of: lower), case .ago(let count, let unit)? = Self.ago(past) {
      self = .ago(-count, unit)
      return
    }
    guard let date = Self.ago(text) else { return nil }
    self = date
  }

  /// The moment that a text says is so long ago.
  private static func ago(_ text: String) -> RelativeDate? {
    if let date = spelledOut(text) { return date }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(digits.count).drop { $0 == " " }
    guard let count = Int64(digits), count <= largestCount, let unit = unit(of: String(rest)) else { return nil }
    return .ago(count, unit)
  }

  /// What is as long ago as a text says that it is to come: `3 days ago` for `in 3 days`; `nil` for one that does not.
  private static func past(of text: String) -> String? {
    if let span = text.dropping(prefix: "in ") { return "\(span) ago" }
    for ending in [" later", " from now"] {
      if let span = text.dropping(suffix: ending) { return "\(span) ago" }
    }
    return ["뒤", "후"].lazy.compactMap { text.dropping(suffix: $0) }.first.map { "\($0)전" }
  }

  /// Words that count from 1 on.
  private static func counts(_ words: [String], more: [String: Int64]) -> [String: Int64] {
    more.merging(zip(words, 1...)) { $1 }
  }

  /// `a week ago`, `한 달 전`, `사흘 전`.
  private static func spelledOut(_ text: String) -> RelativeDate? {
    let words = text.lowercased().split(separator: " ").map { String($0) }
    if words.count == 3, let count = englishCounts[words[0]] {
      return unit(of: "\(words[1]) \(words[2])").map { .ago(count, $0) }
    }
    let letters = words.joined()
    guard letters.last == "전" else { return nil }
    let span = String(letters.dropLast())
    if let days = koreanDays[span] { return .ago(days, .day) }
    if span == "반년" { return .ago(6, .month) }
    // The longer of two counts that begin alike has another unit behind it.
    for length in 1...2 {
      let unit = koreanUnits[String(span.dropFirst(length))]
      if let count = koreanCounts[String(span.prefix(length))], let unit { return .ago(count, unit) }
    }
    return nil
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
