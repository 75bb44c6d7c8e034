import MemoCore
import MemoStore

extension Syncer {
  /// The pairs of files that merges tell of and that are both there: no one has taken one away yet.
  func pairs(in log: CommitLog) -> [SyncConflict] {
    var found: [SyncConflict] = []
    for (commit, note) in log.pairs {
      guard let pair = pair(of: note, commit) else { continue }
      // Two merges may tell of the same files; the newer one comes first.
      if !found.contains(where: { $0.path == pair.path && $0.otherPath == pair.otherPath }) { found.append(pair) }
    }
    return found
  }

  private func pair(of note: MergeNote, _ commit: ObjectId) -> SyncConflict? {
    switch note {
    case .kept: nil
    case .doubled(_, let names): pair(.doubled, names, ["", ""], commit)
    case .split(let path, let copy, let devices): pair(.split, [path, copy], devices, commit)
    case .displaced(let path, let newPath, let other, let devices):
      displaced(path, [newPath, other], devices, commit)
    }
  }

  private func pair(
    _ kind: SyncConflict.Kind, _ paths: [VaultPath], _ devices: [String], _ commit: ObjectId
  ) -> SyncConflict? {
    guard paths.allSatisfy({ vault.files.stamp(of: $0) != nil }) else { return nil }
    let elsewhere = elsewhere(devices)
    return SyncConflict(
      path: paths[0], kind: kind, line: 1, ours: paths[0].bytes, theirs: paths[1].bytes, ourDevice: elsewhere[0],
      theirDevice: elsewhere[1], commit: commit, otherPath: paths[1], key: key(paths, commit))
  }

  /// A file that is next to what took its name, for as long as both are there. What was written here comes first.
  private func displaced(
    _ path: VaultPath, _ paths: [VaultPath], _ devices: [String], _ commit: ObjectId
  ) -> SyncConflict? {
    let hasFile = vault.files.stamp(of: paths[1]) != nil
    let isFolder = !hasFile && (try? vault.files.folderStamp(of: paths[1])) != nil
    guard vault.files.stamp(of: paths[0]) != nil, hasFile || isFolder else { return nil }
    let elsewhere = elsewhere(devices)
    let (ours, theirs) = elsewhere[0] != nil && elsewhere[1] == nil ? (1, 0) : (0, 1)
    var found = SyncConflict(
      path: paths[0], kind: .displaced, line: 1, ours: paths[ours].bytes, theirs: paths[theirs].bytes,
      ourDevice: elsewhere[ours], theirDevice: elsewhere[theirs], commit: commit, otherPath: paths[1],
      key: key(paths, commit))
    (found.formerPath, found.isBesideFolder) = (path, isFolder)
    return found
  }

  private func key(_ paths: [VaultPath], _ commit: ObjectId) -> String {
    "\(commit.text) \(StoredPath(paths[0]).text) \(StoredPath(paths[1]).text)"
  }

  /// Where versions were written; `nil` for here.
  func elsewhere(_ devices: [String]) -> [SyncDevice?] {
    let own = device
    return devices.map { SyncDevice($0) }.map { own.isSame(as: $0) ? nil : $0 }
  }
}
