import MemoCore

/// What two commits have that the other has not, and what both come from.
struct Divergence {
  /// The commits that the first has and the second has not.
  let own: CommitLog
  /// Those that the second has and the first has not.
  let other: CommitLog
  /// From which commits they are merged: mostly the best common ancestors; none for unrelated histories.
  let bases: [ObjectId]

  /// Compares two commits.
  init(_ repository: GitRepository, _ first: ObjectId, _ second: ObjectId) throws {
    let entries = try CommitLog.entries(
      in: repository, ["--topo-order", "--boundary", "\(first.text)...\(second.text)"])
    // Of two commits at least one has something that the other has not.
    if entries.isEmpty, first != second { throw GitError.unclear("log") }
    own = CommitLog(entries.filter { $0.side == .first })
    other = CommitLog(entries.filter { $0.side == .second })
    if own.entries.isEmpty {
      bases = [first]
    } else if other.entries.isEmpty {
      bases = [second]
    } else {
      // Where there are several, some may come before others.
      let common = entries.filter { $0.side == .both }.map(\.id)
      bases = common.count > 1 ? try repository.mergeBases(first, second) : common
    }
  }

  /// Compares two commits with others that they are to be merged from, whatever they come from.
  init(_ repository: GitRepository, _ first: ObjectId, _ second: ObjectId, since bases: [ObjectId]) throws {
    own = try CommitLog(repository, from: bases, to: first)
    other = try CommitLog(repository, from: bases, to: second)
    self.bases = bases
  }

  /// The commits that a merge of the two has and the first has not.
  func log(of merge: CommitLog.Entry) -> CommitLog {
    CommitLog([merge] + other.entries, knowing: other.changed)
  }
}

/// The merges that have come to a branch, step by step, since it was at a commit.
struct ReceivedMerges: Equatable, Sendable {
  /// Where it was.
  let since: ObjectId
  /// Where it is.
  private(set) var head: ObjectId
  private(set) var merges: [CommitLog.Entry] = []

  init(since commit: ObjectId) { (since, head) = (commit, commit) }

  /// Goes with the branch from one commit to another. Where it was at none of these, another program has moved it, and how
  /// is not known.
  ///
  /// - Parameter log: what the branch did not have before; `nil` for one commit that is no merge.
  mutating func follow(from old: ObjectId?, to new: ObjectId, by log: CommitLog? = nil) {
    guard old == head else { return }
    head = new
    merges += (log?.entries ?? []).filter { $0.parents.count > 1 }
  }
}
