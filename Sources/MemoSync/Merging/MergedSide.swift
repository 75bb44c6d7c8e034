package import MemoCore
import MemoStore

/// What one side of a merge did to memos since both came from the base.
public struct MergedSide: Equatable, Sendable {
  /// A memo, or a canvas, that the side made, changed or gave another path.
  package struct Memo: Equatable, Sendable {
    /// What the base has of it; `nil` for one that the side made.
    package let base: TreeEntry?
    /// What the side has.
    package let entry: TreeEntry
    /// Where it is after the merge: elsewhere, if another file has its name.
    package let path: VaultPath
  }

  /// The memos, by their paths on that side.
  package let memos: [Memo]
  /// Those among them that are second names, which a merge gave to memos of the base, by the paths there.
  package let twins: [VaultPath: [Memo]]
  /// Where files went that are no memos, by the paths that they had.
  package let files: [VaultPath: VaultPath]
  /// The canvases that the side made or changed.
  package let canvases: [Memo]
  /// Memos that the side merged into others and that are gone: each with the one that has its text.
  package let merged: [Memo]

  /// - Parameters:
  ///   - tree: the side's, one of two.
  ///   - renames: what the side's commits record.
  ///   - found: moves that the merge has found.
  ///   - displaced: files of the side to which the merge gave another path.
  ///   - merged: memos that the side merged into others.
  init(
    of tree: VaultTree, in trees: MergeTrees, _ renames: [RenameHint], found: [RenameHint],
    displaced: [VaultPath: VaultPath], merged: [TreeMerge.MergedMemo]
  ) {
    let base = trees.base
    self.merged = merged.compactMap { memo in
      tree[memo.target].map { Memo(base: base[memo.path], entry: $0, path: memo.newPath) }
    }
    let recorded = Self.moves(in: tree, since: base, found + renames, countingReused: true)
    // Other programs record none.
    let changes = trees.differing.map { TreeChange(path: $0, old: base[$0], new: tree[$0]) }
    let exact = changes.exactRenames
    let memoMoves = exact.filter { MemoFileRules.hasMemoExtension($0.new) }
    let others = exact.filter { !MemoFileRules.hasMemoExtension($0.new) && tree[$0.old] == nil }
    files = Self.certain(Dictionary(others.map { ($0.old, $0.new) }) { first, _ in first }, in: base)
    let targets = Set(recorded.values)
    let plain = memoMoves.filter { recorded[$0.old] == nil && !targets.contains($0.new) }.map { ($0.old, $0.new) }
    let moves = Self.certain(recorded.merging(plain) { first, _ in first }, in: base)
    let former = Dictionary(moves.map { ($1, $0) }) { first, _ in first }
    canvases = trees.differing.filter(CanvasCards.areIn).compactMap { path in
      guard let entry = tree[path], entry.mode.isFile, base[path] != entry else { return nil }
      return Memo(base: base[path], entry: entry, path: displaced[path] ?? path)
    }
    memos = trees.differing.compactMap { path in
      guard let entry = tree[path], entry.mode.isFile, MemoFileRules.hasMemoExtension(entry.path),
        base[entry.path] != entry
      else { return nil }
      let old = former[entry.path] ?? (moves[entry.path] == nil ? entry.path : nil)
      return Memo(
        base: old.flatMap { base[$0] }, entry: entry, path: displaced[entry.path] ?? entry.path)
    }
    twins = Self.twins(among: memos.filter { $0.base == nil }, renames, in: base)
  }

  private static func twins(
    among memos: [Memo], _ renames: [RenameHint], in base: VaultTree
  ) -> [VaultPath: [Memo]] {
    var twins: [VaultPath: [Memo]] = [:]
    for (number, hint) in renames.enumerated() where hint.keepsOld {
      let path = Array(renames[..<number]).origin(of: hint.old)
      guard twins[path] == nil, !certain([path: path], in: base).isEmpty else { continue }
      let names = renames.targets(of: path)
      twins[path] = memos.filter { names.contains($0.entry.path) }
    }
    return twins
  }

  /// Those of files that have bytes which no other file of the base has: an empty file, or one that is as its template, may
  /// have been deleted, and the one that is elsewhere made anew.
  private static func certain(_ moves: [VaultPath: VaultPath], in base: VaultTree) -> [VaultPath: VaultPath] {
    let moved = Set(moves.keys.compactMap { base[$0]?.id })
    guard !moved.isEmpty else { return [:] }
    var counts = [ObjectId(ofBlob: []): 2]
    for file in base.values where moved.contains(file.id) { counts[file.id, default: 0] += 1 }
    return moves.filter { old, _ in base[old].map { counts[$0.id] == 1 } ?? false }
  }

  /// Follows each file of the base through all its moves.
  ///
  /// - Parameter countsReused: whether files count whose old path another one has now.
  static func moves(
    in tree: VaultTree, since base: VaultTree, _ hints: [RenameHint], countingReused countsReused: Bool = false
  ) -> [VaultPath: VaultPath] {
    let known = hints.origins.filter { new, old in
      guard let file = base[old], new != old, tree[new] != nil else { return false }
      return tree[old].map { countsReused && $0.id != file.id } ?? true
    }
    return Dictionary(known.map { ($0.value, $0.key) }) { min($0, $1) }
  }
}

extension TreeMerge {
  /// The memos that a side merged into others and that are gone.
  func merged(on isFirst: Bool) -> [MergedMemo] { mergedMemos.filter { $0.isFirst == isFirst && !$0.isKept } }
}
