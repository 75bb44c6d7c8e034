import MemoCore

extension SyncRun {
  // MARK: Files that wait for their filter

  /// Brings in what a filter could not make the last time, if it can now.
  func bringInWaiting() throws(SyncError) {
    guard !waiting.files.isEmpty else { return }
    try loadTable()
    var changes: [TreeChange] = []
    var times: [VaultPath: Int64] = [:]
    for (path, base) in waiting.files {
      guard let file = table.files[path], file.entry != base else {
        waiting.remove(path)
        continue
      }
      changes.append(TreeChange(path: path, old: base, new: file.entry))
      times[path] = file.time
    }
    changes.sort { $0.path < $1.path }
    let outcome = try bringIn(changes, times)
    guard outcome.failed.isEmpty else { throw .unsettled(outcome.failed) }
    report.rescued += outcome.rescued
    let still = Set(outcome.waiting.map(\.path))
    report.receivedChanges += ChangeCounts(changes.filter { !still.contains($0.path) }, told: [])
    try noteWaiting(outcome.waiting, of: changes)
  }

  /// Notes which of the files that a commit changes wait for their filter, before the branch moves to it.
  func noteWaiting(_ still: [TreeChange], of changes: [TreeChange]) throws(SyncError) {
    let paths = Set(still.map(\.path))
    for change in changes where !paths.contains(change.path) { waiting.remove(change.path) }
    for change in still { waiting.add(change.path, from: change.old) }
    report.skipped.removeAll { paths.contains($0.path) }
    report.skipped += paths.sorted().map { SkippedFile($0, .filterFailed) }
    try SyncError.wrapping { () throws(FileError) in try waiting.write(to: folder) }
  }

  // MARK: Attributes of commits

  /// How git converts files by the attributes that the branch has.
  func conversionsOfBranch() throws(SyncError) -> PathConversions {
    let entries = table.files.values.map(\.entry).filter { $0.path.isOfAttributes && $0.mode.isFile }
    let texts = try SyncError.asking { () throws(GitError) in try repository.blobs(entries.map(\.id)) }
    var files: [VaultPath: [UInt8]] = [:]
    for entry in entries { files[entry.path] = texts[entry.id] }
    return try conversions(by: files)
  }

  /// How git converts files by files of attributes that are not checked out.
  func conversions(by files: [VaultPath: [UInt8]]) throws(SyncError) -> PathConversions {
    conversions.with(top: try AttributesFolder(vault: vault).lay(files))
  }
}

/// The files of attributes of a commit that is not checked out, laid in `.git/memo/attributes` for git to read.
struct AttributesFolder {
  let vault: Vault

  private static let path = SyncFolder.path.appending("attributes")

  /// Lays these files there, and no others; returns the folder.
  func lay(_ files: [VaultPath: [UInt8]]) throws(SyncError) -> HostPath {
    try SyncError.wrapping { () throws(FileError) in
      try vault.writer.removeFolderWithFiles(Self.path)
      // So that there is a folder where there are no files.
      try vault.writer.stage(Self.path.appending("made"), contents: [], like: nil, modified: nil)
      for (path, bytes) in files where TreePath.isSafe(path) {
        try vault.writer.stage(Self.path.appending(path.bytes), contents: bytes, like: nil, modified: nil)
      }
    }
    return vault.root.appending(Self.path)
  }
}
