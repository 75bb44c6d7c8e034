import MemoCore

/// A query of words alone.
public struct PlainQuery: Sendable {
  /// The words, in order.
  public let words: [String]

  private static let operators = ["OR", "AND", "NOT"]
  private static let marks = Array("\"\\/:'()[".utf8)
  /// Of so many words at most each is looked for by itself.
  private static let mostSingleWords = 8

  /// Takes a query apart; `nil` for one with anything else than words in it.
  public init?(_ query: String) {
    words = query.split(whereSeparator: \.isWhitespace).map(String.init)
    guard !words.isEmpty, words.allSatisfy(Self.isPlain) else { return nil }
  }

  private static func isPlain(_ word: String) -> Bool {
    !operators.contains(word) && word.utf8.first != UInt8(ascii: "-") && !word.utf8.contains(where: marks.contains)
  }

  /// The words that are in no memo, for a query that finds nothing; `nil` if there are too many words to look for each.
  public func missing(isFound: (String) throws -> Bool) rethrows -> [String]? {
    if words.count == 1 { return words }
    return words.count <= Self.mostSingleWords ? try words.filter { try !isFound($0) } : nil
  }

  /// The query with a word that may have been meant in place of the nearest one of some of its words.
  public func replacing(oneOf missing: [String], with meant: String) -> String {
    let replaced = missing.min { Self.slips(from: $0, to: meant) < Self.slips(from: $1, to: meant) }
    return words.map { $0 == replaced ? meant : $0 }.joined(separator: " ")
  }

  private static func slips(from word: String, to meant: String) -> Int {
    guard let word = NearWord(Folding.fold(word)[...]), let meant = NearWord(Folding.fold(meant)[...]) else {
      return .max
    }
    return meant.slips(toAnyOf: [word]) ?? .max
  }
}
