public import MemoCore
import MemoStore

/// A conflict of a sync.
public struct SyncConflict: Equatable, Sendable {
  /// What happened there.
  public enum Kind: String, Sendable {
    /// Both sides changed the same lines, and both versions stand in the memo.
    case both
    /// Both sides changed a file, or a key of a front matter, that cannot hold both; one version is there.
    case one
    /// A memo was saved without what a sync had brought, perhaps by an editor that did not know of it: lines that were
    /// new are in it again, those that had been changed or deleted are as they were saved.
    case stale
    /// Both sides changed a file that cannot hold both; each version is a file.
    case split
    /// Both sides gave a memo another name, and it has both: one memo each.
    case doubled
    /// A file has another name, because what the other side has cannot stand beside it.
    case displaced
  }

  /// The memo, or the first of the files.
  public let path: VaultPath
  /// What happened.
  public let kind: Kind
  /// The line where the versions stand now, from 1.
  public let line: Int
  /// One version, as far as it is there: what was written here, if one of them was; of two files, one's name.
  public let ours: [UInt8]
  /// The other version, as far as it is there.
  public let theirs: [UInt8]
  /// Where one was written; `nil` for here, without a name where that is not known.
  public let ourDevice: SyncDevice?
  /// Where the other was; `nil` for here, too.
  public let theirDevice: SyncDevice?
  /// The merge; `nil` for a save.
  public let commit: ObjectId?
  /// The other file; `nil` where it is about one.
  public var otherPath: VaultPath?
  /// Of `displaced`: the name that the file had.
  public var formerPath: VaultPath?
  /// Of `displaced`: whether the other is a folder.
  public var isBesideFolder = false
  /// Of `one`: whether the version that is there is theirs.
  public var isTheirsInForce = false
  /// What tells it from every other.
  let key: String
}

extension Syncer {
  /// The places that need a look: those that a person has settled, by taking a version out or by saying so, are not among
  /// them. Every device finds the same merges in the history; saves without what had come are known to this device alone.
  public func conflicts() throws -> [SyncConflict] {
    let state = folder.readState()
    var found: [SyncConflict] = []
    if let merges = try merges() {
      let unsealed = try unsealed(merges.log.conflicts)
      found = try places(of: unsealed, in: merges.head) + pairs(in: merges.log)
    }
    found += try staleSaves()
    let seen = Set(state.seen)
    return found.filter { !seen.contains($0.key) }.sorted { ($0.path, $0.line) < ($1.path, $1.line) }
  }

  /// Remembers on this device that a person has seen the conflicts in a memo; returns them.
  public func resolve(_ path: VaultPath) throws -> [SyncConflict] {
    let found = try conflicts().filter { $0.path == path || $0.otherPath == path }
    if found.contains(where: { $0.kind == .stale }) { try settle(path) }
    var state = folder.readState()
    state.seen += Set(found.filter { $0.kind != .stale }.map(\.key)).sorted()
    folder.write(state)
    return found
  }

  /// Conflicts with their texts; those are left out that this device has no key for.
  private func unsealed(
    _ conflicts: [(commit: ObjectId, conflict: MergeConflict)]
  ) throws -> [(commit: ObjectId, conflict: MergeConflict)] {
    guard conflicts.contains(where: { $0.conflict.origin != nil }) else { return conflicts }
    let conversions = try conversions(of: repository())
    var known: [(commit: ObjectId, conflict: MergeConflict)] = []
    for (commit, conflict) in conflicts {
      let unsealed = try conflict.unsealed(by: conversions)
      if let unsealed { known.append((commit, unsealed)) }
    }
    return known
  }

  func text(of path: VaultPath) throws -> [UInt8] {
    try WholeFile.read(path, in: vault.files)?.bytes ?? []
  }

  /// What the commits of merges tell; `nil` before the first commit.
  private func merges() throws -> (head: ObjectId, log: CommitLog)? {
    let repository = try openRepository()
    let head = try repository.optionalOutput(["rev-parse", "--quiet", "--verify", "HEAD^{commit}"])
    guard let head = ObjectId(hexadecimal: (head ?? []).prefix(ObjectId.length)) else { return nil }
    return (head, try CommitLog(repository, ofConflictsIn: head))
  }

  /// Where conflicts stand now. A memo that has another name since is looked for only where one is gone: that takes another
  /// look at the history.
  private func places(
    of conflicts: [(commit: ObjectId, conflict: MergeConflict)], in head: ObjectId
  ) throws -> [SyncConflict] {
    let isOneGone = conflicts.contains { vault.files.stamp(of: $0.conflict.path) == nil }
    let renames = isOneGone ? try renames(in: head) : []
    var found: [SyncConflict] = []
    for (commit, conflict) in conflicts {
      for path in renames.paths(from: conflict.path) {
        guard let place = try place(of: conflict, at: path, commit) else { continue }
        found.append(place)
        break
      }
    }
    return found
  }

  /// The renames that the history tells of, and those that no commit holds yet, the oldest first. What cannot be read is
  /// not known.
  private func renames(in head: ObjectId) throws -> [RenameHint] {
    let repository = try repository()
    let log = try CommitLog(repository, ofRenamesIn: head)
    let made = (try? OperationHistory(of: vault).moves()) ?? []
    let seen = vault.movedMemos.moves.map { RenameHint(old: $0.from, new: $0.to) }
    // What went to the trash is settled.
    return (log.renames + made + seen).filter { $0.new.parent != TrashItem.trash }
  }

  /// A conflict as it is in a memo; `nil` where it is settled. What was written here comes first.
  private func place(
    of conflict: MergeConflict, at path: VaultPath, _ commit: ObjectId
  ) throws -> SyncConflict? {
    let text = try text(of: path)
    let isShared = conflict.path != Vault.settingsPath && !conflict.isOfKey
    let standing: (line: Int, isFirst: Bool)? =
      if isShared {
        try line(of: conflict, in: text, commit).map { ($0, true) }
      } else if conflict.isOfKey {
        conflict.keyVersions.standing(in: text, merged: try merged(conflict, commit))
      } else {
        conflict.isFirst(text) ? (1, true) : nil
      }
    guard let standing else { return nil }
    let elsewhere = elsewhere(conflict.devices)
    let isSwapped = elsewhere[0] != nil && elsewhere[1] == nil
    let (ours, theirs) = isSwapped ? (1, 0) : (0, 1)
    let texts = isShared ? try versions(of: conflict, in: text, commit) : [conflict.first, conflict.second]
    var place = SyncConflict(
      path: path, kind: isShared ? .both : .one, line: standing.line, ours: texts[ours], theirs: texts[theirs],
      ourDevice: elsewhere[ours], theirDevice: elsewhere[theirs], commit: commit,
      key: "\(commit.text) \(StoredPath(conflict.path).text)")
    place.isTheirsInForce = isSwapped == standing.isFirst
    return place
  }

  private func line(
    of conflict: MergeConflict, in text: [UInt8], _ commit: ObjectId
  ) throws -> Int? {
    try conflict.versions.line(in: text) { try merged(conflict, commit) }
  }

  /// Both versions as they stand in a text now.
  private func versions(
    of conflict: MergeConflict, in text: [UInt8], _ commit: ObjectId
  ) throws -> [[UInt8]] {
    let versions = try StandingVersions(of: conflict.first, conflict.second, in: text) {
      try merged(conflict, commit)
    }
    return [versions.first, versions.second]
  }

  /// The text that a merge made.
  private func merged(_ conflict: MergeConflict, _ commit: ObjectId) throws -> [UInt8] {
    let repository = try repository()
    let conversions = try conversions(of: repository)
    guard let entry = try repository.entry(of: conflict.path, in: commit) else { return [] }
    return try conversions.texts(of: [entry])[entry] ?? []
  }
}

extension [RenameHint] {
  /// A path, and those at which what stood there may stand now.
  fileprivate func paths(from path: VaultPath) -> [VaultPath] {
    reduce(into: [path]) { paths, hint in
      if paths.contains(hint.old), !paths.contains(hint.new) { paths.append(hint.new) }
    }
  }
}
