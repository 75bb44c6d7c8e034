import MemoCore
import MemoStore

/// How the files come from the commit that is checked out to another one, and the branch when that is done.
struct CheckoutPlan {
  private let sync: SyncContext
  private let commit: RepositoryRefs.Tip
  /// What the commit has of the remote; `nil` where nothing has come from there.
  private let remote: RepositoryRefs.Tip?
  /// What files are now that waited; the commit has that, too.
  private let edits: WaitedEdits?
  /// The commit that is checked out; `nil` before the first one.
  private let old: RepositoryRefs.Tip?
  private let changes: [TreeChange]
  /// What syncs before this one may have put in place.
  private let pending: PendingFiles
  /// The commits that the branch does not have.
  private let log: CommitLog
  /// When each file was modified last, in nanoseconds since 1970.
  private let times: [VaultPath: Int64]

  private static let mostMerges = 8

  /// Plans the way to a commit. From now on the files may be a mix of the branch's and of this commit's.
  ///
  /// - Parameters:
  ///   - remote: what the commit has of the remote; `nil` where nothing has come from there.
  ///   - isPending: whether the pending ref names the commit already.
  ///   - edits: what files are now that waited; the commit has that, too.
  ///   - isDeparture: whether the branch leaves its own history.
  ///   - known: the commits that the branch does not have, if they are known.
  init(
    to commit: RepositoryRefs.Tip, taking remote: RepositoryRefs.Tip?, isPending: Bool = false,
    settling edits: WaitedEdits? = nil, isDeparture: Bool = false, knowing known: CommitLog? = nil,
    in sync: SyncContext
  ) throws {
    (self.sync, self.commit, self.remote, self.edits) = (sync, commit, remote, edits)
    try sync.loadTable()
    old = sync.head
    pending = try sync.pendingFiles()
    if !isPending {
      try sync.keepPending()
      try sync.repository.change([.set(BranchNames.pending, to: commit.id)], reason: "memo: sync")
    }
    changes = try Self.changes(to: commit.id, settling: edits, in: sync)
    log = try known ?? CommitLog(sync.repository, from: [sync.head?.id].compactMap(\.self), to: commit.id)
    times = try (isDeparture ? CommitLog(sync.repository, from: [], to: commit.id) : log).times(in: sync.repository)
  }

  /// How files are to change; those that waited, from what they are now.
  private static func changes(
    to commit: ObjectId, settling edits: WaitedEdits?, in sync: SyncContext
  ) throws -> [TreeChange] {
    var changes = try sync.changes(to: commit)
    guard let edits else { return changes }
    for (path, entry) in edits.entries {
      sync.waiting.remove(path)
      let place = changes.firstIndex { $0.path == path }
      let new = place.map { changes[$0].new } ?? sync.table.files[path]?.entry
      let change = TreeChange(path: path, old: entry, new: new)
      if let place { changes[place] = change } else { changes.append(change) }
    }
    return changes.sorted { $0.path < $1.path }
  }

  // MARK: Carrying out

  /// Brings the files to the commit, and then the branch; returns whether files hold something newer now that has to be
  /// committed, before the branch moves or after it has.
  ///
  /// - Throws: `BranchSwitched` where another branch was checked out in the meantime; no file is changed then.
  func carryOut() throws -> Bool {
    guard try !sync.isLeft() else {
      try sync.change([.remove(BranchNames.pending)], to: [])
      throw BranchSwitched()
    }
    let (missingLines, moves) = (MissingLines(sync: sync), moves)
    missingLines.noteApplied(changes, moves)
    // Before files move: whoever misses one asks where it went.
    remember(moves)
    if edits == nil { noteFormerNames(moves) }
    let repairs = pending.repairs(besides: changes) { sync.table.files[$0]?.entry }
    let known = sync.table.files.known(of: (changes + repairs).map(\.path), \.time).merging(times) { $1 }
    var outcome = try sync.bringIn(changes + repairs, known, pending, expecting: isExpected)
    try noteRefused(outcome.refused)
    sync.report.rescued += outcome.rescued
    outcome.wait(for: try uncommitted(outcome.unmerged.map(\.path)))
    guard outcome.unmerged.isEmpty, outcome.gone.isEmpty else {
      if edits != nil { throw SyncError.unsettled(outcome.unmerged.map(\.path)) }
      missingLines.forgetApplied(outcome.gone)
      sync.gone.formUnion(outcome.gone.map(\.path))
      return try mergeAgain((outcome.unmerged + outcome.gone).map(\.path))
    }
    if edits != nil { noteFormerNames(moves) }
    try noteReceived()
    try noteLeft(outcome.left)
    try sync.noteWaiting(outcome.waiting, of: changes, since: edits?.commit.id ?? old?.id)
    // Before the branch has them: whoever commits after a kill commits what came, not what is here.
    let passedOver = outcome.waiting.compactMap(\.change.new) + sync.absent.values
    if !passedOver.isEmpty { try sync.folder.add(commit.id) }
    _ = try sync.userIndex.passOver(passedOver)
    try sync.change(
      [.move(sync.names.head, to: commit.id, from: old?.id), .remove(BranchNames.pending)]
        + (remote.map { [.set(sync.names.taken, to: $0.id)] } ?? [.remove(BranchNames.waited)])
        + sync.refs.overtaken.map { .remove($0) }, to: [commit] + [remote].compactMap(\.self))
    sync.isTableChanged = true
    report(outcome, moves)
    // Again: a refresh may have taken another file for one of them.
    remember(moves)
    if !moves.isEmpty { try missingLines.followMoves(moves) }
    sync.table = sync.table.moved(to: commit.id, by: changes)
    sync.head = commit
    sync.receivedMerges?.follow(from: old?.id, to: commit.id, by: log)
    sync.note(times)
    return !outcome.woven.isEmpty
  }

  /// Whether a file was there at the last snapshot. One that was not, for whatever reason, comes as the commit has it, and so
  /// does one whose edits are settled: these are of an older commit.
  private var isExpected: @Sendable (VaultPath) -> Bool {
    let (isSettling, gone, waiting) = (edits != nil, sync.gone, sync.waiting.paths)
    return { !isSettling && !gone.contains($0) && !waiting.contains($0) }
  }

  /// Those files that hold the same as before the last snapshot: it could not commit them, because git would not give
  /// back their bytes, so they cannot be merged either.
  private func uncommitted(_ paths: [VaultPath]) throws -> Set<VaultPath> {
    if let edits { return Set(paths.filter { edits.entries[$0] == nil }) }
    var same: Set<VaultPath> = []
    for path in paths {
      let now = try WholeFile.read(path, in: sync.vault.files).map { ObjectId(ofBlob: $0.bytes) }
      if let now, sync.unmerged.updateValue(now, forKey: path) == now { same.insert(path) }
    }
    return same
  }

  /// Leaves the branch where it is, because files were moved or deleted since, or saved in a way that one file cannot hold
  /// with what comes in: that is committed and merged as everything else.
  private func mergeAgain(_ paths: [VaultPath]) throws -> Bool {
    sync.merges += 1
    guard sync.merges < Self.mostMerges else { throw SyncError.unsettled(paths) }
    try sync.readRefs()
    return true
  }

  /// Notes what has come that memo does not make. Git passes over what is not here, or its next commit would delete it.
  private func noteRefused(_ paths: [VaultPath]) throws {
    let refused = Set(paths)
    for entry in changes.compactMap(\.new) where refused.contains(entry.path) {
      sync.report.issues.append(.skipped(SkippedFile(entry.path, .refused)))
      if TreePath.isSafe(entry.path), try !sync.vault.writer.isTaken(entry.path) { sync.absent[entry.path] = entry }
    }
  }

  /// Notes, before the branch moves, the files that others have changed and that are as they were, because memo's own commands have
  /// written the same here: to undo these would take from the others what they wrote.
  private func noteReceived() throws {
    let paths = Set(times.keys).subtracting(changes.map(\.path))
    guard remote != nil, old != nil, !paths.isEmpty else { return }
    let history = OperationHistory(of: sync.vault)
    let own = try history.pathsOfOwnText().intersection(paths)
    guard !own.isEmpty else { return }
    do {
      // A commit may only have noted the time of a file.
      try history.note(received: own.intersection(log.changedPaths(in: sync.repository)))
    } catch OperationError.locked {
      throw SyncError.vaultInUse
    }
  }

  /// Notes the files that stay for now, before the branch moves to a commit without them.
  private func noteLeft(_ entries: [TreeEntry]) throws {
    for entry in entries { sync.left.add(entry.path, entry.id) }
    sync.report.issues += sync.stillOpen(entries)
    try sync.left.write(to: sync.folder)
  }

  /// Reports what came, and what merges have decided, made here or elsewhere, as far as the files are as they left them.
  private func report(_ outcome: WorkTreeUpdate.Outcome, _ moves: [RenameHint]) {
    let (still, refused) = (Set(outcome.waiting.map(\.change.path)), Set(outcome.refused))
    // What was saved here under a former name has not come from elsewhere.
    let own = Set(moves.filter { edits?.entries[$0.old] != nil }.flatMap { [$0.old, $0.new] })
    let made = changes.filter { !still.contains($0.path) && !refused.contains($0.path) && !own.contains($0.path) }
    sync.report.receivedChanges += ChangeCounts(made, renames: log.renames)
    sync.report.issues += RunnableFile.found(in: changes.filter { !refused.contains($0.path) }).map { .runnable($0) }
    sync.report.issues += outcome.marked.filter { !still.contains($0.path) }.map {
      .conflictMarkers($0.path, line: $0.line, isReceived: true)
    }
    if changes.contains(where: { $0.new == nil }) {
      sync.report.beforeDeletions = sync.report.beforeDeletions ?? old?.id
    }
    let files = FollowedFiles(changes, moves: moves) { [table = sync.table] in
      table.files[$0]?.entry
    } paths: { [table = sync.table] in
      table.files.paths
    }
    for issue in log.issues.compactMap({ $0.issue.seen(in: files) }) {
      sync.report.issues.append(issue)
      sync.report.copies += issue.copies.filter { !sync.report.copies.contains($0) }
      if issue.needsLook { sync.report.hasNewConflicts = true }
    }
  }

  // MARK: What others have moved

  /// Where memos went that others have renamed: those with the same bytes, those of which the commits say so, those that are
  /// found by their lines, and those that were saved under a former name.
  private var moves: [RenameHint] {
    let gone = Set(changes.filter { $0.new == nil }.map(\.path))
    let come = Set(changes.filter { $0.new != nil }.map(\.path))
    let known = changes.exactRenames + recordedRenames
    let old = Set(known.map(\.old))
    let received = (known + renamesOfMerge.filter { !old.contains($0.old) }).filter { hint in
      gone.contains(hint.old) && come.contains(hint.new) && MemoFileRules.hasMemoExtension(hint.new)
    }
    guard let edits else {
      // A memo of which the texts cannot be read counts as deleted.
      return received + ((try? sync.foundRenames(in: changes, besides: received, of: sync.table.tree)) ?? [])
    }
    let names = FormerNames(in: sync.folder, now: sync.clock.now).names
    return received
      + edits.entries.keys.sorted().filter(gone.contains).compactMap { path in
        names[path].map { RenameHint(old: path, new: $0.path) }
      }
  }

  /// Where the merge that comes has found memos again that other programs had renamed and changed.
  private var renamesOfMerge: [RenameHint] {
    guard let merge = sync.report.merges.last, merge.commit == commit.id else { return [] }
    return merge.sides.flatMap(\.memos).compactMap { memo in
      memo.base.flatMap { $0.path == memo.path ? nil : RenameHint(old: $0.path, new: memo.path) }
    }
  }

  /// From where to where the commits have renamed files, each through all its renames.
  private var recordedRenames: [RenameHint] {
    let renames = (try? knownRenames()) ?? log.renames
    return renames.targets.map { RenameHint(old: $0.key, new: $0.value) }.sorted { $0.old < $1.old }
  }

  /// What the commits record, and the renames of memos that other programs have rewritten since.
  private func knownRenames() throws -> [RenameHint] {
    guard changes.contains(where: { $0.new == nil }), log.entries.contains(where: \.isOfAnotherProgram) else {
      return log.renames
    }
    let here = sync.table.tree
    let there = here.applying(changes)
    let trees = MergeTrees(base: here, first: here, second: there)
    return try RewrittenMemos(on: there, in: trees, log, sync.conversions).renames(in: sync.repository)
  }

  /// Notes the names that memos had until now, under which editors may save them, before the branch moves.
  private func noteFormerNames(_ moves: [RenameHint]) {
    guard let commit = old?.id else { return }
    let taken = Set(changes.filter { $0.new != nil }.map(\.path))
    let entries = Dictionary(changes.compactMap(\.old).map { ($0.path, $0) }) { first, _ in first }
    sync.changeFormerNames { names in
      names.forget(where: taken.contains)
      names.add(moves, entries, of: commit, at: sync.clock.now)
      for entry in (edits?.entries ?? [:]).values { names.rebase(on: entry, of: edits?.commit.id ?? commit) }
    }
  }

  /// Remembers where memos went that others have renamed, for the links that still lead to the old names.
  private func remember(_ moves: [RenameHint]) {
    let come = Set(changes.filter { $0.new != nil }.map(\.path))
    let memory = MoveMemory(files: sync.vault.files, writer: sync.vault.writer)
    memory.note(moves.map { MovedMemos.Move(from: $0.old, to: $0.new) })
    memory.forget(where: come.contains)
  }
}

// MARK: Bringing files in

extension SyncContext {
  /// Gives files what the branch, or the commit that it comes to, has of them.
  ///
  /// - Parameter isExpected: whether a file that the branch has was there at the last snapshot; one that is missing by now is
  ///   not made again then.
  func bringIn(
    _ changes: [TreeChange], _ times: [VaultPath: Int64], _ pending: PendingFiles = PendingFiles(),
    expecting isExpected: @escaping @Sendable (VaultPath) -> Bool = { _ in false }
  ) throws -> WorkTreeUpdate.Outcome {
    let lock = try lockVault()
    defer { withExtendedLifetime(lock) {} }
    (listed, isIndexInStep) = (nil, false)
    let update = WorkTreeUpdate(
      vault: vault, conversions: conversions, workTree: workTree,
      isIgnored: { [repository, vault, table] path in
        let editorFiles = EditorFiles(vault: vault) { table.files[$0] != nil }
        return try editorFiles.contain(path) || !repository.ignored([path]).isEmpty
      },
      isTracked: { [table] in table.files[$0] != nil }, isExpected: isExpected, left: left.files, pending: pending,
      converted: table.files.known(of: changes.map(\.path), \.converted?.id), times: times, now: clock.now)
    return try update.run(changes.map(waiting.change), progress: options.fileProgress)
  }

  /// Notes which of the files that a commit changes cannot be made yet, before the branch moves to it.
  ///
  /// - Parameter commit: the one that they stand for.
  func noteWaiting(
    _ still: [WorkTreeUpdate.Waiting], of changes: [TreeChange], since commit: ObjectId?
  ) throws {
    let paths = Set(still.map(\.change.path))
    for change in changes where !paths.contains(change.path) { waiting.remove(change.path) }
    for file in still { waiting.add(file.change.path, from: file.change.old, of: commit, because: file.reason) }
    let gone = Set(changes.filter { $0.new == nil }.map(\.path))
    // What has come takes the place of settings that were damaged, here or on the branch.
    let isMended = changes.contains { $0.path == Vault.settingsPath }
    report.skip(
      report.skipped.filter { file in
        !paths.contains(file.path) && !gone.contains(file.path)
          && !(isMended && [.damaged, .receivedDamaged].contains(file.reason))
      }
        + still.map { SkippedFile($0.change.path, $0.reason) }.sorted { $0.path < $1.path })
    try waiting.write(to: folder)
  }

  /// Keeps what a sync that was broken off has put aside under another name, if the file that took its place was written to
  /// or removed since then: whoever did so has not had it before their eyes. It is this device's own from now on.
  func keepDisplaced() throws {
    guard !refs.pending.isEmpty else { return }
    let pending = try pendingFiles()
    for (entry, copy) in try displaced(by: pending) {
      let id = try WholeFile.read(entry.path, in: vault.files).map { ObjectId(ofBlob: $0.bytes) }
      let isMemos = id.map { $0 == entry.id || pending.version(of: entry.path, $0) != nil } ?? false
      guard !isMemos else { continue }
      _ = try bringIn([TreeChange(path: copy.path, old: nil, new: copy)], table.files.known(of: [copy.path], \.time))
      own.insert(copy.path)
    }
  }

  /// Files of the branch for which a pending merge has another name because something else has theirs, with that name. A file
  /// with the same bytes may also have been moved by the other side.
  private func displaced(by pending: PendingFiles) throws -> [(entry: TreeEntry, copy: TreeEntry)] {
    let found = pending.displaced(in: table.tree)
    guard found.contains(where: { pending[$0.entry.path].allSatisfy { $0 == nil } }) else { return found }
    let logs = try refs.pending.map { try CommitLog(repository, from: [head?.id].compactMap(\.self), to: $0) }
    let renames = Set(logs.flatMap(\.issues).compactMap(\.issue.rename))
    return found.filter { entry, copy in
      pending[entry.path].contains { $0 != nil } || renames.contains(RenameHint(old: entry.path, new: copy.path))
    }
  }
}
