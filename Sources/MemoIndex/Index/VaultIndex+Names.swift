import MemoCore
import MemoStore

/// The memos of an index by what they are called.
extension VaultIndex {
  /// Memos that were found by their texts, together with those in whose title, file name or an alias what was typed stands:
  /// those first that are called exactly so, then the ones that were found, then the others, newest first.
  public func memos(called text: String, with found: [IndexedMemo]) -> [IndexedMemo] {
    let answers = answers(to: text)
    guard !answers.isEmpty else { return found }
    let old = state.snapshot?.memoCount ?? 0
    func key(_ place: Int) -> MemoKey { place < old ? .place(place) : .path(path(at: place)) }
    func key(_ memo: IndexedMemo) -> MemoKey { memo.source.snapshotIndex.map { .place($0) } ?? .path(memo.path) }
    let exact = answers.filter { $0.match == .exact }.map(\.place)
    let first = Set(exact.map { key($0) })
    let known = first.union(found.map { key($0) })
    let others = answers.map(\.place).filter { !known.contains(key($0)) }
    return newestFirst(exact) + found.filter { !first.contains(key($0)) } + newestFirst(others)
  }

  /// A memo that was found twice, known again without its path where it has a place in the snapshot.
  private enum MemoKey: Hashable {
    case place(Int)
    case path(VaultPath)
  }

  private func newestFirst(_ places: [Int]) -> [IndexedMemo] {
    let newest = places.map { (modified: modified(at: $0), path: path(at: $0), place: $0) }.sorted {
      NewestFirst.precedes(($0.modified, $0.path), ($1.modified, $1.path))
    }
    return newest.compactMap { memo(at: $0.place) }
  }

  /// The memos of which some name answers to a text, and how.
  func answers(to text: String) -> [(match: NameMatcher.Match, place: Int)] {
    let parts = mapPlaces { places in
      var matcher = NameMatcher(text)
      var found: [(match: NameMatcher.Match, place: Int)] = []
      for place in places {
        read(MemoRecord.names, at: place) { names in
          let match = withName(at: place) { fileName in
            let stem = UnsafeRawBufferPointer(rebasing: MemoFileRules.stem(ofName: fileName))
            return matcher.match(title: names.title, fileName: fileName, others: [stem] + names.aliases)
          }
          if let match { found.append((match, place)) }
        }
      }
      return found
    }
    return parts.flatMap(\.self)
  }
}
