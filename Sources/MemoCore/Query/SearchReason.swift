/// Why a memo is among the results: one part of a query and how the memo holds it.
public struct SearchReason: Equatable, Sendable {
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

  /// What a match adds to a score: title before heading before body, and in each a whole word before a part. A tag or
  /// path adds nothing.
  static func strength(of place: SearchPlace, isWholeWord: Bool) -> Int {
    1 + 2 * place.rawValue + (isWholeWord ? 1 : 0)
  }
}
