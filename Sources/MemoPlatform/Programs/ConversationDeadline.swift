/// When a child has taken too long, in all or for its next word.
struct ConversationDeadline {
  /// How long a child may say nothing.
  struct Patience {
    /// Until its first word.
    let first: Duration
    /// From any word to the next.
    let next: Duration
  }

  private let end: ContinuousClock.Instant
  private let patience: Patience?
  private var silenceEnd: ContinuousClock.Instant
  private var said = 0

  init(limit: Duration, patience: Patience?) {
    end = .now.advanced(by: limit)
    self.patience = patience
    silenceEnd = patience.map { .now.advanced(by: $0.first) } ?? end
  }

  /// - Parameter count: how many bytes the child has said so far.
  mutating func isOver(said count: Int) -> Bool {
    let now = ContinuousClock.now
    if let patience, count > said { (said, silenceEnd) = (count, now.advanced(by: patience.next)) }
    return now > min(end, silenceEnd)
  }
}
