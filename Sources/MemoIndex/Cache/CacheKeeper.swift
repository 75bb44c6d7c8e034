import MemoCore
import MemoStore

/// Loads the state of a cache and keeps it: small changes go to the journal, large ones make a new snapshot.
struct CacheKeeper {
  let store: any CacheStore
  let identity: SnapshotIdentity
  /// Which text is the title of a memo; the identity has it, too.
  let titles: TitleRule

  /// A journal of more memos than this share of its snapshot is folded into a new one. Every command reads the whole
  /// journal: `list -n 20` took 8 ms of processor time without one, and 23 ms with 6,000 memos in it.
  private static let journalShare = 64
  private static let journalMinimum = 512
  /// A search reads the memos of the journal from their files, so that there may not be too many.
  private static let journalMaximum = 4_096
  /// The records of a few hundred memos that are nearly all links or tasks would take as much as a large vault.
  private static let journalBytes = 32 << 20

  /// Whether the cache is a later version's of memo, which is left to it: both would write theirs over the other's for ever.
  static func isNewer(_ store: any CacheStore) -> Bool {
    guard let region = store.map(.snapshot) else { return false }
    return withExtendedLifetime(region) { SnapshotHeader.isNewer(region.bytes) }
  }

  /// Reads the cache; anything unreadable, damaged or of another vault counts as not there.
  func load() -> CacheContents {
    guard let region = store.map(.snapshot), let snapshot = try? Snapshot(region),
      snapshot.header.identity == identity
    else { return CacheContents() }
    return contents(snapshot)
  }

  /// Reads the cache without checking its tables, because a watcher did; `nil` if it does not hold that state.
  func load(_ position: CachePosition) -> CacheContents? {
    guard let region = store.map(.snapshot), region.stamp == position.snapshot,
      let snapshot = try? Snapshot(region, isChecked: true), snapshot.header.identity == identity
    else { return nil }
    let found = contents(snapshot)
    return found.position.map(position.isContained) == true ? found : nil
  }

  /// Reads what was added to the cache since it held a state; `nil` if it is another one by now.
  func reload(_ known: CacheContents) -> CacheContents? {
    guard known.isIntact, let position = known.position, let snapshot = known.state.snapshot,
      snapshot.header.identity == identity, let current = currentPosition(), position.isContained(in: current)
    else { return nil }
    if current.journal.size == position.journal.size { return known }
    let found = contents(snapshot)
    return found.position.map(position.isContained) == true ? found : nil
  }

  private func contents(_ snapshot: Snapshot) -> CacheContents {
    let journal = store.map(.journal).flatMap { region in
      // Frames are checked before they are read, and may be gone in between.
      let journal = Journal.read(region.bytes, generation: snapshot.header.generation)
      return region.isIntact ? journal : nil
    }
    return CacheContents(
      state: CacheState(snapshot: snapshot, delta: journal?.delta ?? IndexDelta()), journal: journal?.extent)
  }

  /// Writes the result of a refresh. If another process has written in the meantime, its work stays, ours is lost, and
  /// the next refresh does it again.
  ///
  /// - Parameters:
  ///   - found: what differs from what was loaded.
  ///   - state: what was loaded with what was found laid over it.
  ///   - files: where texts are read for the text index.
  /// - Returns: the state to go on with: read back where a new snapshot was written, which frees the records.
  func save(
    _ found: IndexDelta, making state: CacheState, after loaded: CacheContents, of files: any VaultFiles,
    through lock: any CacheWriting
  ) -> CacheContents {
    guard isCurrent(loaded), let snapshot = state.snapshot else { return CacheContents(state: state) }
    guard Self.isTooLong(state.delta, besides: snapshot.memoCount) else {
      let journal = saveInJournal(found, making: state.delta, of: snapshot, after: loaded, through: lock)
      return CacheContents(state: state, journal: journal)
    }
    let texts = TextMerge(files: files, titles: titles, store: store)
    let merge = SnapshotMerge(state: state, identity: identity, texts: texts)
    return replaceSnapshot(through: lock) { sink in
      // A damaged record leaves a file without a header, which counts as none.
      try? merge.write(to: sink) { writeTexts(through: lock, $0) }
    } ?? CacheContents(state: state)
  }

  /// Gives up a snapshot that turned out to be damaged where its records are, which no refresh looks at while their
  /// files stay the same; the next refresh builds a new one.
  func discard(_ snapshot: Snapshot) {
    func isThere() -> Bool { currentHeader()?.generation == snapshot.header.generation }
    // Once more under the lock: another process may just have built a new one.
    guard isThere(), let lock = store.lock(), isThere() else { return }
    _ = lock.replace(.snapshot) { _ in }
  }

  /// Writes a new snapshot by `fill` and reads it back; `nil` if it could not be kept.
  func replaceSnapshot(through lock: any CacheWriting, _ fill: (any CacheSink) -> Void) -> CacheContents? {
    guard lock.replace(.snapshot, fill: fill) else { return nil }
    var written = load()
    guard let snapshot = written.state.snapshot else { return nil }
    lock.removeTexts(except: (try? snapshot.texts().segments.map(\.segment)) ?? [])
    written.journal = writeJournal(IndexDelta(), generation: snapshot.header.generation, through: lock)
    return written
  }

  /// Writes the journal of a cache that has none, so that its state can be named.
  func completeJournal(_ contents: CacheContents, through lock: any CacheWriting) -> CacheContents {
    guard contents.journal?.isWhole != true, isCurrent(contents), let snapshot = contents.state.snapshot else {
      return contents
    }
    var complete = contents
    complete.journal = writeJournal(contents.state.delta, generation: snapshot.header.generation, through: lock)
    return complete
  }

  /// Writes a new segment of the text index; returns its name, `nil` if it could not be kept.
  func writeTexts(through lock: any CacheWriting, _ fill: (any CacheSink) -> TextSegmentTables) -> UInt64? {
    let segment = UInt64.random(in: .min ... .max)
    let isKept = lock.replace(.text(segment)) { sink in
      TextSegmentTables.begin(sink)
      fill(sink).finish(sink, segment: segment)
    }
    return isKept ? segment : nil
  }

  private func saveInJournal(
    _ found: IndexDelta, making delta: IndexDelta, of snapshot: Snapshot, after loaded: CacheContents,
    through lock: any CacheWriting
  ) -> Journal.Extent? {
    guard var journal = loaded.journal, journal.takesMore else {
      return writeJournal(delta, generation: snapshot.header.generation, through: lock)
    }
    let frame = Journal.frame(found)
    guard lock.append(frame, to: .journal, ifLengthIs: journal.length) else { return nil }
    journal.length += frame.count
    journal.size = journal.length
    if journal.firstLength == 0 { journal.firstLength = journal.length }
    return journal
  }

  /// Whether changes are too many for a journal beside a snapshot of so many memos, or too large.
  static func isTooLong(_ delta: IndexDelta, besides memoCount: Int) -> Bool {
    delta.memos.count + delta.folders.count > min(max(journalMinimum, memoCount / journalShare), journalMaximum)
      || delta.memos.values.reduce(0) { $0 + ($1?.record.count ?? 0) } > journalBytes
  }

  private func writeJournal(
    _ delta: IndexDelta, generation: UInt64, through lock: any CacheWriting
  ) -> Journal.Extent? {
    let id = UInt64.random(in: .min ... .max)
    let bytes = Journal.header(generation: generation, id: id) + (delta.isEmpty ? [] : Journal.frame(delta))
    let extent = Journal.Extent(
      id: id, length: bytes.count, size: bytes.count, firstLength: delta.isEmpty ? 0 : bytes.count)
    return lock.replace(.journal, fill: { $0.write(bytes) }) ? extent : nil
  }

  // MARK: What the cache holds now

  /// Whether no other process has written since.
  private func isCurrent(_ loaded: CacheContents) -> Bool {
    guard let snapshot = loaded.state.snapshot, let header = currentHeader(),
      header.generation == snapshot.header.generation
    else { return false }
    let journal = currentJournal(generation: header.generation)
    return journal?.id == loaded.journal?.id && journal?.size == loaded.journal?.size
  }

  /// Reads only its header: enough to know whether it is the one read before.
  private func currentPosition() -> CachePosition? {
    guard let region = store.map(.snapshot), let stamp = region.stamp,
      let header = try? SnapshotHeader(decoding: region.bytes), header.identity == identity,
      let journal = currentJournal(generation: header.generation)
    else { return nil }
    return CachePosition(
      generation: header.generation, snapshot: stamp,
      journal: Journal.Extent(id: journal.id, length: journal.size, size: journal.size))
  }

  private func currentHeader() -> SnapshotHeader? {
    store.map(.snapshot).flatMap { try? SnapshotHeader(decoding: $0.bytes) }
  }

  private func currentJournal(generation: UInt64) -> (id: UInt64, size: Int)? {
    guard let region = store.map(.journal) else { return nil }
    return Journal.id(region.bytes, generation: generation).map { ($0, region.bytes.count) }
  }
}
