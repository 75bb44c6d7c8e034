public import MemoCore
public import MemoStore

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

  /// A memo that got another name than it came with.
  public struct Renaming: Equatable, Sendable {
    /// The path that it came with.
    public let origin: VaultPath
    /// Its path in the vault.
    public let path: VaultPath
  }

  /// New memos, in the order of the import.
  public internal(set) var imported: [VaultPath] = []
  /// Memos that were there already, with the same bytes.
  public internal(set) var skipped: [VaultPath] = []
  /// What was not imported.
  public internal(set) var failed: [Failure] = []
  /// New memos of which not just the ending is another one than they came with.
  public internal(set) var renamed: [Renaming] = []

  /// How many files of a folder stayed behind because they hold no text: pictures, say, that memos show.
  public internal(set) var otherCount = 0

  /// - Parameter origin: the path that the memo came with; `nil` for none.
  mutating func add(_ outcome: MemoPlacer.Outcome, from origin: VaultPath?) {
    switch outcome {
    case .written(let path):
      imported.append(path)
      if let origin, !Self.hasName(origin, of: path) { renamed.append(Renaming(origin: origin, path: path)) }
    case .present(let path): skipped.append(path)
    }
  }

  private static func hasName(_ origin: VaultPath, of path: VaultPath) -> Bool {
    let stem = path.bytes.dropLast(path.name.count - MemoFileRules.stem(of: path).count)
    return origin.bytes.starts(with: stem + [UInt8(ascii: ".")])
  }
}
