public import MemoCore

/// Memos that another program is about to change, an editor: what it leaves is compared with what it found, so that its
/// work can be undone like any other operation.
public struct EditedMemos: Sendable {
  private let vault: Vault
  private let before: [(path: VaultPath, file: WholeFile)]

  /// Reads memos before they are changed.
  public init(_ paths: [VaultPath], in vault: Vault) throws(OperationError) {
    self.vault = vault
    before = try OperationError.wrapping { () throws(FileError) in
      var before: [(path: VaultPath, file: WholeFile)] = []
      // Larger memos are edited, but that cannot be undone: they would have to be kept while the editor runs.
      for path in paths where vault.files.stamp(of: path).map({ $0.size <= WholeFile.sizeLimit }) == true {
        if let file = try WholeFile.read(path, in: vault.files) { before.append((path, file)) }
      }
      return before
    }
  }

  /// Keeps what undoes the changes made since; returns what changed, `nil` where that was nothing.
  ///
  /// - Parameters:
  ///   - name: the command's name.
  ///   - time: now, nanoseconds since 1970.
  public func finish(
    _ name: String, in history: OperationHistory, at time: Int64
  ) throws(OperationError) -> PastOperation? {
    var changed: [(path: VaultPath, file: WholeFile, after: UInt64?)] = []
    for (path, file) in before {
      let after = try OperationError.wrapping { () throws(FileError) in
        try vault.files.read(path, limit: 0) { _ in }?.hash
      }
      if after != XXHash64.hash(file.bytes) { changed.append((path, file, after)) }
    }
    guard !changed.isEmpty else { return nil }
    let draft = try history.begin(name, at: time)
    for (path, file, after) in changed { try draft.noteChanged(path, from: file, after: after) }
    return try draft.keep()
  }
}
