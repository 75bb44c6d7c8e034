public import MemoCore
public import MemoStore

/// What became of the memos of an export.
public struct ExportReport: Equatable, Sendable {
  /// A memo that was not exported.
  public struct Failure: Equatable, Sendable {
    /// The memo.
    public let path: VaultPath
    /// Why not.
    public let reason: TransferError
  }

  /// Exported memos, in the order of the export.
  public internal(set) var exported: [VaultPath] = []
  /// Memos that the folder held already, with the same bytes.
  public internal(set) var skipped: [VaultPath] = []
  /// What was not exported.
  public internal(set) var failed: [Failure] = []
}
