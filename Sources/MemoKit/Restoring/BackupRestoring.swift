import MemoCore
public import MemoStore
public import MemoSync

/// Brings back what a person had typed when a backup was made, or what another commit has changed: into the memos as they
/// are now, which keep what came to them since.
public struct BackupRestoring: Sendable {
  /// The backup's ref, or the commit as it was named.
  public let name: String
  /// The memos that get text back, in byte order of their paths.
  public let memos: [MemoRestoring]
  /// The commit that the backup was made on, as `git restore` takes it, where the branch does not have it and its memos have
  /// text that these lack; `nil` otherwise.
  public let commitBelow: String?

  /// - Parameter revision: a backup, or any other commit; `nil` for the backup that was made last.
  /// - Throws: `PastError.unknownRevision`, `PastError.noBackup`.
  public init(_ revision: String?, in repository: PastRepository, _ vault: Vault) throws {
    guard let name = try revision ?? repository.newestBackup() else { throw PastError.noBackup }
    guard let kept = try repository.keptCommit(named: name) else { throw PastError.unknownRevision(name) }
    self.name = name
    let before = try kept.base.map(repository.git.tree) ?? [:]
    let bases = Dictionary(
      (kept.typed?.files ?? []).map { ($0.path, $0.base) }, uniquingKeysWith: { base, _ in base })
    let entries = try repository.git.tree(of: kept.id).values.filter { entry in
      guard entry.mode.isFile, let path = repository.memoPath(of: entry.path), vault.rules.showsMemo(at: path) else {
        return false
      }
      return before[entry.path] != entry && (kept.typed == nil || bases[entry.path] != nil)
    }
    func base(of entry: TreeEntry) -> TreeEntry? {
      guard let base = bases[entry.path] ?? nil else { return before[entry.path] }
      return TreeEntry(path: entry.path, mode: entry.mode, id: base)
    }
    let texts = try repository.contents(of: entries + entries.compactMap(base))
    memos = try entries.sorted { $0.path < $1.path }.compactMap { entry in
      guard let path = repository.memoPath(of: entry.path), let text = texts[entry] else { return nil }
      let now = vault.hasMemo(at: path) ? try ReadMemo(path, in: vault).bytes : nil
      let merged = Self.merged(text, from: base(of: entry).flatMap { texts[$0] }, into: now)
      let restoring = try MemoRestoring(merged, to: path, in: vault)
      return restoring.isDone ? nil : restoring
    }
    let below = try repository.commitBelow(kept, named: name)
    commitBelow = try below.flatMap { try BackupRestoring($0, in: repository, vault).memos.isEmpty ? nil : $0 }
  }

  /// A text with what another one has that came from a base.
  static func merged(_ text: [UInt8], from base: [UInt8]?, into now: [UInt8]?) -> [UInt8] {
    let lines = ConflictMarkers.withoutMarks(text)
    guard let now else { return lines }
    // Among the marks stands what git had put there, too: nothing says which lines are new, so none goes.
    let common = lines == text ? base ?? [] : []
    return LineMerge(base: common, first: now, second: lines).bytes
  }
}
