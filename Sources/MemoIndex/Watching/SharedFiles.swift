import MemoCore
import MemoStore

/// The memos of an index whose files have other names (hard links): a write through one of these causes no event for the
/// memo, so that its stamp has to be looked at.
struct SharedFiles {
  private(set) var paths = Set<VaultPath>()

  private var inodes = Set<UInt64>()
  private var generation: UInt64?

  /// Takes over what an index says. All memos are gone through for a new snapshot and when a file turns out to have
  /// other names, because one of them may be a memo that was read when it was the only one.
  mutating func update(_ state: CacheState) {
    let fresh = state.delta.memos.values.compactMap { $0?.stamp }.filter(\.isShared).map(\.inode)
    guard let snapshot = state.snapshot else { return }
    if snapshot.header.generation == generation, inodes.isSuperset(of: fresh) { return follow(state.delta) }
    generation = snapshot.header.generation
    inodes = Set(fresh)
    for memo in 0..<snapshot.memoCount {
      let stamp = snapshot.stamp(ofMemo: memo)
      if stamp.isShared { inodes.insert(stamp.inode) }
    }
    paths = inodes.isEmpty ? [] : snapshot.paths(ofInodes: inodes)
    follow(state.delta)
  }

  /// Takes over what changed since the snapshot: a memo with other names may have got another path, or be one more name itself.
  private mutating func follow(_ delta: IndexDelta) {
    for (path, memo) in delta.memos {
      if let memo, inodes.contains(memo.stamp.inode) { paths.insert(path) } else { paths.remove(path) }
    }
  }
}

extension CacheState {
  /// The memos among some whose files are not known to be as they were when they were read.
  func changed(among paths: Set<VaultPath>, in files: any VaultFiles) -> Set<VaultPath> {
    let check = TreeCheck(files: files, state: self)
    let byFolder = Dictionary(grouping: paths, by: \.parent)
    return Set(
      byFolder.flatMap { folder, paths in check.changed(paths.map { ($0, stamp(ofMemo: $0)) }, in: folder) })
  }
}

extension Snapshot {
  fileprivate func paths(ofInodes inodes: Set<UInt64>) -> Set<VaultPath> {
    Set((0..<memoCount).filter { inodes.contains(stamp(ofMemo: $0).inode) }.map(path))
  }
}
