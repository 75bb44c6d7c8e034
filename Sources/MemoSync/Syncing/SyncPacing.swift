/// When a watcher syncs: some time after the last edit, at an interval without any, and ever less often while that fails.
public struct SyncPacing: Equatable, Sendable {
  private let interval: Duration
  private var lastEdit: Duration?
  private var lastSync: Duration
  private var failures = 0

  /// An edit is seldom alone: this long without another one, and a sync is due.
  private static let calm = Duration.seconds(10)
  /// Someone who types for an hour is synced all the same.
  private static let longest = Duration.seconds(120)
  private static let longestPause = Duration.seconds(3600)

  private var firstEdit: Duration?

  /// Starts at a moment of a clock that never goes back; the first sync is due at once.
  public init(interval: Duration, now: Duration) {
    self.interval = interval
    lastSync = now - interval
  }

  /// Notes an edit.
  public mutating func noteEdit(at now: Duration) {
    lastEdit = now
    firstEdit = firstEdit ?? now
  }

  /// Notes that a sync begins; edits from now on are for the next one.
  public mutating func noteStart() {
    (lastEdit, firstEdit) = (nil, nil)
  }

  /// Notes that a sync has ended.
  public mutating func noteEnd(at now: Duration, isSuccess: Bool) {
    lastSync = now
    failures = isSuccess ? 0 : failures + 1
  }

  /// How long to wait for the next sync; zero or less where it is due.
  public func delay(at now: Duration) -> Duration {
    guard failures == 0 else { return lastSync + pause - now }
    let regular = lastSync + interval - now
    guard let lastEdit, let firstEdit else { return regular }
    return min(regular, min(lastEdit + Self.calm, firstEdit + Self.longest) - now)
  }

  /// Offline, each attempt waits twice as long as the one before.
  private var pause: Duration {
    min(Self.longestPause, Self.calm * (1 << min(failures, 10)))
  }
}
