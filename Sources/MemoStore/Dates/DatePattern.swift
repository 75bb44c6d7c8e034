import MemoCore

/// Turns a date format of a template into one that `DateFormatter` takes.
///
/// Templates that come from Obsidian have moment.js's letters, others Unicode's. Where moment.js's mean something in
/// Unicode that no one means — `YYYY` the year of the week, `DD` the day of the year, `dddd` a day with zeros, `A` a
/// millisecond, `W` the week of the month — moment.js's meaning holds. `d` and `E` are in use in both: they are those of
/// moment.js in a format that has its days or weeks, or text in brackets, and not Unicode's `y` or `EEEE`. A letter that
/// means nothing is text.
struct DatePattern {
  private let value: MomentValue

  private static let everywhere = [
    "YYYY": "yyyy", "YY": "yy", "Y": "y", "DDDD": "DDD", "DDD": "D", "DD": "dd", "D": "d", "dddd": "EEEE", "ddd": "EEE",
    "A": "a", "gggg": "YYYY", "gg": "YY",
  ]
  private static let inMoment = ["dd": "EEEEEE", "Z": "xxx", "ZZ": "xx"]
  /// Letters that Unicode gives a meaning.
  private static let unicodeLetters = Set("GyYuUrQqMLwWdDFgEecabBhHKkmsSAzZOvVXx")

  /// Letters that mean something to Unicode or moment.js, and the `T` between a date and a time.
  private static let knownLetters = unicodeLetters.union("YlLxXNoT")

  /// A part of the result.
  private enum Piece {
    case text(String)
    case letters(String)
  }

  /// A pattern for one date.
  init(_ value: MomentValue) {
    self.value = value
  }

  /// The format in Unicode's letters, with what they cannot say as text.
  func unicode(_ format: String) -> String {
    var (result, text) = ("", "")
    for piece in pieces(of: format, isMoment: false) {
      switch piece {
      case .text(let more): text += more
      case .letters(let letters):
        result += Self.quoted(text) + letters
        text = ""
      }
    }
    return result + Self.quoted(text)
  }

  /// The first word of a format that has a letter that means nothing, and so was meant as text: `daily` of `daily/yyyy`.
  static func strayWord(in format: String) -> String? {
    var word = ""
    for token in DateToken.tokens(of: format) + [.text("")] {
      switch token {
      case .letters(let letters): word += letters
      case .text:
        if word.contains(where: { !knownLetters.contains($0) }) { return word }
        word = ""
      }
    }
    return nil
  }

  private func pieces(of format: String, isMoment: Bool) -> [Piece] {
    let tokens = DateToken.tokens(of: format)
    let letters = tokens.compactMap(\.run)
    let isUnicode = letters.contains { $0.first == "y" || $0.utf8.starts(with: "EEE".utf8) }
    let isMoment = isMoment || !isUnicode && (format.contains("[") || letters.contains(where: Self.isMomentOnly))
    return tokens.flatMap { token -> [Piece] in
      switch token {
      case .text(let text): [.text(text)]
      case .letters(let run): pieces(of: run, isMoment: isMoment, isAlone: letters.count == 1)
      }
    }
  }

  /// Whether letters are days or weeks as moment.js has them.
  private static func isMomentOnly(_ letters: String) -> Bool {
    letters.last == "o" || letters.first.map("DwWg".contains) == true
      || ["ddd", "dddd", "GG", "GGGG"].contains(letters)
  }

  /// - Parameter isAlone: whether the format has no other letters: no one wants a zone or a month's name alone.
  private func pieces(of letters: String, isMoment: Bool, isAlone: Bool) -> [Piece] {
    if isMoment || isAlone || letters.first == "l" || letters.contains("T"), let format = value.longFormat(letters) {
      return pieces(of: format, isMoment: true)
    }
    if let text = value.text(letters) { return [.text(text)] }
    if isAlone, let text = value.unixTime(letters) { return [.text(text)] }
    if isMoment, let text = value.momentText(letters) { return [.text(text)] }
    if let unicode = isMoment ? Self.inMoment[letters] : nil { return [.letters(unicode)] }
    if let unicode = Self.everywhere[letters] { return [.letters(unicode)] }
    return [letters.first.map(Self.unicodeLetters.contains) == true ? .letters(letters) : .text(letters)]
  }

  private static func quoted(_ text: String) -> String {
    text.isEmpty ? "" : "'" + text.replacing("'", by: "''") + "'"
  }
}

/// A piece of a date format.
enum DateToken: Equatable {
  /// Text that is written as it is.
  case text(String)
  /// The letters of one part of the date: a run of one letter, or a token of moment.js with two letters.
  case letters(String)

  /// moment.js's ordinal numbers: `Do` is 1st, 2nd, 3rd.
  private static let ordinals: Set = ["Mo", "Do", "DDDo", "do", "wo", "Wo", "Qo"]

  /// The letters; `nil` for text.
  var run: String? {
    guard case .letters(let letters) = self else { return nil }
    return letters
  }

  /// The pieces of a format. Text is in `[…]`, as moment.js has it, or in `'…'`, as Unicode has it.
  static func tokens(of format: String) -> [DateToken] {
    var tokens: [DateToken] = []
    var rest = format[...]
    while let first = rest.first {
      switch first {
      case "[": tokens.append(.text(takeBracket(&rest)))
      case "'": tokens.append(.text(takeQuote(&rest)))
      case "a"..."z", "A"..."Z": tokens.append(.letters(takeLetters(&rest, first)))
      default:
        tokens.append(.text(String(first)))
        rest.removeFirst()
      }
    }
    return tokens
  }

  /// Whether a bracket of a format never closes.
  static func hasOpenBracket(in format: String) -> Bool {
    var rest = format[...]
    while let first = rest.first {
      switch first {
      case "[":
        guard rest.contains("]") else { return true }
        _ = takeBracket(&rest)
      case "'": _ = takeQuote(&rest)
      default: rest.removeFirst()
      }
    }
    return false
  }

  /// Takes `[…]`, or what follows a bracket that never closes.
  private static func takeBracket(_ rest: inout Substring) -> String {
    let text = rest.dropFirst().prefix { $0 != "]" }
    rest = rest[text.endIndex...].dropFirst()
    return String(text)
  }

  /// Takes `'…'`, in which `''` is an apostrophe; so is a mark that never closes.
  private static func takeQuote(_ rest: inout Substring) -> String {
    rest.removeFirst()
    guard let close = rest.firstIndex(of: "'") else { return "'" }
    var text = String(rest[..<close])
    rest = rest[close...].dropFirst()
    if text.isEmpty { return "'" }
    while rest.first == "'", let close = rest.dropFirst().firstIndex(of: "'") {
      text += rest[..<close]
      rest = rest[close...].dropFirst()
    }
    return text
  }

  private static func takeLetters(_ rest: inout Substring, _ first: Character) -> String {
    var letters = String(rest.prefix { $0 == first })
    rest = rest.dropFirst(letters.count)
    let endings = letters == "L" ? ["TS", "T"] : ordinals.contains(letters + "o") ? ["o"] : []
    guard let ending = endings.first(where: { rest.utf8.starts(with: $0.utf8) }) else { return letters }
    rest = rest.dropFirst(ending.count)
    letters += ending
    return letters
  }
}
