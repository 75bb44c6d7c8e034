/// How many matches of one part of a query are listed in a memo: the first of each line and a bounded number of others.
///
/// `/./` matches 16 million times in the largest text that is searched, which took 2 GB; no reader needs them all, while a
/// line that is missing would be a wrong answer.
struct MatchQuota {
  /// The most matches on one line.
  static let matchesOnLine = 1_000
  /// The most matches in a memo beyond the first of each line.
  static let furtherMatches = 100_000

  private var further = 0
  private var lineEnd = -1
  private var onLine = 0

  /// Whether a match is listed; matches come in order.
  mutating func takes(_ match: Range<Int>, in text: UnsafeRawBufferPointer) -> Bool {
    guard match.lowerBound <= lineEnd else {
      lineEnd = LineScanner.line(of: text, at: match.lowerBound).upperBound
      onLine = 1
      return true
    }
    guard onLine < Self.matchesOnLine, further < Self.furtherMatches else { return false }
    onLine += 1
    further += 1
    return true
  }
}
