/// How long keys have to pause before problems are looked for: as long as the last look took. So these take at most half of
/// the time, however large a memo is, and those of a small one are shown at once.
struct TypingPause {
  /// So long after the first key, problems are looked for in any case.
  static let longest = Duration.seconds(1)

  /// How long the last look took.
  private var cost = Duration.zero
  /// The first key since then, and when the pause after the last one is over.
  private var keys: (first: Duration, end: Duration)?

  /// A key was typed.
  mutating func noteKey(at time: Duration) {
    let first = keys?.first ?? time
    keys = (first, min(time + cost, first + Self.longest))
  }

  /// How much of the pause is left; `nil` for nothing.
  func rest(at time: Duration) -> Duration? { keys.flatMap { $0.end > time ? $0.end - time : nil } }

  /// Problems were looked for; what no key was the reason for may have been more.
  mutating func noteLook(taking time: Duration) {
    if keys != nil { cost = time }
    keys = nil
  }
}
