public import MemoCore

extension OperationHistory {
  /// The paths from which operations that are not undone have moved what is at some paths now, the newest first.
  public func formerPaths(of paths: [VaultPath]) throws(OperationError) -> [VaultPath: [VaultPath]] {
    var former: [VaultPath: [VaultPath]] = [:]
    /// Which of the memos stood where before the operations that were read so far.
    var standing = Dictionary(paths.map { ($0, $0) }) { first, _ in first }
    for folder in try records.folders().reversed() where folder.state == .done {
      for change in try records.record(of: folder).changes.reversed() where change.kind == .move {
        guard let path = change.newPath.flatMap({ standing.removeValue(forKey: $0) }) else { continue }
        former[path, default: []].append(change.path)
        standing[change.path] = path
      }
    }
    return former
  }

  /// What operations that are not undone have moved, the oldest first.
  package func moves() throws(OperationError) -> [RenameHint] {
    var moves: [RenameHint] = []
    for folder in try records.folders() where folder.state == .done {
      for change in try records.record(of: folder).changes where change.kind == .move {
        if let newPath = change.newPath { moves.append(RenameHint(old: change.path, new: newPath)) }
      }
    }
    return moves
  }

  /// Where an operation that is not undone has moved a memo that had a path and these bytes; `nil` for none.
  package func newPath(of path: VaultPath, holding hash: UInt64) throws(OperationError) -> VaultPath? {
    for folder in try records.folders().reversed() where folder.state == .done {
      let changes = try records.record(of: folder).changes
      guard let move = changes.first(where: { $0.kind == .move && $0.path == path }) else { continue }
      // A rename writes the new title first.
      let first = changes.first { $0.path == path }
      return first?.before == hash ? move.newPath : nil
    }
    return nil
  }
}
