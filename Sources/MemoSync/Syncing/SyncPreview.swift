import MemoCore
import MemoStore

/// What a sync would do. Nothing is changed but what git remembers of the remote.
struct SyncPreview {
  let sync: SyncContext

  /// What a merge would make.
  private struct Preview {
    let tree: [TreeEntry]
    let texts: [TreeMerge.MergedText]
    let renames: RenameHints
    /// Splits and displaced files are reported when they are there.
    var issues: [SyncIssue] = []
  }

  /// Finds out what a sync would do; only what git remembers of the remote changes.
  ///
  /// - Throws: what the sync itself would stop with; `offline` where the remote cannot be reached.
  func look() throws -> SyncReport {
    var files = try sync.lookAtFiles()
    sync.report.skip(files.skipped)
    let saves = try sync.saves(under: FormerNames(in: sync.folder, now: sync.clock.now))
    files.edits.removeAll { edit in saves.contains { $0.entry.path == edit.path } }
    sync.report.issues += saves.map { .savedUnderFormerName($0.entry.path, isNow: $0.path) }
    let snapshot = try SyncSnapshot(of: files, in: sync)
    let hasRemote = try isReached(unsaved: files.edits.count + files.removed.count)
    let push = Push(sync: sync)
    try push.checkIsAllowed(hasRemote: hasRemote)
    try sync.readRefs()
    if !hasRemote { try push.checkIsNotRenamed() }
    let remote = hasRemote ? sync.refs[sync.names.tracking] : nil
    try preview(snapshot, remote)
    let edits = files.edits.map(\.path)
    sync.markedMemos.look(at: edits, in: sync.vault.files)
    sync.report.issues += sync.markedMemos.issues(among: edits)
    sync.report.commit = sync.head?.id
    sync.report.quote(sync.conversions.words)
    return sync.report
  }

  private func isReached(unsaved: Int) throws -> Bool {
    do {
      return try sync.repository.fetch(sync.names, reach: sync.reach)
    } catch SyncError.remote(let reason) {
      throw SyncError.offline(reason: reason, unsaved: unsaved)
    }
  }

  /// Merges without a commit, and reports how the files here and there would change.
  private func preview(_ snapshot: SyncSnapshot, _ remote: RepositoryRefs.Tip?) throws {
    let integration = try remote.map { remote in
      let divergence = try sync.head.map { try Divergence(sync.repository, $0.id, remote.id) }
      return try Integration(of: remote, divergence, in: sync)
    }
    let files = snapshot.files
    let here = sync.table.tree.applying(files.changes)
    let texts = remote == nil ? [:] : try texts(of: files)
    let isFirst = remote.map { self.isFirst(snapshot, before: $0) } ?? true
    let (there, merge) = try self.merge(
      here, remote, since: integration?.bases ?? [], texts, snapshot.renames, isFirst: isFirst)
    let merged = Dictionary(
      merge.tree.map { ($0.path, $0) }, uniquingKeysWith: { entry, _ in entry })
    let (sent, changed) = (merged.changes(from: there), merged.changes(from: here))
    let refused = changed.filter { $0.isRefused && $0.new != nil }
    sync.report.issues += refused.map { .skipped(SkippedFile($0.path, .refused)) }
    let waiting = try changed.filter { !$0.isRefused }.compactMap(waitingFile)
    let known = Set(sync.report.skipped.map(\.path))
    sync.report.issues += waiting.filter { !known.contains($0.path) }.map { .skipped($0) }
    let unmade = Set(waiting.map(\.path))
    let received = changed.filter { !$0.isRefused && !unmade.contains($0.path) }
    let renames = merge.renames.first + sync.knownRenames(in: sent)
    sync.report.previewedChanges =
      PreviewedChange.all(.send, sent, renames: renames)
      + PreviewedChange.all(.receive, received, renames: merge.renames.second)
    sync.report.sentChanges = ChangeCounts(sent, renames: renames)
    sync.report.receivedChanges = ChangeCounts(received, renames: merge.renames.second)
    sync.report.issues += RunnableFile.found(in: received).map { .runnable($0) }
    sync.report.merged = merge.texts.map(\.path)
    sync.report.joined = merge.texts.filter { $0.base == nil }.map(\.path)
    sync.report.issues += merge.issues.map { issue in
      if case .keptEdit(let path, _) = issue { .keptEdit(path, isDeletedHere: here[path] == nil) } else { issue }
    }
    guard integration?.isAdoption == true else { return }
    let made = texts.merging(merge.texts.map { (ObjectId(ofBlob: $0.merge.bytes), $0.merge.bytes) }) { $1 }
    try LineLosses(conversions: sync.conversions, texts: made).forEachMemo(in: received) { path, _ in
      sync.report.issues.append(.trashed(path))
    }
  }

  /// A file that comes from elsewhere and cannot be made here; `nil` where nothing keeps it from that.
  private func waitingFile(_ change: TreeChange) throws -> SkippedFile? {
    if change.new != nil, sync.vault.refusesName(of: change.path) { return SkippedFile(change.path, .unwritable) }
    if try isObstructed(change) { return SkippedFile(change.path, .obstructed) }
    guard let new = change.new, change.path == Vault.settingsPath else { return nil }
    return try sync.conversions.versions(of: [new])[new]?.trouble(as: change.path).map { SkippedFile(change.path, $0) }
  }

  /// Whether something that is not to be sent has the name of a file which comes from elsewhere.
  private func isObstructed(_ change: TreeChange) throws -> Bool {
    let path = change.path
    // Memo has not made it, but a file may be there that will hold what comes, too.
    let isOfLink = change.old.map { !$0.mode.isFile } ?? false
    guard let new = change.new, isOfLink || sync.waiting.change(change).old == nil,
      try sync.vault.writer.isTaken(path)
    else { return false }
    if try sync.vault.files.folderStamp(of: path) != nil {
      return try sync.vault.files.entries(of: path)?.isEmpty == false
    }
    let file = try WholeFile.read(path, in: sync.vault.files)?.bytes
    return isOfLink ? file == nil : file.map { ObjectId(ofBlob: $0) } != new.id
  }

  private func merge(
    _ here: VaultTree, _ remote: RepositoryRefs.Tip?, since bases: [ObjectId], _ texts: [ObjectId: [UInt8]],
    _ made: [RenameHint], isFirst: Bool
  ) throws -> (there: VaultTree, Preview) {
    guard let remote else {
      return ([:], Preview(tree: Array(here.values), texts: [], renames: RenameHints(first: made)))
    }
    let there = try sync.repository.tree(of: remote.id)
    var base = try BaseTree(
      sync.repository, bases, sync.conversions, trees: sync.repository.tree(of:), sides: [here, there], besides: texts)
    try base.giveWayToUsableSettings()
    let (first, second) = isFirst ? (here, there) : (there, here)
    let trees = MergeTrees(base: base.tree, first: first, second: second)
    func renames(of commit: ObjectId, with tree: VaultTree) throws -> [RenameHint] {
      let log = try CommitLog(sync.repository, from: bases, to: commit)
      return try RewrittenMemos(on: tree, in: trees, log, sync.conversions).renames(in: sync.repository)
    }
    let committed = try sync.head.map { try renames(of: $0.id, with: here) }
    let renames = RenameHints(first: (committed ?? []) + made, second: try renames(of: remote.id, with: there))
    let inOrder = isFirst ? renames : RenameHints(first: renames.second, second: renames.first)
    let merge = try TreeMerge(trees, renames: inOrder) { ids in try base.texts(of: ids) }
    let tree = merge.entries(of: Array(first.values)) { ObjectId(ofBlob: $0.merge.bytes) }
    let issues = MergeDecisions(trees, inOrder).issues(of: merge)
    return (there, Preview(tree: tree, texts: merge.madeTexts, renames: renames, issues: issues))
  }

  /// Whether the merge would take what is here for its first side: the older one.
  private func isFirst(_ snapshot: SyncSnapshot, before remote: RepositoryRefs.Tip) -> Bool {
    guard snapshot.files.isEmpty else { return sync.commitDate < remote.date }
    return sync.head.map { ($0.date, $0.id) < (remote.date, remote.id) } ?? true
  }

  /// The bytes of files that are in no commit yet.
  private func texts(of snapshot: WorkTreeSnapshot) throws -> [ObjectId: [UInt8]] {
    var texts: [ObjectId: [UInt8]] = [:]
    for edit in snapshot.edits {
      texts[edit.entry.id] = try edit.text(in: sync.vault) ?? []
    }
    return texts
  }
}
