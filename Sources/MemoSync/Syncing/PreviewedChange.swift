public import MemoCore

/// What a sync would do to a file.
public struct PreviewedChange: Equatable, Sendable {
  /// Where it would be done.
  public enum Direction: String, Sendable {
    /// In the remote.
    case send
    /// Here.
    case receive
  }

  /// What would be done.
  public enum Kind: String, Sendable {
    case new
    case changed
    case deleted
    /// It gets another path, and perhaps other bytes.
    case renamed
  }

  /// Where it would be done.
  public let direction: Direction
  /// What would be done.
  public let kind: Kind
  /// The file; of one that is renamed, its new path.
  public let path: VaultPath
  /// Of a file that is renamed, its path until then.
  public let oldPath: VaultPath?

  /// The changes of all files, in byte order of their paths.
  ///
  /// - Parameter hints: renames that commits record.
  static func all(
    _ direction: Direction, _ changes: [TreeChange], renames hints: [RenameHint]
  ) -> [PreviewedChange] {
    let renames = changes.renames(hints)
    let oldPaths = Dictionary(renames.map { ($0.new, $0.old) }) { first, _ in first }
    let left = Set(renames.map(\.old))
    return changes.filter { !left.contains($0.path) }.sorted { $0.path < $1.path }.map { change in
      let oldPath = oldPaths[change.path]
      let kind: Kind = oldPath != nil ? .renamed : change.new == nil ? .deleted : change.old == nil ? .new : .changed
      return PreviewedChange(direction: direction, kind: kind, path: change.path, oldPath: oldPath)
    }
  }
}
