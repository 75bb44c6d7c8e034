public import MemoCore
public import MemoStore

/// The result of an import.
public struct ImportReport: Equatable, Sendable {
  /// A memo that was not imported.
  public struct Failure: Equatable, Sendable {
    /// Its place in the JSON array, from 0; `nil` for a file or folder.
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

    /// Whether a person can tell the two names apart: those of a Mac differ in normalization alone.
    public var isVisible: Bool { origin.composed != path }

    /// Whether the ending alone is another one, as a text file has become a memo.
    public var isOfEnding: Bool { isVisible && origin.composed.asMemo == path }
  }

  /// A memo that was in another encoding.
  public struct Conversion: Equatable, Sendable {
    /// The path that it came with.
    public let origin: VaultPath
    /// Its path in the vault.
    public let path: VaultPath
    /// What it was converted from.
    public let encoding: TextEncoding
  }

  /// A memo that is not UTF-8 and was imported as it is.
  public struct ForeignText: Equatable, Sendable {
    /// Its path in the vault.
    public let path: VaultPath
    /// What it is.
    public let finding: EncodingFinding
  }

  /// New memos, in the order of the import.
  public internal(set) var imported: [VaultPath] = []
  /// Memos that already existed, with the same bytes.
  public internal(set) var skipped: [VaultPath] = []
  /// What was not imported.
  public internal(set) var failed: [Failure] = []
  /// New memos that got another name than they came with.
  public internal(set) var renamed: [Renaming] = []
  /// New memos that were converted to UTF-8.
  public internal(set) var converted: [Conversion] = []
  /// New memos that are not UTF-8.
  public internal(set) var unconverted: [ForeignText] = []
  /// What the JSON was converted from; `nil` if it was UTF-8, or there was none.
  public internal(set) var sourceEncoding: TextEncoding?

  /// What the names of files were converted from; `nil` if all were UTF-8, or their encoding is not clear.
  public internal(set) var nameEncoding: TextEncoding?
  /// The paths with names that were converted, as they came but in UTF-8.
  public internal(set) var decoded: [VaultPath] = []
  /// New memos and copied files with names that are not UTF-8.
  public var foreignNames: [VaultPath] { (imported + attachments).filter { !$0.isUTF8 } }

  /// The pictures and other files that were copied because memos link to them.
  public internal(set) var attachments: [VaultPath] = []
  /// The files that were not imported because they are no text, and no memo links to them.
  public internal(set) var others: [VaultPath] = []
  /// How many files that memos link to were not copied because the import was stopped.
  public internal(set) var remaining = 0
  /// New memos with links that do not lead to the memo that they led to before, which got another name or has one that leads to
  /// another memo first; a dry run finds none.
  public internal(set) var strayed: [VaultPath] = []
  /// Memos in which links change, so that they do not lead to a new one by its name.
  public internal(set) var relinked: [VaultPath] = []
  /// Links that lead to a new memo by its name, and not to the one that they led to, because they cannot be changed.
  public internal(set) var lostLinks: [Relocation.LostLink] = []
  /// New memos that have another time than they came with, which the file system cannot hold; a dry run finds none.
  public internal(set) var changedTimes: [VaultPath] = []
  /// What was not imported because it is a symbolic link, a pipe or the like.
  public internal(set) var special: [VaultPath] = []

  /// - Parameter origin: the path that the memo came with; `nil` for none.
  mutating func add(_ outcome: MemoPlacer.Outcome, from origin: VaultPath?) {
    switch outcome {
    case .written(let path):
      imported.append(path)
      if let origin, origin != path { renamed.append(Renaming(origin: origin, path: path)) }
    case .present(let path): skipped.append(path)
    }
  }
}
