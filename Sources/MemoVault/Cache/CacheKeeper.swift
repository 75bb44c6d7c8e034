import MemoCore

/// Loads the state of a cache and keeps it: small changes go to the journal, large ones make a new snapshot.
struct CacheKeeper {
  let store: any CacheStore
  let identity: SnapshotIdentity

  /// A journal of more memos than this share of its snapshot is folded into a new one.
  private static let journalShare = 16
  private static let journalMinimum = 512
  /// A search reads the memos of the journal from their files, so that there may not be too many.
  private static let journalMaximum = 16_384

  /// What was cached, and how to go on from it.
  struct Loaded {
    var state = CacheState()
    /// The journal in force; `nil` where there is none for this snapshot.
    var journal: Journal?
  }

  /// Reads the cache; anything unreadable, damaged or of another vault counts as not there.
  func load() -> Loaded {
    guard let region = store.map(.snapshot), let snapshot = try? Snapshot(region),
      snapshot.header.identity == identity
    else { return Loaded() }
    let journal = store.map(.journal).flatMap { Journal.read($0.bytes, generation: snapshot.header.generation) }
    return Loaded(state: CacheState(snapshot: snapshot, delta: journal?.delta ?? IndexDelta()), journal: journal)
  }

  /// Writes what a refresh found. Another process may have written meanwhile: then its work stays, ours is lost, and
  /// the next refresh does it again.
  ///
  /// - Parameters:
  ///   - found: what differs from what was loaded.
  ///   - state: what was loaded with what was found laid over it.
  ///   - files: where texts are read for the text index.
  /// - Returns: the state to go on with: read back where a new snapshot was written, which frees the records.
  func save(
    _ found: IndexDelta, making state: CacheState, after loaded: Loaded, of files: any VaultFiles,
    through lock: any CacheWriting
  ) -> CacheState {
    guard let snapshot = state.snapshot, !isTooLong(state.delta, for: snapshot) else {
      let merge = SnapshotMerge(state: state, identity: identity, texts: TextMerge(files: files, store: store))
      return replaceSnapshot(through: lock) { sink in
        // A damaged record leaves a file without a header, which counts as none.
        try? merge.write(to: sink) { writeTexts(through: lock, $0) }
      } ?? state
    }
    saveInJournal(found, making: state.delta, of: snapshot, after: loaded, through: lock)
    return state
  }

  /// Gives up a snapshot that turned out to be damaged where its records are, which no refresh looks at while their
  /// files stay the same; the next refresh builds a new one.
  func discard(_ snapshot: Snapshot) {
    guard currentGeneration() == snapshot.header.generation else { return }
    _ = store.lock()?.replace(.snapshot) { _ in }
  }

  /// Writes a new snapshot by `fill` and reads it back; `nil` where it could not be kept.
  func replaceSnapshot(through lock: any CacheWriting, _ fill: (any CacheSink) -> Void) -> CacheState? {
    guard lock.replace(.snapshot, fill: fill) else { return nil }
    let written = load().state
    guard let snapshot = written.snapshot else { return nil }
    lock.removeTexts(except: (try? snapshot.texts().segments.map(\.segment)) ?? [])
    writeJournal(IndexDelta(), generation: snapshot.header.generation, through: lock)
    return written
  }

  /// Writes a new segment of the text index; returns its name, `nil` where it could not be kept.
  func writeTexts(through lock: any CacheWriting, _ fill: (any CacheSink) -> TextSegmentTables) -> UInt64? {
    let segment = UInt64.random(in: .min ... .max)
    let isKept = lock.replace(.text(segment)) { sink in
      TextSegmentTables.begin(sink)
      fill(sink).finish(sink, segment: segment)
    }
    return isKept ? segment : nil
  }

  private func saveInJournal(
    _ found: IndexDelta, making delta: IndexDelta, of snapshot: Snapshot, after loaded: Loaded,
    through lock: any CacheWriting
  ) {
    let generation = snapshot.header.generation
    guard currentGeneration() == generation else { return }
    if let journal = loaded.journal, journal.takesMore {
      _ = lock.append(Journal.frame(found), to: .journal, ifLengthIs: journal.length)
    } else {
      writeJournal(delta, generation: generation, through: lock)
    }
  }

  private func isTooLong(_ delta: IndexDelta, for snapshot: Snapshot) -> Bool {
    delta.memos.count + delta.folders.count
      > min(max(Self.journalMinimum, snapshot.memoCount / Self.journalShare), Self.journalMaximum)
  }

  private func currentGeneration() -> UInt64? {
    store.map(.snapshot).flatMap { try? SnapshotHeader(decoding: $0.bytes).generation }
  }

  private func writeJournal(_ delta: IndexDelta, generation: UInt64, through lock: any CacheWriting) {
    _ = lock.replace(.journal) { sink in
      sink.write(Journal.header(generation: generation))
      if !delta.isEmpty { sink.write(Journal.frame(delta)) }
    }
  }
}
