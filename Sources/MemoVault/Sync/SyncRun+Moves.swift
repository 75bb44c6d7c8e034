import MemoCore

extension SyncRun {
  /// Remembers where memos went that others have renamed, for the links that still lead to the old names: those with the
  /// same bytes, and those of which the commits say so.
  func noteMoves(_ changes: [TreeChange], _ told: [RenameHint]) {
    let gone = Set(changes.filter { $0.new == nil }.map(\.path))
    let come = Set(changes.filter { $0.new != nil }.map(\.path))
    let moves = (changes.exactRenames + told).filter { hint in
      gone.contains(hint.old) && come.contains(hint.new) && MemoFileRules.hasMemoExtension(hint.new)
    }
    MoveMemory(files: vault.files, writer: vault.writer).note(
      moves.map { MovedMemos.Move(from: $0.old, to: $0.new) })
  }

  /// The renames that a snapshot shows, and those that memo's commands have made or a refresh has seen, for memos that got
  /// another text as well.
  func renames(in snapshot: WorkTreeSnapshot) -> [RenameHint] {
    let gone = snapshot.removed.map { TreeChange(path: $0, old: table.files[$0]?.entry, new: nil) }
    let come = snapshot.edits.map { TreeChange(path: $0.path, old: table.files[$0.path]?.entry, new: $0.entry) }
    guard !gone.isEmpty else { return [] }
    return (gone + come).renames(knownMoves(to: come.filter { $0.old == nil }.map(\.path)))
  }

  /// Where files were before. What cannot be read is not known: the history of a memo then ends at its name.
  private func knownMoves(to paths: [VaultPath]) -> [RenameHint] {
    guard !paths.isEmpty else { return [] }
    let former = (try? OperationHistory(of: vault).formerPaths(of: paths)) ?? [:]
    let made = paths.flatMap { path in (former[path] ?? []).map { RenameHint(old: $0, new: path) } }
    let seen = (try? MoveMemory(files: vault.files, writer: vault.writer).moved())?.moves ?? []
    return made + seen.map { RenameHint(old: $0.from, new: $0.to) }
  }
}
