package import MemoCore
import MemoStore

/// The memos of an index by their places: those of the snapshot as they stand in it, which is by path, then the changed
/// ones. Going through all memos in this order reads the snapshot from its start to its end: `tags` of 100,000 memos took
/// 30 ms of processor time so, and 85 ms newest first.
extension VaultIndex {
  /// One more than the last place; the places of memos that changed or went since the snapshot are empty.
  var placeCount: Int { (state.snapshot?.memoCount ?? 0) + fresh.count }

  /// Whether a place is taken.
  package func hasMemo(at place: Int) -> Bool { hidden.isEmpty || !hidden.contains(place) }

  /// The path of the memo at a place.
  package func path(at place: Int) -> VaultPath {
    guard let snapshot = state.snapshot else { return fresh[place].path }
    return place < snapshot.memoCount ? snapshot.path(ofMemo: place) : fresh[place - snapshot.memoCount].path
  }

  /// The modification time of the memo at a place, in nanoseconds since 1970.
  func modified(at place: Int) -> Int64 {
    guard let snapshot = state.snapshot else { return fresh[place].memo.stamp.modified }
    return place < snapshot.memoCount
      ? snapshot.modified(ofMemo: place) : fresh[place - snapshot.memoCount].memo.stamp.modified
  }

  /// The folder of the memo at a place among `snapshotFolders`; `nil` for one that is not of the snapshot.
  func snapshotFolder(at place: Int) -> Int? {
    state.snapshot.flatMap { place < $0.memoCount ? $0.folder(ofMemo: place) : nil }
  }

  /// The folders of the snapshot.
  var snapshotFolders: [VaultPath] {
    state.snapshot.map { snapshot in (0..<snapshot.folderCount).map(snapshot.folderPath) } ?? []
  }

  /// The memo at a place, without its number; `nil` where the place is empty.
  func memo(at place: Int) -> IndexedMemo? {
    guard let snapshot = state.snapshot, place < snapshot.memoCount else {
      return IndexedMemo(number: 0, source: .fresh(fresh[place - (state.snapshot?.memoCount ?? 0)]))
    }
    return hasMemo(at: place) ? IndexedMemo(number: 0, source: .snapshot(snapshot, place)) : nil
  }

  /// Hands over the file name of the memo at a place, without making its path.
  func withName<Result>(at place: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    guard let snapshot = state.snapshot, place < snapshot.memoCount else {
      return path(at: place).name.withUnsafeBytes(body)
    }
    return body(UnsafeRawBufferPointer(UnsafeBufferPointer(cString: snapshot.name(ofMemo: place))))
  }

  /// The place of the memo with a path; `nil` where there is none.
  func place(of path: VaultPath) -> Int? {
    let old = state.snapshot?.memoCount ?? 0
    if let changed = state.delta.memos[path] {
      return changed == nil ? nil : fresh.firstIndex { $0.path == path }.map { $0 + old }
    }
    return state.snapshot?.memoIndex(of: path)
  }

  /// The places of many memos, found together.
  package func places(of paths: [VaultPath]) -> [Int?] {
    let old = state.snapshot?.memoCount ?? 0
    let changed = Dictionary(fresh.enumerated().map { ($1.path, $0 + old) }) { first, _ in first }
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

  /// Hands over parts of the record at a place, which are valid for the call alone: of one made of the file where the
  /// cache is damaged, and none where the place is empty or the file gone.
  package func read<Parts>(
    _ decode: (UnsafeRawBufferPointer) throws(CacheDamage) -> Parts, at place: Int, _ body: (Parts) -> Void
  ) {
    guard let snapshot = state.snapshot, place < snapshot.memoCount else {
      return readFresh(decode, fresh[place - (state.snapshot?.memoCount ?? 0)], body)
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
