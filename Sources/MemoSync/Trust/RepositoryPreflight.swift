import MemoCore
import MemoStore

/// Looks whether a repository is one that can be synced just now, by files that git itself keeps there.
struct RepositoryPreflight {
  let vault: Vault
  let host: any HostFiles

  /// Files that git keeps while an operation is in progress, and the name of that operation; a rebase may be in the
  /// middle of a merge or a pick, and a bisection of any of them.
  private static let underway = [
    ("rebase-merge", "rebase"), ("rebase-apply/applying", "am"), ("rebase-apply", "rebase"), ("MERGE_HEAD", "merge"),
    ("CHERRY_PICK_HEAD", "cherry-pick"), ("REVERT_HEAD", "revert"), ("sequencer", "cherry-pick"),
    ("BISECT_LOG", "bisect"),
  ]
  /// The steps that are left of a cherry-pick or a revert of several commits.
  private static let steps = VaultPath(".git/sequencer/todo")
  private static let reference = Array("ref: refs/heads/".utf8)
  private static let git = VaultPath(".git")
  private static let headLimit = 1 << 12

  private var head: HostPath { vault.root.appending(Self.git.appending("HEAD")) }

  /// The branch that is checked out.
  ///
  /// - Throws: `underway` where none is because a person is in the middle of something; `damaged` where it has lost its commit.
  func branch(_ config: RepositoryConfig) throws -> String {
    let bytes = try host.contents(of: head, limit: Self.headLimit) ?? []
    // As git writes it with `core.preferSymlinkRefs`.
    if !bytes.starts(with: Self.reference), host.realPath(of: head) != head {
      throw SyncError.repository(.linkedHead)
    }
    // As a power cut leaves a file.
    if bytes.isEmpty || bytes.contains(0) { throw GitError.damaged(.headWithoutBranch) }
    guard let branch = Self.branch(in: bytes) else { throw SyncError.repository(try withoutBranch(config)) }
    guard !branch.isEmpty else { throw SyncError.repository(.unreadable("HEAD")) }
    // Read as well as it can be, it would be another branch's.
    guard let name = String(validating: branch, as: UTF8.self) else {
      throw SyncError.repository(.branchName(String(decoding: branch, as: UTF8.self)))
    }
    let ref = "refs/heads/\(name)"
    // Git takes it for a branch without a commit yet.
    if RefFiles.isBroken(ref, in: vault) { throw GitError.damaged(.refWithoutCommit(ref)) }
    return name
  }

  private static func branch(in head: [UInt8]) -> ArraySlice<UInt8>? {
    guard head.starts(with: reference) else { return nil }
    return head.dropFirst(reference.count).prefix { $0 >= 0x20 }
  }

  /// Whether something else than a branch is checked out now, or git is in the middle of something.
  func hasLeft(_ branch: String) throws -> Bool {
    let bytes = try host.contents(of: head, limit: Self.headLimit)
    let isOther = bytes.map { Self.branch(in: $0)?.elementsEqual(branch.utf8) != true } ?? false
    return try isOther || operationUnderway() != nil
  }

  /// Ends with `damaged` where `HEAD` or the branch that it names is; another commit than a branch's may be checked out.
  func checkHead(_ config: RepositoryConfig) throws {
    do {
      _ = try branch(config)
    } catch is SyncError {
      // No branch is checked out.
    }
  }

  private func withoutBranch(_ config: RepositoryConfig) throws -> RepositoryTrouble {
    if let operation = try operationUnderway() { return .underway(operation, nil) }
    let isJujutsus = try vault.files.folderStamp(of: VaultPath(".jj/repo")) != nil
    return isJujutsus ? .jujutsu(synced: config.syncedBranch) : .detached(synced: config.syncedBranch, nil)
  }

  /// What a person is in the middle of; `nil` for nothing.
  func operationUnderway() throws -> String? {
    guard let found = try Self.underway.first(where: { try isTaken($0.0) }) else { return nil }
    guard found.0 == "sequencer" else { return found.1 }
    let steps = try host.contents(of: vault.root.appending(Self.steps), limit: 1 << 20) ?? []
    return steps.starts(with: "revert ".utf8) ? "revert" : found.1
  }

  /// Ends where files or history are missing on purpose, which is not to be taken for deletions.
  func checkIsWhole(_ config: RepositoryConfig) throws {
    if config.isSparse { throw SyncError.repository(.sparse) }
    if try isTaken("shallow") { throw SyncError.repository(.shallow) }
  }

  private func isTaken(_ name: String) throws -> Bool {
    try vault.writer.isTaken(Self.git.appending(name))
  }
}

extension RepositoryConfig {
  /// Whether files of the branch are left out of the work tree.
  var isSparse: Bool { entries.last { $0.section == "core" && $0.key == "sparsecheckout" }?.isOn ?? false }
}
