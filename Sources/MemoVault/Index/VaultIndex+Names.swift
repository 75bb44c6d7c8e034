import MemoCore

/// The memos of an index by what they are called.
extension VaultIndex {
  /// The memos in whose title, file name or an alias a text stands, newest first.
  ///
  /// - Parameter others: memos that are left out.
  public func memos(called text: String, but others: [IndexedMemo]) -> [IndexedMemo] {
    let named = answers(to: text).map(\.place)
    guard !named.isEmpty else { return [] }
    let known = Set(others.compactMap(\.source.snapshotIndex))
    let changed = Set(others.lazy.filter { $0.source.snapshotIndex == nil }.map(\.path))
    let old = state.snapshot?.memoCount ?? 0
    let rest = named.filter { $0 < old ? !known.contains($0) : !changed.contains(path(at: $0)) }
    let newest = rest.map { (modified: modified(at: $0), path: path(at: $0), place: $0) }.sorted {
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
