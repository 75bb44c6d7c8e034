public import MemoCore
public import MemoIndex
public import MemoStore

/// The changes for memos that get a tag or lose it; links by titles and headings that hold it follow. Nothing is written
/// before `carryOut`.
public struct TagChange: Sendable {
  /// What happens to the tag.
  public enum Action: String, Sendable {
    case add
    case remove

    /// The name of the operation.
    public var name: String { "tags \(rawValue)" }
  }

  /// The memos whose texts change, sorted by path.
  public private(set) var rewrites: [MemoRewrite] = []
  private let action: Action

  /// The memos that have a tag in order of their paths; no file is read but those of long memos.
  public static func memos(with tag: String, in index: VaultIndex) -> [VaultPath] {
    let key = Folding.matchKey(tag.dropping(prefix: "#") ?? tag)
    return index.paths { Folding.matchKey($0) == key }
  }

  /// Finds out what has to change.
  ///
  /// - Parameter progress: called with the number of memos read and their total.
  /// - Throws: `TagChangeError`; `FieldError` where the front matter of a memo can have no tags added.
  public init(
    _ action: Action, _ tag: String, in memos: [VaultPath], of index: VaultIndex, in vault: Vault,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws {
    let isOnlyRemovable = action == .remove && TagEdit(tag) == nil && !Self.memos(with: tag, in: index).isEmpty
    guard let edit = isOnlyRemovable ? TagEdit(removing: tag) : TagEdit(tag) else { throw TagChangeError.badTag(tag) }
    self.action = action
    let source = TitleSource(vault.titles, at: .root)
    @Sendable func edits(of bytes: UnsafeRawBufferPointer) throws -> [ByteEdit] {
      switch action {
      case .add: try edit.adding(to: bytes, titledBy: source)
      case .remove: try edit.removing(from: bytes, titledBy: source)
      }
    }
    for path in memos {
      do {
        _ = try ReadMemo(path, in: vault).bytes.withUnsafeBytes { try edits(of: $0) }
      } catch let error as TagEdit.NotUnderstood {
        if let problem = error.problem { throw FieldError(path: path, problem: problem) }
        throw TagChangeError.notUnderstood(path)
      }
    }
    var change = try TextChange(of: memos, in: index, of: vault, progress: progress, by: edits)
    for path in change.memos {
      if let rewrite = try change.rewrite(of: path, keepsTime: false) { rewrites.append(rewrite) }
    }
  }

  /// Makes the changes as one operation; returns it, `nil` if nothing changes.
  ///
  /// - Parameter time: the current time in nanoseconds since 1970.
  public func carryOut(by history: OperationHistory, at time: Int64) throws -> PastOperation? {
    try history.replace(rewrites, as: action.name, at: time)
  }
}

/// Why the tags of memos were not changed; nothing was.
public enum TagChangeError: Error, Equatable, Sendable {
  /// It cannot be written as `#tag`.
  case badTag(String)
  /// The tags of a memo are written in a way that is not understood.
  case notUnderstood(VaultPath)
}
