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
}
