import MemoCore

/// Where the branches of a repository stood at one moment.
struct RepositoryRefs: Equatable, Sendable {
  /// A commit that a ref names.
  struct Tip: Equatable, Sendable {
    let id: ObjectId
    /// Its committer's date, in seconds since 1970.
    let date: Int64
  }

  /// By full name.
  private(set) var tips: [String: Tip] = [:]

  /// Reads what `for-each-ref` writes in `format`.
  init(_ output: [UInt8]) {
    for line in output.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "))
      guard words.count == 3, let id = ObjectId(hexadecimal: words[1]),
        let date = Int64(String(decoding: words[2], as: UTF8.self))
      else { continue }
      tips[String(decoding: words[0], as: UTF8.self)] = Tip(id: id, date: date)
    }
  }

  static let format = "%(refname) %(objectname) %(committerdate:unix)"

  subscript(_ name: String) -> Tip? { tips[name] }
}

/// The names of refs that memo uses for a branch.
struct BranchNames: Equatable, Sendable {
  /// The branch here, without `refs/heads/`.
  let local: String
  /// The branch on the remote.
  let remote: String

  var head: String { "refs/heads/\(local)" }
  var remoteHead: String { "refs/heads/\(remote)" }
  /// Where the remote's branch was seen last.
  var tracking: String { "refs/remotes/origin/\(remote)" }
  /// The last commit of the remote that is in the branch here: what a rewritten history does not hold any more.
  var taken: String { "refs/memo/taken/\(local)" }
  /// The commit whose files are being brought in.
  static let pending = "refs/memo/pending"
  /// What was written to files that waited, while it is merged.
  static let waited = "refs/memo/waited"
}

extension GitRepository {
  /// Where branches, the remote's branches and memo's own refs stand.
  func refs() throws(GitError) -> RepositoryRefs {
    RepositoryRefs(
      try output([
        "for-each-ref", "--format=\(RepositoryRefs.format)", "refs/heads", "refs/remotes/origin", "refs/memo",
      ]))
  }

  /// The commits that a branch named lately, the last first, as far as that was written down.
  func recentTips(of name: String) throws(GitError) -> [ObjectId] {
    let words = ["log", "--walk-reflogs", "--format=%H", "--max-count=16", name, "--"]
    let answer = try git.run(GitCall(words, in: place))
    return answer.output.split(separator: UInt8(ascii: "\n")).compactMap { ObjectId(hexadecimal: $0) }
  }

  /// A step of a change of refs.
  enum RefStep: Equatable {
    /// Sets a ref, which has to stand where it was seen; `nil` where it must not be there.
    case move(String, to: ObjectId, from: ObjectId?)
    /// Sets a ref wherever it stands.
    case set(String, to: ObjectId)
    /// Removes a ref where it is there.
    case remove(String)

    fileprivate var line: String {
      switch self {
      case .move(let name, let new, let old): "update \(name)\0\(new.text)\0\(old?.text ?? zeros)\0"
      case .set(let name, let new): "update \(name)\0\(new.text)\0\0"
      case .remove(let name): "delete \(name)\0\0"
      }
    }

    private var zeros: String { String(repeating: "0", count: ObjectId.length) }
  }

  /// Makes all steps or none.
  func change(_ steps: [RefStep], reason: String) throws(GitError) {
    _ = try output(["update-ref", "-m", reason, "--stdin", "-z"], feeding: steps.map { Array($0.line.utf8) })
  }

  /// The best common ancestors of two commits, in the order of their names; none for unrelated histories.
  func mergeBases(_ first: ObjectId, _ second: ObjectId) throws(GitError) -> [ObjectId] {
    let output = try optionalOutput(["merge-base", "--all", first.text, second.text]) ?? []
    return output.split(separator: UInt8(ascii: "\n")).compactMap { ObjectId(hexadecimal: $0) }.sorted()
  }

  /// Whether a commit is the other or one of its ancestors.
  func isAncestor(_ older: ObjectId, of newer: ObjectId) throws(GitError) -> Bool {
    try optionalOutput(["merge-base", "--is-ancestor", older.text, newer.text]) != nil
  }
}
