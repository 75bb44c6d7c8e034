import MemoCore

extension Syncer {
  /// The pairs of files that merges tell of and that are both there: nobody has taken one away yet.
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
    }
  }

  private func pair(
    _ kind: SyncConflict.Kind, _ paths: [VaultPath], _ devices: [String], _ commit: ObjectId
  ) -> SyncConflict? {
    guard paths.allSatisfy({ vault.files.stamp(of: $0) != nil }) else { return nil }
    let elsewhere = elsewhere(devices)
    return SyncConflict(
      path: paths[0], kind: kind, line: 1, ours: paths[0].bytes, theirs: paths[1].bytes, ourDevice: elsewhere[0],
      theirDevice: elsewhere[1],
      commit: commit, otherPath: paths[1],
      key: "\(commit.text) \(StoredPath(paths[0]).text) \(StoredPath(paths[1]).text)")
  }

  /// Where versions were written; `nil` for here.
  func elsewhere(_ devices: [String]) -> [SyncDevice?] {
    let own = device
    return devices.map { SyncDevice($0) }.map { own.isSame(as: $0) ? nil : $0 }
  }
}
