import MemoCore

/// Finds out what a merge decided of whole files, from trees and renames alone.
struct MergeDecisions {
  private let base: VaultTree
  /// The trees of the first and the second side.
  private let trees: [VaultTree]
  /// The paths at which the three are not all the same.
  private let differing: [VaultPath]
  private let renames: RenameHints

  /// Of files that are all alike, so many are taken for one that went.
  private static let alikeLimit = 64

  init(_ trees: MergeTrees, _ renames: RenameHints) {
    (base, self.trees, differing, self.renames) = (trees.base, trees.sides, trees.differing, renames)
  }

  /// The paths that hold something after a merge.
  private struct Held {
    let first: VaultTree
    var isHeld: [VaultPath: Bool] = [:]

    func contains(_ path: VaultPath) -> Bool { isHeld[path] ?? (first[path] != nil) }
  }

  /// What became of files that one side has and the other has not under that name.
  func issues(of merge: TreeMerge) -> [SyncIssue] {
    var held = Held(first: trees[0])
    for change in merge.changes {
      if case .remove = change { held.isHeld[change.path] = false } else { held.isHeld[change.path] = true }
    }
    let kept = differing.filter { base[$0]?.mode.isFile == true }.compactMap { path in
      let place = merge.respelled[path] ?? path
      let isThere = trees.map { $0[path] != nil || $0[place] != nil }
      return held.contains(place) && isThere[0] != isThere[1] ? place : nil
    }
    // The names that the sides gave to files of the base, as far as they have them still.
    let names = [
      MergedSide.moves(in: trees[0], since: base, renames.first),
      MergedSide.moves(in: trees[1], since: base, renames.second),
    ]
    let doubled = doubled(merge, names, held)
    // A memo that got another name and another text is found by its lines alone.
    let renamed = Set(doubled.flatMap(\.names))
    let moved = movedAndDeleted(merge, names).filter { held.contains($0) && !renamed.contains($0) }
    let merged = merge.mergedMemos.filter { held.contains($0.newPath) }.map {
      MergedMemo(path: $0.path, newPath: $0.newPath, isKept: $0.isKept)
    }
    return Set(kept + moved).sorted().map { .keptEdit($0) } + merged.map { .merged($0) }
      + doubled.map { .doubled($0) } + strayed(names, held)
  }

  /// The new names of files that one side gave another name and the other side deleted.
  private func movedAndDeleted(_ merge: TreeMerge, _ names: [[VaultPath: VaultPath]]) -> [VaultPath] {
    let joined = merge.movedByBoth
    return [(0, 1), (1, 0)].flatMap { side, other in
      names[side].filter { old, new in
        trees[other][old] == nil && names[other][old] == nil && trees[other][new] == nil && !joined.contains(old)
      }.map(\.value)
    }
  }

  /// Memos that both sides renamed, and other files of which they say so.
  private func doubled(
    _ merge: TreeMerge, _ names: [[VaultPath: VaultPath]], _ held: Held
  ) -> [DoubledMemo] {
    let displaced = trees.map { merge.displaced(of: $0) }
    func memo(_ old: VaultPath, _ names: [VaultPath]) -> DoubledMemo {
      DoubledMemo(path: old, names: zip(displaced, names).map { $0[$1] ?? $1 })
    }
    var found = merge.doubled.map { memo($0.path, [$0.first, $0.second]) }
    let joined = merge.movedByBoth
    for (old, new) in names[0].sorted(by: { $0.key < $1.key }) where !joined.contains(old) {
      if let other = names[1][old], other != new { found.append(memo(old, [new, other])) }
    }
    return found.filter { $0.names.allSatisfy(held.contains) }.sorted {
      ($0.path, $0.names[0], $0.names[1]) < ($1.path, $1.names[0], $1.names[1])
    }
  }

  /// Files that one side added to a folder, or below it, that the other side renamed.
  private func strayed(_ names: [[VaultPath: VaultPath]], _ held: Held) -> [SyncIssue] {
    [(0, 1), (1, 0)].flatMap { side, other -> [SyncIssue] in
      let added = differing.compactMap { trees[side][$0] }.filter {
        $0.mode.isFile && base[$0.path] == nil && trees[other][$0.path] == nil && held.contains($0.path)
      }.map(\.path)
      let folders = renamedFolders(among: Set(added.flatMap(\.foldersAbove)), on: other, names[other])
      return added.compactMap { path in
        // Of folders in each other, the innermost one that is known by its files.
        let folder = path.foldersAbove.filter { folders[$0] != nil }.max { $0.bytes.count < $1.bytes.count }
        guard let folder, let newFolder = folders[folder] else { return nil }
        let place = VaultPath(bytes: newFolder.bytes + path.parent.bytes.dropFirst(folder.bytes.count))
        return .strayed(StrayedFile(path: path, folder: place))
      }
    }
  }

  /// The new names of folders that a side has no more, as most of their files have them.
  private func renamedFolders(
    among folders: Set<VaultPath>, on side: Int, _ names: [VaultPath: VaultPath]
  ) -> [VaultPath: VaultPath] {
    let removed = differing.filter { base[$0] != nil && trees[side][$0] == nil }
    let emptied = folders.intersection(removed.flatMap(\.foldersAbove))
    guard !emptied.isEmpty else { return [:] }
    let gone = emptied.subtracting(trees[side].keys.lazy.flatMap(\.foldersAbove))
    guard !gone.isEmpty else { return [:] }
    let added = differing.compactMap { base[$0] == nil ? trees[side][$0] : nil }
    let alike = Dictionary(grouping: added, by: \.id)
    var counts: [VaultPath: Int] = [:]
    var votes: [VaultPath: [VaultPath: Int]] = [:]
    for entry in base.values {
      for folder in entry.path.foldersAbove where gone.contains(folder) {
        counts[folder, default: 0] += 1
        let rest = entry.path.bytes.dropFirst(folder.bytes.count)
        let places = names[entry.path].map { [$0] } ?? alike[entry.id]?.prefix(Self.alikeLimit).map(\.path) ?? []
        let kept = places.filter { !RenameHint(old: entry.path, new: $0).isDeletion }
        for place in kept where place.bytes.count > rest.count && place.bytes.suffix(rest.count) == rest {
          let newFolder = VaultPath(bytes: Array(place.bytes.dropLast(rest.count)))
          votes[folder, default: [:]][newFolder, default: 0] += 1
        }
      }
    }
    var renamed: [VaultPath: VaultPath] = [:]
    for (folder, votes) in votes {
      // The same on every device, where files have copies.
      let most = votes.max { ($0.value, $1.key) < ($1.value, $0.key) }
      if let most, most.value * 2 > counts[folder, default: 0] { renamed[folder] = most.key }
    }
    return renamed
  }
}

extension TreeMerge {
  /// The memos of the base that both sides moved, as far as it is known where to.
  fileprivate var movedByBoth: Set<VaultPath> {
    Set(moves.first.map(\.old)).intersection(moves.second.map(\.old))
  }
}
