public import MemoCore
import MemoStore

/// One of the versions of a conflict.
public enum ConflictVersion: Sendable {
  /// What was saved here.
  case ours
  /// What had come from elsewhere.
  case theirs
}

extension Syncer {
  /// The memos that were saved without what a sync had brought, as far as something is left to choose.
  func staleSaves() throws -> [SyncConflict] {
    let saves = StaleSaves(in: folder).saves
    guard !saves.isEmpty else { return [] }
    let conversions = try conversions(of: repository())
    var found: [SyncConflict] = []
    for save in saves {
      guard vault.files.stamp(of: save.path) != nil, let judged = try conversions.judged(save) else { continue }
      let (buffer, text) = (judged.buffer, try text(of: save.path))
      guard let line = save.isDue ? 1 : buffer.line(in: text) else { continue }
      found.append(
        SyncConflict(
          issue: .staleSave(save.path, isRevived: !buffer.added.isEmpty), kind: .stale, path: save.path, line: line,
          ours: buffer.versions.flatMap(\.saved),
          theirs: buffer.added + buffer.versions.flatMap(\.incoming), ourDevice: nil,
          theirDevice: SyncDevice(name: "", id: ""), commit: nil, key: "stale \(StoredPath(save.path).text)"))
    }
    return found
  }

  /// Gives a memo one of the versions of what it was saved without, as an operation that can be undone, and remembers that
  /// a person has settled it; returns what was settled.
  public func resolve(
    _ path: VaultPath, with version: ConflictVersion, as name: String, at time: Int64
  ) throws -> [SyncConflict] {
    let found = try conflicts().filter { $0.path == path && $0.kind == .stale }
    guard !found.isEmpty else { return [] }
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    let conversions = try conversions(of: repository())
    let now = try text(of: path)
    var text = now
    for save in StaleSaves(in: folder).saves(of: path).reversed() {
      guard let judged = try conversions.judged(save) else { continue }
      text = version == .ours ? judged.buffer.asSaved(text, saved: judged.saved) : judged.buffer.asIncoming(text)
    }
    do {
      try replace(path, contents: text, read: now, as: name, at: time)
    } catch OperationError.locked {
      throw SyncError.vaultInUse
    }
    try forget(path)
    return found
  }

  private func replace(
    _ path: VaultPath, contents: [UInt8], read now: [UInt8], as name: String, at time: Int64
  ) throws {
    let draft = try OperationHistory(of: vault).begin(name, at: time)
    try draft.replace(path, contents: contents, read: XXHash64.hash(now))
    _ = try draft.commit()
  }

  /// Remembers that a person has settled what a memo was saved without: it is never asked for again.
  func settle(_ path: VaultPath) throws {
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    try forget(path)
  }

  private func forget(_ path: VaultPath) throws {
    var saves = StaleSaves(in: folder)
    var applied = AppliedTexts(in: folder, now: 0)
    applied.remove(saves.saves(of: path).flatMap(\.changes), of: path)
    applied.write(to: folder)
    saves.remove(path)
    try saves.write(to: folder)
  }
}
