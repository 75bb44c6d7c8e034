public import MemoCore
public import MemoStore

/// A change to one memo that has settled.
public struct VaultChange: Sendable {
  /// What happened.
  public enum Kind: Equatable, Sendable {
    case added
    case modified
    case removed
    /// It stood at another path before.
    case renamed(from: VaultPath)
  }

  /// What happened.
  public let kind: Kind
  /// The memo as it is now; as it last was where it is gone, without a number (0).
  public let memo: IndexedMemo
  /// What it says, or last said.
  public let record: MemoRecord

  /// Where it is, or last stood.
  public var path: VaultPath { memo.path }
}

/// What a watched vault has to tell.
public enum VaultNews: Sendable {
  /// Everything is watched and the index is in step; how many memos there are.
  case ready(memos: Int)
  /// Memos changed, removed ones first, each kind by path.
  case changes([VaultChange])
  /// A look without a hint found changes to this many memos: the system's events do not tell all.
  case missed(memos: Int)
  /// Some changes are noticed later from now on.
  case limited(WatchLimit)
  /// Files or folders cannot be read.
  case problems([FileError])
  /// The vault's settings cannot be used; the ones before hold.
  case settings(VaultError)
}
