import MemoCore
import MemoStore

/// Memos that other programs have renamed in one commit and rewritten in later ones, until too few of their lines are left to know
/// them by. No commit records where they went, but in the one with which the new path came they can still be known.
struct RewrittenMemos {
  private let tree: VaultTree
  private let trees: MergeTrees
  private let log: CommitLog
  private let conversions: PathConversions

  /// So many commits are looked at, the newest.
  private static let limit = 1_000

  /// - Parameters:
  ///   - tree: the files of one side.
  ///   - trees: those of both, and of what they come from.
  ///   - log: the side's commits.
  init(on tree: VaultTree, in trees: MergeTrees, _ log: CommitLog, _ conversions: PathConversions) {
    (self.tree, self.trees, self.log, self.conversions) = (tree, trees, log, conversions)
  }

  /// How the side has renamed files: what its commits record, and where it has these memos.
  func renames(in repository: GitRepository) throws -> [RenameHint] {
    let recorded = log.renames
    let targets = recorded.targets
    let gone = trees.differing.compactMap { tree[targets[$0] ?? $0] == nil ? trees.base[$0] : nil }
    let come = trees.differing.compactMap { trees.base[$0] == nil ? tree[$0] : nil }
    guard gone.contains(where: Self.isMemo), come.contains(where: Self.isMemo) else { return recorded }
    let changes = try log.changesOfOthers(newest: Self.limit, in: repository)
    let versions = firstVersions(of: Set(come.map(\.path)), changes.flatMap { $0 })
    guard !versions.isEmpty else { return recorded }
    // What can be known by its lines now, the merge finds.
    let known = try found(gone, come)
    let (from, to) = (Set(known.map(\.old)), Set(known.map(\.new)))
    let more = try found(gone.filter { !from.contains($0.path) }, versions.filter { !to.contains($0.path) })
    return recorded
      + more.filter { !$0.isDeletion }.map { RenameHint(old: recorded.target(of: $0.old), new: $0.new) }
  }

  private static func isMemo(_ entry: TreeEntry) -> Bool {
    entry.mode.isFile && MemoFileRules.hasMemoExtension(entry.path)
  }

  /// What memos were in the commits with which their paths came, where they are something else now.
  ///
  /// - Parameter changes: how the commits have changed files, the oldest first.
  private func firstVersions(of paths: Set<VaultPath>, _ changes: [TreeChange]) -> [TreeEntry] {
    let first = changes.reduce(into: [VaultPath: TreeEntry]()) { first, change in
      if change.old == nil, let new = change.new, paths.contains(new.path) { first[new.path] = new }
    }
    return first.values.filter { Self.isMemo($0) && $0.id != tree[$0.path]?.id }.sorted { $0.path < $1.path }
  }

  private func found(_ gone: [TreeEntry], _ come: [TreeEntry]) throws -> [RenameHint] {
    let before = Array(trees.base.values)
    let entries = Dictionary((before + come).map { ($0.id, $0) }) { first, _ in first }
    return try RenameHint.found(gone: gone, come: come, in: before) { ids in
      let texts = try conversions.texts(of: ids.compactMap { entries[$0] })
      return ids.map { id in entries[id].flatMap { texts[$0] } ?? [] }
    }
  }
}
