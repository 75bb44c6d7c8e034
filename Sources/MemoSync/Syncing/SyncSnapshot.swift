import Foundation
import MemoCore
import MemoStore

/// What the files have that the branch has not, once it is known to be no accident.
struct SyncSnapshot {
  let files: WorkTreeSnapshot
  /// The files that have another path: those that a snapshot shows, those that memo's commands have made or a refresh has
  /// seen, for memos that got another text as well, and those found by their texts, where so many files are gone that they
  /// were looked for.
  private(set) var renames: [RenameHint] = []

  /// So many deletions at once may be an accident: from then on it pays to read all memos for what was only renamed.
  static let deletionsBelowSuspicion = 20
  /// A vault of fewer files may be emptied.
  private static let filesOfVault = 5

  /// A snapshot that no branch is to hold, of which anything may be gone.
  init(unchecked files: WorkTreeSnapshot, in sync: SyncContext) {
    self.files = files
    renames = renames(sync, besides: [])
  }

  /// A snapshot that is to be committed. An empty folder may be a disk that is not mounted.
  ///
  /// - Throws: `markerMissing` or `massDeletion` where so much is gone.
  init(of files: WorkTreeSnapshot, in sync: SyncContext) throws {
    self.files = files
    if files.removed.contains(Vault.settingsPath) { throw SyncError.markerMissing }
    renames = renames(sync, besides: [])
    guard files.removed.count >= Self.filesOfVault else { return }
    var gone = missing(sync.table)
    let all = sync.table.files.paths.filter { !$0.isMemosOwn }
    // An attachment that is still there proves nothing for the memos.
    let memos = all.filter(MemoFileRules.hasMemoExtension)
    func suspicion() -> SyncError? {
      let goneMemos = gone.filter(MemoFileRules.hasMemoExtension)
      if Self.isSuspicious(gone.count, of: all.count) { return .massDeletion(missing: gone, total: all.count) }
      return Self.isSuspicious(goneMemos.count, of: memos.count)
        ? .massDeletion(missing: goneMemos, total: memos.count) : nil
    }
    guard gone.count > Self.deletionsBelowSuspicion || suspicion() != nil else { return }
    let found = try findRenames(of: gone, in: sync)
    let renamed = Set(found.map(\.old))
    gone.removeAll(where: renamed.contains)
    if !sync.options.allowsMassDeletion, let error = suspicion() { throw error }
    renames = renames(sync, besides: found)
  }

  // MARK: What was only renamed

  private func renames(_ sync: SyncContext, besides found: [RenameHint]) -> [RenameHint] {
    let table = sync.table
    let edited = files.edits.map(\.path)
    let added = edited.filter { table.files[$0] == nil }
    // A memo may be where one was that has another path now.
    let changed = Set(edited.filter { table.files[$0] != nil && MemoFileRules.hasMemoExtension($0) })
    guard !files.removed.isEmpty || changed.count > 1 || !changed.isEmpty && !added.isEmpty else { return [] }
    // What was moved before is in the branch: a name from which a memo was moved may be another memo's by now.
    let lastOperation = sync.folder.readState().lastOperation
    let known = sync.vault.knownMoves(to: added, since: lastOperation)
    let plain = files.changes.renames(known + found)
    var targets = Dictionary(plain.map { ($0.old, $0.new) }) { first, _ in first }
    var free = Set(added).subtracting(plain.map(\.new))
    for move in known where changed.contains(move.old) && free.contains(move.new) && targets[move.old] == nil {
      targets[move.old] = move.new
      free.remove(move.new)
    }
    targets.merge(takenOver(changed, sync.vault, since: lastOperation, targets)) { first, _ in first }
    return [RenameHint](atOnce: targets) { table.files[$0] != nil }
  }

  /// Memos that were moved to where others had been, which were moved, too: their new paths, by the old ones.
  ///
  /// - Parameters:
  ///   - number: that of the last operation whose moves the branch has; `nil` where it is not known.
  ///   - targets: where other memos went.
  private func takenOver(
    _ changed: Set<VaultPath>, _ vault: Vault, since number: Int?, _ targets: [VaultPath: VaultPath]
  ) -> [VaultPath: VaultPath] {
    let gone = Set(files.removed)
    let seen = vault.movedMemos.moves.filter { changed.contains($0.to) && gone.contains($0.from) }
    var origins = Dictionary(seen.map { ($0.to, $0.from) }) { first, _ in first }
    origins.merge(vault.origins(of: changed.sorted(), since: number)) { $1 }
    origins = origins.filter { path, old in
      path != old && targets[old] == nil && (gone.contains(old) || number != nil && changed.contains(old))
    }
    var left = Set(origins.values).union(targets.keys)
    // What is still at its path, with another text, makes no room for another memo.
    for start in origins.keys {
      var path = start
      while !left.contains(path), let old = origins.removeValue(forKey: path) {
        left.remove(old)
        path = old
      }
    }
    return Dictionary(origins.map { ($0.value, $0.key) }) { min($0, $1) }
  }

  /// The files that are gone and have no other name now, as far as their bytes and what is known of moves show.
  private func missing(_ table: SyncTable) -> [VaultPath] {
    let new = Dictionary(grouping: files.edits, by: \.entry.id)
    let renamed = Set(renames.map(\.old))
    return files.removed.filter { path in
      guard !path.isMemosOwn, !renamed.contains(path), let file = table.files[path] else { return false }
      let places = (new[file.entry.id] ?? []).map { RenameHint(old: path, new: $0.path) }
      return places.allSatisfy(\.isDeletion)
    }
  }

  /// Few files may go at once, but not all that there are.
  private static func isSuspicious(_ missing: Int, of total: Int) -> Bool {
    missing > deletionsBelowSuspicion && missing * 4 > total || missing >= filesOfVault && missing >= total
  }

  /// Renames of memos that got another text at the same time, which no command has recorded; `gone` are the files that are
  /// missing as far as is known without that.
  private func findRenames(of gone: [VaultPath], in sync: SyncContext) throws -> [RenameHint] {
    let come = files.edits.filter { sync.table.files[$0.path] == nil }
    let edits = Dictionary(come.map { ($0.entry.id, $0) }) { first, _ in first }
    let tree = sync.table.files.map(\.value.entry)
    return try RenameHint.found(
      gone: gone.compactMap { sync.table.files[$0]?.entry }, come: come.map(\.entry), in: tree
    ) { ids in
      let stored = try sync.repository.blobs(ids.filter { edits[$0] == nil })
      return ids.map { id in
        if let stored = stored[id] { return stored }
        return edits[id].flatMap { try? $0.text(in: sync.vault) } ?? []
      }
    }
  }
}

// MARK: Taking

extension SyncContext {
  /// What would be committed.
  ///
  /// - Parameter edited: called as soon as it is known that there may be edits.
  func take(whenEdited edited: () -> Void = {}) throws -> WorkTreeSnapshot {
    try take(as: table, besides: waiting, countsStaged: isIndexInStep, whenEdited: edited)
  }

  /// The same with what no other device is to get.
  func takeAll() throws -> WorkTreeSnapshot { try takeAll(as: table, besides: waiting, countsStaged: isIndexInStep) }

  /// What would be committed, as if the branch had other files, and others waited.
  func take(
    as table: SyncTable, besides waiting: WaitingFiles, countsStaged: Bool = false, whenEdited edited: () -> Void = {}
  ) throws -> WorkTreeSnapshot {
    var snapshot = try takeAll(as: table, besides: waiting, countsStaged: countsStaged, whenEdited: edited)
    let path = Vault.settingsPath
    let edited = snapshot.edits.first { $0.path == path }?.bytes
    let settings = edited ?? (try? WholeFile.read(path, in: vault.files))?.bytes
    if let settings, waiting.files[path] == nil, !Settings.areUsable(settings) {
      snapshot.leave(path, because: .damaged)
    }
    return snapshot
  }

  private func takeAll(
    as table: SyncTable, besides waiting: WaitingFiles, countsStaged: Bool, whenEdited edited: () -> Void = {}
  ) throws -> WorkTreeSnapshot {
    let joined = try joinedRules()
    let taking = SnapshotTaking(
      vault: vault, workTree: workTree, repository: repository, table: table, pending: try pendingFiles(),
      left: left.files, waiting: waiting, conversions: joined?.conversions(like: conversions) ?? conversions,
      stamps: .sync(from: clock.now), countsStaged: countsStaged, folders: listed)
    listed = nil
    var snapshot = try taking.take(whenEdited: edited) { try conversionsOfBranch() }
    try joined?.apply(to: &snapshot)
    return snapshot
  }

  /// A snapshot, or another one where the first may have seen a file in the middle of a save, or files in the middle of a
  /// checkout.
  ///
  /// - Throws: `BranchSwitched` where another branch was checked out in the meantime: its files are not for this one.
  func settled(_ take: () throws -> WorkTreeSnapshot) throws -> WorkTreeSnapshot {
    var snapshot = try take()
    if snapshot.isDoubtful {
      // An editor may be between removing a file and making it anew.
      Thread.sleep(forTimeInterval: options.settling / .seconds(1))
      snapshot = try take()
    }
    // Git names the other branch when all of its files are there.
    while !snapshot.isEmpty, userIndex.isBeingChanged {
      Thread.sleep(forTimeInterval: Self.checkoutPause)
      snapshot = try take()
    }
    if try isLeft() { throw BranchSwitched() }
    return snapshot
  }

  private static let checkoutPause: TimeInterval = 0.05

  /// What would be committed, found out without a change to anything.
  func lookAtFiles() throws -> WorkTreeSnapshot {
    try readRefs()
    try loadTable()
    isIndexInStep = folder.unfinished() == nil
    return try take()
  }
}

extension VaultPath {
  /// Whether memo keeps the file for itself.
  fileprivate var isMemosOwn: Bool { components.first?.elementsEqual(VaultLocator.marker.utf8) == true }
}
