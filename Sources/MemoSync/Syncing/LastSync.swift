public import MemoCore
public import MemoStore

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

  /// What tells whether a sync has noted something since; `nil` for a vault that was never synced.
  public static func stamp(of vault: Vault) -> FileStamp? {
    vault.files.stamp(of: SyncFolder.state)
  }
}
