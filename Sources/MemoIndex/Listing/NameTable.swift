import MemoCore
import MemoStore

/// The names of all memos of an index, kept for an editor that asks at each key: a search in titles reads them anew.
package struct NameTable: Sendable {
  /// `nil` where there is no snapshot.
  private let snapshot: UInt64?
  /// Of the snapshot's memos, newest first.
  private let old: FoldedNames
  /// Of those that changed since.
  private let fresh: FoldedNames

  private static let partSize = 4096

  /// Folds the names of an index; those of the snapshot are taken over from an earlier table where it has the same one.
  package init(of index: VaultIndex, after earlier: NameTable?) {
    let snapshot = index.state.snapshot
    self.snapshot = snapshot?.header.generation
    let count = snapshot?.memoCount ?? 0
    fresh = Self.names(at: Array(count..<index.placeCount), of: index)
    if let earlier, earlier.snapshot == self.snapshot {
      old = earlier.old
    } else {
      old = Self.names(at: snapshot.map { snapshot in (0..<count).map(snapshot.memo(atRank:)) } ?? [], of: index)
    }
  }

  private static func names(at places: [Int], of index: VaultIndex) -> FoldedNames {
    let parts = places.concurrentMap(partSize: partSize) { places in
      var names = FoldedNames()
      for place in places {
        // Also of memos that changed since: they may be the snapshot's again.
        if let snapshot = index.state.snapshot, place < snapshot.memoCount,
          let (title, aliases) = try? MemoRecord.names(of: snapshot.record(ofMemo: place))
        {
          add(title, aliases, at: place, of: index, to: &names)
          continue
        }
        var isRead = false
        index.read(MemoRecord.names, at: place) { title, aliases in
          isRead = true
          add(title, aliases, at: place, of: index, to: &names)
        }
        if !isRead { names.append(title: UnsafeRawBufferPointer(start: nil, count: 0), others: []) }
      }
      return names
    }
    return FoldedNames(joining: parts)
  }

  private static func add(
    _ title: UnsafeRawBufferPointer, _ aliases: [UnsafeRawBufferPointer], at place: Int, of index: VaultIndex,
    to names: inout FoldedNames
  ) {
    index.withName(at: place) { name in
      names.append(title: title, others: [UnsafeRawBufferPointer(rebasing: MemoFileRules.stem(ofName: name))] + aliases)
    }
  }

  /// The memos that answer to what is typed, at most so many: those first that are called so, then those whose title begins
  /// so, then those with another name that does, then those with all the words in their names; where there are not enough,
  /// those in which words have to be forgiven. Each newest first.
  ///
  /// - Parameter index: the table's.
  package func memos(called typed: String, in index: VaultIndex, limit: Int) -> [IndexedMemo] {
    // A file's name counts with its ending, too.
    let stem = Array(typed.utf8).withUnsafeBytes { String(decoding: MemoFileRules.stem(ofName: $0), as: UTF8.self) }
    guard let names = TypedNames(stem) else { return [] }
    let found = memos(names, in: index, limit)
    guard found.isEmpty, let misspelt = TypedNames(misspelt: stem) else { return found }
    return memos(misspelt, in: index, limit)
  }

  private func memos(_ typed: TypedNames, in index: VaultIndex, _ limit: Int) -> [IndexedMemo] {
    let count = index.snapshotCount
    let new = fresh.find(typed, limit: limit) { _ in false }.mapValues { $0.map { $0 + count } }
    var found = new
    if let snapshot = index.state.snapshot {
      let old = old.find(typed, limit: limit) { !index.hasMemo(at: snapshot.memo(atRank: $0)) }
      found.merge(old.mapValues { $0.map(snapshot.memo(atRank:)) }) { $0 + $1 }
    }
    let ranked = FoldedNames.Answer.allCases.flatMap { index.newestFirst(found[$0] ?? []) }
    return Array(ranked.prefix(limit))
  }
}
