/// Why a query cannot be used.
public enum QueryError: Error, Equatable, Sendable {
  /// It asks for nothing.
  case empty
  /// A regular expression that ICU does not understand.
  case invalidRegex(pattern: String, reason: String)
  /// A regular expression that took so long that not all memos were looked at.
  case tooSlow(pattern: String)
}
