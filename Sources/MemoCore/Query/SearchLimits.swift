/// How far a search goes in one memo.
public struct SearchLimits: Sendable {
  /// At most this many matches are reported with their lines; all are counted. 0 where only the memos matter.
  public var matches: Int
  /// At most this many matches of a regular expression are found on one line, the first; 1 where only the lines matter.
  public var matchesOnLine = MatchQuota.matchesOnLine
  /// How much longer the regular expressions of a query may take for one memo than its size explains.
  public var regexTime: Duration
  /// A clock that never goes back, counted from any moment; asked only while a regular expression runs.
  public var now: @Sendable () -> Duration
  /// Called, while a memo is searched, with the time that it takes beyond what its size explains; returns whether to go on.
  public var spend: @Sendable (Duration) -> Bool

  /// Puts together limits; the clock is the caller's, as the core has none.
  public init(
    matches: Int = .max, regexTime: Duration = .seconds(1), now: @escaping @Sendable () -> Duration,
    spend: @escaping @Sendable (Duration) -> Bool = { _ in true }
  ) {
    self.matches = matches
    self.regexTime = regexTime
    self.now = now
    self.spend = spend
  }

  /// How long honest regular expressions take for a text of so many bytes, with much to spare.
  static func explainedTime(size: Int) -> Duration {
    // Measured: 0.1 s for a megabyte of short lines.
    .milliseconds(1) + .nanoseconds(500) * size
  }
}

/// Why a memo could not be searched to its end; the search goes on with the others.
public struct SearchFailure: Error, Equatable, Sendable {
  /// What stopped it.
  public enum Reason: Sendable {
    /// The regular expression took longer than `SearchLimits.regexTime`.
    case tooSlow
    /// The regular expression took too long in this memo and others together; the search is over.
    case gaveUp
    /// The regular expression ran out of memory or failed inside.
    case failed
  }

  /// The memo.
  public let path: VaultPath
  /// The regular expression.
  public let pattern: String
  /// What stopped it.
  public let reason: Reason
}

/// Why a memo is among the results: one part of a query and how the memo holds it.
public struct SearchReason: Equatable, Sendable {
  /// How a part of a query is held.
  public enum Kind: Equatable, Sendable {
    /// A word, phrase or regular expression: its best place, whether it is a whole word there, and all its matches.
    case text(place: SearchPlace, isWholeWord: Bool, matches: Int)
    /// A word that is forgiven how it is written: its best place and all its matches.
    case forgiven(place: SearchPlace, matches: Int)
    /// All of the query is a name of the memo.
    case name
    /// A field of the front matter.
    case field
    /// A tag.
    case tag
    /// A part of the path.
    case path
    /// A part of the path, and a word that is forgiven how it is written there.
    case forgivenPath
  }

  /// The part of the query as it was written, without field and quotes.
  public let term: String
  /// How the memo holds it.
  public let kind: Kind

  /// What a match adds to a score: the start of a name before the rest of it, before heading, before body, and in each a
  /// whole word before a part. A tag, path or field adds nothing.
  static func strength(of place: SearchPlace, isWholeWord: Bool, isStart: Bool = false) -> Int {
    1 + 2 * (place.rawValue + (isStart ? 1 : 0)) + (isWholeWord ? 1 : 0)
  }

  /// What a name that is the query adds to a score.
  static let strengthOfName = 100
  /// A memo for which something is forgiven comes after all others.
  static let forgivenShare = 0.001
}
