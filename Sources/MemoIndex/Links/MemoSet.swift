import MemoCore

/// Some of the memos of an index.
public struct MemoSet: Sendable {
  /// By their indexes in the snapshot.
  private var old: [Bool]
  private var fresh: Set<VaultPath> = []

  /// Takes places of an index.
  init(_ places: some Sequence<Int>, in index: VaultIndex) {
    old = Array(repeating: false, count: index.state.snapshot?.memoCount ?? 0)
    for place in places {
      if place < old.count { old[place] = true } else { fresh.insert(index.path(at: place)) }
    }
  }

  /// Whether a memo of that index is one of them.
  func contains(_ memo: IndexedMemo) -> Bool {
    switch memo.source {
    case .snapshot(_, let place): old[place]
    case .fresh(let memo): fresh.contains(memo.path)
    }
  }

  /// The members, newest first.
  func memos(of index: VaultIndex) -> [IndexedMemo] {
    var memos: [IndexedMemo] = []
    var walk = index.memos
    while let place = walk.nextPlace() {
      let isMember = place < old.count ? old[place] : fresh.contains(index.path(at: place))
      if isMember { memos.append(walk.memo(at: place)) }
    }
    return memos
  }
}
