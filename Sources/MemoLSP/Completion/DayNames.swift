import MemoCore
import MemoStore
import MemoWords

/// Days that are named by words, and the dates that are meant.
struct DayNames {
  /// A day.
  struct Day {
    /// What it is called in the client's language.
    let name: String
    /// `2026-03-01`
    let date: String
    fileprivate let names: [String]

    /// Whether its name, or its date, begins so.
    func answers(to typed: String) -> Bool {
      let name = TypedName(typed)
      return (names + [date]).contains { name.rank($0) != nil }
    }
  }

  private static let day: Int64 = 86_400_000_000_000

  private static let words: [(english: String, korean: String, days: Int64)] = [
    ("today", "오늘", 0), ("yesterday", "어제", -1), ("tomorrow", "내일", 1), ("the day after tomorrow", "모레", 2),
    ("the day before yesterday", "그제", -2), ("next week", "다음 주", 7), ("last week", "지난주", -7),
  ]

  /// The days, today first.
  let all: [Day]

  init(clock: any LocalClock, language: Language) {
    let today = clock.local(ofInstant: clock.now)
    all = Self.words.map { word in
      Day(
        name: language == .korean ? word.korean : word.english,
        date: String(Timestamp.rfc3339(today + word.days * Self.day).prefix(10)), names: [word.english, word.korean])
    }
  }

  /// Whether a word as a whole names a day.
  static func isName(_ word: String) -> Bool {
    let key = Folding.matchKey(word)
    return words.contains { [$0.english, $0.korean].contains { Folding.matchKey($0) == key } }
  }
}
