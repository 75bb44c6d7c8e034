import MemoCore
import MemoStore
import MemoSync

/// What has to change on cards of canvases that show files by the paths which these had before a side of a merge moved them:
/// the other side wrote these cards in the meantime. Nothing is written here.
struct FollowedCards {
  /// The canvases whose texts change.
  private(set) var rewrites: [VaultPath: MemoRewrite] = [:]
  /// Whether every canvas could be looked at.
  private(set) var isWhole = true

  /// Finds them.
  ///
  /// - Parameters:
  ///   - merges: each of two sides.
  ///   - waiting: files that are not as the merges have them.
  init(of merges: [LinkedMerge], besides waiting: Set<VaultPath>, in vault: Vault) {
    guard vault.isObsidian else { return }
    var newPaths: [VaultPath: VaultPath] = [:]
    for merge in merges where merge.sides.count == 2 {
      for writer in 0...1 {
        newPaths.merge(Self.newPaths(merge.sides[1 - writer], since: merge.sides[writer])) { first, _ in first }
      }
    }
    // What is still where the writer saw it is shown.
    newPaths = newPaths.filter { vault.files.stamp(of: $0) == nil && vault.files.stamp(of: $1) != nil }
    guard !newPaths.isEmpty else { return }
    for rewrite in Canvases.rewrites(in: vault, newPath: { newPaths[$0] ?? $0 }) {
      if waiting.contains(rewrite.memo.path) { isWhole = false } else { rewrites[rewrite.memo.path] = rewrite }
    }
  }

  /// Where a side moved files, by the paths that the other side knows.
  private static func newPaths(_ mover: MergedSide, since writer: MergedSide) -> [VaultPath: VaultPath] {
    let written = writer.memos.compactMap { memo in memo.base.map { ($0.path, memo.entry.path) } }
    let places = Dictionary(written) { first, _ in first }
    let memos = mover.memos.compactMap { memo in memo.base.map { (places[$0.path] ?? $0.path, memo.path) } }
    return Dictionary(memos.filter { $0 != $1 }) { first, _ in first }.merging(mover.files) { memo, _ in memo }
  }
}
