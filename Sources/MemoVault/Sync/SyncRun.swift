import Foundation
import MemoCore

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
  let device: String
  let folder: SyncFolder
  let reach: RemoteReach

  var refs = RepositoryRefs([])
  /// The commit that is checked out; `nil` before the first one.
  var head: RepositoryRefs.Tip?
  var table = SyncTable()
  var report = SyncReport()

  private static let pushAttempts = 8

  init(
    vault: Vault, host: any HostFiles, repository: GitRepository, workTree: any WorkTree, names: BranchNames,
    options: SyncOptions, clock: any LocalClock, device: String, reach: RemoteReach
  ) {
    (self.vault, self.host, self.repository, self.workTree) = (vault, host, repository, workTree)
    (self.names, self.options, self.clock, self.device, self.reach) = (names, options, clock, device, reach)
    folder = SyncFolder(vault: vault)
  }

  // MARK: The whole

  /// Syncs; what was left by a killed sync comes first.
  func run() throws(SyncError) -> SyncReport {
    let base = try begin()
    do throws(SyncError) {
      try exchange()
    } catch {
      // What was committed before the trouble is in the branch, so git's index has to follow there, too. Its own error
      // would hide the one that matters.
      try? readRefs()
      try? finish(base)
      throw error
    }
    try finish(base)
    return report
  }

  private func exchange() throws(SyncError) {
    let fetching = Background { [repository, names, reach] in
      Result { () throws(SyncError) in try repository.fetch(names, reach: reach) }
    }
    try prepareVault(fetching)
    try snapshot()
    var hasRemote = try fetched(fetching)
    for attempt in 0..<Self.pushAttempts {
      if attempt > 0 {
        Thread.sleep(forTimeInterval: Double.random(in: 0.02...0.06) * Double(1 << attempt))
        hasRemote = try repository.fetch(names, reach: reach)
      }
      try readRefs()
      let remote = hasRemote ? refs[names.tracking] : nil
      // What was saved while files came in is a snapshot of its own.
      while try integrate(remote) { try snapshot() }
      try adoptTimes()
      guard let head, head.id != remote?.id else { return try noteTaken() }
      if try push(head.id, remote) { return }
    }
    throw .busy
  }

  private func fetched(_ fetching: Background<Result<Bool, SyncError>>) throws(SyncError) -> Bool {
    guard let result = fetching.wait() else { return false }
    return try result.get()
  }

  // MARK: Begin and end

  /// Cleans up after a killed sync; returns the commit that git's own index stands for.
  private func begin() throws(SyncError) -> ObjectId? {
    let unfinished = folder.unfinished()
    if let unfinished {
      let locks = StaleLocks(vault: vault, names: names, since: unfinished.time)
      try SyncError.wrapping { () throws(FileError) in try locks.remove() }
    }
    report.rescued += try ParkedFiles.recover(vault, repository, at: clock.now)
    try readRefs()
    let base = unfinished.map(\.base) ?? head?.id
    try SyncError.wrapping { () throws(FileError) in try folder.begin(at: base) }
    return base
  }

  private func finish(_ base: ObjectId?) throws(SyncError) {
    if let head {
      let index = UserIndex(vault: vault, repository: repository)
      report.isIndexLocked = try !index.update(from: base, to: head.id)
    }
    report.commit = head?.id
    folder.write(table)
    if !report.isIndexLocked { folder.end() }
  }

  func readRefs() throws(SyncError) {
    refs = try SyncError.asking { () throws(GitError) in try repository.refs() }
    head = refs[names.head]
  }

  /// A vault that has no id gets one, unless the remote brings it.
  private func prepareVault(_ fetching: Background<Result<Bool, SyncError>>) throws(SyncError) {
    let isThere = try SyncError.wrapping { () throws(FileError) in try vault.writer.isTaken(Vault.settingsPath) }
    guard !isThere, head == nil else { return }
    if try fetched(fetching) {
      try readRefs()
      if let remote = refs[names.tracking] {
        let tree = try SyncError.asking { () throws(GitError) in try repository.tree(of: remote.id) }
        if tree[Vault.settingsPath] != nil { return }
      }
    }
    do {
      _ = try VaultSetup.prepare(vault)
    } catch {
      if case .file(let error) = error { throw .operation(.file(error)) }
    }
  }

  // MARK: Sending

  private func push(_ commit: ObjectId, _ remote: RepositoryRefs.Tip?) throws(SyncError) -> Bool {
    switch try repository.push(commit, names, reach: reach) {
    case .rejected: return false
    case .failed(let reason): throw .remote(reason: reason)
    case .done: break
    }
    report.isPushed = true
    report.sent = try SyncError.asking { () throws(GitError) in
      try repository.change([.set(names.taken, to: commit)], reason: "memo: sync")
      guard let remote else { return table.files.count }
      return try repository.changes(from: remote.id, to: commit).count
    }
    return true
  }

  /// Remembers what of the remote is in the branch, where that is not known yet.
  private func noteTaken() throws(SyncError) {
    guard let head, refs[names.taken]?.id != head.id else { return }
    try SyncError.asking { () throws(GitError) in
      try repository.change([.set(names.taken, to: head.id)], reason: "memo: sync")
    }
  }
}
