import MemoCore
import MemoStore

/// What was written to files while they waited, in a commit of its own.
struct WaitedEdits {
  let commit: RepositoryRefs.Tip
  /// What each file stands for.
  let entries: [VaultPath: TreeEntry]
}

extension SyncRun {
  /// Merges what was written to files while they could not follow the branch: as an edit of what they stood for then, like
  /// one that another device has made in the meantime. So lines are woven, and what cannot be gets a copy.
  func mergeWaiting() throws {
    if let unfinished = refs[BranchNames.waited] {
      try loadTable()
      let entries = try standing(for: unfinished)
      let edits = try waitedEdits().first { $0.commit == unfinished.id }?.edits ?? []
      try merge(edits, since: unfinished.id, besides: (unfinished, entries))
    }
    guard !waiting.files.isEmpty else { return }
    try loadTable()
    for (base, edits) in try waitedEdits() { try merge(edits, since: base) }
  }

  /// Commits and merges edits.
  ///
  /// - Parameter unfinished: edits that are committed already, with what the files are in that commit.
  func merge(
    _ edits: [WorkTreeSnapshot.Edit], since base: ObjectId?,
    besides unfinished: (commit: RepositoryRefs.Tip, entries: [VaultPath: TreeEntry])? = nil
  ) throws {
    let made = edits.isEmpty ? nil : try commit(edits, since: base)
    guard let head, let commit = made ?? unfinished?.commit else { return }
    var entries = unfinished?.entries ?? [:]
    if made != nil { for edit in edits { entries[edit.path] = edit.entry } }
    let bases = try repository.mergeBases(head.id, commit.id)
    let merge = try merge(head, commit, since: bases)
    _ = try advance(
      to: merge, taking: nil, isPending: true, settling: WaitedEdits(commit: commit, entries: entries))
  }

  /// Has the files stand for a commit of what was written to them, which a sync that was broken off had made but not come
  /// to merge; returns what each of them is in that commit.
  private func standing(for commit: RepositoryRefs.Tip) throws -> [VaultPath: TreeEntry] {
    let tree = try repository.tree(of: commit.id)
    let clashes = waiting.clashes
    let entries = tree.filter { path, entry in waiting.files[path].map { $0.base != entry } ?? clashes(path) }
    for (path, entry) in entries where waiting.files[path] != nil { waiting.rebase(path, on: entry, of: commit.id) }
    return entries
  }

  /// The edits, by the commits that the files stood for.
  private func waitedEdits() throws -> [(commit: ObjectId?, edits: [WorkTreeSnapshot.Edit])] {
    let ready = waiting.files.filter { path, file in
      guard let entry = table.files[path]?.entry, entry != file.base, entry.mode.isFile else { return false }
      return vault.files.stamp(of: path).map { $0.size <= CarriedPaths.sizeLimit } ?? false
    }
    let obstructed = waiting.files.filter { path, _ in
      path.foldersAbove.contains { vault.files.stamp(of: $0) != nil } || (try? vault.files.folderStamp(of: path)) != nil
    }
    guard !ready.isEmpty || !obstructed.isEmpty else { return [] }
    // As if the branch had what the files stood for.
    var (former, others) = (table, waiting)
    for (path, file) in ready.merging(obstructed, uniquingKeysWith: { $1 }) {
      others.remove(path)
      former.files[path] = file.base.map { SyncTable.File(entry: $0, stamp: nil, time: nil) }
    }
    let taking = SnapshotTaking(
      vault: vault, workTree: workTree, repository: repository, table: former, pending: try pendingFiles(),
      left: left.files, waiting: others, conversions: conversions, now: clock.now)
    let edits = try settled {
      try taking.take { try conversionsOfBranch() }
    }.edits
    var groups: [ObjectId?: [WorkTreeSnapshot.Edit]] = [:]
    for edit in edits {
      // A file has the name of a folder that one of the branch's would need, or the other way round.
      let clash = obstructed.first { $0.key.clashes(with: edit.path) }?.value
      let own = edit.entry.id == table.files[edit.path]?.entry.id ? nil : ready[edit.path]
      if let file = own ?? clash { groups[file.commit, default: []].append(edit) }
    }
    return groups.sorted { ($0.key?.text ?? "") < ($1.key?.text ?? "") }.map { ($0.key, $0.value) }
  }

  /// Commits edits on top of the commit that the files stood for; `nil` where a file changed meanwhile, so that the next
  /// sync has to look again.
  private func commit(
    _ edits: [WorkTreeSnapshot.Edit], since commit: ObjectId?
  ) throws -> RepositoryRefs.Tip? {
    let base = try commit.flatMap { try isBase($0) ? $0 : nil }
    var snapshot = WorkTreeSnapshot(table: table)
    snapshot.edits = edits
    try waitForDisk(snapshot)
    try self.commit(snapshot, to: BranchNames.waited, on: [base].compactMap(\.self))
    try readRefs()
    guard let tip = refs[BranchNames.waited] else { return nil }
    let tree = try repository.tree(of: tip.id)
    return edits.allSatisfy { tree[$0.path] == $0.entry } ? tip : nil
  }

  /// Whether the branch comes from a commit; one that it does not come from any more is no base: all that both have is
  /// then kept.
  private func isBase(_ commit: ObjectId) throws -> Bool {
    guard let head, try !repository.known([commit]).isEmpty else { return false }
    if commit == refs[BranchNames.waited]?.id || refs.pending.contains(commit) { return true }
    return try repository.isAncestor(commit, of: head.id)
  }
}
