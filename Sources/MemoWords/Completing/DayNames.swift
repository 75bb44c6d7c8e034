import MemoCore
import MemoKit
public import MemoStore

/// Days that are named by words, and the dates that are meant.
public struct DayNames: Sendable {
  /// A day.
  public struct Day: Equatable, Sendable {
    /// What it is called.
    public let name: String
    /// `2026-03-01`
    public let date: String
    fileprivate let names: [String]

    /// The name in the language of what is typed, or the date where that is typed.
    public func spelling(for typed: String) -> String {
      let name = TypedName(typed)
      return ([self.name] + names + [date]).first { name.rank($0) != nil } ?? self.name
    }

    /// Whether its name begins so. More of a name than its start is in those of all days of the week.
    fileprivate func begins(with typed: String) -> Bool {
      names.contains { TypedName(typed).rank($0).map { $0 < 2 } ?? false }
    }

    /// Whether its name, or its date, begins so.
    fileprivate func answers(to typed: String) -> Bool {
      // More words go on with a sentence, unless they are in the name as they are.
      if typed.utf8.contains(UInt8(ascii: " ")) { return names.contains { $0.containsBytes(typed.lowercased()) } }
      let name = TypedName(typed)
      return (names + [date]).contains { name.rank($0) != nil }
    }
  }

  private static let words: [(english: String, korean: String, days: Int)] = [
    ("today", "오늘", 0), ("yesterday", "어제", -1), ("tomorrow", "내일", 1), ("the day after tomorrow", "모레", 2),
    ("the day before yesterday", "그제", -2), ("next week", "다음 주", 7), ("last week", "지난주", -7),
  ]

  /// From Sunday.
  private static let weekdayNames = [
    ("sunday", "일요일"), ("monday", "월요일"), ("tuesday", "화요일"), ("wednesday", "수요일"), ("thursday", "목요일"),
    ("friday", "금요일"),
    ("saturday", "토요일"),
  ]
  /// Three letters, or one syllable of Hangul.
  private static let shortestWeekday = 3

  private static let openEnds = [" at", " on", " of", " the"]

  /// The days, today first.
  private let all: [Day]
  /// The next day of each name, or today.
  private let weekdays: [Day]
  private let clock: any LocalClock

  /// The days around the clock's today.
  public init(clock: any LocalClock, language: Language) {
    self.clock = clock
    let today = clock.today.daysSince1970
    all = Self.words.map { word in
      Day(
        name: language == .korean ? word.korean : word.english,
        date: CivilDate(daysSince1970: today + word.days).text, names: [word.english, word.korean])
    }
    let weekday = clock.today.weekday
    weekdays = Self.weekdayNames.enumerated().map { place, names in
      Day(
        name: language == .korean ? names.1 : names.0,
        date: CivilDate(daysSince1970: today + (place - weekday + 7) % 7).text, names: [names.0, names.1])
    }
  }

  /// The days that answer to what is typed, and the one that it names: `11/20`, `friday`, `11월 20일`. All for nothing.
  public func days(for typed: String) -> [Day] {
    // A sentence goes on behind `@friday at`.
    if Self.openEnds.contains(where: { typed.lowercased().hasByteSuffix($0) }) { return [] }
    let isWeekday = typed.utf8.count >= Self.shortestWeekday
    let found =
      all.filter { typed.isEmpty || $0.answers(to: typed) }
      + weekdays.filter { isWeekday && $0.begins(with: typed) }
    guard let date = DateFilter(clock: clock).comingDay(typed) else { return found }
    let text = date.text
    return found.contains { $0.date == text } ? found : [Day(name: typed, date: text, names: [])] + found
  }

  /// Whether a word as a whole names a day.
  public static func isName(_ word: String) -> Bool {
    let key = Folding.matchKey(word)
    return words.contains { [$0.english, $0.korean].contains { Folding.matchKey($0) == key } }
  }
}
