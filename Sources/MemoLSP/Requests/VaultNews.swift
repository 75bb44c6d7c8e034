import MemoCore
import MemoIndex
import MemoStore

/// What is found out about a vault while it is served.
enum VaultNews: Sendable {
  /// The index is up to date with the files, and what changed since the last time.
  case indexed(HostPath, VaultIndex, Vault, changes: [VaultChange])
  /// Some memos, before the first index.
  case found(HostPath, VaultIndex)
  /// So many of the memos were read for the first index.
  case indexing(HostPath, done: Int, of: Int)
  /// The work that was done beside the messages is over.
  case workEnded(HostPath, CommandOutput)
  /// The vault is gone, or cannot be looked at any more.
  case lost(HostPath, any Error)
}

/// Follows the vaults that are served, on threads of its own.
protocol VaultFollowing: Sendable {
  /// Follows a vault from now on: posts its index, and whatever changes.
  func follow(_ root: HostPath, since known: VaultIndex?)
  /// Follows a vault no longer.
  func unfollow(_ root: HostPath)
}
