public import MemoCore
public import MemoStore

/// How far a vault and its remote are apart.
public struct SyncStatus: Equatable, Sendable {
  /// The branch that is checked out.
  public let branch: String
  /// The same, where the other devices sync another one.
  public let sideBranch: SideBranch?
  /// Where the remote is, without a password.
  public let remote: String
  /// Commits here that the remote had not when it was last seen.
  public let ahead: Int
  /// Commits of the remote, as last seen, that are not here.
  public let behind: Int
  /// Files that have changed here since the last commit.
  public let unsaved: Int
  /// Places where both sides changed the same lines, and no one has looked.
  public let conflicts: Int
  /// Files that stay on this device.
  public let skipped: [SkippedFile]
  /// How syncing went last.
  public let log: SyncLog
}

/// How syncing went last.
public struct SyncLog: Equatable, Sendable {
  /// When a sync last went through, in nanoseconds since 1970; `nil` where none has.
  public let lastSync: Int64?
  /// Why the last sync did not go through; `nil` where it did.
  public let lastError: SyncTrouble?
  /// When that was.
  public let lastErrorAt: Int64?
  /// When a watcher is to sync next, if nothing changes before; `nil` where none is to.
  public let nextTry: Int64?

  init(_ state: SyncState) {
    (lastSync, lastError, lastErrorAt, nextTry) = (state.lastSync, state.trouble, state.lastErrorAt, state.nextTry)
  }
}

extension GitRepository {
  /// How many commits each of the branch and the remote's has that the other has not.
  func distance(_ names: BranchNames) throws -> (ahead: Int, behind: Int) {
    let refs = try refs()
    switch (refs[names.head], refs[names.tracking]) {
    case (nil, nil): return (0, 0)
    case (let head?, nil): return (try count([head.id.text]).first ?? 0, 0)
    case (nil, let remote?): return (0, try count([remote.id.text]).first ?? 0)
    case (let head?, let remote?):
      let counts = try count(["--left-right", "\(head.id.text)...\(remote.id.text)"])
      return counts.count == 2 ? (counts[0], counts[1]) : (0, 0)
    }
  }

  private func count(_ words: [String]) throws -> [Int] {
    let output = try output(["rev-list", "--count"] + words + ["--"])
    return String(decoding: output, as: UTF8.self).filledLines.flatMap { $0.parts(at: "\t") }.compactMap { Int($0) }
  }
}

/// How the last sync of a vault went, without a look at the repository.
public struct LastSync: Equatable, Sendable {
  /// When one last went through, in nanoseconds since 1970; `nil` where none has.
  public let at: Int64?
  /// Whether the one after that did not.
  public let hasFailed: Bool
  /// How many places needed a look then; those that a person has settled since are still counted.
  public let conflicts: Int

  /// Puts together what is known.
  public init(at: Int64?, hasFailed: Bool, conflicts: Int = 0) {
    (self.at, self.hasFailed, self.conflicts) = (at, hasFailed, conflicts)
  }

  /// Reads what syncs have noted; `nil` for a vault that was never synced.
  public init?(of vault: Vault) {
    let state = SyncFolder(vault: vault).readState()
    guard state.lastSync != nil || state.trouble != nil else { return nil }
    self.init(at: state.lastSync, hasFailed: state.trouble != nil, conflicts: state.openConflicts ?? 0)
  }

  /// Changes whenever a sync notes something; `nil` for a vault that was never synced.
  public static func stamp(of vault: Vault) -> FileStamp? {
    vault.files.stamp(of: SyncFolder.state)
  }
}
