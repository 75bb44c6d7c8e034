/// A memo that a query found.
public struct SearchHit: Equatable, Sendable {
  /// The memo.
  public let path: VaultPath
  /// How well it fits, higher is better: the whole part tells where and how the words stand, the fraction how densely.
  public let score: Double
  /// Matches in the order of the text, as many as `SearchLimits.matches` allows.
  public let matches: [SearchMatch]
  /// All matches, also those beyond the limit.
  public let matchCount: Int
  /// What led to the score, one for each part of the query that the memo holds.
  public let reasons: [SearchReason]
}

/// A place in a memo where a query matches.
public struct SearchMatch: Equatable, Sendable {
  /// Line, from 1.
  public let line: Int
  /// Column, from 1, in Unicode scalars of the line as it is in the file (a byte order mark is not part of it).
  public let column: Int
  /// Unicode scalars of the line that match.
  public let length: Int
  /// The whole line without its end, invalid UTF-8 replaced.
  public let text: String
  /// The part of the memo.
  public let place: SearchPlace
}

/// A part of a memo, from the least telling to the most.
public enum SearchPlace: Int, Comparable, Sendable {
  /// Any line that is neither title nor heading.
  case body
  /// A line with a heading mark outside fenced code.
  case heading
  /// The title and the line that it comes from.
  case title

  /// Orders places by how much a match there tells.
  public static func < (left: SearchPlace, right: SearchPlace) -> Bool { left.rawValue < right.rawValue }
}
