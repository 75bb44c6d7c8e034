public import MemoCore

/// Which memos a list or a search is about; all of them until something is set.
public struct MemoFilter: Sendable {
  /// Every expression must hold.
  public var tags: [TagExpression] = []
  /// Modified at this time or later, in nanoseconds since 1970.
  public var since: Int64?
  /// Modified before this time.
  public var before: Int64?
  /// At least one must match the path or a folder above it, where there are any.
  public var paths: [Glob] = []
  /// Only memos without tags.
  public var isUntagged = false
  /// Memos must be in each of these sets, made of the same index.
  public var sets: [MemoSet] = []

  /// A filter that lets every memo through.
  public init() {}

  /// Whether every memo passes.
  var isOpen: Bool {
    tags.isEmpty && since == nil && before == nil && paths.isEmpty && !isUntagged && sets.isEmpty
  }

  /// Whether a memo passes; its record is read only where the cheap conditions hold and tags are asked for.
  func passes(_ memo: IndexedMemo, in index: VaultIndex) -> Bool {
    guard sets.allSatisfy({ $0.contains(memo) }) else { return false }
    if let since, memo.modified < since { return false }
    if let before, memo.modified >= before { return false }
    if !paths.isEmpty {
      let path = memo.path
      guard paths.contains(where: { $0.covers(path) }) else { return false }
    }
    guard isUntagged || !tags.isEmpty else { return true }
    guard let record = index.record(of: memo) else { return false }
    return (!isUntagged || record.metadata.tags.isEmpty) && tags.allSatisfy { $0.holds(for: record.metadata.tags) }
  }
}
