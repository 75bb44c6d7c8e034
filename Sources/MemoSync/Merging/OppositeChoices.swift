import MemoCore
import MemoStore

/// Conflicts that both sides of a merge have settled since, each by taking out what the other kept: of two versions of a line, or
/// of two files. Merged as any other changes, nothing would be left of either.
struct OppositeChoices {
  private let sides: [VaultTree]
  private let edited: Set<VaultPath>
  private let removed: [Set<VaultPath>]

  /// So many are looked at to find out whether the history has to be.
  private static let fewFiles = 64

  init(_ trees: MergeTrees) {
    let sides = trees.sides
    self.sides = sides
    let files = trees.differing.compactMap { trees.base[$0] }.filter(\.mode.isFile)
    edited = Set(
      files.filter { file in
        let ids = sides.compactMap { $0[file.path]?.id }
        return ids.count == 2 && Set(ids + [file.id]).count == 3
      }.map(\.path))
    removed = [(0, 1), (1, 0)].map { side, other in
      Set(files.map(\.path).filter { sides[side][$0] == nil && sides[other][$0] != nil })
    }
  }

  /// Takes both versions out of what the sides come from, so that each side has added the one that it kept; returns what is a
  /// conflict again.
  func take(outOf base: inout BaseTree, _ bases: [ObjectId], in repository: GitRepository) throws -> [SyncIssue] {
    guard try removed.allSatisfy({ !$0.isEmpty }) || mayBeApart(&base) else { return [] }
    var again: [SyncIssue] = []
    for commit in bases {
      for (_, issue) in try CommitLog(repository, ofConflictsIn: commit).issues {
        if case .overlap(let overlap) = issue {
          if try take(overlap, outOf: &base) { again.append(issue) }
        } else if let pair = issue.pair, isApart(pair), base.tree[pair.first] != nil, base.tree[pair.second] != nil {
          base.replace(pair.first, with: nil)
          base.replace(pair.second, with: nil)
          again.append(issue)
        }
      }
    }
    return again
  }

  /// Whether both sides have taken lines out of a file: mostly they have not, and the whole history is not to be asked.
  private func mayBeApart(_ base: inout BaseTree) throws -> Bool {
    let paths = edited.sorted()
    guard paths.count <= Self.fewFiles else { return true }
    let texts = try base.read(([base.tree] + sides).flatMap { tree in paths.compactMap { tree[$0]?.id } })
    return paths.indices.contains { file in
      ConflictingLines.haveLeft(texts[file], texts[paths.count + file], texts[2 * paths.count + file])
    }
  }

  private func take(_ overlap: Overlap, outOf base: inout BaseTree) throws -> Bool {
    let path = overlap.path
    guard edited.contains(path), !overlap.isOfKey, path != Vault.settingsPath,
      let known = try overlap.unsealed(by: { try base.conversions.texts(of: $0) })
    else { return false }
    let texts = try base.texts(of: ([base.tree] + sides).compactMap { $0[path]?.id })
    guard texts.count == 3, let text = known.versions.removed(from: texts[0], keptApartBy: texts[1], texts[2]) else {
      return false
    }
    base.replace(path, with: text)
    return true
  }

  private func isApart(_ pair: FilePair) -> Bool {
    [(0, 1), (1, 0)].contains { removed[$0].contains(pair.first) && removed[$1].contains(pair.second) }
  }
}
