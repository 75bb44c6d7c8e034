package import MemoCore
import MemoStore

/// What both sides of a merge record of their files, apart from the bytes.
struct MergeSides {
  /// The trees of the first and the second side.
  let trees: [VaultTree]
  let base: VaultTree
  /// Their histories since the base.
  let logs: [CommitLog]
  private let places: [TreePlaces]

  init(trees: [VaultTree], base: VaultTree, logs: [CommitLog]) {
    (self.trees, self.base, self.logs) = (trees, base, logs)
    places = trees.map(TreePlaces.init)
  }

  /// The times of files that both sides record: the later one, or that of the side that still has the file. What one side
  /// alone changed has the time that this side's history records. A file that gets other bytes than the side has whose time it
  /// gets is modified a step later, so that editors that have that side's file open notice. Also the new paths of files whose
  /// folder only the other side spells as the merge does.
  func times(of merge: TreeMerge, in repository: GitRepository) throws -> MemoTimes {
    let recorded = try logs.map { log in try log.times(in: repository) }
    // What a side says of a file that it has removed is no time of the file.
    let known = (0...1).map { side in recorded[side].filter { trees[side][$0.key] != nil } }
    var times: [VaultPath: Int64] = [:]
    // Without a word here, whoever comes from the side that kept the file would take the other side's.
    for path in recorded[0].keys where recorded[1][path] != nil {
      times[path] = known.compactMap { $0[path] }.max()
    }
    for change in merge.changes {
      switch change {
      case .remove(let path): times[path] = nil
      case .take(let entry): times[entry.path] = times[entry.path] ?? renamed(entry, known)
      case .write(let text):
        let sides = [(0, text.first), (1, text.second)].compactMap {
          known[$0.0][path(of: $0.1, text.path, side: $0.0)]
        }
        let merged = merge.mergedMemos.filter { $0.newPath == text.path && !$0.isKept }.compactMap {
          known[$0.isFirst ? 1 : 0][$0.path]
        }
        times[text.path] = (sides + merged).max()
      }
    }
    let ids = Dictionary(merge.changes.compactMap(Self.content(of:))) { $1 }
    for (path, time) in times {
      let id = ids[path] ?? trees[0][path]?.id
      let isOfOtherBytes = (0...1).contains { known[$0][path] == time && trees[$0][path]?.id != id }
      if isOfOtherBytes { times[path] = time.addingClamped(FileStamp.step) }
    }
    let written = Set(merge.changes.map(\.path))
    return MemoTimes(
      times: times.filter { trees[0][$0.key] != nil || written.contains($0.key) }, renames: respelled(by: merge))
  }

  /// What a file is in the merged tree.
  private static func content(of change: TreeMerge.Change) -> (VaultPath, ObjectId)? {
    switch change {
    case .remove: nil
    case .take(let entry): (entry.path, entry.id)
    case .write(let text): (text.path, ObjectId(ofBlob: text.merge.bytes))
    }
  }

  private func respelled(by merge: TreeMerge) -> [RenameHint] {
    guard !merge.respelled.isEmpty else { return [] }
    let held = Set(merge.changes.filter { if case .remove = $0 { false } else { true } }.map(\.path))
    return merge.respelled.filter { old, new in
      held.contains(new) && trees.contains { $0[old] != nil } && trees.allSatisfy { $0[new] == nil }
    }.map { RenameHint(old: $0, new: $1) }.sorted { $0.old < $1.old }
  }

  /// The time of a file that has another path than on the side it comes from.
  private func renamed(_ entry: TreeEntry, _ known: [[VaultPath: Int64]]) -> Int64? {
    guard trees[0][entry.path]?.id != entry.id, trees[1][entry.path]?.id != entry.id else { return nil }
    return (0...1).compactMap { known[$0][path(of: entry.id, entry.path, side: $0)] }.max()
  }

  /// Where a side has some bytes: at the same path, unless it was renamed.
  private func path(of id: ObjectId, _ path: VaultPath, side: Int) -> VaultPath {
    if trees[side][path]?.id == id { return path }
    return places[side].first[id] ?? path
  }

  /// The vault's settings, where both sides changed them: woven they would be none, so the first side's stand there.
  ///
  /// - Parameter filtered: paths of which a commit's message must not hold any text.
  func settings(
    in merge: TreeMerge, _ repository: GitRepository, _ filtered: Set<VaultPath>
  ) throws -> [SyncIssue] {
    let path = Vault.settingsPath
    guard !filtered.contains(path), merge.unmerged.contains(path), base[path] != nil, let first = trees[0][path]?.id,
      let second = trees[1][path]?.id
    else { return [] }
    let texts = try repository.blobs([first, second])
    return [
      .overlap(
        Overlap(
          path: path, line: 1, first: texts[first] ?? [], second: texts[second] ?? [],
          devices: (0...1).map { logs[$0].device(of: path) ?? "" }))
    ]
  }

  /// The places where both sides changed the same lines.
  ///
  /// - Parameter filtered: paths of which a commit's message must not hold any text.
  func overlaps(of merge: TreeMerge, _ filtered: Set<VaultPath>) -> [SyncIssue] {
    merge.changes.flatMap { change -> [SyncIssue] in
      guard case .write(let text) = change else { return [] }
      let devices = [(0, text.first), (1, text.second)].map {
        logs[$0.0].device(of: path(of: $0.1, text.path, side: $0.0)) ?? ""
      }
      return text.merge.overlaps.enumerated().filter { !$0.element.isSettled }.map { index, overlap in
        guard !filtered.contains(text.path) else {
          let origin = Overlap.Origin(base: text.base, first: text.first, second: text.second, index: index)
          return .overlap(Overlap(path: text.path, line: overlap.line, sealedIn: origin, devices: devices))
        }
        return .overlap(
          Overlap(
            path: text.path, line: overlap.line, first: overlap.first, second: overlap.second, devices: devices,
            isOfKey: overlap.isOfKey))
      }
    }
  }

  /// Files of which each side's version is one of its own.
  func splits(of merge: TreeMerge) -> [SyncIssue] {
    merge.splits.map { split in
      let devices = [(0, split.path), (1, path(of: split.second, split.path, side: 1))].map {
        logs[$0.0].device(of: $0.1) ?? ""
      }
      return .split(SplitFile(path: split.path, copy: split.copy, devices: devices))
    }
  }

  /// Files that have another name than on the side they come from.
  func displaced(in merge: TreeMerge) -> [SyncIssue] {
    merge.displaced.map { file in
      .displaced(
        DisplacedFile(
          path: file.path, newPath: file.newPath, other: file.other, devices: devices(of: file, in: merge)))
    }
  }

  /// Where a file was written that has another name, and what is in its place.
  private func devices(of file: TreeMerge.Displaced, in merge: TreeMerge) -> [String] {
    // Its name belongs to another memo, which the other side moved there.
    if file.other == file.path, !file.isFolder {
      let side = merge.displaced(of: trees[0])[file.path] == file.newPath ? 0 : 1
      return [side, 1 - side].map { logs[$0].device(of: file.path) ?? "" }
    }
    return [
      device { trees[$0][file.path]?.path },
      device { file.isFolder ? firstFile(in: file.other, $0) : trees[$0][file.other]?.path },
    ]
  }

  /// Where the file was written that a side has; empty where that is not known.
  private func device(of file: (_ side: Int) -> VaultPath?) -> String {
    (0...1).compactMap { side in file(side).flatMap { logs[side].device(of: $0) } }.first ?? ""
  }

  private func firstFile(in folder: VaultPath, _ side: Int) -> VaultPath? {
    let names = folder.components
    return trees[side].keys.filter { path in
      path != folder && path.components.starts(with: names) { $0.elementsEqual($1) }
    }.min()
  }
}

/// Where a tree has which bytes, found out once and only where it is asked for.
private final class TreePlaces {
  private let tree: VaultTree

  init(_ tree: VaultTree) { self.tree = tree }

  /// The first path of each.
  private(set) lazy var first = Dictionary(tree.values.lazy.map { ($0.id, $0.path) }) { min($0, $1) }
}

extension TreeMerge {
  /// The texts that are made of both sides'.
  var madeTexts: [MergedText] { changes.compactMap { if case .write(let text) = $0 { text } else { nil } } }

  /// The files of a side that have another path after the merge, because another file has their name or their folder is spelled
  /// differently.
  func displaced(of side: VaultTree) -> [VaultPath: VaultPath] {
    let respelled = respelled.filter { side[$0.key] != nil }
    guard !displaced.isEmpty else { return respelled }
    let ids = changes.compactMap { if case .take(let entry) = $0 { (entry.path, entry.id) } else { nil } }
    let taken = Dictionary(ids) { id, _ in id }
    let former = Dictionary(respelled.map { ($1, $0) }) { path, _ in path }
    let own = displaced.compactMap { file -> (VaultPath, VaultPath)? in
      let path = former[file.path] ?? file.path
      guard let entry = side[path] else { return nil }
      return file.other != file.path || file.isFolder || entry.id == taken[file.newPath] ? (path, file.newPath) : nil
    }
    return respelled.merging(own) { _, path in path }
  }
}

extension [TreeChange] {
  /// Files that went while the same bytes, and nothing else with them, came; not where that is a deletion.
  var exactRenames: [RenameHint] {
    let gone = Dictionary(grouping: filter { $0.new == nil }.compactMap(\.old), by: \.id)
    guard !gone.isEmpty else { return [] }
    let come = Dictionary(grouping: filter { $0.old == nil }.compactMap(\.new), by: \.id)
    return gone.compactMap { id, entries -> RenameHint? in
      guard entries.count == 1, let new = come[id], new.count == 1 else { return nil }
      let hint = RenameHint(old: entries[0].path, new: new[0].path)
      return hint.isDeletion ? nil : hint
    }.sorted { $0.old < $1.old }
  }

  /// Files that went while others came in their place: those with the same bytes, and those that someone knows of.
  package func renames(_ recorded: [RenameHint]) -> [RenameHint] {
    var gone = Set(filter { $0.new == nil }.map(\.path))
    var come = Set(filter { $0.old == nil }.map(\.path))
    return (exactRenames + recorded).filter { hint in
      guard gone.contains(hint.old), come.contains(hint.new) else { return false }
      gone.remove(hint.old)
      come.remove(hint.new)
      return true
    }
  }
}
