import MemoCore
import MemoStore

/// What a sync works with, and what it knows of branch, remote and files at each moment. Each step is a type of its own that
/// takes it from the one before.
final class SyncContext {
  let vault: Vault
  let host: any HostFiles
  let repository: GitRepository
  let workTree: any WorkTree
  let names: BranchNames
  let options: SyncOptions
  let clock: any LocalClock
  let device: SyncDevice
  let folder: SyncFolder
  let reach: RemoteReach
  let conversions: PathConversions
  /// The branch that is checked out, where other devices sync another one.
  let sideBranch: SideBranch?
  /// Whether the settings name the remote's branch.
  let hasUpstream: Bool

  var refs = RepositoryRefs([])
  /// The commit that is checked out; `nil` before the first one.
  var head: RepositoryRefs.Tip?
  var table = SyncTable()
  var report = SyncReport()
  /// How commits differ, as far as this sync has found out.
  var knownChanges = KnownChanges()
  /// Files that others have deleted and that an editor has open.
  var left: LeftFiles
  /// Files that a filter could not make, so that they are not as the branch has them.
  var waiting: WaitingFiles
  /// Links and the like that have come and that memo does not make.
  var absent: [VaultPath: TreeEntry] = [:]
  /// Saves that lack what syncs had brought.
  lazy var staleSaves = StaleSaves(in: folder)
  /// The files as they were at the start, until the first snapshot has seen it.
  var fingerprint: WorkTreeFingerprint?
  /// What the fingerprint has listed, until a snapshot takes it or this sync writes to files.
  var listed: [WorkTreeListing.Folder]?
  /// The merges that have come to the branch; `nil` before its first commit.
  var receivedMerges: ReceivedMerges?
  /// The branch before files came in with this sync, and after they did for the last time; `nil` where none have.
  var arrival: (from: ObjectId, to: ObjectId)?
  /// The commits that this sync has made its own on top of.
  var below: Set<ObjectId> = []
  /// The renames that the commits of this sync record.
  var recordedRenames: [RenameHint] = []
  /// Files that a sync which was broken off has put in place, and that are this device's own now.
  var own: Set<VaultPath> = []
  /// How often files were saved, moved or deleted while they were brought in, so that they have to be merged once more.
  var merges = 0
  /// What those of them held that could not be woven with what came in.
  var unmerged: [VaultPath: ObjectId] = [:]
  /// Files that were missing when they were to change, so that a snapshot is taken first. Where one is missing again, it comes.
  var gone: Set<VaultPath> = []
  /// The memos with conflict markers, among those that are sent.
  var markedMemos = MarkedMemos()
  /// Whether the table is not what was kept of it.
  var isTableChanged = false
  private var keeping: Background<Void>?
  /// Whether what git's own index has besides the branch was staged by the user: before a sync changes files, and after one
  /// that came to its end.
  var isIndexInStep = false
  /// Commits of other programs in which no one has looked for saves of old texts yet, the newest first.
  var unseenCommits: [ObjectId] = []
  /// Whether another program may have made the commit that is checked out.
  var isHeadOfOthers = false

  init(
    vault: Vault, host: any HostFiles, repository: GitRepository, workTree: any WorkTree, names: BranchNames,
    options: SyncOptions, clock: any LocalClock, device: SyncDevice, reach: RemoteReach,
    conversions: PathConversions, sideBranch: SideBranch? = nil, hasUpstream: Bool = true
  ) throws {
    (self.vault, self.host, self.repository, self.workTree) = (vault, host, repository, workTree)
    (self.names, self.options, self.clock, self.device, self.reach) = (names, options, clock, device, reach)
    (self.conversions, self.sideBranch, self.hasUpstream) = (conversions, sideBranch, hasUpstream)
    folder = SyncFolder(vault: vault)
    left = try LeftFiles(in: folder)
    waiting = try WaitingFiles(in: folder)
  }

  // MARK: Branch and files

  /// The branch that is checked out and was never synced, where another one was.
  var leftBranch: SideBranch? {
    guard refs[names.taken] == nil, let synced = refs.syncedBranches.first else { return nil }
    return SideBranch(name: names.local, synced: synced)
  }

  /// Whether another branch has been checked out since the sync began, or git is in the middle of something: then the files
  /// and git's own index are not this branch's any more.
  func isLeft() throws -> Bool {
    try RepositoryPreflight(vault: vault, host: host).hasLeft(names.local)
  }

  /// Reads what refs name now.
  func readRefs() throws {
    refs = try repository.refs()
    head = refs[names.head]
  }

  /// Changes refs, and notes to which commits.
  func change(_ steps: [GitRepository.RefStep], to commits: [RepositoryRefs.Tip]) throws {
    try repository.change(steps, reason: "memo: sync")
    refs.note(steps, to: commits)
  }

  /// The files of the branch, with what is known of them from the last time.
  func loadTable() throws {
    if table.commit == nil { table = SyncTable(in: vault.files) }
    guard table.commit != head?.id || head == nil else { return }
    isTableChanged = true
    guard let head else {
      table = SyncTable()
      return
    }
    isHeadOfOthers = true
    let old = table.commit
    table = table.moved(to: head.id, tree: try repository.tree(of: head.id))
    let isKnown = try old.map { old in try !repository.known([old]).isEmpty } ?? false
    let log = try CommitLog(repository, from: isKnown ? [old].compactMap(\.self) : [], to: head.id)
    // Another program may have brought a merge of memo's.
    if log.issues.contains(where: \.issue.needsLook) { report.hasNewConflicts = true }
    if isKnown { unseenCommits = log.entries.filter(\.isOfAnotherProgram).map(\.id) + unseenCommits }
    // The dates of old commits say less than the files do, on a device that had these files before.
    for (path, time) in try log.times(in: repository, guessingByDate: isKnown) { table.files[path]?.time = time }
  }

  /// Keeps the table for the next sync if it says more now, beside what else there is to do. From its commit on, the next
  /// sync looks for commits of other programs.
  func keepTable() {
    guard isTableChanged, unseenCommits.isEmpty else { return }
    waitForTable()
    isTableChanged = false
    keeping = Background { [table, folder] in table.write(to: folder) }
  }

  /// Waits until the table is kept.
  func waitForTable() { _ = keeping?.wait() }

  /// Keeps other processes from changing memos.
  func lockVault() throws -> any VaultLock {
    do {
      return try OperationHistory(of: vault).open()
    } catch OperationError.locked {
      throw SyncError.vaultInUse
    }
  }

  /// Where files went that some changes take away, as far as commits record it and memo's own commands and refreshes saw it:
  /// someone may have committed with git what these had moved.
  func knownRenames(in changes: [TreeChange]) -> [RenameHint] {
    guard changes.contains(where: { $0.new == nil }) else { return recordedRenames }
    return recordedRenames + vault.knownMoves(to: changes.filter { $0.old == nil }.map(\.path))
  }

  /// Where memos went that other programs have renamed and edited at once, which no commit records: found by the lines that no
  /// other memo had.
  ///
  /// - Parameters:
  ///   - known: where other files went.
  ///   - tree: gives the files before the changes; asked for where memos went and others came.
  func foundRenames(
    in changes: [TreeChange], besides known: [RenameHint], of tree: @autoclosure () throws -> VaultTree
  ) throws -> [RenameHint] {
    let (from, to) = (Set(known.map(\.old)), Set(known.map(\.new)))
    let memos = changes.filter { MemoFileRules.hasMemoExtension($0.path) }
    let gone = memos.filter { $0.new == nil && !from.contains($0.path) }.compactMap(\.old)
    let come = memos.filter { $0.old == nil && !to.contains($0.path) }.compactMap(\.new)
    guard !gone.isEmpty, !come.isEmpty else { return [] }
    return try conversions.renames(gone: gone, come: come, in: Array(tree().values))
  }

  /// How the files of the branch differ from those of a commit.
  func changes(to commit: ObjectId) throws -> [TreeChange] {
    guard let head else { return try repository.tree(of: commit).changes(from: [:]) }
    return try changes(from: head.id, to: commit)
  }

  /// How the files of two commits differ.
  func changes(from old: ObjectId, to new: ObjectId) throws -> [TreeChange] {
    if let known = knownChanges.between(old, new) { return known }
    let changes = try repository.changes(from: old, to: new)
    knownChanges.note(from: old, to: new, changes)
    return changes
  }

  /// Gives the files of commits: those of the branch, as far as others are the same.
  func trees() -> (ObjectId) throws -> VaultTree {
    guard let head, table.commit == head.id else { return repository.tree(of:) }
    let tree = table.tree
    return { [self] commit in tree.applying(try changes(from: head.id, to: commit)) }
  }

  /// Now, in seconds since 1970, and never before the commit that the next one comes after, whatever clocks say.
  var commitDate: Int64 { max(clock.now / 1_000_000_000, head?.date ?? 0) }

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

  // MARK: Git's own index

  /// Git's own index.
  var userIndex: UserIndex {
    UserIndex(vault: vault, repository: repository, now: clock.now / 1_000_000_000)
  }

  /// What the branch has and the files here have not as it has it.
  var pathsPassedOver: Set<VaultPath> { waiting.paths.union(absent.keys) }

  /// Has git pass over the files that wait, and over what memo does not make, but no longer over those that do not wait any
  /// more. Where another program has the index, the next sync does it.
  func passOverWaiting() throws {
    if report.isIndexRebuilt {
      for (path, file) in table.files where try !file.entry.mode.isFile && !vault.writer.isTaken(path) {
        absent[path] = file.entry
      }
    }
    let entries = pathsPassedOver.sorted().compactMap { table.files[$0]?.entry }
    if try userIndex.passOver(entries, noLonger: waiting.former) { try waiting.forgetFormer(in: folder) }
  }

  // MARK: Commits that a sync did not come to

  /// What the syncs before this one have left of commits that they did not come to.
  func pendingFiles() throws -> PendingFiles {
    var files = PendingFiles()
    for commit in refs.pending {
      files.add(try changes(to: commit).filter { !own.contains($0.path) })
    }
    return files
  }

  /// Remembers the commit whose files may be here in part, before another one takes its place.
  func keepPending() throws {
    guard let pending = refs[BranchNames.pending] else { return }
    try change([.set(BranchNames.overtaken(pending.id), to: pending.id)], to: [pending])
  }

  // MARK: Attributes of commits

  /// How git converts files by the attributes that the branch has.
  func conversionsOfBranch() throws -> PathConversions {
    let entries = table.files.lazy.map(\.value.entry).filter { $0.path.isOfAttributes && $0.mode.isFile }
    let texts = try repository.blobs(entries.map(\.id))
    var files: [VaultPath: [UInt8]] = [:]
    for entry in entries { files[entry.path] = texts[entry.id] }
    return try conversions(by: files)
  }

  /// How git converts files by files of attributes that are not checked out.
  func conversions(by files: [VaultPath: [UInt8]]) throws -> PathConversions {
    conversions.with(top: try AttributesFolder(vault: vault).lay(files))
  }
}

/// Another branch was checked out while one was synced, or a person began a merge or the like.
struct BranchSwitched: Error {}
