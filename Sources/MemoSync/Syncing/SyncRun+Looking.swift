import MemoCore
import MemoStore

extension SyncRun {
  /// Finds out what a sync would do; only what git remembers of the remote changes.
  ///
  /// - Throws: what the sync itself would stop with; `offline` where the remote cannot be reached.
  func look() throws -> SyncReport {
    let snapshot = try lookAtFiles()
    report.skip(snapshot.skipped)
    try checkIsPlausible(snapshot)
    let hasRemote = try isReached(unsaved: snapshot.edits.count + snapshot.removed.count)
    try checkMaySend(hasRemote: hasRemote)
    try readRefs()
    let remote = hasRemote ? refs[names.tracking] : nil
    try foretell(snapshot, remote)
    report.commit = head?.id
    return report
  }

  private func isReached(unsaved: Int) throws -> Bool {
    do {
      return try repository.fetch(names, reach: reach)
    } catch SyncError.remote(let reason) {
      throw SyncError.offline(reason: reason, unsaved: unsaved)
    }
  }

  /// Merges without a commit, and reports how the files here and there would change.
  private func foretell(_ snapshot: WorkTreeSnapshot, _ remote: RepositoryRefs.Tip?) throws {
    var (bases, adopts): ([ObjectId], Bool) = ([], false)
    if let remote, let head { (bases, adopts) = try mergeBases(head.id, remote) }
    let here = table.tree.applying(
      snapshot.removed.map { TreeChange(path: $0, old: nil, new: nil) }
        + snapshot.edits.map { TreeChange(path: $0.path, old: nil, new: $0.entry) })
    let texts = remote == nil ? [:] : try texts(of: snapshot)
    let renames = renames(in: snapshot)
    let (there, merge) = try self.merge(here, remote, since: bases, texts, renames)
    let merged = Dictionary(
      merge.tree.map { ($0.path, $0) }, uniquingKeysWith: { entry, _ in entry })
    report.sentChanges = ChangeCounts(merged.changes(from: there), told: merge.renames.first)
    let received = merged.changes(from: here)
    report.receivedChanges = ChangeCounts(received, told: merge.renames.second)
    report.issues += RunnableFile.found(in: received).map { .runnable($0) }
    report.merged = merge.texts.map(\.path)
    report.joined = merge.texts.filter { $0.base == nil }.map(\.path)
    report.issues += merge.issues.map { issue in
      if case .keptEdit(let path, _) = issue { .keptEdit(path, isDeletedHere: here[path] == nil) } else { issue }
    }
    guard adopts else { return }
    let made = texts.merging(merge.texts.map { (ObjectId(ofBlob: $0.merge.bytes), $0.merge.bytes) }) { $1 }
    try forEachMemoLosingLines(in: received, besides: made) { path, _ in report.issues.append(.trashed(path)) }
  }

  /// What a merge would make.
  private struct Preview {
    let tree: [TreeEntry]
    let texts: [TreeMerge.MergedText]
    let renames: RenameHints
    /// Splits and displaced files are reported when they are there.
    var issues: [SyncIssue] = []
  }

  private func merge(
    _ here: VaultTree, _ remote: RepositoryRefs.Tip?, since bases: [ObjectId], _ texts: [ObjectId: [UInt8]],
    _ made: [RenameHint]
  ) throws -> (there: VaultTree, Preview) {
    guard let remote else {
      return ([:], Preview(tree: Array(here.values), texts: [], renames: RenameHints(first: made)))
    }
    let there = try repository.tree(of: remote.id)
    let base = try BaseTree(repository, bases, conversions, sides: [here, there], besides: texts)
    let committed = try head.map { head in
      try CommitLog(repository, from: bases, to: head.id).renames
    }
    let renames = RenameHints(
      first: (committed ?? []) + made, second: try CommitLog(repository, from: bases, to: remote.id).renames)
    let merge = try TreeMerge(
      base: Array(base.tree.values), first: Array(here.values), second: Array(there.values), renames: renames
    ) { ids in try base.texts(of: ids) }
    let woven = merge.changes.compactMap { if case .write(let text) = $0 { text } else { nil } }
    let tree = merge.entries(of: Array(here.values)) { ObjectId(ofBlob: $0.merge.bytes) }
    let issues = MergeDecisions(trees: [here, there], base: base.tree, renames: renames).issues(of: merge)
    return (there, Preview(tree: tree, texts: woven, renames: renames, issues: issues))
  }

  /// The bytes of files that are in no commit yet.
  private func texts(of snapshot: WorkTreeSnapshot) throws -> [ObjectId: [UInt8]] {
    var texts: [ObjectId: [UInt8]] = [:]
    for edit in snapshot.edits {
      let bytes = try edit.bytes ?? WholeFile.read(edit.path, in: vault.files)?.bytes
      texts[edit.entry.id] = bytes ?? []
    }
    return texts
  }

  /// What would be committed, found out without a change to anything.
  func lookAtFiles() throws -> WorkTreeSnapshot {
    try readRefs()
    try loadTable()
    return try take()
  }

  /// Keeps the files as they are in a commit that no branch holds, because the user is in the middle of something.
  func backUp() throws {
    let snapshot = try lookAtFiles()
    if !snapshot.isEmpty { try commit(snapshot, to: backupRef) }
  }
}
