import MemoCore
import MemoStore

/// How the index is had without a look at every file: by hints, and by the word of a watcher that had them.
extension Refresher {
  /// The index as the cache has it, where the cache holds a state that a watcher named.
  func load(_ position: CachePosition) -> VaultIndex? {
    keeper.flatMap { keeper in
      keeper.load(position).map { VaultIndex($0, files: files, keeper: keeper, isVouched: true) }
    }
  }

  /// Brings an index in step where something hinted at a change, and everywhere where that is not enough: because files
  /// could not be read, or the cache is not as the index left it.
  func refresh(_ changed: ChangedPaths, since index: VaultIndex) throws(FileError) -> VaultIndex {
    if !changed.isEverything, index.problems.isEmpty, let next = try step(changed, since: index) { return next }
    return try completed(refresh(since: index))
  }

  /// Locked before the cache is looked at and until it is written, so that what others write comes before or after.
  private func step(_ changed: ChangedPaths, since index: VaultIndex) throws(FileError) -> VaultIndex? {
    let lock = changed.isEmpty ? nil : store?.lock()
    guard let keeper, changed.isEmpty || lock != nil, let known = keeper.reload(index.contents) else { return nil }
    var shown = changed
    // What was a memo when it was hinted at may be ignored by now.
    shown.memos = changed.memos.filter(rules.showsMemo)
    let outcome = TreeCheck(files: files, state: known.state).run(within: shown)
    guard known.isIntact else { return nil }
    if !outcome.isUnchanged { return try step(outcome, after: known, through: lock) }
    return known.position == index.contents.position ? index : VaultIndex(known, files: files, keeper: keeper)
  }

  /// An index whose state the cache can name.
  private func completed(_ index: VaultIndex) -> VaultIndex {
    guard let keeper, index.contents.position == nil, let lock = store?.lock() else { return index }
    let complete = keeper.completeJournal(index.contents, through: lock)
    return complete.journal == nil
      ? index : VaultIndex(complete, files: files, keeper: keeper, problems: index.problems, counts: index.counts)
  }
}
