import Foundation
import MemoCore
import MemoStore

extension SyncRun {
  /// A vault of fewer files may be emptied.
  private static let filesOfVault = 5

  /// Commits what the files have that the branch has not.
  func snapshot() throws {
    let fingerprint = fingerprint ?? WorkTreeFingerprint(workTree, seed: conversions.mark, now: clock.now)
    self.fingerprint = nil
    if let fingerprint, isClean(fingerprint) { return }
    try loadTable()
    try keepDisplaced()
    let lock = try lockVault()
    defer { withExtendedLifetime(lock) {} }
    var isSettled = false
    repeat {
      var snapshot = try settled(take)
      if try bringBackLost(snapshot) { snapshot = try take() }
      report.skip(snapshot.skipped)
      try checkIsPlausible(snapshot)
      try waitForDisk(snapshot)
      try noteStaleSaves(snapshot)
      isSettled = snapshot.isSettled
      table = snapshot.table
      isTableChanged = isTableChanged || snapshot.isTableChanged
      restoreTimes(snapshot)
      if !snapshot.isEmpty { try commit(snapshot, to: names.head) }
      // What was saved is a commit of its own, and so is what is added to it.
    } while try addMissingLines()
    isSettled = isSettled && !staleSaves.saves.contains(where: \.isDue)
    let isKnown = isSettled && !table.files.contains { $0.value.time == nil && $0.value.entry.mode.isFile }
    if isKnown, let fingerprint, let head, fingerprint.isSure {
      folder.writeClean(head.id, fingerprint.sum)
    }
  }

  /// A snapshot, or a second one where the first may have seen a file in the middle of a save.
  func settled(_ take: () throws -> WorkTreeSnapshot) throws -> WorkTreeSnapshot {
    let snapshot = try take()
    guard snapshot.isDoubtful else { return snapshot }
    // An editor may be between removing a file and making it anew.
    Thread.sleep(forTimeInterval: options.settling / .seconds(1))
    return try take()
  }

  /// Whether the files are those that were in step with this commit when a sync last ended.
  private func isClean(_ fingerprint: WorkTreeFingerprint) -> Bool {
    guard let head, refs[BranchNames.pending] == nil, let clean = folder.readClean() else { return false }
    return clean.head == head.id && clean.sum == fingerprint.sum
  }

  /// What would be committed.
  func take() throws -> WorkTreeSnapshot {
    try SnapshotTaking(
      vault: vault, workTree: workTree, repository: repository, table: table, pending: try pendingFiles(),
      left: left.files, waiting: waiting, conversions: conversions, now: clock.now
    ).take { try conversionsOfBranch() }
  }

  /// Keeps other processes from changing memos.
  func lockVault() throws -> any VaultLock {
    do {
      return try OperationHistory(of: vault).open()
    } catch OperationError.locked {
      throw SyncError.vaultInUse
    }
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
    // The dates of old commits say less than the files do, on a device that had these files before.
    for (path, time) in try log.times(in: repository, guessingByDate: isKnown) { table.files[path]?.time = time }
  }

  /// An empty folder may be a disk that is not mounted.
  func checkIsPlausible(_ snapshot: WorkTreeSnapshot) throws {
    if snapshot.removed.contains(Vault.settingsPath) { throw SyncError.markerMissing }
    foundRenames = []
    guard snapshot.removed.count >= Self.filesOfVault else { return }
    var gone = missing(in: snapshot)
    let all = table.files.keys.filter { !$0.isMemosOwn }
    // An attachment that is still there proves nothing for the memos.
    let memos = all.filter(MemoFileRules.hasMemoExtension)
    func suspicion() -> SyncError? {
      let goneMemos = gone.filter(MemoFileRules.hasMemoExtension)
      if isSuspicious(gone.count, of: all.count) { return .massDeletion(missing: gone, total: all.count) }
      return isSuspicious(goneMemos.count, of: memos.count)
        ? .massDeletion(missing: goneMemos, total: memos.count) : nil
    }
    guard gone.count > Self.deletionsBelowSuspicion || suspicion() != nil else { return }
    foundRenames = try findRenames(in: snapshot, of: gone)
    let renamed = Set(foundRenames.map(\.old))
    gone.removeAll(where: renamed.contains)
    if !options.allowsMassDeletion, let error = suspicion() { throw error }
  }

  /// The files that are gone and have no other name now, as far as their bytes and what is known of moves tell.
  private func missing(in snapshot: WorkTreeSnapshot) -> [VaultPath] {
    let new = Set(snapshot.edits.map(\.entry.id))
    let renamed = Set(renames(in: snapshot).map(\.old))
    return snapshot.removed.filter { path in
      guard !path.isMemosOwn, !renamed.contains(path), let file = table.files[path] else { return false }
      return !new.contains(file.entry.id)
    }
  }

  /// Few files may go at once, but not all that there are.
  private func isSuspicious(_ missing: Int, of total: Int) -> Bool {
    missing > Self.deletionsBelowSuspicion && missing * 4 > total || missing >= Self.filesOfVault && missing >= total
  }

  /// A file that was touched and not changed is no edit. Where the time cannot be put back, the next sync tries again.
  private func restoreTimes(_ snapshot: WorkTreeSnapshot) {
    for touch in snapshot.touched
    where (try? workTree.setModified(touch.path, to: touch.time, ifStill: touch.stamp)) == true {
      table.files[touch.path]?.stamp = nil
    }
  }

  // MARK: The commit

  /// Makes a commit of a snapshot on top of the branch.
  func commit(_ snapshot: WorkTreeSnapshot, to ref: String) throws {
    try commit(snapshot, to: ref, on: head.map { [$0.id] } ?? [])
  }

  /// Makes a commit of a snapshot on top of others.
  func commit(_ snapshot: WorkTreeSnapshot, to ref: String, on parents: [ObjectId]) throws {
    var isIncomplete = false
    let edits = snapshot.edits.map { edit in
      // What git converts it has stored already.
      if edit.converted != nil { return (path: edit.path, content: CommitDraft.Content.known(edit.entry)) }
      let content = CommitDraft.Content.new(edit.entry.mode) { [vault] in
        let bytes = edit.bytes ?? (try? WholeFile.read(edit.path, in: vault.files))?.bytes
        if let bytes, edit.bytes != nil || ObjectId(ofBlob: bytes) == edit.entry.id { return bytes }
        isIncomplete = true
        return nil
      }
      return (path: edit.path, content: content)
    }
    let removals = snapshot.removed.map { (path: $0, content: CommitDraft.Content.removed) }
    let date = commitDate
    var author = try repository.signature(at: date, device: device.name)
    let committer = author
    // A file may say that it is older than its last version, or newer than now, but a history is not read backwards.
    let newest = snapshot.edits.map(\.time).max().map { min($0 / 1_000_000_000, date) }
    author.seconds = max(newest ?? date, head?.date ?? 0)
    let draft = CommitDraft(
      ref: ref, parents: parents, author: author, committer: committer, message: message(of: snapshot),
      changes: edits + removals, isForced: ref == BranchNames.waited)
    let id = try repository.commit(draft)
    guard ref == names.head else { return }
    try take(snapshot, as: RepositoryRefs.Tip(id: id, date: date), isIncomplete: isIncomplete)
  }

  /// Now, in seconds since 1970, and never before the commit that the next one comes after, whatever clocks say.
  var commitDate: Int64 { max(clock.now / 1_000_000_000, head?.date ?? 0) }

  private func take(
    _ snapshot: WorkTreeSnapshot, as tip: RepositoryRefs.Tip, isIncomplete: Bool
  ) throws {
    head = tip
    isTableChanged = true
    for path in snapshot.removed { table.files[path] = nil }
    for edit in snapshot.edits {
      table.files[edit.path] = SyncTable.File(
        entry: edit.entry, converted: edit.converted, stamp: nil, time: edit.time)
      if edit.time != edit.stamp.modified {
        _ = try? workTree.setModified(edit.path, to: edit.time, ifStill: edit.stamp)
      }
    }
    table.commit = tip.id
    guard isIncomplete else { return }
    let tree = try repository.tree(of: tip.id)
    table = table.moved(to: tip.id, tree: tree)
  }

  private func message(of snapshot: WorkTreeSnapshot) -> [UInt8] {
    let count = snapshot.edits.count + snapshot.removed.count
    let subject =
      "memo: \(count == 1 ? "1 file" : "\(count) files")\(device.name.isEmpty ? "" : " on \(device.name)")\n\n"
    let renames = renames(in: snapshot)
    toldRenames += renames
    let times = MemoTimes(
      times: Dictionary(uniqueKeysWithValues: snapshot.edits.map { ($0.path, $0.time) }), renames: renames)
    return Array(subject.utf8) + CommitLog.trailer(device: device) + times.trailers
  }
}

extension GitRepository {
  /// Who the user is to git; someone on this device where git does not know.
  func signature(at seconds: Int64, device: String) throws -> CommitDraft.Signature {
    let answer = try git.run(GitCall(["var", "GIT_AUTHOR_IDENT"], in: place))
    let text = String(decoding: answer.output, as: UTF8.self)
    let parts = text.parts(at: "<", maxSplits: 1)
    guard answer.status == 0, parts.count == 2, let email = parts[1].parts(at: ">").first else {
      return CommitDraft.Signature(
        name: "memo", email: "memo@\(device.isEmpty ? "localhost" : device)", seconds: seconds)
    }
    let name = parts[0].parts(at: " ").joined(separator: " ")
    return CommitDraft.Signature(name: name, email: email, seconds: seconds)
  }
}

extension VaultPath {
  /// Whether memo keeps the file for itself.
  fileprivate var isMemosOwn: Bool { components.first?.elementsEqual(VaultLocator.marker.utf8) == true }
}
