import MemoCore

/// What people have committed with git since a sync last looked: a save of an old text may be among it.
struct CommittedSaves {
  let sync: SyncContext

  private static let limit = 1_000

  /// How the commits that were made here have changed files, the oldest first; merges have changed nothing.
  func changes() throws -> [TreeChange] {
    let commits = try madeHere(Array(sync.unseenCommits.prefix(Self.limit).reversed()))
    return try sync.repository.changes(by: commits).flatMap { $0 }
  }

  /// The commits that were not pulled: those that the remote has on no branch, and those that git noted when it made them.
  private func madeHere(_ commits: [ObjectId]) throws -> [ObjectId] {
    let remote = sync.refs.tips.filter { $0.key.text.hasBytePrefix("refs/remotes/") }.map(\.value.id)
    guard !commits.isEmpty, !remote.isEmpty, let head = sync.head else { return commits }
    let unsent = Set(try CommitLog(sync.repository, from: Set(remote).sorted(), to: head.id).entries.map(\.id))
    guard !commits.allSatisfy(unsent.contains) else { return commits }
    // Whoever commits by hand may also push by hand.
    let made = try sync.repository.recentTips(of: sync.names.head, newest: Self.limit, committedHere: true)
    return commits.filter(unsent.union(made).contains)
  }
}
