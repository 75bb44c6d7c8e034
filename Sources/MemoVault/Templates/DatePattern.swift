/// A date format in Unicode's letters, as `DateFormatter` takes them.
///
/// Templates that come from Obsidian have moment.js's letters. Where these mean something else in Unicode — `YYYY` the
/// year of the week, `DD` the day of the year, `dddd` a day with zeros, `A` a millisecond — nobody means that.
enum DatePattern {
  private static let unicode = [
    "YYYY": "yyyy", "YY": "yy", "DD": "dd", "D": "d", "dddd": "EEEE", "ddd": "EEE", "A": "a",
  ]

  /// The format with moment.js's letters replaced: also `[text]`, which is text.
  static func unicode(_ format: String) -> String {
    var result = ""
    var rest = format[...]
    while let first = rest.first {
      switch first {
      case "'": result += quoted(&rest, upTo: "'")
      case "[":
        let text = quoted(&rest, upTo: "]").dropFirst().prefix { $0 != "]" }
        result += "'" + text.replacing("'", with: "''") + "'"
      default:
        let run = rest.prefix { $0 == first }
        result += unicode[String(run)] ?? String(run)
        rest.removeFirst(run.count)
      }
    }
    return result
  }

  /// Takes what stands between a mark and its end, both included.
  private static func quoted(_ rest: inout Substring, upTo end: Character) -> Substring {
    let close = rest.dropFirst().firstIndex(of: end).map { rest.index(after: $0) } ?? rest.endIndex
    defer { rest = rest[close...] }
    return rest[..<close]
  }
}
