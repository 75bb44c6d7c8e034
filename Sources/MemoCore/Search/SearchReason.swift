/// Why a memo is among the results: one part of a query and how the memo holds it.
public struct SearchReason: Equatable, Sendable, CustomStringConvertible {
  /// How a part of a query is held.
  public enum Kind: Equatable, Sendable {
    /// A word, phrase or regular expression: its best place, whether it is a whole word there, and all its matches.
    case text(place: SearchPlace, isWholeWord: Bool, matches: Int)
    /// A tag.
    case tag
    /// A part of the path.
    case path
  }

  /// The part of the query as it was written, without field and quotes.
  public let term: String
  /// How the memo holds it.
  public let kind: Kind

  /// The reason in English: `title, whole word "회의" (3 matches)`.
  public var description: String {
    switch kind {
    case .text(let place, let isWholeWord, let matches):
      "\(place), \(isWholeWord ? "whole word" : "part of a word") \"\(term)\" (\(matches) \(matches == 1 ? "match" : "matches"))"
    case .tag: "tag \"\(term)\""
    case .path: "path \"\(term)\""
    }
  }

  /// What a match adds to a score: title before heading before body, and in each a whole word before a part. A tag or
  /// path adds nothing.
  static func strength(of place: SearchPlace, isWholeWord: Bool) -> Int {
    1 + 2 * place.rawValue + (isWholeWord ? 1 : 0)
  }
}
