import MemoCore
public import MemoStore

/// Names the remote that a repository syncs with.
struct RemoteSetup {
  let repository: GitRepository
  let reach: RemoteReach
  /// The branch that is checked out here.
  let branch: String
  /// Whether it has a commit.
  let hasCommit: Bool

  /// Looks at the remote and writes down where it is and which of its branches is meant.
  func run(_ new: SyncRemote) throws {
    let found = try look(at: new.folder?.text ?? new.url)
    let remote = remoteBranch(found.first, found.all)
    let local = hasCommit ? branch : remote
    let names = BranchNames(local: local, remote: remote)
    if !local.utf8.elementsEqual(branch.utf8) { _ = try repository.output(["symbolic-ref", "HEAD", names.head]) }
    try set("remote.origin.url", new.url)
    try set("remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*")
    try set("branch.\(local).remote", "origin")
    try set("branch.\(local).merge", names.remoteHead)
    // What was known of another remote says nothing of this one.
    try repository.change([.remove(names.taken)], reason: "memo: remote")
  }

  /// The branches of a remote that can be synced with.
  private func look(at url: String) throws -> (first: String?, all: [String]) {
    if reach.isBundle { throw SyncError.newRemote(reason: RemoteReason(kind: .bundle, text: url)) }
    do {
      let found = try repository.branches(of: url, reach: reach)
      if found.all.isEmpty { try repository.checkTakesBranches(url, reach: reach) }
      return found
    } catch SyncError.remote(let reason) {
      throw SyncError.newRemote(reason: reason)
    }
  }

  /// The branch that the remote shows first, where it is there; an empty remote gets the one from here.
  private func remoteBranch(_ first: String?, _ all: [String]) -> String {
    if let first, all.hold(branch: first) { return first }
    if all.hold(branch: branch) || all.isEmpty { return branch }
    return all.hold(branch: RepositoryConfig.usualBranch) ? RepositoryConfig.usualBranch : all.sorted()[0]
  }

  /// Writes to the repository's own file, which git reads nothing else from.
  private func set(_ key: String, _ value: String) throws {
    var call = GitCall(["config", "--file"], in: repository.place)
    call.arguments.append(repository.root.appending(".git/config").bytes)
    call.arguments += ["--replace-all", key, value].map { Array($0.utf8) }
    _ = try repository.answer(to: call)
  }
}

/// The note by which a clone that was killed is recognized: the next clone of the same remote finishes it. Kept in
/// `.git/memo/cloning`, from before there is a repository until the files are there.
public struct UnfinishedClone {
  private let access: VaultAccess

  private static let path = SyncFolder.path.appending("cloning")
  private static let sizeLimit = 1 << 12

  /// The note in a folder that is to be a vault.
  public init(_ access: VaultAccess) {
    self.access = access
  }

  /// The remote whose clone has not been finished; `nil` where none is under way.
  public var url: String? {
    var bytes: [UInt8] = []
    let reading = try? access.files.read(Self.path, limit: Self.sizeLimit, head: { bytes = Array($0) })
    return reading == nil ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// When it began, in nanoseconds since 1970; `nil` where none is under way.
  var began: Int64? { access.files.stamp(of: Self.path)?.modified }

  /// Removes the locks of a git that was killed while it made the repository.
  public func removeLocks(in vault: Vault, of git: any Git) throws {
    let names = BranchNames(local: RepositoryConfig.usualBranch, remote: RepositoryConfig.usualBranch)
    try StaleLocks(vault: vault, names: names, since: began, git: git).remove()
  }

  /// Notes that a clone begins.
  public func begin(_ url: String) throws {
    try access.writer.replace(Self.path, contents: Array(url.utf8))
  }

  /// Notes that it is done.
  public func end() throws {
    _ = try access.writer.remove(Self.path)
  }
}
