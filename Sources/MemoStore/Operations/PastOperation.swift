public import MemoCore

/// An operation that was made.
public struct PastOperation: Equatable, Sendable {
  /// Its number: later ones have greater numbers.
  public let number: Int
  /// The command's name.
  public let name: String
  /// When it was made, nanoseconds since 1970.
  public let at: Int64
  /// The memos that it changed, sorted.
  public let changed: [VaultPath]
  /// Where it moved memos: new paths by old ones.
  public let moves: [VaultPath: VaultPath]
  /// Whether it is undone.
  public let isUndone: Bool

  /// - Parameter state: how far it is, where its folder tells how far it was when a crash came.
  init(_ record: OperationRecord, _ folder: OperationFolder, _ state: OperationFolder.State? = nil) {
    number = folder.number
    name = record.name
    at = record.at
    changed = record.changed
    let pairs = record.changes.compactMap { change in change.newPath.map { (change.path, $0) } }
    moves = Dictionary(pairs) { _, last in last }
    isUndone = (state ?? folder.state) == .undone
  }
}
