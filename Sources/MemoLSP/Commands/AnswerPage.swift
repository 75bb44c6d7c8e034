/// The part of a long list that a command answers.
struct AnswerPage {
  /// At most so many memos or tags.
  private static let longest = 1_000

  /// How many results are skipped.
  private let offset: Int
  /// How many results are answered.
  private let length: Int
  /// Whether the answer holds where the next page starts.
  private let isPaged: Bool

  /// What an editor asks for; `nil` for numbers that no command line takes.
  init?(_ arguments: [String: JSONValue]) {
    guard let offset = Self.number("offset", in: arguments), let limit = Self.number("limit", in: arguments) else {
      return nil
    }
    self.offset = offset
    length = limit == 0 ? Self.longest : min(limit, Self.longest)
    isPaged = arguments["paged"]?.isTrue ?? false
  }

  private static func number(_ key: String, in arguments: [String: JSONValue]) -> Int? {
    guard let value = arguments[key], value != .null else { return 0 }
    return value.integer.flatMap { $0 < 0 ? nil : $0 }
  }

  /// The limit of the command line. One result more shows that there is a next page.
  var limit: Int { isPaged ? length + 1 : length }

  /// The answer with the results that the command line printed.
  func answer(_ printed: JSONValue) -> JSONValue {
    guard isPaged else { return printed }
    let items = printed.items
    return [
      "items": .array(Array(items.prefix(length))),
      "nextOffset": items.count > length ? .integer(offset + length) : .null,
    ]
  }
}
