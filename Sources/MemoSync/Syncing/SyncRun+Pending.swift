import MemoCore
import MemoStore

extension SyncRun {
  /// What the syncs before this one have left of commits that they did not come to.
  func pendingFiles() throws -> PendingFiles {
    var files = PendingFiles()
    for commit in refs.pending {
      files.add(
        try changes(to: commit).filter { !own.contains($0.path) })
    }
    return files
  }

  /// Keeps what a sync that was broken off has put aside under another name, if the file that took its place was written to
  /// or removed since then: whoever did so has not had it before their eyes. It is this device's own from now on.
  func keepDisplaced() throws {
    guard !refs.pending.isEmpty else { return }
    let pending = try pendingFiles()
    for (entry, copy) in pending.displaced(in: table.tree) {
      let id = try WholeFile.read(entry.path, in: vault.files).map { ObjectId(ofBlob: $0.bytes) }
      let isMemos = id.map { $0 == entry.id || pending.version(of: entry.path, $0) != nil } ?? false
      guard !isMemos else { continue }
      _ = try bringIn([TreeChange(path: copy.path, old: nil, new: copy)], table.files.compactMapValues(\.time))
      own.insert(copy.path)
    }
  }

  /// How the files of the branch differ from those of a commit.
  func changes(to commit: ObjectId) throws -> [TreeChange] {
    guard let head else {
      return try repository.tree(of: commit).values.sorted { $0.path < $1.path }.map {
        TreeChange(path: $0.path, old: nil, new: $0)
      }
    }
    return try repository.changes(from: head.id, to: commit)
  }

  /// Remembers the commit whose files may be here in part, before another one takes its place.
  func keepPending() throws {
    guard let pending = refs[BranchNames.pending]?.id else { return }
    try repository.change([.set(BranchNames.overtaken(pending), to: pending)], reason: "memo: sync")
    try readRefs()
  }
}
