public import MemoCore

/// The rows of an index, newest first, each found without going through those before it.
///
/// The snapshot knows its own order, so a row is a rank in it, past the memos that changed since and among those that
/// are newer than it.
public struct IndexRows: Sendable {
  /// The index whose memos these are.
  public let index: VaultIndex

  private let snapshot: Snapshot?
  /// Ranks of the snapshot whose memos changed or went, sorted.
  private let gaps: [Int]
  /// The number of ranks of the snapshot above each memo that it does not hold.
  private let freshRanks: [Int]
  /// The rows of those memos.
  private let freshRows: [Int]

  /// The rows of an index.
  public init(_ index: VaultIndex) {
    self.index = index
    snapshot = index.state.snapshot
    let snapshot = index.state.snapshot
    let gaps = index.hidden.compactMap { memo in
      snapshot.map { $0.rank(modified: $0.modified(ofMemo: memo), path: $0.path(ofMemo: memo)) }
    }.sorted()
    let freshRanks = index.fresh.map { snapshot?.rank(modified: $0.memo.stamp.modified, path: $0.path) ?? 0 }
    (self.gaps, self.freshRanks) = (gaps, freshRanks)
    freshRows = freshRanks.enumerated().map { place, rank in place + rank - gaps.count(below: rank) }
  }

  /// How many rows there are.
  public var count: Int { index.count }

  /// The memo of a row, which must be one; nothing of it is decoded.
  public subscript(row: Int) -> IndexedMemo {
    let newer = freshRows.count(below: row)
    if newer < freshRows.count, freshRows[newer] == row {
      return IndexedMemo(number: row + 1, source: .fresh(index.fresh[newer]))
    }
    guard let snapshot else { preconditionFailure("row \(row) of \(count)") }
    let rank = rank(ofVisible: row - newer)
    return IndexedMemo(number: row + 1, source: .snapshot(snapshot, snapshot.memo(atRank: rank)))
  }

  /// The row of the memo at a path; `nil` if there is none.
  public func row(of path: VaultPath) -> Int? {
    if let changed = index.state.delta.memos[path] {
      return changed.map { freshRows[index.freshPlace(of: path, modified: $0.stamp.modified)] }
    }
    guard let snapshot, let memo = snapshot.memoIndex(of: path) else { return nil }
    let rank = snapshot.rank(modified: snapshot.modified(ofMemo: memo), path: path)
    return rank - gaps.count(below: rank) + freshRanks.count(below: rank + 1)
  }

  /// The rank of the memo that has this many unchanged ones above it.
  private func rank(ofVisible visible: Int) -> Int {
    visible + gaps.indices.partitioningIndex { gaps[$0] - $0 > visible }
  }
}

extension Snapshot {
  /// The number of memos above one with this time and path.
  fileprivate func rank(modified: Int64, path: VaultPath) -> Int {
    (0..<memoCount).partitioningIndex { rank in
      let memo = memo(atRank: rank)
      let time = self.modified(ofMemo: memo)
      return time != modified ? time < modified : self.path(ofMemo: memo) >= path
    }
  }
}

extension [Int] {
  /// How many of these sorted numbers are below another.
  fileprivate func count(below limit: Int) -> Int { partitioningIndex { $0 >= limit } }
}
