import MemoCore
import MemoStore

/// Renames of memos that got another text at the same time, which no command has recorded.
extension SyncRun {
  /// So many deletions at once may be an accident: from then on it pays to read all memos for what was only renamed.
  static let deletionsBelowSuspicion = 20

  /// Finds those of a snapshot; `gone` are the files that are missing for all that is known otherwise.
  func findRenames(in snapshot: WorkTreeSnapshot, of gone: [VaultPath]) throws -> [RenameHint] {
    let come = snapshot.edits.filter { table.files[$0.path] == nil }
    let edits = Dictionary(come.map { ($0.entry.id, $0) }) { first, _ in first }
    let tree = table.files.map(\.value.entry)
    return try RenameHint.found(
      gone: gone.compactMap { table.files[$0]?.entry }, come: come.map(\.entry), in: tree
    ) { ids in
      let stored = try repository.blobs(ids.filter { edits[$0] == nil })
      return ids.map { id in
        if let stored = stored[id] { return stored }
        guard let edit = edits[id] else { return [] }
        return edit.bytes ?? (try? WholeFile.read(edit.path, in: vault.files))?.bytes ?? []
      }
    }
  }

  /// Counts what others have renamed and edited as that, where it would pass for many deletions: commits made by plain
  /// git record no renames.
  func countRenamesApart() throws {
    guard report.receivedChanges.deleted > Self.deletionsBelowSuspicion, let old = report.beforeDeletions, let head
    else { return }
    let changes = try repository.changes(from: old, to: head.id)
    let known = changes.renames(toldRenames + (try CommitLog(repository, from: [old], to: head.id).renames))
    let (from, to) = (Set(known.map(\.old)), Set(known.map(\.new)))
    let renames = try RenameHint.found(
      gone: changes.filter { $0.new == nil && !from.contains($0.path) }.compactMap(\.old),
      come: changes.filter { $0.old == nil && !to.contains($0.path) }.compactMap(\.new),
      in: Array(repository.tree(of: old).values)
    ) { ids in try repository.texts(of: ids) }
    let counts = report.receivedChanges
    report.receivedChanges.count(renamed: min(renames.count, counts.deleted, counts.changed))
  }
}

extension GitRepository {
  /// The bytes of blobs in the order asked for; nothing for those that it cannot give.
  func texts(of ids: [ObjectId]) throws -> [[UInt8]] {
    let blobs = try blobs(ids)
    return ids.map { blobs[$0] ?? [] }
  }
}
