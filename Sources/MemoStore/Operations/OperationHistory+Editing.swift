public import MemoCore

/// Operations whose new memos go on to the editor.
extension OperationHistory {
  /// Takes what an editor has made of the files that an operation made into that operation, so that both are undone as
  /// one. A file that the editor has removed leaves the operation with nothing to undo, and the history without it.
  public func amend(_ operation: PastOperation) throws {
    let lock = try open()
    defer { withExtendedLifetime(lock) {} }
    guard let folder = try folder(of: operation) else { return }
    var record = try records.record(of: folder)
    for index in record.changes.indices where record.changes[index].kind == .create {
      let after = try vault.files.read(record.changes[index].path, limit: 0) { _ in }?.hash
      if record.changes[index].after != after { record.changes[index].isByEditor = true }
      record.changes[index].after = after
    }
    let contents = try record.encoded()
    if record.changes.allSatisfy({ $0.before == nil && $0.after == nil }) {
      try vault.writer.removeFolderWithFiles(folder.path)
    } else {
      try vault.writer.replace(folder.recordPath, contents: contents)
    }
  }

  /// Undoes an operation whose files an editor has left empty, as if it had never been.
  public func forget(_ operation: PastOperation) throws {
    try amend(operation)
    try retract(operation)
  }

  /// Undoes an operation as if it had never been.
  ///
  /// - Throws: `changed` if a file is not as the operation left it; nothing is changed then.
  public func retract(_ operation: PastOperation) throws {
    let lock = try open()
    defer { withExtendedLifetime(lock) {} }
    guard var folder = try folder(of: operation) else { return }
    _ = try make(in: &folder, .backward, isDryRun: false)
    try vault.writer.removeFolderWithFiles(folder.path)
  }

  /// Takes the last operation into the one right before it, so that both are undone as one; returns what they are now,
  /// `nil` if they cannot be one: another operation or another program came between, or other files are concerned.
  ///
  /// The earlier one is written first: a crash then leaves two operations, of which the later can be undone.
  ///
  /// - Parameter mayAddFiles: whether the later one may have changed other files, too.
  public func join(
    _ newer: PastOperation, to older: PastOperation, mayAddFiles: Bool = false
  ) throws -> PastOperation? {
    let lock = try open()
    defer { withExtendedLifetime(lock) {} }
    guard newer.number == older.number + 1, let newerFolder = try folder(of: newer), let folder = try folder(of: older)
    else { return nil }
    var record = try records.record(of: folder)
    let last = try records.record(of: newerFolder)
    guard !record.changes.isEmpty, !last.changes.isEmpty, last.received.isEmpty, record.received.isEmpty else {
      return nil
    }
    var added: [(slot: VaultPath, newSlot: VaultPath)] = []
    for (index, change) in last.changes.enumerated() {
      if let place = record.changes.lastIndex(where: { $0.path == change.path }) {
        guard let joined = record.changes[place].joined(with: change) else { return nil }
        record.changes[place] = joined
      } else {
        guard mayAddFiles, change.kind == .replace else { return nil }
        added.append((newerFolder.slot(index), folder.slot(record.changes.count)))
        record.changes.append(change)
      }
    }
    let contents = try record.encoded()
    for (slot, newSlot) in added { try copy(slot, to: newSlot) }
    try vault.writer.synchronize(files: added.map(\.newSlot))
    try vault.writer.replace(folder.recordPath, contents: contents)
    try vault.writer.removeFolderWithFiles(newerFolder.path)
    return PastOperation(record, folder)
  }

  func copy(_ slot: VaultPath, to newSlot: VaultPath) throws {
    guard let file = try WholeFile.read(slot, in: vault.files, limit: WholeFile.rescueLimit) else {
      throw OperationError.changed([slot])
    }
    try vault.writer.stage(newSlot, contents: file.bytes, like: slot, modified: file.modified)
  }

  private func folder(of operation: PastOperation) throws -> OperationFolder? {
    try records.folders().first { $0.number == operation.number && $0.state == .done }
  }
}

extension FileChange {
  /// This change and one that followed on it as a single one; `nil` if they are not about the same file.
  fileprivate func joined(with next: FileChange) -> FileChange? {
    guard path == next.path, after == next.before, after != nil else { return nil }
    var joined = self
    switch (kind, next.kind) {
    case (.create, .replace), (.replace, .replace): (joined.after, joined.edit) = (next.after, nil)
    case (.create, .move): joined = FileChange(kind: .create, path: next.newPath ?? path, after: next.after)
    default: return nil
    }
    return joined
  }
}

extension OperationHistory {
  /// The number of the last operation that is not undone; 0 where there is none. Later operations have larger ones.
  package func lastNumber() throws -> Int { try folders(in: .done).first?.number ?? 0 }

  /// The paths from which operations that are not undone have moved what is at some paths now, the newest first.
  ///
  /// - Parameter number: that of the last operation that does not count; `nil` if all do.
  public func formerPaths(of paths: [VaultPath], since number: Int? = nil) throws -> [VaultPath: [VaultPath]] {
    var former: [VaultPath: [VaultPath]] = [:]
    /// Which of the memos was where before the operations that were read so far.
    var standing = Dictionary(paths.map { ($0, $0) }) { first, _ in first }
    for folder in try folders(in: .done) where folder.number > (number ?? 0) {
      for change in try changes(of: folder).reversed() {
        switch change.kind {
        case .replace: break
        // What is there now came later, or with this.
        case .create, .remove: standing[change.path] = nil
        case .move:
          let path = change.newPath.flatMap { standing.removeValue(forKey: $0) }
          if let path { former[path, default: []].append(change.path) }
          standing[change.path] = path
        }
      }
    }
    return former
  }

  /// What had other paths before operations were undone, and has some paths again.
  ///
  /// - Parameter number: that of the last operation that was not undone at some time, if only what was undone since then counts.
  func undoneMoves(to paths: [VaultPath], since number: Int? = nil) throws -> [RenameHint] {
    var hints: [RenameHint] = []
    /// The paths that the files have now, by those that they had after the operations that were read so far.
    var standing = Dictionary(paths.map { ($0, $0) }) { first, _ in first }
    for folder in try folders(in: .undone).reversed() where folder.number <= number ?? .max {
      for change in try changes(of: folder) where change.kind == .move {
        guard let newPath = change.newPath, let path = standing[change.path] else { continue }
        hints.append(RenameHint(old: newPath, new: path))
        standing[newPath] = path
      }
    }
    return hints
  }

  /// The operations that have got so far, the newest first.
  private func folders(in state: OperationFolder.State) throws -> [OperationFolder] {
    try records.folders().reversed().filter { $0.state == state }
  }

  /// What operations that are not undone have moved, the oldest first.
  package func moves() throws -> [RenameHint] {
    var moves: [RenameHint] = []
    for folder in try folders(in: .done).reversed() {
      for change in try changes(of: folder) where change.kind == .move {
        if let newPath = change.newPath { moves.append(RenameHint(old: change.path, new: newPath)) }
      }
    }
    return moves
  }

  /// Where an operation that is not undone has moved a memo that had a path and these bytes; `nil` for none.
  package func newPath(of path: VaultPath, holding hash: UInt64) throws -> VaultPath? {
    for folder in try folders(in: .done) {
      let changes = try changes(of: folder)
      guard let move = changes.first(where: { $0.kind == .move && $0.path == path }) else { continue }
      // A rename writes the new title first.
      let first = changes.first { $0.path == path }
      return first?.before == hash ? move.newPath : nil
    }
    return nil
  }

  /// What an operation changed; nothing where another process has removed it since the history was listed.
  private func changes(of folder: OperationFolder) throws -> [FileChange] {
    try records.recordIfThere(of: folder)?.changes ?? []
  }
}
