import MemoCore
import MemoStore

/// What was written to files while they waited, in a commit of its own.
struct WaitedEdits {
  let commit: RepositoryRefs.Tip
  /// The version that each file is.
  let entries: [VaultPath: TreeEntry]
}

/// What earlier syncs have left: files that could not follow the branch, edits of files that a sync which was broken off had
/// put in place, and files that an editor kept from being deleted.
struct Leftovers {
  let sync: SyncContext

  /// Settles all of it, as far as that can be done now.
  func settle() throws {
    try deleteLeft()
    try awaitSavesUnderFormerNames()
    try mergeWaiting()
    try mergeEditsOfPending()
    try bringInWaiting()
  }

  // MARK: Deletions

  /// Deletes what others have deleted and an earlier sync has left, unless an editor still has it open or it is another
  /// file by now.
  private func deleteLeft() throws {
    guard !sync.left.files.isEmpty else { return }
    try sync.loadTable()
    var changes: [TreeChange] = []
    for (path, id) in sync.left.files {
      let entry = TreeEntry(path: path, mode: .file, id: id)
      if sync.table.files[path] == nil, sync.vault.files.stamp(of: path) != nil {
        changes.append(TreeChange(path: path, old: entry, new: nil))
      } else {
        sync.left.remove(path)
      }
    }
    let outcome = try sync.bringIn(changes.sorted { $0.path < $1.path }, [:])
    sync.report.rescued += outcome.rescued
    let kept = outcome.left.map(\.path)
    sync.report.issues += sync.stillOpen(outcome.left)
    for change in changes where !kept.contains(change.path) { sync.left.remove(change.path) }
    try sync.left.write(to: sync.folder)
  }

  // MARK: Saves under former names

  /// Merges what editors have saved under names that memos had until a sync moved them, in the middle of this sync.
  func mergeSavesUnderFormerNames() throws {
    try awaitSavesUnderFormerNames()
    try mergeWaiting()
  }

  /// Has such files wait: what was saved is an edit of what the memo was under that name, and the merge has it follow the
  /// memo.
  private func awaitSavesUnderFormerNames() throws {
    let names = FormerNames(in: sync.folder, now: sync.clock.now)
    let saves = try sync.saves(under: names)
    guard !saves.isEmpty else { return }
    for save in saves {
      sync.waiting.add(save.entry.path, from: save.entry, of: save.commit, because: .busy)
      sync.report.issues.append(.savedUnderFormerName(save.entry.path, isNow: save.path))
    }
    try sync.waiting.write(to: sync.folder)
  }

  // MARK: Files that wait

  /// Merges what was written to files while they could not follow the branch: as an edit of the versions that they were then, like
  /// one that another device has made in the meantime. So lines are woven, and what cannot be gets a copy.
  private func mergeWaiting() throws {
    if let unfinished = sync.refs[BranchNames.waited] {
      try sync.loadTable()
      let entries = try standing(for: unfinished)
      let edits = try waitedEdits().first { $0.commit == unfinished.id }?.edits ?? []
      try merge(edits, since: unfinished.id, besides: (unfinished, entries))
    }
    guard !sync.waiting.files.isEmpty else { return }
    try sync.loadTable()
    for (base, edits) in try waitedEdits() { try merge(edits, since: base) }
  }

  /// Commits and merges edits.
  ///
  /// - Parameter unfinished: edits that are committed already, with what the files are in that commit.
  private func merge(
    _ edits: [WorkTreeSnapshot.Edit], since base: ObjectId?,
    besides unfinished: (commit: RepositoryRefs.Tip, entries: [VaultPath: TreeEntry])? = nil
  ) throws {
    let made = edits.isEmpty ? nil : try commit(edits, since: base)
    guard let head = sync.head, let commit = made ?? unfinished?.commit else { return }
    var entries = unfinished?.entries ?? [:]
    if made != nil { for edit in edits { entries[edit.path] = edit.entry } }
    let divergence = try Divergence(sync.repository, head.id, commit.id)
    let merge = try Integration.merge(head, commit, divergence, in: sync)
    let edits = WaitedEdits(commit: commit, entries: entries)
    let plan = try CheckoutPlan(
      to: merge.tip, taking: nil, isPending: true, settling: edits, knowing: divergence.log(of: merge), in: sync)
    _ = try plan.carryOut()
  }

  /// Has the files stand for a commit of what was written to them, which a sync that was broken off had made but not come
  /// to merge; returns what each of them is in that commit.
  private func standing(for commit: RepositoryRefs.Tip) throws -> [VaultPath: TreeEntry] {
    let tree = try sync.repository.tree(of: commit.id)
    let clashes = sync.waiting.clashes
    let entries = tree.filter { path, entry in sync.waiting.files[path].map { $0.base != entry } ?? clashes(path) }
    for (path, entry) in entries where sync.waiting.files[path] != nil {
      sync.waiting.rebase(path, on: entry, of: commit.id)
    }
    return entries
  }

  /// The edits, by the commits whose versions the files were.
  private func waitedEdits() throws -> [(commit: ObjectId?, edits: [WorkTreeSnapshot.Edit])] {
    let ready = sync.waiting.files.filter { path, file in
      let entry = sync.table.files[path]?.entry
      guard entry != file.base, entry?.mode.isFile ?? true else { return false }
      return sync.vault.files.stamp(of: path).map { $0.size <= CarriedPaths.sizeLimit } ?? false
    }
    let obstructed = sync.waiting.files.filter { path, _ in
      path.foldersAbove.contains { sync.vault.files.stamp(of: $0) != nil }
        || (try? sync.vault.files.folderStamp(of: path)) != nil
    }
    guard !ready.isEmpty || !obstructed.isEmpty else { return [] }
    // As if the branch had the versions that the files were.
    var (former, others) = (sync.table, sync.waiting)
    for (path, file) in ready.merging(obstructed, uniquingKeysWith: { $1 }) {
      others.remove(path)
      former.files[path] = file.base.map { SyncTable.File(entry: $0, stamp: nil, time: nil) }
    }
    let edits = try sync.settled { [former, others] in try sync.take(as: former, besides: others) }.edits
    var groups: [ObjectId?: [WorkTreeSnapshot.Edit]] = [:]
    for edit in edits {
      // A file has the name of a folder that one of the branch's would need, or the other way round.
      let clash = obstructed.first { $0.key.clashes(with: edit.path) }?.value
      let own = edit.entry.id == sync.table.files[edit.path]?.entry.id ? nil : ready[edit.path]
      if let file = own ?? clash { groups[file.commit, default: []].append(edit) }
    }
    return groups.sorted { ($0.key?.text ?? "") < ($1.key?.text ?? "") }.map { ($0.key, $0.value) }
  }

  /// Commits edits on top of the commit whose versions the files were; `nil` where a file has changed since, so that the
  /// next sync has to look again.
  private func commit(
    _ edits: [WorkTreeSnapshot.Edit], since commit: ObjectId?
  ) throws -> RepositoryRefs.Tip? {
    let base = try commit.flatMap { try isBase($0) ? $0 : nil }
    var files = WorkTreeSnapshot(table: sync.table)
    files.edits = edits
    let commits = SnapshotCommit(sync: sync)
    try commits.waitForDisk(files)
    try commits.commit(
      SyncSnapshot(unchecked: files, in: sync), to: BranchNames.waited, on: [base].compactMap(\.self))
    try sync.readRefs()
    guard let tip = sync.refs[BranchNames.waited] else { return nil }
    let tree = try sync.repository.tree(of: tip.id)
    return edits.allSatisfy { tree[$0.path] == $0.entry } ? tip : nil
  }

  /// Whether the branch comes from a commit; one that it does not come from any more is no base: all that both have is
  /// then kept.
  private func isBase(_ commit: ObjectId) throws -> Bool {
    guard let head = sync.head, try !sync.repository.known([commit]).isEmpty else { return false }
    if commit == sync.refs[BranchNames.waited]?.id || sync.refs.pending.contains(commit) { return true }
    return try sync.repository.isAncestor(commit, of: head.id)
  }

  /// Brings in what could not be made the last time, if it can be now.
  private func bringInWaiting() throws {
    guard !sync.waiting.files.isEmpty else { return }
    try sync.loadTable()
    var changes: [TreeChange] = []
    var times: [VaultPath: Int64] = [:]
    for (path, waiter) in sync.waiting.files {
      let file = sync.table.files[path]
      guard file?.entry != waiter.base else {
        sync.waiting.remove(path)
        continue
      }
      changes.append(TreeChange(path: path, old: waiter.base, new: file?.entry))
      times[path] = file?.time
    }
    changes.sort { $0.path < $1.path }
    var outcome = try sync.bringIn(changes, times, sync.pendingFiles())
    // What could be committed of them was merged above.
    outcome.wait(for: Set(outcome.unmerged.map(\.path)))
    sync.report.rescued += outcome.rescued
    let still = Set(outcome.waiting.map(\.change.path))
    sync.report.receivedChanges += ChangeCounts(changes.filter { !still.contains($0.path) }, renames: [])
    try sync.noteWaiting(outcome.waiting, of: changes, since: sync.head?.id)
  }

  // MARK: Edits of files that a broken-off sync had put in place

  /// Merges such edits as edits of what the files were then. Taken for edits of what the branch has, they would seem to
  /// have made again what came from elsewhere, and what they took out of that would come back.
  private func mergeEditsOfPending() throws {
    guard !sync.refs.pending.isEmpty, sync.head != nil else { return }
    try sync.loadTable()
    for pending in sync.refs.pending {
      guard let head = sync.head else { return }
      // One that took a rewritten history over has nothing of this branch.
      let isAhead = try sync.repository.isAncestor(head.id, of: pending)
      guard isAhead, head.id != pending else { continue }
      let edits = try sync.settled { try sync.take() }.edits
      let based = try self.edits(edits, of: pending)
      try merge(based, since: pending)
    }
  }

  /// Those edits that differ less from a commit's version of their file than from the branch's.
  private func edits(
    _ edits: [WorkTreeSnapshot.Edit], of commit: ObjectId
  ) throws -> [WorkTreeSnapshot.Edit] {
    let tree = edits.isEmpty ? [:] : try sync.repository.tree(of: commit)
    let changed = edits.filter { edit in
      let new = tree[edit.path]
      return edit.bytes != nil && edit.converted == nil && new?.mode.isFile == true
        && new != sync.table.files[edit.path]?.entry
    }
    let versions = changed.flatMap { [tree[$0.path], sync.table.files[$0.path]?.entry].compactMap(\.self) }
    let texts = try sync.conversions.texts(of: versions)
    return changed.filter { edit in
      guard let new = tree[edit.path].flatMap({ texts[$0] }), let text = edit.bytes else { return false }
      let old = sync.table.files[edit.path].map { texts[$0.entry] } ?? []
      guard let old, ![old, new, text].contains(where: { $0.contains(0) }) else { return false }
      return Self.linesApart(text, new) < Self.linesApart(text, old)
    }
  }

  /// How many lines only one of two texts has.
  private static func linesApart(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var counts: [ArraySlice<UInt8>: Int] = [:]
    for line in one.split(separator: UInt8(ascii: "\n")) { counts[line, default: 0] += 1 }
    for line in other.split(separator: UInt8(ascii: "\n")) { counts[line, default: 0] -= 1 }
    return counts.values.reduce(0) { $0 + abs($1) }
  }
}
