public import MemoCore

extension OperationHistory {
  /// The paths from which operations that are not undone have moved what stands at a path now, the newest first.
  public func formerPaths(of path: VaultPath) throws(OperationError) -> [VaultPath] {
    var paths: [VaultPath] = []
    for folder in try folders().reversed() where folder.state == .done {
      for change in try record(of: folder).changes.reversed() where change.kind == .move {
        if change.newPath == paths.last ?? path { paths.append(change.path) }
      }
    }
    return paths
  }
}
