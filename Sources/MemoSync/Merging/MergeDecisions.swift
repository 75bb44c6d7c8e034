import MemoCore

/// Finds out what a merge decided of whole files, from trees and renames alone.
struct MergeDecisions {
  /// The trees of the first and the second side.
  let trees: [VaultTree]
  let base: VaultTree
  let renames: RenameHints

  /// What became of files that one side has and the other has not under that name.
  func issues(of merge: TreeMerge) -> [SyncIssue] {
    var held = Set(trees[0].keys)
    for change in merge.changes {
      if case .remove(let path) = change { held.remove(path) } else { held.insert(change.path) }
    }
    let kept = base.values.filter { entry in
      entry.mode.isFile && held.contains(entry.path)
        && (trees[0][entry.path] == nil) != (trees[1][entry.path] == nil)
    }
    let names = [newNames(in: trees[0], renames.first), newNames(in: trees[1], renames.second)]
    let moved = movedAndDeleted(names).filter(held.contains)
    return Set(kept.map(\.path) + moved).sorted().map { .keptEdit($0) } + doubled(merge, names, held)
  }

  /// The new names of files that one side gave another name and the other side deleted.
  private func movedAndDeleted(_ names: [[VaultPath: VaultPath]]) -> [VaultPath] {
    [(0, 1), (1, 0)].flatMap { side, other in
      names[side].filter { trees[other][$0.key] == nil && names[other][$0.key] == nil && trees[other][$0.value] == nil }
        .map(\.value)
    }
  }

  /// Memos that both sides renamed, and other files of which they say so.
  private func doubled(
    _ merge: TreeMerge, _ names: [[VaultPath: VaultPath]], _ held: Set<VaultPath>
  ) -> [SyncIssue] {
    var found = Dictionary(merge.doubled.map { ($0.path, [$0.first, $0.second]) }) { first, _ in first }
    for (old, new) in names[0] where found[old] == nil {
      if let other = names[1][old], other != new { found[old] = [new, other] }
    }
    return found.filter { $0.value.allSatisfy(held.contains) }.sorted { $0.key < $1.key }.map {
      .doubled(DoubledMemo(path: $0, names: $1))
    }
  }

  /// The names that a side gave to files of the base, as far as they have them still.
  private func newNames(in tree: VaultTree, _ hints: [RenameHint]) -> [VaultPath: VaultPath] {
    var names: [VaultPath: VaultPath] = [:]
    for hint in hints {
      let old = names.first { $0.value == hint.old }?.key ?? hint.old
      names[old] = hint.new
    }
    return names.filter { base[$0.key] != nil && tree[$0.key] == nil && tree[$0.value] != nil }
  }
}
