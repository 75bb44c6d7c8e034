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
    let arrivals = try Arrivals(log.changesOfOthers(newest: Self.limit, in: repository), former: recorded.origins)
    let versions = firstVersions(of: come, arrivals, from: Set(gone.map(\.path)))
    guard !versions.isEmpty else { return recorded }
    // What can be known by its lines now, the merge finds.
    let before = Array(trees.base.values)
    let known = try conversions.renames(gone: gone, come: come, in: before)
    let (from, to) = (Set(known.map(\.old)), Set(known.map(\.new)))
    let more = try conversions.renames(
      gone: gone.filter { !from.contains($0.path) }, come: versions.filter { !to.contains($0.path) }, in: before)
    return recorded
      + more.filter { !$0.isDeletion && arrivals.origins(of: $0.new).contains($0.old) }
      .map { RenameHint(old: recorded.target(of: $0.old), new: $0.new) }
  }

  private static func isMemo(_ entry: TreeEntry) -> Bool {
    entry.mode.isFile && MemoFileRules.hasMemoExtension(entry.path)
  }

  /// What memos were in the commits with which their paths came, where they are something else now, and where memos that are
  /// gone may have come to them.
  private func firstVersions(of come: [TreeEntry], _ arrivals: Arrivals, from gone: Set<VaultPath>) -> [TreeEntry] {
    come.compactMap { entry in
      guard let first = arrivals.entries[entry.path], Self.isMemo(first), first.id != entry.id else { return nil }
      return arrivals.origins(of: entry.path).isDisjoint(with: gone) ? nil : first
    }
  }
}

/// The commits with which paths came. A file that only goes in a later one was copied, not renamed.
private struct Arrivals {
  /// What the files were in these commits.
  private(set) var entries: [VaultPath: TreeEntry] = [:]
  private var commits: [VaultPath: Int] = [:]
  /// For each commit, the paths before all commits of what went in it.
  private var origins: [Set<VaultPath>] = []

  /// - Parameters:
  ///   - changes: how each commit has changed files, the oldest first.
  ///   - former: the paths before all commits of files that other commits have renamed.
  init(_ changes: [[TreeChange]], former: [VaultPath: VaultPath]) {
    for (number, commit) in changes.enumerated() {
      let gone = commit.filter { $0.new == nil }.map(\.path)
      let old = gone.filter { commits[$0] == nil }.map { former[$0] ?? $0 }
      let earlier = Set(gone.compactMap { commits[$0] })
      origins.append(earlier.reduce(into: Set(old)) { $0.formUnion(origins[$1]) })
      for entry in commit.filter({ $0.old == nil }).compactMap(\.new) {
        (entries[entry.path], commits[entry.path]) = (entry, number)
      }
    }
  }

  /// The paths before all commits of the files that a path may have come from.
  func origins(of path: VaultPath) -> Set<VaultPath> { commits[path].map { origins[$0] } ?? [] }
}
