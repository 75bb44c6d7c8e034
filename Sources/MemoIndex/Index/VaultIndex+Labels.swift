import MemoCore

/// Titles and tags of all memos, from the snapshot's labels as far as it has them.
extension VaultIndex {
  /// The snapshot's labels; `nil` where there are none. Where they are damaged, the cache is given up.
  func labels() -> SnapshotLabels? {
    guard let snapshot = state.snapshot else { return nil }
    do {
      return try SnapshotLabels(of: snapshot)
    } catch {
      discardCache()
      return nil
    }
  }

  /// Hands over the titles at places, each valid for the call alone: from labels, and from the record where they have none.
  func readTitles(
    at places: Range<Int>, from labels: SnapshotLabels?, _ body: (_ place: Int, _ title: UnsafeRawBufferPointer) -> Void
  ) {
    var place = places.lowerBound
    while place < places.upperBound {
      // Labels that pass their check and cannot be read are someone's work: the records are asked.
      let titles = (try? labels?.titles(from: place)) ?? []
      if titles.isEmpty { read(MemoRecord.title, at: place) { body(place, $0) } }
      for (place, title) in zip(place..<places.upperBound, titles) where hasMemo(at: place) { body(place, title) }
      place += max(titles.count, 1)
    }
  }

  /// How many memos spell each tag how.
  func tagSpellings() -> TagSpellings {
    if let spellings = try? labeledTags() { return spellings }
    let parts = mapPlaces { places in
      places.reduce(into: TagSpellings()) { spellings, place in add(at: place, to: &spellings) }
    }
    return parts.reduce(into: TagSpellings()) { $0.add($1) }
  }

  /// Those of the snapshot, without those of memos that changed or went since, and with those of the changed ones.
  private func labeledTags() throws(CacheDamage) -> TagSpellings? {
    guard let snapshot = state.snapshot, var spellings = try labels()?.tags() else { return nil }
    for memo in hidden {
      for tag in try MemoRecord.tags(of: snapshot.record(ofMemo: memo)) where !spellings.remove(tag) {
        throw CacheDamage()
      }
    }
    for place in snapshot.memoCount..<placeCount { add(at: place, to: &spellings) }
    return spellings
  }

  private func add(at place: Int, to spellings: inout TagSpellings) {
    read(MemoRecord.tags, at: place) { tags in
      for tag in tags { spellings.add(tag) }
    }
  }
}
