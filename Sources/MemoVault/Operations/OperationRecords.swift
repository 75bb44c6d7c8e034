import MemoCore

/// Reads what a vault keeps of its operations.
struct OperationRecords: Sendable {
  let files: any VaultFiles


  /// All operations, oldest first.
  func folders() throws(OperationError) -> [OperationFolder] {
    let entries = try OperationError.wrapping { () throws(FileError) in
      try files.entries(of: OperationFolder.history) ?? []
    }
    return entries.compactMap { OperationFolder(name: $0.name) }.sorted { $0.number < $1.number }
  }

  /// What one operation changes.
  func record(of folder: OperationFolder) throws(OperationError) -> OperationRecord {
    var bytes: [UInt8] = []
    let reading = try OperationError.wrapping { () throws(FileError) in
      try files.read(folder.recordPath, limit: OperationRecord.sizeLimit) { bytes = Array($0) }
    }
    guard reading != nil else { throw .unreadable(folder.recordPath, reason: "it is gone") }
    return try OperationRecord(decoding: bytes, at: folder.recordPath)
  }

  /// The hash of what the operations have left at each path, whatever others have done to it since.
  func left() throws(OperationError) -> [VaultPath: UInt64] {
    var left: [VaultPath: UInt64] = [:]
    let folders = try folders().filter { $0.state != .draft }
    for folder in folders where folder.state.isForward {
      for change in try record(of: folder).changes { change.leave(.forward, in: &left) }
    }
    // What is undone was made after all that is not, and the newest was undone first.
    for folder in folders.reversed() where !folder.state.isForward {
      for change in try record(of: folder).changes.reversed() { change.leave(.backward, in: &left) }
    }
    return left
  }
}

extension OperationFolder.State {
  fileprivate var isForward: Bool {
    switch self {
    case .draft, .applying, .done, .redoing: true
    case .undoing, .undone: false
    }
  }
}

extension FileChange {
  fileprivate func leave(_ direction: Direction, in left: inout [VaultPath: UInt64]) {
    let hash = direction == .forward ? after : before
    let (old, new) = direction == .forward ? (path, newPath ?? path) : (newPath ?? path, path)
    left[old] = nil
    left[new] = hash
  }
}
