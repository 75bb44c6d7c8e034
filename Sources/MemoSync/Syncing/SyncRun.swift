import Foundation
import MemoCore
import MemoStore

/// A fetch that is under way: whether the remote has the branch.
typealias Fetching = Background<Result<Bool, any Error>>

/// One sync of a vault: snapshot, fetch, merge, files, branch, push, in this order.
///
/// What makes it safe to be killed anywhere: the branch moves to a commit only when every file that differs is in place.
/// Until then the files are a mix of the branch and of `refs/memo/pending`, which the next snapshot can tell apart.
final class SyncRun {
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
  /// Whether other devices sync another branch than the one that is checked out.
  let isSideBranch: Bool

  var refs = RepositoryRefs([])
  /// The commit that is checked out; `nil` before the first one.
  var head: RepositoryRefs.Tip?
  var table = SyncTable()
  var report = SyncReport()
  /// What a push has sent, which mostly is what git's own index needs as well.
  private var sent: SentChanges?
  /// Files that others have deleted and that an editor has open.
  var left: LeftFiles
  /// Files that a filter could not make, so that they are not as the branch has them.
  var waiting: WaitingFiles
  /// Saves that lack what syncs had brought.
  lazy var staleSaves = StaleSaves(in: folder)
  /// The files as they were at the start, until the first snapshot has seen it.
  var fingerprint: WorkTreeFingerprint?
  /// The renames that the commits of this sync tell of.
  var toldRenames: [RenameHint] = []
  /// The renames of the snapshot that were found by the texts, where so many files are gone that they were looked for.
  var foundRenames: [RenameHint] = []
  /// Files that a sync which was broken off has put in place, and that are this device's own now.
  var own: Set<VaultPath> = []
  /// How often files were saved while they were brought in, so that they have to be merged once more.
  var merges = 0
  /// Whether the table is not what was kept of it.
  var isTableChanged = false
  /// Whether another program may have made the commit that is checked out.
  var isHeadOfOthers = false

  private static let pushAttempts = 8

  init(
    vault: Vault, host: any HostFiles, repository: GitRepository, workTree: any WorkTree, names: BranchNames,
    options: SyncOptions, clock: any LocalClock, device: SyncDevice, reach: RemoteReach,
    conversions: PathConversions, isSideBranch: Bool = false
  ) {
    (self.vault, self.host, self.repository, self.workTree) = (vault, host, repository, workTree)
    (self.names, self.options, self.clock, self.device, self.reach) = (names, options, clock, device, reach)
    (self.conversions, self.isSideBranch) = (conversions, isSideBranch)
    folder = SyncFolder(vault: vault)
    left = LeftFiles(in: folder)
    waiting = WaitingFiles(in: folder)
  }

  // MARK: The whole

  /// Syncs; what was left by a killed sync comes first.
  func run() throws -> SyncReport {
    // What cannot be removed does no harm, and the next sync tries again.
    try? vault.writer.removeLeftovers(in: SyncFolder.path)
    let unfinished = folder.unfinished()
    try removeLocks(since: unfinished?.time)
    if unfinished == nil {
      try folder.start()
    }
    let stamps = refStamps
    // The network takes longest, so it comes first and waits for nothing.
    let standing = RefFiles(names, in: vault)
    try checkRefs(standing?.broken ?? [])
    let fetching = Background { [repository, names, reach, folder] in
      Result {
        try repository.fetch(names, knowing: standing?.tracking, reach: reach) { try? folder.settle() }
      }
    }
    if unfinished == nil, isIdle(standing, fetching) {
      folder.end()
      return report
    }
    let heads = try begin(unfinished)
    do {
      try exchange(fetching, stamps)
    } catch {
      // What was committed before the trouble is in the branch, so git's index has to follow there, too. Its own error
      // would hide the one that matters.
      let isKilled = (error as? GitError)?.isByForce ?? false
      if isKilled { removeLocksOfThisSync() }
      try? readRefs()
      try? finish(heads, leavesLocks: isKilled)
      throw error
    }
    try finish(heads)
    // A count that cannot be made is less exact.
    try? countRenamesApart()
    return report
  }

  private func exchange(
    _ fetching: Fetching, _ stamps: [FileStamp?]?
  ) throws {
    // Before anything is committed.
    if isSideBranch, case .success(false)? = fetching.wait() { try checkMaySend(hasRemote: false) }
    try prepareVault(fetching)
    try deleteLeft()
    try mergeWaiting()
    try mergeEditsOfPending()
    try bringInWaiting()
    try snapshot()
    var hasRemote = try fetched(fetching)
    var lock: String?
    for attempt in 0..<Self.pushAttempts {
      if attempt > 0 {
        Thread.sleep(forTimeInterval: Double.random(in: 0.02...0.06) * Double(1 << attempt))
        hasRemote = try repository.fetch(names, reach: reach)
      }
      if attempt > 0 || stamps == nil || refStamps != stamps { try readRefs() }
      let remote = hasRemote ? refs[names.tracking] : nil
      // What was saved while files came in is a snapshot of its own.
      while try integrate(remote) { try snapshot() }
      try adoptTimes()
      guard let head, head.id != remote?.id else { return try noteTaken() }
      let result = try push(head.id, remote)
      guard case .rejected(let blocking) = result else { return }
      lock = blocking
    }
    throw lock.map(remoteLocked) ?? SyncError.busy
  }

  /// Of a remote on this machine it can be reported since when.
  private func remoteLocked(by file: String) -> SyncError {
    guard let folder = reach.folder else { return .remoteLocked(file, since: nil) }
    let path = HostPath(file, from: folder)
    let lock = (try? host.vault(at: path.parent))?.files.stamp(of: VaultPath(bytes: Array(path.name)))
    return .remoteLocked(path.text, since: lock?.modified)
  }

  private func fetched(_ fetching: Fetching) throws -> Bool {
    guard let result = fetching.wait() else { return false }
    return try result.get()
  }

  /// A branch that the remote does not have may be private: it is sent when a person says so.
  func checkMaySend(hasRemote: Bool) throws {
    guard isSideBranch, !hasRemote, !options.allowsNewBranch else { return }
    throw SyncError.newBranch(names.local)
  }

  // MARK: Begin and end

  private func removeLocks(since time: Int64?) throws {
    let locks = StaleLocks(vault: vault, names: names, since: time)
    try locks.remove()
  }

  /// Where that cannot be done, the next sync says so.
  private func removeLocksOfThisSync() {
    if let began = folder.unfinished() { try? removeLocks(since: began.time) }
  }

  /// What changes with every change of a ref that matters here; `nil` where refs are kept in some other way.
  private var refStamps: [FileStamp?]? {
    if (try? vault.writer.isTaken(VaultPath(".git/reftable"))) != false { return nil }
    return [names.head, names.tracking, "packed-refs"].map { vault.files.stamp(of: VaultPath(".git/\($0)")) }
  }

  /// Cleans up after a killed sync; returns the commits that git's own index may stand for.
  private func begin(_ unfinished: UnfinishedSync?) throws -> [ObjectId?] {
    report.rescued += try ParkedFiles.recover(vault, repository, at: clock.now)
    try readRefs()
    try repairIndex(isThorough: unfinished != nil)
    var heads: [ObjectId?] = []
    if let unfinished {
      if let known = unfinished.heads { heads = known } else { heads = try recentHeads() }
    }
    if !heads.contains(head?.id) { heads.append(head?.id) }
    try folder.begin(at: heads)
    return heads
  }

  /// - Parameter leavesLocks: whether a git was killed; the fetch may have been, too, so the next sync looks once more.
  private func finish(_ heads: [ObjectId?], leavesLocks: Bool = false) throws {
    if let head {
      let index = UserIndex(vault: vault, repository: repository, now: clock.now / 1_000_000_000)
      switch try index.update(from: heads, to: head.id, knowing: sent) {
      case .locked: report.isIndexLocked = true
      case .inStep(let staged): report.staged = staged
      }
    }
    report.commit = head?.id
    if isTableChanged { table.write(to: folder) }
    if !report.isIndexLocked, !leavesLocks { folder.end() }
  }

  func readRefs() throws {
    refs = try repository.refs()
    head = refs[names.head]
  }

  /// A vault that has no id gets one, unless the remote brings it.
  private func prepareVault(_ fetching: Fetching) throws {
    guard try !vault.writer.isTaken(Vault.settingsPath) else { return }
    try loadTable()
    guard table.files[Vault.settingsPath] == nil, try !remoteHasSettings(fetching) else { return }
    _ = try VaultSetup.prepare(vault)
  }

  /// A remote that cannot be reached has nothing, for now: two ids that meet later become one.
  private func remoteHasSettings(_ fetching: Fetching) throws -> Bool {
    guard case .success(true)? = fetching.wait() else { return false }
    try readRefs()
    guard let remote = refs[names.tracking] else { return false }
    return try repository.tree(of: remote.id)[Vault.settingsPath] != nil
  }

  // MARK: Sending

  private func push(_ commit: ObjectId, _ remote: RepositoryRefs.Tip?) throws -> PushResult {
    if conversions.mayHoldLargeFiles {
      try repository.pushLargeFiles(commit, over: remote?.id, names, reach: reach)
    }
    let disk = RemoteDisk(reach, names, host: host)
    let result = try repository.push(commit, names, reach: reach)
    switch result {
    case .rejected: return result
    case .failed(let reason): throw SyncError.remote(reason: reason)
    case .done: disk?.wait(isFirst: remote == nil)
    }
    report.isPushed = true
    try repository.change([.set(names.taken, to: commit)], reason: "memo: sync")
    if let remote {
      sent = SentChanges(from: remote.id, to: commit, changes: try repository.changes(from: remote.id, to: commit))
      report.sentChanges = ChangeCounts(sent?.changes ?? [], told: toldRenames)
    } else {
      report.sentChanges.changed = table.files.count
    }
    return result
  }

  /// Remembers what of the remote is in the branch, where that is not known yet.
  private func noteTaken() throws {
    guard let head, refs[names.taken]?.id != head.id else { return }
    try repository.change([.set(names.taken, to: head.id)], reason: "memo: sync")
  }
}
