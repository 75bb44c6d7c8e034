package import MemoCore

extension Vault {
  /// The memos that other programs were seen to move; none where what is remembered of them cannot be read.
  package var movedMemos: MovedMemos { (try? MoveMemory(files: files, writer: writer).moved()) ?? MovedMemos() }

  /// Where the files at some paths were before, as far as memo moved them or a refresh has seen it. What cannot be read is
  /// not known: a memo then seems to be another one under each of its names.
  package func knownMoves(to paths: [VaultPath]) -> [RenameHint] {
    guard !paths.isEmpty else { return [] }
    let former = (try? OperationHistory(of: self).formerPaths(of: paths)) ?? [:]
    let made = paths.flatMap { path in (former[path] ?? []).map { RenameHint(old: $0, new: path) } }
    return made + movedMemos.moves.map { RenameHint(old: $0.from, new: $0.to) }
  }
}
