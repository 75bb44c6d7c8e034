import Foundation
import MemoCore

/// A day, a month or a time as people write it: `Jan 5`, `5 Jan 2026`, `11/20`, `last monday`, `friday next week`, `11월 20일`,
/// `지난주 월요일`, `오후 3:30`.
struct SpokenDate: Equatable {
  /// Which day of that name is meant.
  enum Week: Equatable {
    /// The last one that is not in the future.
    case latest
    /// The last one before today.
    case last
    /// The first one after today.
    case next
    /// That of a week: this one for 0, the one before for -1.
    case of(Int)
  }

  /// Below 100 where it was written with two digits, as in `26년 11월 20일`.
  var year: Int?
  /// 1 to 12.
  var month: Int?
  var day: Int?
  /// 0 is Sunday.
  var weekday: Int?
  var week = Week.latest
  /// Minutes since midnight; those of a whole day and more for `밤 12시`, with which it ends.
  var minute: Int?

  /// Reads a text; `nil` for anything else.
  init?(_ text: String) {
    var reader = SpokenDateReader(DateWord.words(of: text))
    guard let date = reader.read() else { return nil }
    self = date
  }

  fileprivate init() {}

  /// Without it, a text is no date.
  fileprivate var isWhole: Bool {
    if let month, !(1...12).contains(month) { return false }
    if week != .latest, weekday == nil || month != nil { return false }
    if month == nil { return year == nil && day == nil && (weekday != nil || minute != nil) }
    return day != nil || (minute == nil && weekday == nil)
  }
}

/// The part of a day that an hour is in.
private enum PartOfDay {
  case beforeDawn, morning, noon, evening, night

  /// An hour of twelve as one of the day, from 0; 24 for midnight, `nil` for one that may be another one, as `밤 2시`.
  func hour(_ hour: Int) -> Int? {
    switch (self, hour) {
    case (.beforeDawn, 1...6), (.morning, 5...11), (.noon, 11...12): hour
    case (.noon, 1...5), (.evening, 5...10), (.night, 6...12): hour + 12
    default: nil
    }
  }
}

/// A piece of a written date.
private enum DateWord: Equatable {
  case number(Int, digits: Int)
  case month(Int)
  case weekday(Int)
  /// One letter, as in `(금)`.
  case shortWeekday(Int)
  case week(SpokenDate.Week)
  /// Behind `last`, `this` or `next`.
  case weekName
  case isAfternoon(Bool)
  case partOfDay(PartOfDay)
  /// `반`, half an hour.
  case half
  /// The hour of `noon` and `midnight`, with which a day begins.
  case namedHour(Int)
  /// What a number is: `년`, `월`, `일`, `시`, `분`, `th`.
  case unit(Unit)
  case mark(Character)
  case filler

  enum Unit { case year, month, day, hour, minute }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]
  private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
  private static let shortest = 3
  private static let english: [String: DateWord] = [
    "last": .week(.last), "this": .week(.of(0)), "next": .week(.next), "week": .weekName, "am": .isAfternoon(false),
    "pm": .isAfternoon(true), "noon": .namedHour(12), "midnight": .namedHour(0), "st": .unit(.day), "nd": .unit(.day),
    "rd": .unit(.day), "th": .unit(.day),
    "on": .filler, "at": .filler, "of": .filler, "the": .filler, "sept": .month(9), "tues": .weekday(2),
    "thur": .weekday(4), "thurs": .weekday(4),
  ]
  /// Those that begin with others come first.
  private static let korean: [(String, DateWord)] =
    zip("일월화수목금토", 0...).flatMap { [("\($0)요일", .weekday($1)), ("\($0)욜", .weekday($1))] } + [
      ("담주", .week(.of(1))), ("지지난주", .week(.of(-2))), ("지난주", .week(.of(-1))), ("저번주", .week(.of(-1))),
      ("이번주", .week(.of(0))),
      ("다다음주", .week(.of(2))),
      ("다음주", .week(.of(1))),
      ("지난", .week(.last)), ("저번", .week(.last)), ("이번", .week(.of(0))), ("다음", .week(.next)),
      ("오전", .isAfternoon(false)), ("오후", .isAfternoon(true)), ("정오", .namedHour(12)), ("자정", .namedHour(0)),
      ("새벽", .partOfDay(.beforeDawn)), ("아침", .partOfDay(.morning)), ("낮", .partOfDay(.noon)),
      ("저녁", .partOfDay(.evening)), ("밤", .partOfDay(.night)), ("반", .half), ("년", .unit(.year)), ("월", .unit(.month)),
      ("일", .unit(.day)), ("시", .unit(.hour)), ("분", .unit(.minute)), ("화", .shortWeekday(2)),
      ("수", .shortWeekday(3)), ("목", .shortWeekday(4)), ("금", .shortWeekday(5)), ("토", .shortWeekday(6)),
    ]

  /// The pieces of a text; `nil` for one with something else in it.
  static func words(of text: String) -> [DateWord]? {
    var rest = Substring(
      text.precomposedStringWithCompatibilityMapping.lowercased()
        .replacingOccurrences(of: "a.m.", with: "am").replacingOccurrences(of: "p.m.", with: "pm"))
    var words: [DateWord] = []
    while let first = rest.first {
      if first.isASCII, first.isNumber {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard digits.count <= 4, let number = Int(digits) else { return nil }
        words.append(.number(number, digits: digits.count))
        rest = rest.dropFirst(digits.count)
      } else if first.isASCII, first.isLetter {
        let letters = rest.prefix { $0.isASCII && $0.isLetter }
        guard let word = word(String(letters)) else { return nil }
        words.append(word)
        rest = rest.dropFirst(letters.count)
      } else if ",.():/".contains(first) {
        words.append(.mark(first))
        rest = rest.dropFirst()
      } else if first.isWhitespace {
        rest = rest.dropFirst()
      } else if let (letters, word) = korean.first(where: { rest.hasKoreanPrefix($0.0) }) {
        words.append(word)
        rest = rest.droppingKorean(letters)
      } else {
        return nil
      }
    }
    return words
  }

  private static func word(_ letters: String) -> DateWord? {
    if let word = english[letters] { return word }
    guard letters.utf8.count >= shortest else { return nil }
    if let month = months.firstIndex(where: { $0.utf8.starts(with: letters.utf8) }) { return .month(month + 1) }
    let days = weekdays.firstIndex { day in
      day.utf8.elementsEqual(letters.utf8) || day.utf8.prefix(shortest).elementsEqual(letters.utf8)
    }
    return days.map { .weekday($0) }
  }
}

extension Substring {
  /// Whether it begins with a word, blanks between its syllables aside.
  fileprivate func hasKoreanPrefix(_ word: String) -> Bool {
    self.lazy.filter { !$0.isWhitespace }.starts(with: word)
  }

  fileprivate func droppingKorean(_ word: String) -> Substring {
    var rest = self
    for _ in word { rest = rest.drop(while: \.isWhitespace).dropFirst() }
    return rest
  }
}

/// Reads the pieces of a date in whatever order people have for them; each may be there once.
private struct SpokenDateReader {
  private var words: ArraySlice<DateWord>
  private var date = SpokenDate()
  private var hour: Int?
  private var minuteOfHour: Int?
  private var isAfternoon: Bool?
  private var partOfDay: PartOfDay?
  private var shortWeekday: Int?
  /// Whether the last number was a year before a dot, as in `2026. 11. 20.`
  private var isNumeric = false

  init(_ words: [DateWord]?) {
    self.words = (words ?? [])[...]
  }

  mutating func read() -> SpokenDate? {
    guard !words.isEmpty else { return nil }
    while let word = words.popFirst() {
      guard take(word) else { return nil }
    }
    if date.day != nil, date.weekday == nil { date.weekday = shortWeekday }
    guard setTime(), date.isWhole else { return nil }
    return date
  }

  private mutating func take(_ word: DateWord) -> Bool {
    switch word {
    case .number(let number, let digits): return take(number, digits: digits)
    case .month(let month):
      isNumeric = false
      return Self.set(&date.month, month)
    case .weekday(let weekday): return Self.set(&date.weekday, weekday)
    case .week(let week):
      guard date.week == .latest else { return false }
      date.week = week
      return true
    case .weekName: return takeWeekName()
    case .isAfternoon(let isAfternoon): return Self.set(&self.isAfternoon, isAfternoon)
    case .partOfDay(let part): return Self.set(&partOfDay, part)
    case .half: return hour != nil && Self.set(&minuteOfHour, 30)
    case .namedHour(let hour): return Self.set(&self.hour, hour) && Self.set(&minuteOfHour, 0)
    case .mark("("):
      takeShortWeekday()
      return true
    case .mark(":"), .mark("/"), .unit, .shortWeekday: return false
    case .mark, .filler: return true
    }
  }

  /// The week of `friday next week`, which is another one than `next friday` may be in.
  private mutating func takeWeekName() -> Bool {
    switch date.week {
    case .last: date.week = .of(-1)
    case .next: date.week = .of(1)
    case .of(0): break
    case .of, .latest: return false
    }
    return true
  }

  /// `(월)`, which only repeats what the date says.
  private mutating func takeShortWeekday() {
    guard words.dropFirst().first == .mark(")") else { return }
    switch words.first {
    case .unit(.day): shortWeekday = 0
    case .unit(.month): shortWeekday = 1
    case .shortWeekday(let weekday): shortWeekday = weekday
    default: return
    }
    words = words.dropFirst(2)
  }

  private mutating func take(_ number: Int, digits: Int) -> Bool {
    let isNumeric = isNumeric
    self.isNumeric = false
    switch words.first {
    case .unit(let unit):
      words = words.dropFirst()
      switch unit {
      case .year: return (digits == 2 || digits == 4 && number > 99) && Self.set(&date.year, number)
      case .month: return Self.set(&date.month, number)
      case .day: return Self.set(&date.day, number)
      case .hour: return Self.set(&hour, number)
      case .minute: return hour != nil && Self.set(&minuteOfHour, number)
      }
    case .mark(":"): return takeClock(hour: number)
    case .mark("/"): return takeSlashes(number, digits: digits)
    case .isAfternoon: return Self.set(&hour, number)
    default: break
    }
    if digits == 4 {
      self.isNumeric = words.first == .mark(".")
      return Self.set(&date.year, number)
    }
    if isNumeric {
      return Self.set(&date.month, number)
    }
    return digits <= 2 && Self.set(&date.day, number)
  }

  /// The rest of `15:30` or `15:30:10`; seconds are left out.
  private mutating func takeClock(hour number: Int) -> Bool {
    words = words.dropFirst()
    guard case .number(let minute, digits: 2) = words.popFirst() else { return false }
    if words.first == .mark(":") {
      guard case .number(0..<60, digits: 2) = words.dropFirst().first else { return false }
      words = words.dropFirst(2)
    }
    return Self.set(&hour, number) && Self.set(&minuteOfHour, minute)
  }

  /// The rest of `11/20` or `2026/11/20`.
  private mutating func takeSlashes(_ first: Int, digits: Int) -> Bool {
    var numbers = [first]
    while words.first == .mark("/"), case .number(let number, digits: 1...2) = words.dropFirst().first {
      numbers.append(number)
      words = words.dropFirst(2)
    }
    guard numbers.count == (digits == 4 ? 3 : 2), digits == 4 || digits <= 2 else { return false }
    if digits == 4, !Self.set(&date.year, numbers.removeFirst()) { return false }
    return Self.set(&date.month, numbers[0]) && Self.set(&date.day, numbers[1])
  }

  private mutating func setTime() -> Bool {
    guard var hour else { return isAfternoon == nil && partOfDay == nil }
    let minute = minuteOfHour ?? 0
    guard minute < 60, minuteOfHour != nil || isAfternoon != nil || hour < 24 else { return false }
    if let isAfternoon {
      guard (0...12).contains(hour) else { return false }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    if let partOfDay {
      guard isAfternoon == nil, let hourOfDay = partOfDay.hour(hour) else { return false }
      // The midnight with which a named day ends, else the last one.
      hour = hourOfDay == 24 && date.month == nil && date.weekday == nil ? 0 : hourOfDay
    }
    guard hour < 24 || partOfDay != nil else { return false }
    date.minute = hour * 60 + minute
    return true
  }

  private static func set<Value>(_ value: inout Value?, _ new: Value) -> Bool {
    guard value == nil else { return false }
    value = new
    return true
  }
}
