/// A piece of a date format.
enum DateToken: Equatable {
  /// Text that is written as it is.
  case text(String)
  /// Letters that stand for a part of the date: a run of one letter, or one of moment.js's that hold two.
  case letters(String)

  /// moment.js's ordinal numbers: `Do` is 1st, 2nd, 3rd.
  private static let ordinals: Set = ["Mo", "Do", "DDDo", "do", "Wo", "Qo"]

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
