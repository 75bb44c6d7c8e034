import MemoCore

/// Names the remote that a repository syncs with.
struct RemoteSetup {
  let repository: GitRepository
  let reach: RemoteReach
  /// The branch that is checked out here.
  let branch: String
  /// Whether it has a commit.
  let hasCommit: Bool

  /// Looks at the remote and writes down where it is and which of its branches is meant.
  func run(_ url: String) throws(SyncError) {
    let found = try branches(of: url)
    let remote = remoteBranch(found.first, found.all)
    try SyncError.asking { () throws(GitError) in
      let local = hasCommit ? branch : remote
      if local != branch { _ = try repository.output(["symbolic-ref", "HEAD", "refs/heads/\(local)"]) }
      try set("remote.origin.url", url)
      try set("remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*")
      try set("branch.\(local).remote", "origin")
      try set("branch.\(local).merge", "refs/heads/\(remote)")
      // What was known of another remote says nothing of this one.
      try repository.change([.remove("refs/memo/taken/\(local)")], reason: "memo: remote")
    }
  }

  private func branches(of url: String) throws(SyncError) -> (first: String?, all: [String]) {
    do throws(SyncError) {
      return try repository.branches(of: url, reach: reach)
    } catch {
      if case .remote(let reason) = error { throw .newRemote(reason: reason) }
      throw error
    }
  }

  /// The branch that the remote shows first, where it is there; an empty remote gets the one from here.
  private func remoteBranch(_ first: String?, _ all: [String]) -> String {
    if let first, all.contains(first) { return first }
    if all.contains(branch) || all.isEmpty { return branch }
    return all.contains("main") ? "main" : all.sorted()[0]
  }

  private func set(_ key: String, _ value: String) throws(GitError) {
    _ = try repository.output(["config", "--local", "--replace-all", key, value])
  }
}
