import Foundation
import MemoCore
import MemoStore

/// A fetch that is under way: whether the remote has the branch.
typealias Fetching = Background<Result<Bool, any Error>>

/// One sync of a vault: snapshot, fetch, merge, files, branch, push, in this order.
///
/// What makes it safe to be killed anywhere: the branch moves to a commit only when every file that differs is in place.
/// Until then the files are a mix of the branch and of `refs/memo/pending`, which the next snapshot can tell apart.
struct SyncRun {
  let sync: SyncContext

  // MARK: The whole

  /// Syncs; what was left by a killed sync comes first.
  func run() throws -> SyncReport {
    // What cannot be removed does no harm, and the next sync tries again.
    try? sync.vault.writer.removeLeftovers(in: SyncFolder.path)
    let unfinished = sync.folder.unfinished()
    try removeLocks(since: unfinished?.time)
    if unfinished == nil { try sync.folder.start() }
    // The network takes longest, so it comes first and waits for nothing.
    let standing = RefFiles(sync.names, in: sync.vault)
    try removeRefs(standing?.broken ?? [])
    let fetching = Background {
      [repository = sync.repository, names = sync.names, reach = sync.reach, folder = sync.folder, host = sync.host] in
      Result {
        let disk = RemoteDisk(reach, names, host: host)
        return try repository.fetch(names, knowing: standing?.tracking, on: disk, reach: reach) { try? folder.settle() }
      }
    }
    if unfinished == nil, isIdle(standing, fetching) {
      sync.folder.end()
      return sync.report
    }
    let heads = try begin(unfinished)
    let index = IndexUpdate(from: heads, in: sync)
    do {
      try exchange(fetching, index)
    } catch {
      index.wait()
      // What was begun is in the folder that was moved, and the next sync there ends it.
      if sync.vault.isMoved {
        _ = fetching.wait()
        throw SyncError.vaultMoved
      }
      let isKilled = (error as? GitError)?.isByForce ?? false
      // What git could not do may have been to read it.
      if error is GitError, !isKilled { try? repairIndex(by: .strict) }
      // What was committed before the trouble is in the branch, so git's index has to follow there, too. Its own error
      // would hide the one that matters.
      if isKilled { removeLocksOfThisSync() }
      let isKnown = (try? sync.readRefs()) != nil
      if isKnown, !isKilled { try? commitSavesSinceArrival() }
      try? finish(index, leavesLocks: isKilled)
      throw error
    }
    try finish(index)
    // A count that cannot be made is less exact.
    try? countRenamesApart()
    return sync.report
  }

  /// Snapshot, integration, checkout and push, one after the other and once more where another process was faster.
  private func exchange(_ fetching: Fetching, _ index: IndexUpdate) throws {
    try commitHere(fetching, index)
    let push = Push(sync: sync)
    var hasRemote = try fetching.wait()?.get() ?? false
    // What needs no remote is done by now, so that turns are short; files that come may still wait for git's index.
    let turns = HubTurns(sync: sync)
    var (turn, isCrowded) = turns.take(over: try commitOfRemote(hasRemote))
    defer { withExtendedLifetime(turn) {} }
    // Others may have been faster until then.
    if turn != nil { hasRemote = try turns.fetchIfMoved() }
    if !hasRemote { try push.checkIsNotRenamed() }
    try keepLeft(behind: hasRemote ? sync.refs[sync.names.tracking] : nil)
    // What was saved while the network took its time was written before anything came, so links in it follow.
    if let taken = sync.refs[sync.names.taken]?.id, let remote = try commitOfRemote(hasRemote), remote != taken {
      try commitSaves()
    }
    var (retry, began) = (PushRetry(), ContinuousClock.now)
    while true {
      var remote = try commitOfRemote(hasRemote)
      let result = try bringInAndSend(over: &remote, index, isCrowded: isCrowded) { turn = nil }
      guard let result else { return }
      guard case .rejected(let lock) = result else { return try commitSavesSinceArrival() }
      let now = ContinuousClock.now
      let (took, left) = ((now - began) / .seconds(1), (sync.options.deadline - now) / .seconds(1))
      guard let pause = retry.pause(after: remote, taking: took, of: left, drawing: { .random(in: $0) }) else {
        try bringIn(remote, index)
        throw lock.map(push.remoteLocked) ?? SyncError.busy
      }
      // Where devices take turns, only those that do not are in the way of the one whose turn it is. The others go on during its
      // pause.
      let wasTurn = turn != nil
      turn = nil
      sync.options.retrying()
      isCrowded = true
      if wasTurn { Thread.sleep(forTimeInterval: pause) }
      turn = turns.wait(upTo: min(sync.options.deadline - .now, sync.options.longestTurn))
      if !wasTurn, turn == nil { Thread.sleep(forTimeInterval: pause) }
      // So was this, and the less there is to do after the fetch, the fewer others are faster.
      try commitSaves()
      began = .now
      hasRemote = try sync.repository.fetch(sync.names, reach: sync.reach)
    }
  }

  /// Commits what is here, as far as that needs no remote.
  private func commitHere(_ fetching: Fetching, _ index: IndexUpdate) throws {
    // Before anything is committed.
    let isNew = sync.sideBranch != nil || sync.leftBranch != nil
    if isNew, case .success(false)? = fetching.wait() { try Push(sync: sync).checkIsAllowed(hasRemote: false) }
    // A vault without a commit follows the rules of what it joins.
    if sync.head == nil, case .success(true)? = fetching.wait() { try sync.readRefs() }
    try prepareVault(fetching)
    try Leftovers(sync: sync).settle()
    try SnapshotCommit(sync: sync).run()
    // While the remote is waited for: whoever commits with git until then would take back what was committed just now.
    try begin(index)
  }

  /// Brings in what the remote has and sends what is here, as soon as possible where other devices push, too. Returns how the
  /// push ended; `nil` where there is nothing to send.
  ///
  /// - Parameters:
  ///   - remote: what the remote has, before and afterwards.
  ///   - sent: called as soon as the remote has something from here.
  private func bringInAndSend(
    over remote: inout ObjectId?, _ index: IndexUpdate, isCrowded: Bool, whenSent sent: () -> Void
  ) throws -> PushResult? {
    let push = Push(sync: sync)
    if isCrowded, let merge = try sendMerge(with: remote, index, whenSent: sent) {
      guard merge.result == .done else { return merge.result }
      remote = merge.commit
      // What was saved during the push was written before the merge came, too.
      try commitSaves()
    }
    try bringIn(remote, index)
    guard let head = sync.head, head.id != remote else {
      // Where that is not known yet.
      if let head = sync.head, sync.refs[sync.names.taken]?.id != head.id { try push.noteTaken(head.id) }
      return nil
    }
    // A push takes a while, and mostly nothing moves after it.
    try begin(index)
    sync.keepTable()
    return try push.send(head.id, over: remote, whenSent: sent)
  }

  /// Has git's own index follow the branch beside what comes next, unless it is another branch's by now.
  private func begin(_ index: IndexUpdate) throws {
    guard let head = sync.head, try !sync.isLeft() else { return }
    index.begin(to: head.id)
  }

  /// Beside other devices, sends the merge of the branch with what the remote has before the files follow it: the sooner a push
  /// is there, the fewer others are faster, and a merge that comes too late is in no history. One that gets through is to be
  /// brought in as if another device had made it. Returns `nil` where there is nothing to merge.
  private func sendMerge(
    with remote: ObjectId?, _ index: IndexUpdate, whenSent sent: () -> Void
  ) throws -> (commit: ObjectId, result: PushResult)? {
    let report = sync.report
    guard let merge = try integration(of: remote)?.merge()?.tip.id else { return nil }
    do {
      let result = try Push(sync: sync).send(merge, over: remote, whenSent: sent)
      // No file is as the merge has it yet.
      try sync.change([.remove(BranchNames.pending)], to: [])
      if result != .done {
        sync.report = report
        sync.folder.forgetMerges { $0 == merge }
      }
      return (merge, result)
    } catch let error as SyncError {
      // A remote that takes nothing can still be read.
      sync.report = report
      try bringIn(remote, index)
      throw error
    }
  }

  /// Brings what the remote has into the branch and the files, and commits what was saved in the meantime.
  private func bringIn(_ remote: ObjectId?, _ index: IndexUpdate) throws {
    // What was saved while files came in is a snapshot of its own.
    while try integrate(remote, index) { try commitSaves() }
    try FileTimes(sync: sync).adopt()
  }

  /// Commits what was saved since this sync began.
  private func commitSaves() throws {
    let head = sync.head?.id
    // What was listed before is not what there is now.
    sync.listed = nil
    try Leftovers(sync: sync).mergeSavesUnderFormerNames()
    try SnapshotCommit(sync: sync).run()
    if sync.head?.id != head { sync.noteSavesSinceArrival() }
  }

  /// Commits what was saved during the last push by programs that may not have seen the files that this sync had brought in before
  /// it, so that links follow. What cannot be committed now, the next sync commits.
  private func commitSavesSinceArrival() throws {
    // What is edited while files are a mix of two commits needs another look.
    guard sync.arrival != nil, sync.refs.pending.isEmpty else { return }
    do {
      try commitSaves()
    } catch let error where !(error is GitError) {}
  }

  /// Keeps what was synced and is neither here nor on the remote any more: a person has reset the branch to a history that
  /// was rewritten, or rebased it.
  private func keepLeft(behind remote: RepositoryRefs.Tip?) throws {
    guard let taken = sync.refs[sync.names.taken]?.id, let head = sync.head?.id, taken != head, taken != remote?.id,
      !sync.below.contains(taken), try !sync.repository.isAncestor(taken, of: head)
    else { return }
    if let remote, try sync.repository.isAncestor(taken, of: remote.id) { return }
    sync.report.backup = try Backup(sync: sync).keep(taken)
  }

  /// Brings what the remote has into the branch and the files; returns whether files hold something newer now that has to
  /// be committed first, before the branch moves or after it has.
  private func integrate(_ commit: ObjectId?, _ index: IndexUpdate) throws -> Bool {
    let old = sync.head?.id
    guard let plan = try integration(of: commit)?.plan() else { return false }
    // The files that come may need it.
    index.wait()
    let hasNewer = try plan.carryOut()
    if let old, let head = sync.head?.id, head != old { sync.arrival = (sync.arrival?.from ?? old, head) }
    return hasNewer
  }

  /// How branch and remote come together; `nil` where the branch has all that the remote has.
  private func integration(of commit: ObjectId?) throws -> Integration? {
    guard let commit, commit != sync.head?.id else { return nil }
    // What the remote had before it is here, and nothing was added there since.
    if sync.below.contains(commit), sync.refs[sync.names.taken]?.id == commit { return nil }
    let divergence = try sync.head.map { try compare($0.id, with: commit) }
    if let tip = divergence?.other.entries.first?.tip, tip.id == commit {
      sync.refs.note([.set(sync.names.tracking, to: commit)], to: [tip])
    }
    guard let remote = sync.refs[sync.names.tracking], remote.id == commit else {
      try sync.readRefs()
      return try integration(of: sync.refs[sync.names.tracking]?.id)
    }
    return try Integration(of: remote, divergence, in: sync)
  }

  /// How the histories of the branch and of another commit differ; how their files do is asked beside that.
  private func compare(_ head: ObjectId, with commit: ObjectId) throws -> Divergence {
    guard sync.knownChanges.between(head, commit) == nil else { return try Divergence(sync.repository, head, commit) }
    let changes = Background { [repository = sync.repository] in
      Result { try repository.changes(from: head, to: commit) }
    }
    // What could not be found out is asked again where it is needed.
    defer { if case .success(let found)? = changes.wait() { sync.knownChanges.note(from: head, to: commit, found) } }
    return try Divergence(sync.repository, head, commit)
  }

  /// The commit that the remote's branch names after a fetch. Where the branch here is not what this sync has made of it,
  /// all refs are read again.
  private func commitOfRemote(_ hasRemote: Bool) throws -> ObjectId? {
    if let files = RefFiles(sync.names, in: sync.vault), files.head == sync.head?.id,
      files.tracking != nil || !hasRemote
    {
      return hasRemote ? files.tracking : nil
    }
    try sync.readRefs()
    return hasRemote ? sync.refs[sync.names.tracking]?.id : nil
  }

  // MARK: Nothing to do

  /// Whether files, branch and remote are as they were when a sync last ended: then git need not be asked for anything
  /// but the remote's branch.
  private func isIdle(_ refs: RefFiles?, _ fetching: Fetching) -> Bool {
    guard let refs, refs.isLevel, let head = refs.head, let clean = sync.folder.readClean(), clean.head == head, isTidy,
      sync.userIndex.isThere, sync.waiting.former.isEmpty
    else { return false }
    sync.fingerprint = sync.takeFingerprint()
    guard let fingerprint = sync.fingerprint, fingerprint.isSame(as: clean), case .success(true)? = fetching.wait(),
      RefFiles(sync.names, in: sync.vault) == refs
    else { return false }
    sync.report.commit = head
    return true
  }

  /// Whether no files lie there that a killed sync has taken out of the vault.
  private var isTidy: Bool { (try? sync.vault.writer.isTaken(WorkTreeUpdate.folder)) == false }

  // MARK: Begin and end

  /// So many commits may be what an index of unknown state corresponds to.
  private static let tips = 16

  private func removeLocks(since time: Int64?) throws {
    try StaleLocks(vault: sync.vault, names: sync.names, since: time, git: sync.repository.git).remove()
  }

  /// Where that cannot be done, the next sync says so.
  private func removeLocksOfThisSync() {
    if let began = sync.folder.unfinished() { try? removeLocks(since: began.time) }
  }

  /// Cleans up after a killed sync; returns the commits that git's own index may stand for.
  private func begin(_ unfinished: UnfinishedSync?) throws -> [ObjectId?] {
    try sync.readRefs()
    sync.receivedMerges = sync.head.map { ReceivedMerges(since: $0.id) }
    try ParkedFiles.giveBack(sync.vault) { try sync.refs.pending.flatMap { try sync.changes(to: $0) } }
    sync.report.rescued += try ParkedFiles.recover(sync.vault, sync.repository, at: sync.clock.now)
    try repairIndex(by: unfinished != nil ? .thorough : .glance)
    sync.isIndexInStep = unfinished == nil
    // The commits that the branch named lately, where no one knows to which of them the index corresponds.
    var heads: [ObjectId?] =
      try unfinished.map { try $0.heads ?? sync.repository.recentTips(of: sync.names.head, newest: Self.tips) } ?? []
    if !heads.contains(sync.head?.id) { heads.append(sync.head?.id) }
    try sync.folder.begin(at: heads)
    return heads
  }

  /// Makes git's own index anew where it cannot be read; nothing else rests on it.
  private func repairIndex(by look: UserIndex.Look) throws {
    if try sync.userIndex.repair(to: sync.head?.id, by: look) { sync.report.isIndexRebuilt = true }
  }

  /// Removes those that name no commit of what the remote has: it is asked for, and noted, again.
  private func removeRefs(_ broken: Set<String>) throws {
    for name in [sync.names.tracking, sync.names.taken] where broken.contains(name) {
      _ = try sync.vault.writer.remove(VaultPath(".git/\(name)"))
    }
  }

  /// - Parameter leavesLocks: whether a git was killed; the fetch may have been, too, so the next sync looks once more.
  private func finish(_ index: IndexUpdate, leavesLocks: Bool = false) throws {
    sync.keepTable()
    defer { sync.waitForTable() }
    index.wait()
    if let head = sync.head, try !sync.isLeft() {
      do {
        switch try index.end(at: head.id) {
        case .locked: sync.report.isIndexLocked = true
        case .inStep(let staged): sync.report.staged = staged
        }
        try sync.passOverWaiting()
      } catch {
        // Git could not read it: only now all of it is looked at.
        try repairIndex(by: .strict)
        guard sync.report.isIndexRebuilt else { throw error }
      }
    }
    sync.report.commit = sync.head?.id
    if let received = sync.receivedMerges, received.head == sync.head?.id { sync.report.receivedMerges = received }
    if !sync.report.isIndexLocked, !leavesLocks { sync.folder.end() }
  }

  /// Counts what others have renamed and edited as that, where it would pass for many deletions: commits made by plain
  /// git record no renames.
  private func countRenamesApart() throws {
    guard sync.report.receivedChanges.deleted > SyncSnapshot.deletionsBelowSuspicion,
      let old = sync.report.beforeDeletions, let head = sync.head
    else { return }
    let changes = try sync.changes(from: old, to: head.id)
    let known = changes.renames(
      sync.recordedRenames + (try CommitLog(sync.repository, from: [old], to: head.id).renames))
    let renames = try sync.foundRenames(in: changes, besides: known, of: sync.repository.tree(of: old))
    let counts = sync.report.receivedChanges
    sync.report.receivedChanges.count(renamed: min(renames.count, counts.deleted, counts.changed))
  }

  /// A vault that has no id gets one, unless the remote brings it.
  private func prepareVault(_ fetching: Fetching) throws {
    guard try !sync.vault.writer.isTaken(Vault.settingsPath) else { return }
    try sync.loadTable()
    guard sync.table.files[Vault.settingsPath] == nil, try !remoteHasSettings(fetching) else { return }
    sync.listed = nil
    _ = try VaultSetup.prepare(sync.vault)
  }

  /// A remote that cannot be reached has nothing, for now: two ids that meet later become one.
  private func remoteHasSettings(_ fetching: Fetching) throws -> Bool {
    guard case .success(true)? = fetching.wait() else { return false }
    try sync.readRefs()
    guard let remote = sync.refs[sync.names.tracking] else { return false }
    return try sync.repository.tree(of: remote.id)[Vault.settingsPath] != nil
  }
}
