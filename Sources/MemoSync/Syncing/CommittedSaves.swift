import MemoCore

/// What people have committed with git since a sync last looked: a save of an old text may be among it.
struct CommittedSaves {
  let sync: SyncContext

  private static let limit = 1_000

  /// How the commits that were made here have changed files, the oldest first; merges have changed nothing.
  func changes() throws -> [TreeChange] {
    let commits = try madeHere(Array(sync.unseenCommits.prefix(Self.limit).reversed()))
    return try sync.repository.changes(by: commits)
  }

  /// The commits that were not pulled: those that the remote has on no branch, and those that git noted when it made them.
  private func madeHere(_ commits: [ObjectId]) throws -> [ObjectId] {
    let remote = sync.refs.tips.filter { $0.key.hasBytePrefix("refs/remotes/") }.map(\.value.id)
    guard !commits.isEmpty, !remote.isEmpty, let head = sync.head else { return commits }
    let unsent = Set(try CommitLog(sync.repository, from: Set(remote).sorted(), to: head.id).entries.map(\.id))
    guard !commits.allSatisfy(unsent.contains) else { return commits }
    // Whoever commits by hand may also push by hand.
    let own = try unsent.union(sync.repository.commitsMade(on: sync.names.head))
    return commits.filter(own.contains)
  }
}

extension GitRepository {
  /// The last commits that `git commit` has made on a branch here, as far as that was written down.
  fileprivate func commitsMade(on name: String) throws -> [ObjectId] {
    let words = ["log", "--walk-reflogs", "--grep-reflog=^commit", "--format=%H", "--max-count=1000", name, "--"]
    let answer = try git.run(GitCall(words, in: place))
    return answer.output.split(separator: UInt8(ascii: "\n")).compactMap { ObjectId(hexadecimal: $0) }
  }

  /// How commits have changed the files of the one that each comes from, in their order; merges are left out.
  func changes(by commits: [ObjectId]) throws -> [TreeChange] {
    guard !commits.isEmpty else { return [] }
    let words = ["diff-tree", "--stdin", "--root", "-r", "-z", "--raw", "--no-renames", "--no-abbrev"]
    let output = try output(words, feeding: commits.map { Array("\($0.text)\n".utf8) })
    let records = output.split(separator: 0)
    var changes: [TreeChange] = []
    var place = 0
    while place < records.count {
      // ID, then the commit's changes with their paths
      let start = place + 1
      place = start
      while place + 1 < records.count, records[place].first == UInt8(ascii: ":") { place += 2 }
      changes += try Self.changes(in: Array(records[start..<place]))
    }
    return changes
  }
}
