import MemoCore

/// Operations whose new memos go on to the editor.
extension OperationHistory {
  /// Takes what an editor has made of the files that an operation made into that operation, so that both are undone as
  /// one. A file that the editor has removed leaves the operation with nothing to undo, and the history without it.
  public func amend(_ operation: PastOperation) throws(OperationError) {
    let lock = try open()
    defer { withExtendedLifetime(lock) {} }
    guard let folder = try folder(of: operation) else { return }
    var record = try record(of: folder)
    try OperationError.wrapping { () throws(FileError) in
      for index in record.changes.indices where record.changes[index].kind == .create {
        record.changes[index].after = try vault.files.read(record.changes[index].path, limit: 0) { _ in }?.hash
      }
    }
    let contents = try record.encoded()
    try OperationError.wrapping { () throws(FileError) in
      if record.changes.allSatisfy({ $0.before == nil && $0.after == nil }) {
        try vault.writer.removeFolderWithFiles(folder.path)
      } else {
        try vault.writer.replace(folder.recordPath, contents: contents)
      }
    }
  }

  /// Undoes an operation whose files an editor has left empty, as if it had never been.
  public func forget(_ operation: PastOperation) throws(OperationError) {
    try amend(operation)
    let lock = try open()
    defer { withExtendedLifetime(lock) {} }
    guard var folder = try folder(of: operation) else { return }
    _ = try make(in: &folder, .backward, isDryRun: false)
    try OperationError.wrapping { () throws(FileError) in try vault.writer.removeFolderWithFiles(folder.path) }
  }

  private func folder(of operation: PastOperation) throws(OperationError) -> OperationFolder? {
    try folders().first { $0.number == operation.number && $0.state == .done }
  }
}
