import Synchronization

/// How much longer than the sizes of memos explain the regular expressions of one search may take, on all threads
/// together.
final class SearchPatience: Sendable {
  private let left: Mutex<Duration>

  init(_ time: Duration) {
    left = Mutex(time)
  }

  /// Whether the search has to end.
  var isOver: Bool { left.withLock { $0 <= .zero } }

  /// Takes time away; returns whether some is left.
  func spend(_ time: Duration) -> Bool {
    left.withLock {
      $0 -= time
      return $0 > .zero
    }
  }
}
