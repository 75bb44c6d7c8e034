import MemoCore
import MemoStore

extension SyncRun {
  // MARK: Files that wait

  /// Brings in what could not be made the last time, if it can be now.
  func bringInWaiting() throws {
    guard !waiting.files.isEmpty else { return }
    try loadTable()
    var changes: [TreeChange] = []
    var times: [VaultPath: Int64] = [:]
    for (path, waiter) in waiting.files {
      guard let file = table.files[path], file.entry != waiter.base else {
        waiting.remove(path)
        continue
      }
      changes.append(TreeChange(path: path, old: waiter.base, new: file.entry))
      times[path] = file.time
    }
    changes.sort { $0.path < $1.path }
    let outcome = try bringIn(changes, times, pendingFiles())
    guard outcome.unmerged.isEmpty else { throw SyncError.unsettled(outcome.unmerged) }
    report.rescued += outcome.rescued
    let still = Set(outcome.waiting.map(\.change.path))
    report.receivedChanges += ChangeCounts(changes.filter { !still.contains($0.path) }, told: [])
    try noteWaiting(outcome.waiting, of: changes, since: head?.id)
  }

  /// Notes which of the files that a commit changes cannot be made yet, before the branch moves to it.
  ///
  /// - Parameter commit: the one that they stand for.
  func noteWaiting(
    _ still: [WorkTreeUpdate.Waiting], of changes: [TreeChange], since commit: ObjectId?
  ) throws {
    let paths = Set(still.map(\.change.path))
    for change in changes where !paths.contains(change.path) { waiting.remove(change.path) }
    for file in still { waiting.add(file.change.path, from: file.change.old, of: commit, because: file.reason) }
    report.skip(
      report.skipped.filter { !paths.contains($0.path) }
        + still.map { SkippedFile($0.change.path, $0.reason) }.sorted { $0.path < $1.path })
    try waiting.write(to: folder)
  }

  // MARK: Attributes of commits

  /// How git converts files by the attributes that the branch has.
  func conversionsOfBranch() throws -> PathConversions {
    let entries = table.files.values.map(\.entry).filter { $0.path.isOfAttributes && $0.mode.isFile }
    let texts = try repository.blobs(entries.map(\.id))
    var files: [VaultPath: [UInt8]] = [:]
    for entry in entries { files[entry.path] = texts[entry.id] }
    return try conversions(by: files)
  }

  /// How git converts files by files of attributes that are not checked out.
  func conversions(by files: [VaultPath: [UInt8]]) throws -> PathConversions {
    conversions.with(top: try AttributesFolder(vault: vault).lay(files))
  }
}

/// The files of attributes of a commit that is not checked out, laid in `.git/memo/attributes` for git to read.
struct AttributesFolder {
  let vault: Vault

  private static let path = SyncFolder.path.appending("attributes")

  /// Lays these files there, and no others; returns the folder.
  func lay(_ files: [VaultPath: [UInt8]]) throws -> HostPath {
    try vault.writer.removeFolderWithFiles(Self.path)
    // So that there is a folder where there are no files.
    try vault.writer.stage(Self.path.appending("made"), contents: [], like: nil, modified: nil)
    for (path, bytes) in files where TreePath.isSafe(path) {
      try vault.writer.stage(Self.path.appending(path.bytes), contents: bytes, like: nil, modified: nil)
    }
    return vault.root.appending(Self.path)
  }
}
