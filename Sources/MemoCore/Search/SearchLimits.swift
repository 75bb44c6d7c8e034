/// How far a search goes in one memo.
public struct SearchLimits: Sendable {
  /// At most this many matches are told with their lines; all are counted. 0 where only the memos matter.
  public var matches: Int
  /// How long the regular expressions of a query may take for one memo.
  public var regexTime: Duration
  /// A clock that never goes back, counted from any moment; asked only while a regular expression runs.
  public var now: @Sendable () -> Duration

  /// Puts together limits; the clock is the caller's, as the core has none.
  public init(matches: Int = .max, regexTime: Duration = .seconds(1), now: @escaping @Sendable () -> Duration) {
    self.matches = matches
    self.regexTime = regexTime
    self.now = now
  }
}

/// Why a memo could not be searched to its end; the search goes on with the others.
public struct SearchFailure: Error, Equatable, Sendable {
  /// What stopped it.
  public enum Reason: Sendable {
    /// The regular expression took longer than `SearchLimits.regexTime`.
    case tooSlow
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
