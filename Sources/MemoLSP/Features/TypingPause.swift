/// How long keys have to pause before problems are looked for: as much as the last look was long enough to be noticed. So keys in a
/// large memo do not wait for its problems, and those of any other are shown at once.
struct TypingPause {
  /// So long after the first key, problems are looked for in any case.
  static let longest = Duration.seconds(1)
  /// A look that takes no longer delays no key by so much that anyone would notice.
  static let unnoticed = Duration.milliseconds(100)

  private var length = Duration.zero
  /// The first key since then, and when the pause after the last one is over.
  private var keys: (first: Duration, end: Duration)?

  /// A key was typed.
  mutating func noteKey(at time: Duration) {
    let first = keys?.first ?? time
    keys = (first, min(time + length, first + Self.longest))
  }

  /// How much of the pause is left; `nil` for nothing.
  func rest(at time: Duration) -> Duration? { keys.flatMap { $0.end > time ? $0.end - time : nil } }

  /// Problems were looked for; what no key was the reason for may have been more.
  mutating func noteLook(taking time: Duration) {
    if keys != nil { length = max(.zero, time - Self.unnoticed) }
    keys = nil
  }
}
