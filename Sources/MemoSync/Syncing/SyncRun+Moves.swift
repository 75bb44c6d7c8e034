import MemoCore
import MemoStore

extension SyncRun {
  /// Remembers where memos went that others have renamed, for the links that still lead to the old names: those with the
  /// same bytes, and those of which the commits say so.
  func noteMoves(_ changes: [TreeChange], _ told: [RenameHint]) throws {
    let gone = Set(changes.filter { $0.new == nil }.map(\.path))
    let come = Set(changes.filter { $0.new != nil }.map(\.path))
    let moves = (changes.exactRenames + told).filter { hint in
      gone.contains(hint.old) && come.contains(hint.new) && MemoFileRules.hasMemoExtension(hint.new)
    }
    MoveMemory(files: vault.files, writer: vault.writer).note(
      moves.map { MovedMemos.Move(from: $0.old, to: $0.new) })
    if !moves.isEmpty { try followMoves(moves) }
  }

  /// The renames that a snapshot shows, and those that memo's commands have made or a refresh has seen, for memos that got
  /// another text as well.
  func renames(in snapshot: WorkTreeSnapshot) -> [RenameHint] {
    let gone = snapshot.removed.map { TreeChange(path: $0, old: table.files[$0]?.entry, new: nil) }
    let come = snapshot.edits.map { TreeChange(path: $0.path, old: table.files[$0.path]?.entry, new: $0.entry) }
    guard !gone.isEmpty else { return [] }
    return (gone + come).renames(vault.knownMoves(to: come.filter { $0.old == nil }.map(\.path)) + foundRenames)
  }
}
