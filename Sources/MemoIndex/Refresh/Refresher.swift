import MemoCore
public import MemoStore

/// Brings what is known of a vault in step with its files; every command and the watcher see a vault through it.
///
/// It compares stamps, reads only what changed, and keeps the result in the cache. A file counts as unchanged only if
/// its stamp equals the one taken before it was last read and that stamp was too old, by the file system's own clock,
/// for a later write to have left it the same (git's "racy" rule).
public struct Refresher: Sendable {
  let files: any VaultFiles
  let store: (any CacheStore)?
  let rules: MemoFileRules
  let moves: MoveMemory?
  let identity: SnapshotIdentity
  let keeper: CacheKeeper?

  /// Refreshes a vault.
  ///
  /// - Parameters:
  ///   - store: where the cache is kept; `nil` for a vault without one. A later version's of memo is not touched.
  ///   - writer: changes the vault's own files, to remember which memos other programs have moved; `nil` to change nothing.
  ///   - device: the device of the vault's root, which the cache must have been made for.
  ///   - inode: likewise its inode.
  public init(
    files: any VaultFiles, store: (any CacheStore)?, rules: MemoFileRules, writer: (any VaultWriting)? = nil,
    device: UInt64, inode: UInt64
  ) {
    let store = store.flatMap { CacheKeeper.isNewer($0) ? nil : $0 }
    self.files = files
    self.store = store
    self.rules = rules
    moves = writer.map { MoveMemory(files: files, writer: $0) }
    let identity = SnapshotIdentity(rootDevice: device, rootInode: inode, settings: rules.hash)
    self.identity = identity
    keeper = store.map { CacheKeeper(store: $0, identity: identity, titles: rules.titles) }
  }

  /// Reads what changed since the last refresh and returns everything there is.
  ///
  /// - Parameters:
  ///   - known: an earlier index, whose part of the cache is not loaded a second time.
  ///   - isRebuild: reads every memo again, whatever the cache holds.
  ///   - progress: called with the number of memos read and their total, from any thread.
  /// - Throws: where the root itself cannot be listed; any other trouble is a problem of the index.
  public func refresh(
    since known: VaultIndex? = nil, isRebuild: Bool = false,
    progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) throws -> VaultIndex {
    let loaded = isRebuild ? CacheContents() : load(since: known)
    guard loaded.state.snapshot != nil else { return try build(progress) }
    let outcome = TreeCheck(files: files, state: loaded.state).run()
    // What was compared with a cache that was cut short is not known.
    guard loaded.isIntact else { return try build(progress) }
    let index =
      outcome.isUnchanged
      ? VaultIndex(loaded, files: files, titles: rules.titles, keeper: keeper)
      : try step(outcome, after: loaded, through: store?.lock(), progress)
    return loaded.isIntact && index.isIntact ? index : try build(progress)
  }

  private func load(since known: VaultIndex?) -> CacheContents {
    known.flatMap { keeper?.reload($0.contents) } ?? keeper?.load() ?? CacheContents()
  }

  /// Reads what changed and keeps it.
  func step(
    _ outcome: TreeCheck.Outcome, after loaded: CacheContents, through lock: (any CacheWriting)?,
    _ progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) throws -> VaultIndex {
    var step = RefreshStep(
      files: files, rules: rules, state: loaded.state, stamps: StampRule(under: lock), progress: progress)
    try step.run(outcome)
    var contents = loaded
    if !step.delta.isEmpty {
      contents.state.delta.merge(step.delta)
      contents.journal = nil
      if let keeper, let lock, loaded.isIntact {
        // Before the cache forgets how it was; after a crash in between it is found once more.
        moves?.note(step.delta, after: loaded.state)
        contents = keeper.save(step.delta, making: contents.state, after: loaded, of: files, through: lock)
      }
    }
    return VaultIndex(
      contents, files: files, titles: rules.titles, keeper: keeper, problems: step.problems, counts: step.counts)
  }

  /// What the last refresh found; `nil` if nothing is cached.
  public func cached() -> VaultIndex? {
    guard let keeper else { return nil }
    let contents = keeper.load()
    guard contents.state.snapshot != nil else { return nil }
    return VaultIndex(contents, files: files, titles: rules.titles, keeper: keeper)
  }

  /// Reads everything into a new snapshot: in the cache, or in memory where there is none or another process holds it.
  private func build(_ progress: @escaping @Sendable (Int, Int) -> Void) throws -> VaultIndex {
    let lock = store?.lock()
    let build = SnapshotBuild(
      files: files, rules: rules, identity: identity, stamps: StampRule(under: lock), progress: progress)
    if let keeper, let lock, let index = try self.build(build, keeper, lock) { return index }
    let sink = MemorySink()
    var reading = try build.read(to: sink, texts: nil)
    build.finish(&reading, to: sink, texts: nil)
    guard let snapshot = try? Snapshot(sink.region()) else {
      preconditionFailure("a snapshot that was just written does not read back")
    }
    return index(CacheContents(state: CacheState(snapshot: snapshot)), keeper: nil, reading.problems)
  }

  private func build(
    _ build: SnapshotBuild, _ keeper: CacheKeeper, _ lock: any CacheWriting
  ) throws -> VaultIndex? {
    var outcome: Result<[FileError], any Error> = .success([])
    let contents = keeper.replaceSnapshot(through: lock) { sink in
      outcome = Result { try self.build(build, keeper, lock, to: sink) }
    }
    let problems = try outcome.get()
    return contents.map { index($0, keeper: keeper, problems) }
  }

  private func build(
    _ build: SnapshotBuild, _ keeper: CacheKeeper, _ lock: any CacheWriting, to sink: any CacheSink
  ) throws -> [FileError] {
    var outcome: Result<SnapshotBuild.Reading, any Error>?
    let segment = keeper.writeTexts(through: lock) { texts in
      outcome = Result { try build.read(to: sink, texts: texts) }
      return (try? outcome?.get().textTables) ?? TextSegmentTables()
    }
    // `nil` if the segment could not even be begun.
    var reading = if let outcome { try outcome.get() } else { try build.read(to: sink, texts: nil) }
    outcome = nil
    build.finish(&reading, to: sink, texts: segment)
    return reading.problems
  }

  private func index(_ contents: CacheContents, keeper: CacheKeeper?, _ problems: [FileError]) -> VaultIndex {
    let counts = RefreshCounts(added: contents.state.snapshot?.memoCount ?? 0)
    return VaultIndex(
      contents, files: files, titles: rules.titles, keeper: keeper, problems: problems, counts: counts)
  }
}

/// How the index is had without a look at every file: by hints, and by the word of a watcher that had them.
extension Refresher {
  /// The index as the cache has it, where the cache holds a state that a watcher named.
  func load(_ position: CachePosition) -> VaultIndex? {
    keeper.flatMap { keeper in
      keeper.load(position).map {
        VaultIndex($0, files: files, titles: rules.titles, keeper: keeper, isVouched: true)
      }
    }
  }

  /// Brings an index in step where something hinted at a change, and everywhere where that is not enough: because files
  /// could not be read, or the cache is not as the index left it.
  func refresh(_ changed: ChangedPaths, since index: VaultIndex) throws -> VaultIndex {
    if !changed.isEverything, index.problems.isEmpty, let next = try step(changed, since: index) { return next }
    return try completed(refresh(since: index))
  }

  /// Locked before the cache is looked at and until it is written, so that what others write comes before or after.
  private func step(_ changed: ChangedPaths, since index: VaultIndex) throws -> VaultIndex? {
    let lock = changed.isEmpty ? nil : store?.lock()
    guard let keeper, changed.isEmpty || lock != nil, let known = keeper.reload(index.contents) else { return nil }
    var shown = changed
    // What was a memo when it was hinted at may be ignored by now.
    shown.memos = changed.memos.filter(rules.showsMemo)
    let outcome = TreeCheck(files: files, state: known.state).run(within: shown)
    guard known.isIntact else { return nil }
    if !outcome.isUnchanged { return try step(outcome, after: known, through: lock) }
    if known.position == index.contents.position { return index }
    return VaultIndex(known, files: files, titles: rules.titles, keeper: keeper)
  }

  /// An index whose state the cache can name.
  private func completed(_ index: VaultIndex) -> VaultIndex {
    guard let keeper, index.contents.position == nil, let lock = store?.lock() else { return index }
    let complete = keeper.completeJournal(index.contents, through: lock)
    guard complete.journal != nil else { return index }
    return VaultIndex(
      complete, files: files, titles: rules.titles, keeper: keeper, problems: index.problems, counts: index.counts)
  }
}

extension StampRule {
  /// The rule for what is read while the cache is locked. Without a lock the time is unknown, and no stamp vouches.
  fileprivate init(under lock: (any CacheWriting)?) {
    self.init(settledBefore: lock?.settledBefore() ?? .min)
  }
}
