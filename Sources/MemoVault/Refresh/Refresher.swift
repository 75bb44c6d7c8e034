import MemoCore

/// Brings what is known of a vault in step with its files; every command and the watcher see a vault through it.
///
/// It compares stamps, reads only what changed, and keeps the result in the cache. A file counts as unchanged only if
/// its stamp equals the one taken before it was last read and that stamp was too old, by the file system's own clock,
/// for a later write to have left it the same (git's "racy" rule).
public struct Refresher: Sendable {
  let files: any VaultFiles
  let store: (any CacheStore)?
  let rules: MemoFileRules
  let identity: SnapshotIdentity

  /// Refreshes a vault.
  ///
  /// - Parameters:
  ///   - store: where the cache is kept; `nil` for a vault without one.
  ///   - device: the device of the vault's root, which the cache must have been made for.
  ///   - inode: likewise its inode.
  public init(
    files: any VaultFiles, store: (any CacheStore)?, rules: MemoFileRules, device: UInt64, inode: UInt64
  ) {
    self.files = files
    self.store = store
    self.rules = rules
    identity = SnapshotIdentity(rootDevice: device, rootInode: inode, settings: rules.hash)
  }

  /// Reads what changed since the last refresh and returns everything there is.
  ///
  /// - Parameters:
  ///   - isRebuild: reads every memo again, whatever the cache holds.
  ///   - progress: told how many memos of how many are read, from any thread.
  /// - Throws: where the root itself cannot be listed; any other trouble is a problem of the index.
  public func refresh(
    isRebuild: Bool = false, progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) throws(FileError) -> VaultIndex {
    let keeper = store.map { CacheKeeper(store: $0, identity: identity) }
    let loaded = isRebuild ? CacheKeeper.Loaded() : keeper?.load() ?? CacheKeeper.Loaded()
    let outcome = loaded.state.snapshot == nil ? firstOutcome : TreeCheck(files: files, state: loaded.state).run()
    guard !outcome.isUnchanged else { return VaultIndex(state: loaded.state, files: files, keeper: keeper) }
    let lock = store?.lock()
    if loaded.state.snapshot == nil, let keeper, let lock,
      let index = try firstIndex(keeper, lock, progress: progress)
    {
      return index
    }
    var step = RefreshStep(
      files: files, rules: rules, state: loaded.state, settledBefore: lock?.settledBefore() ?? .min, progress: progress)
    try step.run(outcome)
    var state = loaded.state
    state.delta.merge(step.delta)
    if let keeper, let lock, !step.delta.isEmpty || loaded.state.snapshot == nil {
      state = keeper.save(step.delta, making: state, after: loaded, through: lock)
    }
    return VaultIndex(state: state, files: files, keeper: keeper, problems: step.problems, counts: step.counts)
  }

  /// The index of a vault of which nothing is known; `nil` where its cache cannot be written.
  private func firstIndex(
    _ keeper: CacheKeeper, _ lock: any CacheWriting, progress: @escaping @Sendable (Int, Int) -> Void
  ) throws(FileError) -> VaultIndex? {
    var index = try FirstIndex(
      files, rules: rules, settledBefore: lock.settledBefore() ?? .min, progress: progress)
    guard let state = keeper.build(&index, through: lock), state.snapshot != nil else { return nil }
    return VaultIndex(state: state, files: files, keeper: keeper, problems: index.problems, counts: index.counts)
  }

  private var firstOutcome: TreeCheck.Outcome {
    TreeCheck.Outcome(changedFolders: [.root])
  }
}

/// How much a refresh found changed.
public struct RefreshCounts: Equatable, Sendable {
  /// Memos that are new.
  public var added = 0
  /// Memos whose content or times changed.
  public var changed = 0
  /// Memos that went.
  public var removed = 0
}
