package import MemoCore
import MemoStore

/// The memos of an index by what they are called.
extension VaultIndex {
  /// Memos that were found by their texts, together with those whose title, file name or alias contains the typed text:
  /// those first that are called exactly so, then the ones that were found, then the others, newest first.
  public func memos(called text: String, with found: [IndexedMemo]) -> [IndexedMemo] {
    let answers = answers(to: text)
    guard !answers.isEmpty else { return found }
    func key(_ place: Int) -> MemoKey { place < snapshotCount ? .place(place) : .path(path(at: place)) }
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

  func newestFirst(_ places: [Int]) -> [IndexedMemo] {
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

  /// The file names, without ending, and aliases of memos that are nearest to a text, best first.
  func nearestOtherNames(to text: String, limit: Int) -> [String] {
    let parts = mapPlaces { places in
      Suggestions.nearest(to: text, among: places.lazy.flatMap(otherNames), limit: limit)
    }
    return Suggestions.nearest(to: text, among: parts.joined(), limit: limit)
  }

  private func otherNames(at place: Int) -> [String] {
    var found: [String] = []
    read(MemoRecord.names, at: place) { names in
      found = names.aliases.map { String(decoding: $0, as: UTF8.self) }
      withName(at: place) { found.append(String(decoding: MemoFileRules.stem(ofName: $0), as: UTF8.self)) }
    }
    return found
  }
}

/// Titles and tags of all memos, from the snapshot's labels as far as it has them.
extension VaultIndex {
  /// The snapshot's labels; `nil` if there are none.
  var labels: SnapshotLabels? { state.snapshot.map { SnapshotLabels(of: $0) } }

  /// What labels say; `nil` where they are damaged, for which the cache is given up.
  private func read<Labels>(_ labels: () throws(CacheDamage) -> Labels) -> Labels? {
    do {
      return try labels()
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
      let titles =
        labels.flatMap { labels in
          read { () throws(CacheDamage) in try labels.titles(from: place, atMost: places.upperBound - place) }
        } ?? []
      if titles.isEmpty { read(MemoRecord.title, at: place) { body(place, $0) } }
      for (place, title) in zip(place..., titles) where hasMemo(at: place) { body(place, title) }
      place += max(titles.count, 1)
    }
  }

  /// Hands over the titles of the snapshot's newest memos, newest first, each valid for the call alone, until one was enough.
  func readNewestTitles(_ count: Int, _ isMore: (_ place: Int, _ title: UnsafeRawBufferPointer) -> Bool) {
    guard let snapshot = state.snapshot else { return }
    let labels = SnapshotLabels(of: snapshot)
    var (rank, isDone) = (0, false)
    func handOver(_ place: Int, _ title: UnsafeRawBufferPointer) {
      if !isDone { isDone = !isMore(place, title) }
    }
    while rank < min(count, snapshot.memoCount), !isDone {
      let titles = read { () throws(CacheDamage) in try labels.titles(fromRank: rank) } ?? []
      for (rank, title) in zip(rank..<count, titles) {
        let place = snapshot.memo(atRank: rank)
        if hasMemo(at: place) { handOver(place, title) }
      }
      if titles.isEmpty {
        let place = snapshot.memo(atRank: rank)
        readTitles(at: place..<place + 1, from: labels, handOver)
      }
      rank += max(titles.count, 1)
    }
  }

  /// How many memos spell each tag how.
  func tagSpellings() -> TagSpellings {
    if let spellings = read({ () throws(CacheDamage) in try labeledTags() })?.flatMap(\.self) { return spellings }
    let parts = mapPlaces { places in
      places.reduce(into: TagSpellings()) { spellings, place in add(at: place, to: &spellings) }
    }
    return parts.reduce(into: TagSpellings()) { $0.add($1) }
  }

  /// Those of the snapshot, without those of memos that changed or went since, and with those of the changed ones.
  private func labeledTags() throws(CacheDamage) -> TagSpellings? {
    guard let snapshot = state.snapshot, var spellings = try labels?.tags() else { return nil }
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

/// The memos of an index by their places: those of the snapshot in its order, by path, then the changed
/// ones. Going through all memos in this order reads the snapshot from its start to its end: `tags` of 100,000 memos took
/// 30 ms of processor time so, and 85 ms newest first.
extension VaultIndex {
  /// One more than the last place; the places of memos that changed or went since the snapshot are empty.
  package var placeCount: Int { snapshotCount + fresh.count }

  /// Whether a place is taken.
  package func hasMemo(at place: Int) -> Bool { hidden.isEmpty || !hidden.contains(place) }

  /// The path of the memo at a place.
  package func path(at place: Int) -> VaultPath {
    guard let snapshot = state.snapshot, place < snapshotCount else { return fresh[place - snapshotCount].path }
    return snapshot.path(ofMemo: place)
  }

  /// The memos that are right in some folders, newest first; the folders alone are gone through.
  package func memos(inFolders isMeant: (VaultPath) -> Bool) -> [IndexedMemo] {
    var places: [Int] = []
    if let snapshot = state.snapshot {
      for folder in 0..<snapshot.folderCount where isMeant(snapshot.folderPath(folder)) {
        places += snapshot.memos(inFolder: folder).filter(hasMemo)
      }
    }
    let changed = fresh.indices.filter { isMeant(fresh[$0].path.parent) }
    return newestFirst(places + changed.map { snapshotCount + $0 })
  }

  /// The modification time of the memo at a place, in nanoseconds since 1970.
  func modified(at place: Int) -> Int64 {
    guard let snapshot = state.snapshot, place < snapshotCount else {
      return fresh[place - snapshotCount].memo.stamp.modified
    }
    return snapshot.modified(ofMemo: place)
  }

  /// The stamp of the memo at a place.
  func stamp(at place: Int) -> FileStamp {
    guard let snapshot = state.snapshot, place < snapshotCount else { return fresh[place - snapshotCount].memo.stamp }
    return snapshot.stamp(ofMemo: place)
  }

  /// The folder of the memo at a place among `snapshotFolders`; `nil` for one that is not of the snapshot.
  func snapshotFolder(at place: Int) -> Int? {
    state.snapshot.flatMap { place < $0.memoCount ? $0.folder(ofMemo: place) : nil }
  }

  /// The folders of the snapshot.
  var snapshotFolders: [VaultPath] {
    state.snapshot.map { snapshot in (0..<snapshot.folderCount).map(snapshot.folderPath) } ?? []
  }

  /// The memo at a place, with its number where that is known; `nil` if the place is empty.
  package func memo(at place: Int, number: Int = 0) -> IndexedMemo? {
    guard let snapshot = state.snapshot, place < snapshot.memoCount else {
      return IndexedMemo(number: number, source: .fresh(fresh[place - snapshotCount]))
    }
    return hasMemo(at: place) ? IndexedMemo(number: number, source: .snapshot(snapshot, place)) : nil
  }

  /// The numbers of all memos by their places; 0 for an empty place.
  var numbers: [UInt32] {
    var numbers = [UInt32](repeating: 0, count: placeCount)
    var (walk, number) = (memos, UInt32(0))
    while let place = walk.nextPlace() {
      number += 1
      numbers[place] = number
    }
    return numbers
  }

  /// Hands over the file name of the memo at a place, without making its path.
  func withName<Result>(at place: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    guard let snapshot = state.snapshot, place < snapshot.memoCount else {
      return path(at: place).name.withUnsafeBytes(body)
    }
    return body(UnsafeRawBufferPointer(UnsafeBufferPointer(cString: snapshot.name(ofMemo: place))))
  }

  /// The place of the memo with a path; `nil` if there is none.
  package func place(of path: VaultPath) -> Int? {
    if let changed = state.delta.memos[path] {
      return changed.map { freshPlace(of: path, modified: $0.stamp.modified) + snapshotCount }
    }
    return state.snapshot?.memoIndex(of: path)
  }

  /// Where a memo that the snapshot does not hold is among `fresh`.
  func freshPlace(of path: VaultPath, modified: Int64) -> Int {
    fresh.partitioningIndex { !NewestFirst.precedes(($0.memo.stamp.modified, $0.path), (modified, path)) }
  }

  /// The places of many memos, found together.
  package func places(of paths: [VaultPath]) -> [Int?] {
    let changed = Dictionary(fresh.enumerated().map { ($1.path, $0 + snapshotCount) }) { first, _ in first }
    return paths.map { path in
      state.delta.memos[path] == nil ? state.snapshot?.memoIndex(of: path) : changed[path]
    }
  }

  /// Maps runs of places on all cores.
  package func mapPlaces<Result: Sendable>(
    partSize: Int = 1024, _ transform: @Sendable (Range<Int>) -> Result
  ) -> [Result] {
    let starts = Array(stride(from: 0, to: placeCount, by: partSize))
    return starts.concurrentMap(partSize: 1) { part in
      let start = part[part.startIndex]
      return transform(start..<min(start + partSize, placeCount))
    }
  }

  /// Maps runs of places on all cores and joins what comes of them, in their order. No more than that is held at any time.
  package func flatMapPlaces<Element: Sendable>(
    partSize: Int = 1024, _ transform: @Sendable (Range<Int>) -> [Element]
  ) -> [Element] {
    foldPlaces(into: [], partSize: partSize, transform) { $0 += $1 }
  }

  /// The same where what comes of a run is no array.
  package func foldPlaces<Part: Sendable, Whole: Sendable>(
    into whole: consuming Whole, partSize: Int, _ transform: @Sendable (Range<Int>) -> Part,
    take: @Sendable (inout Whole, Part) -> Void
  ) -> Whole {
    let count = placeCount
    return concurrentParts((count + partSize - 1) / partSize, into: whole) { part in
      transform(part * partSize..<min((part + 1) * partSize, count))
    } take: {
      take(&$0, $1)
    }
  }

  /// Maps parts of some memos on all cores, a result for each memo in their order. They are read in that of their places, so
  /// that a part of the cache is read once for all of them that are in it.
  package func mapParts<Result: Sendable>(
    of memos: ArraySlice<IndexedMemo>, _ transform: @Sendable (ArraySlice<IndexedMemo>) -> [Result]
  ) -> [Result] {
    let order = memos.indices.sorted {
      (memos[$0].source.snapshotIndex ?? .max, $0) < (memos[$1].source.snapshotIndex ?? .max, $1)
    }
    let sorted = order.map { memos[$0] }.concurrentMap(partSize: 256, transform).joined()
    var results = [Result?](repeating: nil, count: memos.count)
    for (place, result) in zip(order, sorted) { results[place - memos.startIndex] = result }
    return results.compactMap(\.self)
  }

  /// Gives the memory of what was read of the cache back to the system, where that is limited: before what takes much.
  package func release() { state.snapshot?.release() }

  /// Hands over parts of the record at a place, which are valid for the call alone: of one made of the file where the
  /// cache is damaged, and none where the place is empty or the file gone.
  package func read<Parts>(
    _ decode: (UnsafeRawBufferPointer) throws(CacheDamage) -> Parts, at place: Int, _ body: (Parts) -> Void
  ) {
    guard let snapshot = state.snapshot, place < snapshot.memoCount else {
      return readFresh(decode, fresh[place - snapshotCount], body)
    }
    guard hasMemo(at: place) else { return }
    do throws(CacheDamage) {
      body(try decode(try snapshot.record(ofMemo: place)))
    } catch {
      let memo = IndexedMemo(number: 0, source: .snapshot(snapshot, place))
      guard let record = record(of: memo) else { return }
      readFresh(decode, .init(path: memo.path, memo: FreshMemo(stamp: .unknown, record: record.encoded())), body)
    }
  }

  private func readFresh<Parts>(
    _ decode: (UnsafeRawBufferPointer) throws(CacheDamage) -> Parts, _ fresh: IndexedMemo.Fresh,
    _ body: (Parts) -> Void
  ) {
    fresh.memo.record.withUnsafeBytes { bytes in
      // What this process encoded decodes; a journal is checked when it is read.
      if let parts = try? decode(bytes) { body(parts) }
    }
  }
}
