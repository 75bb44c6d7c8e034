import MemoCore

extension SyncRun {
  /// Finds out what a sync would do; only what git remembers of the remote changes.
  ///
  /// - Throws: what the sync itself would stop with; `offline` where the remote cannot be reached.
  func look() throws(SyncError) -> SyncReport {
    let snapshot = try lookAtFiles()
    report.skipped = snapshot.skipped
    try checkIsPlausible(snapshot)
    let edited = Set(snapshot.edits.map(\.path)).union(snapshot.removed)
    let hasRemote = try isReached(unsaved: edited.count)
    try readRefs()
    let remote = hasRemote ? refs[names.tracking] : nil
    try checkIsNotRewritten(remote)
    let apart = try SyncError.asking { () throws(GitError) -> (here: [TreeChange], there: [TreeChange]) in
      try self.apart(remote)
    }
    report.sentChanges = counts(snapshot, apart.here)
    report.receivedChanges = ChangeCounts(apart.there)
    report.merged = edited.union(apart.here.map(\.path)).intersection(apart.there.map(\.path)).sorted()
    report.commit = head?.id
    return report
  }

  private func isReached(unsaved: Int) throws(SyncError) -> Bool {
    do throws(SyncError) {
      return try repository.fetch(names, reach: reach)
    } catch {
      if case .remote(let reason) = error { throw .offline(reason: reason, unsaved: unsaved) }
      throw error
    }
  }

  private func checkIsNotRewritten(_ remote: RepositoryRefs.Tip?) throws(SyncError) {
    guard options.rewriting == .refused, let remote, let head, remote.id != head.id else { return }
    let bases = try SyncError.asking { () throws(GitError) in try repository.mergeBases(head.id, remote.id) }
    if bases != [head.id], try isRewritten(remote, bases) { throw .rewritten }
  }

  /// What each side has changed since both were the same.
  private func apart(
    _ remote: RepositoryRefs.Tip?
  ) throws(GitError) -> (here: [TreeChange], there: [TreeChange]) {
    guard let remote else { return (Self.all(table.tree), []) }
    guard let head else { return ([], Self.all(try repository.tree(of: remote.id))) }
    guard let base = try repository.mergeBases(head.id, remote.id).first else {
      return (Self.all(table.tree), Self.all(try repository.tree(of: remote.id)))
    }
    return (try repository.changes(from: base, to: head.id), try repository.changes(from: base, to: remote.id))
  }

  private static func all(_ tree: VaultTree) -> [TreeChange] {
    tree.values.map { TreeChange(path: $0.path, old: nil, new: $0) }
  }

  /// What would be sent: what is committed and what is not yet, each file once.
  private func counts(_ snapshot: WorkTreeSnapshot, _ committed: [TreeChange]) -> ChangeCounts {
    var changes = Dictionary(committed.map { ($0.path, $0) }) { first, _ in first }
    for path in snapshot.removed {
      changes[path] = TreeChange(path: path, old: changes[path]?.old ?? table.files[path]?.entry, new: nil)
    }
    for edit in snapshot.edits {
      let old = changes[edit.path].map(\.old) ?? table.files[edit.path]?.entry
      changes[edit.path] = TreeChange(path: edit.path, old: old, new: edit.entry)
    }
    return ChangeCounts(Array(changes.values))
  }

  /// What would be committed, found out without a change to anything.
  func lookAtFiles() throws(SyncError) -> WorkTreeSnapshot {
    try readRefs()
    try loadTable()
    return try take()
  }

  /// Keeps the files as they are in a commit that no branch holds, because the user is in the middle of something.
  func backUp() throws(SyncError) {
    let snapshot = try lookAtFiles()
    if !snapshot.isEmpty { try commit(snapshot, to: "refs/memo/backup/\(clock.now / 1_000_000_000)") }
  }
}
