public import MemoCore

/// An operation in preparation: files are read and their new bytes prepared, but nothing in the vault has
/// changed yet. It holds the vault's lock; without `commit`, it disappears when released.
public final class OperationDraft {
  private let vault: Vault
  private let history: OperationHistory
  private var lock: (any VaultLock)?
  private var folder: OperationFolder
  private var record: OperationRecord
  private var staged: [VaultPath] = []
  private var knownFolders: Set<VaultPath> = [.root]
  /// What the slots will hold when it is done.
  private var size = 0
  private var isOpen = true
  private var editsSize = 0

  private static let (editLimit, editsLimit) = (1 << 14, 1 << 20)

  init(_ history: OperationHistory, lock: any VaultLock, folder: OperationFolder, record: OperationRecord) {
    vault = history.vault
    (self.history, self.lock, self.folder, self.record) = (history, lock, folder, record)
  }

  deinit {
    if isOpen { discard() }
  }

  // MARK: Changes to be made

  /// Creates a file; its name must be free when the operation is made.
  ///
  /// - Parameter permissions: the permission bits that others may have at most; `nil` for those of any new file.
  public func create(
    _ path: VaultPath, contents: [UInt8], modified: Int64? = nil, permissions: UInt16? = nil
  ) throws {
    try noteFolders(above: path)
    try stage(path, like: nil, modified: modified, permissions: permissions) { sink throws(FileError) in
      try contents.pour(into: sink)
    }
    record.changes.append(FileChange(kind: .create, path: path, after: XXHash64.hash(contents)))
  }

  /// Replaces a file's bytes, keeping its permission bits.
  ///
  /// - Parameters:
  ///   - read: the hash of the bytes that the new ones were made from.
  ///   - modified: the modification time to give it, nanoseconds since 1970, or a step later if that is the file's; now if
  ///     `nil`.
  public func replace(
    _ path: VaultPath, contents: [UInt8], read: UInt64, modified: Int64? = nil
  ) throws {
    let after = XXHash64.hash(contents)
    guard after != read else { return }
    try stage(path, contents, modified: modified)
    countSize(of: path)
    let old = (try? WholeFile.read(path, in: vault.files))?.bytes
    let edit = old.flatMap { keptEdit(ByteEdit(from: $0, to: contents)) }
    record.changes.append(FileChange(kind: .replace, path: path, before: read, after: after, edit: edit))
  }

  /// Adds bytes at a file's end, keeping its permission bits; it may be larger than memory.
  ///
  /// - Parameter read: the hash of the bytes that they are for.
  /// - Throws: `VaultError.tooLarge` if the file would be too large to be hashed as a whole, which undoing this has to do.
  public func append(_ tail: [UInt8], to path: VaultPath, read: UInt64) throws {
    guard !tail.isEmpty else { return }
    let newSize = (vault.files.stamp(of: path)?.size ?? 0) + UInt64(tail.count)
    guard newSize <= FileError.largestHashed else { throw VaultError.tooLarge(path) }
    var (hash, before, size) = (XXHash64(), XXHash64(), 0)
    try stage(path, like: path, modified: nil) { sink throws(FileError) in
      _ = try vault.files.stream(path) { piece throws(FileError) in
        size += piece.count
        before.update(piece)
        hash.update(piece)
        try sink(piece)
      }
      tail.withUnsafeBytes { hash.update($0) }
      try tail.pour(into: sink)
    }
    guard before.finish() == read else { throw OperationError.changed([path]) }
    countSize(of: path)
    let edit = keptEdit(ByteEdit(size..<size, tail))
    record.changes.append(FileChange(kind: .replace, path: path, before: read, after: hash.finish(), edit: edit))
  }

  /// Moves a file; the new path must be free when the operation is made.
  public func move(_ path: VaultPath, to newPath: VaultPath, read: UInt64) throws {
    try noteFolders(above: newPath)
    record.changes.append(FileChange(kind: .move, path: path, newPath: newPath, before: read, after: read))
  }

  /// Moves folders, each named after the one that holds it. The files in them are moved after that, one by one; a folder that
  /// is not empty then stays.
  package func move(_ folders: [MovedFolder]) throws {
    guard let first = folders.first else { return }
    try noteFolders(above: first.newPath)
    knownFolders.formUnion(folders.map(\.newPath))
    record.movedFolders += folders
  }

  /// Removes a file, which stays in the history.
  public func remove(_ path: VaultPath, read: UInt64) throws {
    countSize(of: path)
    record.changes.append(FileChange(kind: .remove, path: path, before: read))
  }

  /// Notes how many of the files are prepared whose texts change.
  package func noteProgress(_ done: Int, of total: Int) { history.progress(.preparing, done, total) }

  /// Notes files that are not part of the operation, but come with it: undoing it leaves them.
  package func note(companions: [VaultPath]) { record.companions = companions }

  /// Makes the changes, all or none, and keeps what undoes them; returns what changed, `nil` if that was nothing.
  public func commit() throws -> PastOperation? {
    defer { lock = nil }
    isOpen = false
    guard !record.changes.isEmpty || !record.movedFolders.isEmpty else {
      discard()
      return nil
    }
    let run = ChangeRun(vault, folder, record, .forward)
    do {
      try run.check()
      // What comes out of the vault may have to come back, and who wrote it may not have waited for the disk.
      try writeRecord(waitingFor: run.outgoing)
    } catch {
      discard()
      throw error
    }
    try history.make(record, in: &folder, .forward, size: size)
    history.prune(after: folder)
    return PastOperation(record, folder)
  }

  // MARK: Changes that another process has made

  /// Notes that another program has changed or removed a file that was so before.
  ///
  /// - Parameter after: the hash of its bytes now; `nil` if it is gone.
  func noteChanged(_ path: VaultPath, from old: WholeFile, after: UInt64?) throws {
    try stage(path, old.bytes, modified: old.modified)
    size += old.bytes.count
    let kind: FileChange.Kind = after == nil ? .remove : .replace
    record.changes.append(
      FileChange(kind: kind, path: path, before: XXHash64.hash(old.bytes), after: after, isByEditor: true))
  }

  /// Keeps what undoes the changes that were noted.
  func keep() throws -> PastOperation? {
    defer { lock = nil }
    isOpen = false
    guard !record.changes.isEmpty else {
      discard()
      return nil
    }
    try writeRecord()
    try history.rename(&folder, to: .done, size: size)
    history.prune(after: folder)
    return PastOperation(record, folder)
  }

  // MARK: Parts

  /// An edit that goes into the record, which keeps short ones and not too many.
  private func keptEdit(_ edit: ByteEdit) -> ByteEdit? {
    guard edit.bytes.count <= Self.editLimit, editsSize + edit.bytes.count <= Self.editsLimit else { return nil }
    editsSize += edit.bytes.count
    return edit
  }

  /// Counts what a slot will hold. A sparse file may have any size.
  private func countSize(of path: VaultPath) {
    size = size.addingClamped(Int(clamping: vault.files.stamp(of: path)?.size ?? 0))
  }

  private func stage(_ path: VaultPath, _ contents: [UInt8], modified: Int64?) throws {
    let time = vault.files.timeOfNewBytes(of: path, keeping: modified)
    try stage(path, like: path, modified: time) { sink throws(FileError) in try contents.pour(into: sink) }
  }

  private func stage(
    _ path: VaultPath, like model: VaultPath?, modified: Int64?, permissions: UInt16? = nil, fill: FileFilling
  ) throws {
    let slot = folder.slot(record.changes.count)
    do throws(FileError) {
      try vault.writer.stage(slot, like: model, modified: modified, permissions: permissions, fill: fill)
    } catch {
      // The next change gets this slot.
      _ = try? vault.writer.remove(slot)
      // It is the memo for which there is no room, not a file that no one knows.
      guard error.path == slot.bytes, error.reason.isFullDisk || error.reason == .tooLarge else { throw error }
      throw FileError(error.operation, path: path.bytes, reason: error.reason)
    }
    staged.append(slot)
  }

  private func writeRecord(waitingFor files: [VaultPath] = []) throws {
    let contents = try record.encoded()
    try vault.writer.stage(folder.recordPath, contents: contents, like: nil, modified: nil)
    try vault.writer.synchronize(files: staged + files + [folder.recordPath])
    try vault.writer.synchronize(folders: [folder.path])
  }

  /// Notes which folders a new file needs made.
  private func noteFolders(above path: VaultPath) throws {
    var missing: [VaultPath] = []
    var folder = path.parent
    while knownFolders.insert(folder).inserted {
      let isThere = try vault.files.folderStamp(of: folder) != nil
      if isThere { break }
      missing.append(folder)
      folder = folder.parent
    }
    record.folders += missing.reversed()
  }

  /// What is left of a draft after a failure is removed by the next operation.
  private func discard() {
    try? vault.writer.removeFolderWithFiles(folder.path)
  }
}
