import MemoCore

extension SyncRun {
  /// Finds out what a sync would do; only what git remembers of the remote changes.
  func look() throws(SyncError) -> SyncReport {
    try readRefs()
    try loadTable()
    let snapshot = try take()
    report.skipped = snapshot.skipped
    let hasRemote = try repository.fetch(names, reach: reach)
    try readRefs()
    let edited = Set(snapshot.edits.map(\.path)).union(snapshot.removed)
    let remote = hasRemote ? refs[names.tracking] : nil
    let apart = try SyncError.asking { () throws(GitError) -> (here: Set<VaultPath>, there: Set<VaultPath>) in
      try self.apart(remote)
    }
    report.sent = edited.union(apart.here).count
    report.received = apart.there.count
    report.merged = edited.union(apart.here).intersection(apart.there).count
    report.commit = head?.id
    return report
  }

  /// The paths that each side has changed since both were the same.
  private func apart(
    _ remote: RepositoryRefs.Tip?
  ) throws(GitError) -> (here: Set<VaultPath>, there: Set<VaultPath>) {
    guard let remote else { return (Set(table.files.keys), []) }
    guard let head else { return ([], Set(try repository.tree(of: remote.id).keys)) }
    guard let base = try repository.mergeBases(head.id, remote.id).first else {
      return (Set(table.files.keys), Set(try repository.tree(of: remote.id).keys))
    }
    return (
      Set(try repository.changes(from: base, to: head.id).map(\.path)),
      Set(try repository.changes(from: base, to: remote.id).map(\.path))
    )
  }

  /// Keeps the files as they are in a commit that no branch holds, because the user is in the middle of something.
  func backUp() throws(SyncError) {
    try readRefs()
    try loadTable()
    let snapshot = try take()
    if !snapshot.isEmpty { try commit(snapshot, to: "refs/memo/backup/\(clock.now / 1_000_000_000)") }
  }
}
