import Synchronization

/// Ends a watch from any thread, whichever watch it is by then.
public final class WatchEnding: Sendable {
  private let state = Mutex((watch: (any VaultWatch)?.none, isEnded: false))

  /// Something that has not ended yet.
  public init() {}

  /// Ends the watch that is followed, and every later one at once.
  public func end() {
    state.withLock { state in
      state.isEnded = true
      state.watch?.end()
    }
  }

  /// Has this watch ended instead of the one before.
  func follow(_ watch: any VaultWatch) {
    state.withLock { state in
      state.watch = watch
      if state.isEnded { watch.end() }
    }
  }
}
