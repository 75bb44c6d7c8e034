import MemoCore
import MemoStore

/// Sends the branch to the remote.
struct Push {
  let sync: SyncContext

  /// A branch that the remote does not have may be private: it is sent when a person says so.
  func checkIsAllowed(hasRemote: Bool) throws {
    guard let branch = sync.sideBranch ?? sync.leftBranch, !hasRemote, !sync.options.allowsNewBranch else { return }
    throw SyncError.newBranch(branch)
  }

  /// Ends where the remote has lost the branch since the last sync and has another one in its place, as when a host renames
  /// it: sent again, the old one would be a second vault beside the new one. So it would where the branch here was renamed, and
  /// git no longer knows with which of the remote's it is synced.
  func checkIsNotRenamed() throws {
    let names = sync.names
    guard sync.refs[names.taken] != nil, !sync.options.allowsNewBranch, sync.options.remote == nil else { return }
    let branches = try sync.repository.branches(reach: sync.reach)
    guard let first = branches.first, branches.all.hold(branch: first), !branches.all.hold(branch: names.remote) else {
      return
    }
    let wasThere = sync.hasUpstream || sync.refs[names.tracking] != nil
    throw wasThere
      ? SyncError.renamedBranch(SideBranch(name: names.remote, synced: first))
      : .unlinkedBranch(SideBranch(name: names.local, synced: first))
  }

  /// Sends a commit; returns `done`, or `rejected` where another process was faster.
  ///
  /// - Parameters:
  ///   - commit: the branch, or a merge to which it comes later.
  ///   - remote: what the remote has; `nil` where it has no such branch.
  ///   - sent: called as soon as the remote has it.
  func send(_ commit: ObjectId, over remote: ObjectId?, whenSent sent: () -> Void) throws -> PushResult {
    let (repository, names) = (sync.repository, sync.names)
    if sync.conversions.mayHoldLargeFiles {
      try repository.pushLargeFiles(commit, over: remote, names, reach: sync.reach)
    }
    let disk = RemoteDisk(sync.reach, names, host: sync.host)?.observed()
    let result = try repository.push(commit, names, reach: sync.reach)
    switch result {
    case .rejected: return result
    case .failed(let reason): throw SyncError.remote(reason: reason)
    case .done:
      sent()
      disk?.wait(isFirst: remote == nil)
    }
    sync.report.isPushed = true
    if commit == sync.head?.id { try noteTaken(commit) }
    if let remote {
      let changes = try sync.changes(from: remote, to: commit)
      sync.report.sentChanges += ChangeCounts(changes, renames: sync.knownRenames(in: changes))
      sync.report.sentFiles.formUnion(changes.filter { $0.new != nil }.map(\.path))
      noteMarkers(changes.compactMap(\.new?.path))
    } else {
      sync.report.sentChanges.changed = sync.table.files.count
      noteMarkers(sync.table.files.paths.sorted())
    }
    return result
  }

  /// Looks at what other programs have committed, too. Text is never held back, so it is said.
  private func noteMarkers(_ sent: [VaultPath]) {
    sync.markedMemos.look(at: sent, in: sync.vault.files)
    sync.report.issues += sync.markedMemos.issues(among: sent)
  }

  /// Remembers what of the remote is in the branch.
  func noteTaken(_ commit: ObjectId) throws {
    try sync.repository.change([.set(sync.names.taken, to: commit)], reason: "memo: sync")
  }

  /// The trouble where a lock stays in the way: of a remote on this machine it can be reported since when.
  func remoteLocked(by file: String) -> SyncError {
    guard let folder = sync.reach.folder else { return .remoteLocked(file, since: nil) }
    let path = HostPath(file, from: folder)
    let lock = (try? sync.host.vault(at: path.parent))?.files.stamp(of: VaultPath(bytes: Array(path.name)))
    return .remoteLocked(path.text, since: lock?.modified)
  }
}
