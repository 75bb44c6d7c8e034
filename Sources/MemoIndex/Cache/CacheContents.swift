/// What a cache held when it was read, and how to go on from it.
struct CacheContents: Sendable {
  var state = CacheState()
  /// The journal in force; `nil` where there is none for this snapshot, or where the state is not in the cache.
  var journal: Journal.Extent?

  /// Whether all that was read of the snapshot so far is what was written.
  var isIntact: Bool { state.snapshot?.isIntact ?? true }

  /// Where the cache holds this state; `nil` where it does not.
  var position: CachePosition? {
    guard let snapshot = state.snapshot, let stamp = snapshot.stamp, let journal else { return nil }
    return CachePosition(generation: snapshot.header.generation, snapshot: stamp, journal: journal)
  }
}
