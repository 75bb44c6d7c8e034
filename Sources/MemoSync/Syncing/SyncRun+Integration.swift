import MemoCore
import MemoStore

extension SyncRun {
  /// Brings what the remote has into the branch and the files; returns whether files hold something newer now that has to
  /// be committed first, before the branch moves or after it has.
  func integrate(_ remote: RepositoryRefs.Tip?) throws -> Bool {
    guard let remote, remote.id != head?.id else { return false }
    guard let head else { return try advance(to: remote.id, taking: remote) }
    let (bases, adopts) = try mergeBases(head.id, remote)
    if adopts { return try adopt(remote, over: head, since: bases) }
    if bases == [remote.id] { return false }
    if bases == [head.id] { return try advance(to: remote.id, taking: remote) }
    let commit = try merge(head, remote, since: bases)
    return try advance(to: commit, taking: remote, isPending: true)
  }

  /// Makes the merge of the branch with another commit, which the pending ref then names.
  func merge(
    _ head: RepositoryRefs.Tip, _ other: RepositoryRefs.Tip, since bases: [ObjectId], adopting: ObjectId? = nil
  ) throws -> ObjectId {
    try keepPending()
    let merge = try CommitMerge(repository, head, other, bases: bases, conversions).run(
      adopting: adopting, by: conversions(by:))
    report.merged += merge.merged
    report.joined += merge.joined
    report.issues += merge.unmerged.map { .unmerged($0) }
    report.copies += merge.copies
    return try repository.commit(merge.draft)
  }

  /// Brings the files to a commit, and the branch when that is done.
  ///
  /// - Parameters:
  ///   - remote: what the commit has of the remote; `nil` where nothing has come from there.
  ///   - isPending: whether the pending ref names the commit already.
  ///   - edits: what files are now that waited; the commit has that, too.
  ///   - isDeparture: whether the branch leaves its own history.
  func advance(
    to commit: ObjectId, taking remote: RepositoryRefs.Tip?, isPending: Bool = false,
    settling edits: WaitedEdits? = nil, isDeparture: Bool = false
  ) throws -> Bool {
    try loadTable()
    let old = head
    let pending = try pendingFiles()
    if !isPending { try keepPending() }
    if !isPending { try repository.change([.set(BranchNames.pending, to: commit)], reason: "memo: sync") }
    let (changes, log) = (try self.changes(to: commit, settling: edits), try self.log(to: commit))
    let times = try (isDeparture ? CommitLog(repository, from: [], to: commit) : log).times(in: repository)
    noteApplied(changes)
    let repairs = pending.repairs(besides: changes) { table.files[$0]?.entry }
    let outcome = try bringIn(changes + repairs, table.files.compactMapValues(\.time).merging(times) { $1 }, pending)
    report.issues += outcome.refused.map { .skipped(SkippedFile($0, .refused)) }
    report.rescued += outcome.rescued
    guard outcome.unmerged.isEmpty else {
      if edits != nil { throw SyncError.unsettled(outcome.unmerged) }
      return try mergeAgain(outcome.unmerged)
    }
    try noteLeft(outcome.left)
    try noteWaiting(outcome.waiting, of: changes, since: edits?.commit.id ?? old?.id)
    try repository.change(
      [.move(names.head, to: commit, from: old?.id), .remove(BranchNames.pending)]
        + (remote.map { [.set(names.taken, to: $0.id)] } ?? [.remove(BranchNames.waited)])
        + refs.overtaken.map { .remove($0) }, reason: "memo: sync")
    isTableChanged = true
    let still = Set(outcome.waiting.map(\.change.path))
    report.receivedChanges += ChangeCounts(changes.filter { !still.contains($0.path) }, told: log.renames)
    let refused = Set(outcome.refused)
    report.issues += RunnableFile.found(in: changes.filter { !refused.contains($0.path) }).map { .runnable($0) }
    if changes.contains(where: { $0.new == nil }) { report.beforeDeletions = report.beforeDeletions ?? old?.id }
    note(log.issues.map(\.issue), changes)
    try noteMoves(changes, log.renames)
    let tree = table.tree.applying(changes)
    table = table.moved(to: commit, tree: tree)
    note(times)
    try readRefs()
    return !outcome.woven.isEmpty
  }

  /// Leaves the branch where it is, because files were saved meanwhile in a way that one file cannot hold with what comes
  /// in: what was saved is committed and merged as everything else.
  private func mergeAgain(_ paths: [VaultPath]) throws -> Bool {
    merges += 1
    guard merges < Self.mostMerges else { throw SyncError.unsettled(paths) }
    try readRefs()
    return true
  }

  private static let mostMerges = 8

  /// Takes over what merges have decided, made here or elsewhere, as far as the files are as they left them.
  private func note(_ issues: [SyncIssue], _ changes: [TreeChange]) {
    let files = FollowedFiles(changes) { [table] in table.files[$0]?.entry }
    for issue in issues.compactMap({ $0.seen(in: files) }) {
      report.issues.append(issue)
      report.copies += issue.copies.filter { !report.copies.contains($0) }
      if issue.needsLook { report.hasNewConflicts = true }
    }
  }

  /// How files are to change; those that waited, from what they are now.
  private func changes(to commit: ObjectId, settling edits: WaitedEdits?) throws -> [TreeChange] {
    var changes = try changes(to: commit)
    guard let edits else { return changes }
    for (path, entry) in edits.entries {
      waiting.remove(path)
      let place = changes.firstIndex { $0.path == path }
      let new = place.map { changes[$0].new } ?? table.files[path]?.entry
      let change = TreeChange(path: path, old: entry, new: new)
      if let place { changes[place] = change } else { changes.append(change) }
    }
    return changes.sorted { $0.path < $1.path }
  }

  private func log(to commit: ObjectId) throws -> CommitLog {
    try CommitLog(repository, from: [head?.id].compactMap(\.self), to: commit)
  }

  func bringIn(
    _ changes: [TreeChange], _ times: [VaultPath: Int64], _ pending: PendingFiles = PendingFiles()
  ) throws -> WorkTreeUpdate.Outcome {
    let lock = try lockVault()
    defer { withExtendedLifetime(lock) {} }
    let update = WorkTreeUpdate(
      vault: vault, conversions: conversions, workTree: workTree, left: left.files, pending: pending,
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
