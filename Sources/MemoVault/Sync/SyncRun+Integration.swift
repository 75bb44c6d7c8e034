import MemoCore

extension SyncRun {
  /// Brings what the remote has into the branch and the files; returns whether files hold something newer now that has to
  /// be committed first.
  func integrate(_ remote: RepositoryRefs.Tip?) throws(SyncError) -> Bool {
    guard let remote, remote.id != head?.id else { return false }
    guard let head else { return try advance(to: remote.id, taking: remote) }
    let bases = try SyncError.asking { () throws(GitError) in try repository.mergeBases(head.id, remote.id) }
    // All that is here is there: whoever rewrote the history has it already.
    let isRewritten = bases == [head.id] ? false : try isRewritten(remote, bases)
    if isRewritten, options.rewriting == .refused { throw .rewritten }
    if !isRewritten || options.rewriting == .merged {
      if bases == [remote.id] { return false }
      if bases == [head.id] { return try advance(to: remote.id, taking: remote) }
    }
    let isAdopted = isRewritten && options.rewriting == .adopted
    let common = isAdopted ? [refs[names.taken]?.id].compactMap(\.self) : bases
    let merge = try CommitMerge(repository, head, remote, bases: common, conversions).run(
      adopting: isAdopted ? remote.id : nil, by: conversions(by:))
    let commit = try SyncError.asking { () throws(GitError) in try repository.commit(merge.draft) }
    report.merged += merge.merged
    report.joined += merge.joined
    report.unmerged += merge.unmerged
    report.copies += merge.copies
    return try advance(to: commit, taking: remote, isPending: true)
  }

  /// Whether the remote has not any more what it had the last time.
  func isRewritten(_ remote: RepositoryRefs.Tip, _ bases: [ObjectId]) throws(SyncError) -> Bool {
    guard let taken = refs[names.taken]?.id, !bases.contains(taken), taken != remote.id else { return false }
    return try SyncError.asking { () throws(GitError) in try !repository.isAncestor(taken, of: remote.id) }
  }

  /// Brings the files to a commit, and the branch when that is done.
  ///
  /// - Parameter isPending: whether the pending ref names the commit already.
  private func advance(
    to commit: ObjectId, taking remote: RepositoryRefs.Tip, isPending: Bool = false
  ) throws(SyncError) -> Bool {
    try loadTable()
    let old = head
    let (changes, log) = try SyncError.asking { () throws(GitError) -> ([TreeChange], CommitLog) in
      if !isPending { try repository.change([.set(BranchNames.pending, to: commit)], reason: "memo: sync") }
      return (try self.changes(to: commit), try self.log(to: commit))
    }
    let times = try SyncError.asking { () throws(GitError) in try self.times(in: log) }
    noteApplied(changes)
    let outcome = try bringIn(changes, times)
    report.skipped += outcome.refused.map { SkippedFile($0, .refused) }
    report.rescued += outcome.rescued
    guard outcome.failed.isEmpty else { throw .unsettled(outcome.failed) }
    try noteLeft(outcome.left)
    try noteWaiting(outcome.waiting, of: changes)
    try SyncError.asking { () throws(GitError) in
      try repository.change(
        [
          .move(names.head, to: commit, from: old?.id), .remove(BranchNames.pending), .set(names.taken, to: remote.id),
        ], reason: "memo: sync")
    }
    isTableChanged = true
    report.receivedChanges += ChangeCounts(changes, told: log.renames)
    let refused = Set(outcome.refused)
    report.runnable += RunnableFile.found(in: changes.filter { !refused.contains($0.path) })
    if changes.contains(where: { $0.new == nil }) { report.beforeDeletions = report.beforeDeletions ?? old?.id }
    if !log.conflicts.isEmpty { report.hasNewConflicts = true }
    note(log.notes, changes)
    try noteMoves(changes, log.renames)
    let tree = table.tree.applying(changes)
    table = table.moved(to: commit, tree: tree)
    note(times)
    try readRefs()
    return !outcome.woven.isEmpty
  }

  /// Takes over what merges tell, made here or elsewhere, as far as the files are as they left them.
  private func note(_ notes: [MergeNote], _ changes: [TreeChange]) {
    let changed = Dictionary(changes.map { ($0.path, $0) }) { first, _ in first }
    /// The object that a path has now.
    func id(_ path: VaultPath) -> ObjectId? {
      changed[path].map { $0.new?.id } ?? table.files[path]?.entry.id
    }
    for note in notes {
      switch note {
      case .kept(let path):
        if let change = changed[path] {
          if change.old == nil, change.new != nil { report.deletedHere.append(path) }
        } else if table.files[path] != nil {
          report.deletedElsewhere.append(path)
        }
      case .doubled(let path, let names):
        let ids = names.compactMap(id)
        guard ids.count == names.count else { continue }
        report.doubled.append(DoubledMemo(path: path, names: names, isSame: Set(ids).count == 1))
        report.hasNewConflicts = true
      case .split(let path, let copy, _):
        guard id(path) != nil, id(copy) != nil else { continue }
        if !report.copies.contains(copy) { report.copies.append(copy) }
        report.hasNewConflicts = true
      case .displaced(let path, let newPath, let other, _):
        guard id(newPath) != nil else { continue }
        if !report.copies.contains(newPath) { report.copies.append(newPath) }
        report.displaced.append(
          DisplacedFile(path: path, newPath: newPath, other: other, isFolder: id(other) == nil))
        report.hasNewConflicts = true
      }
    }
  }

  private func changes(to commit: ObjectId) throws(GitError) -> [TreeChange] {
    guard let head else {
      return try repository.tree(of: commit).values.map { TreeChange(path: $0.path, old: nil, new: $0) }
        .sorted { $0.path < $1.path }
    }
    return try repository.changes(from: head.id, to: commit)
  }

  private func log(to commit: ObjectId) throws(GitError) -> CommitLog {
    try CommitLog(repository, from: [head?.id].compactMap(\.self), to: commit)
  }

  private func times(in log: CommitLog) throws(GitError) -> [VaultPath: Int64] {
    let now = clock.now
    return try log.times(in: repository).mapValues { min($0, now) }
  }

  func bringIn(
    _ changes: [TreeChange], _ times: [VaultPath: Int64]
  ) throws(SyncError) -> WorkTreeUpdate.Outcome {
    let lock: any VaultLock
    do {
      lock = try OperationHistory(of: vault).open()
    } catch {
      throw .operation(error)
    }
    defer { withExtendedLifetime(lock) {} }
    let update = WorkTreeUpdate(
      vault: vault, conversions: conversions, workTree: workTree, left: left.files,
      converted: table.files.compactMapValues(\.converted?.id), times: times, now: clock.now)
    return try update.run(changes.map(waiting.change), progress: options.fileProgress)
  }

  /// Takes over the times that history has now; a file whose bytes did not change gets its time at once, if it is known to
  /// be as it was.
  func note(_ times: [VaultPath: Int64]) {
    for (path, time) in times {
      guard let file = table.files[path], file.time != time else { continue }
      table.files[path]?.time = time
      guard let stamp = file.stamp, stamp.modified != time, vault.files.stamp(of: path) == stamp else { continue }
      if (try? workTree.setModified(path, to: time, ifStill: stamp)) == true { table.files[path]?.stamp = nil }
    }
  }
}
