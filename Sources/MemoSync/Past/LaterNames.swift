package import MemoCore

/// The names that memos of a commit have in a later one. What `PastWalk` finds for one memo from its last name back, this
/// finds for any number of them at once, from their first names on, in one walk over the commits in between.
package struct LaterNames {
  /// The names in the first commit, by those in the last. A memo that has two names now is there twice.
  package let origins: [VaultPath: VaultPath]

  /// Follows memos.
  ///
  /// - Parameters:
  ///   - memos: their paths in the repository.
  ///   - old: the commit that has them.
  ///   - new: the commit whose names are asked for.
  package init(
    of memos: Set<VaultPath>, from old: ObjectId, to new: ObjectId, in repository: PastRepository
  ) throws(GitError) {
    let steps = try repository.steps(from: old.text, to: new.text)
    let made = Set(steps.map(\.commit))
    /// How many commits are still to be made from each: the names of one that is done are not kept.
    var uses = Dictionary(steps.map { ($0.parent, 1) }, uniquingKeysWith: +)
    let known = Dictionary(memos.map { ($0, $0) }) { first, _ in first }
    var names = [old.text: known]
    for step in steps {
      if names[step.parent] == nil, !made.contains(step.parent) {
        names[step.parent] = try Self.names(known, in: step.parent, repository)
      }
      uses[step.parent, default: 1] -= 1
      let before = uses[step.parent] == 0 ? names.removeValue(forKey: step.parent) : names[step.parent]
      let after = step.taken(by: before ?? [:])
      // The sides of a merge may know a memo by different names.
      names[step.commit] = names.removeValue(forKey: step.commit)?.merging(after) { first, _ in first } ?? after
    }
    origins = names[new.text] ?? [:]
  }

  /// Those that were there already where another history branched off.
  private static func names(
    _ names: [VaultPath: VaultPath], in commit: String, _ repository: PastRepository
  ) throws(GitError) -> [VaultPath: VaultPath] {
    let tree = try repository.git.tree(of: ObjectId(commit))
    return names.filter { tree[$0.key] != nil }
  }
}

extension PastRepository {
  /// What the commits did that lead to one and not to another, each after those that it was made from. A merge has a step
  /// for each of these.
  func steps(from old: String, to new: String) throws(GitError) -> [HistoryStep] {
    var words = ["log", "-z", "--topo-order", "--reverse", "--format=\(LogReader.format)", "--encoding=UTF-8"]
    words += ["--no-color", "--no-notes", "--no-show-signature", new, "^\(old)", "--"]
    guard let log = LogReader(try git.output(words)) else { throw .unclear("log") }
    let plain = log.commits.filter { $0.parents.count == 1 }
    let merges = log.commits.filter { $0.parents.count > 1 }
    // A merge renames nothing: one of its sides did. Compared with one side it is as large as the other, so that what is
    // alike there may be so by chance.
    let changes = try changes(plain, ["-M50%", "-l1000"]).merging(changes(merges, ["--no-renames"])) { first, _ in first
    }
    return log.commits.flatMap { commit in
      let hints = commit.hints
      return commit.parents.map { parent in
        let edge = Edge(commit: commit.id, parent: parent)
        return HistoryStep(commit: commit.id, parent: parent, changes: changes[edge] ?? [], hints: hints)
      }
    }
  }

  private struct Edge: Hashable {
    let commit: String
    let parent: String
  }

  /// The files that came, went or were renamed, since each parent.
  private func changes(
    _ commits: [LoggedCommit], _ renames: [String]
  ) throws(GitError) -> [Edge: [LoggedCommit.Change]] {
    guard !commits.isEmpty else { return [:] }
    let words = ["diff-tree", "--stdin", "-r", "-z", "--raw", "--no-abbrev", "--diff-filter=ADR"] + renames
    let edges = commits.flatMap { commit in commit.parents.map { Array("\(commit.id) \($0)\n".utf8) } }
    guard let log = LogReader(try git.output(words + ["--format=\(LogReader.format)"], feeding: edges)) else {
      throw .unclear("diff-tree")
    }
    // Git gives a commit the parent here that it was asked to compare it with.
    let told = log.commits.map { (Edge(commit: $0.id, parent: $0.parents.first ?? ""), $0.changes) }
    return Dictionary(told) { first, _ in first }
  }
}
