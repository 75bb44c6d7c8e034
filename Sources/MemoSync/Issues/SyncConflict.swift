public import MemoCore

/// An issue of a sync that a person has not settled, as it stands in the files now.
public struct SyncConflict: Equatable, Sendable {
  /// What is to be chosen there.
  public enum Kind: String, Sendable {
    /// Both sides changed the same lines, and both versions stand in the memo.
    case both
    /// Both sides changed a file, or a key of a front matter, that cannot hold both; one version is there.
    case one
    /// A memo was saved without what a sync had brought, perhaps by an editor that did not know of it: lines that were
    /// new are in it again, those that had been changed or deleted are as they were saved.
    case stale
    /// Both sides changed a file that cannot hold both; each version is a file.
    case split
    /// Both sides gave a memo another name, and it has both: one memo each.
    case doubled
    /// A file has another name, because what the other side has cannot stand beside it.
    case displaced
  }

  /// What the sync found or decided.
  public let issue: SyncIssue
  /// What is to be chosen.
  public let kind: Kind
  /// The memo, or the first of the files.
  public let path: VaultPath
  /// The line where the versions stand now, from 1.
  public let line: Int
  /// One version, as far as it is there: what was written here, if one of them was; of two files, one's name.
  public let ours: [UInt8]
  /// The other version, as far as it is there.
  public let theirs: [UInt8]
  /// Where one was written; `nil` for here, without a name where that is not known.
  public let ourDevice: SyncDevice?
  /// Where the other was; `nil` for here, too.
  public let theirDevice: SyncDevice?
  /// The merge; `nil` for a save.
  public let commit: ObjectId?
  /// Of `one`: whether the version that is there is theirs.
  public var isTheirsInForce = false
  /// What tells it from every other.
  let key: String

  /// The other file; `nil` where it is about one.
  public var otherPath: VaultPath? { issue.pair?.second }
  /// Of `displaced`: the name that the file had.
  public var formerPath: VaultPath? { issue.rename?.old }
  /// Of `displaced`: whether the other is a folder.
  public var isBesideFolder: Bool { if case .displaced(let file) = issue { file.isFolder } else { false } }
}
