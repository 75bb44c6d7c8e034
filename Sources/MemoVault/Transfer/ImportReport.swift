public import MemoCore

/// What became of the memos of an import.
public struct ImportReport: Equatable, Sendable {
  /// A memo that was not imported.
  public struct Failure: Equatable, Sendable {
    /// Its place in the JSON array, or in the sorted list of the folder's files, from 0; `nil` for a folder.
    public let index: Int?
    /// Its title or path; empty where it has none.
    public let name: String
    /// Why not.
    public let reason: TransferError
  }

  /// New memos, in the order of the import.
  public internal(set) var imported: [VaultPath] = []
  /// Memos that were there already, with the same bytes.
  public internal(set) var skipped: [VaultPath] = []
  /// What was not imported.
  public internal(set) var failed: [Failure] = []

  mutating func add(_ outcome: MemoPlacer.Outcome) {
    switch outcome {
    case .written(let path): imported.append(path)
    case .present(let path): skipped.append(path)
    }
  }
}
