package import MemoCore

/// What a vault remembers of memos that were moved, by memo or by other programs, in `.memo/moves/known`. It stands
/// beside the cache, not in it, because it cannot be made again from the files, and in a folder of its own, which is
/// private.
package struct MoveMemory: Sendable {
  let files: any VaultFiles
  let writer: any VaultWriting

  package init(files: any MemoStore.VaultFiles, writer: any MemoStore.VaultWriting) {
    (self.files, self.writer) = (files, writer)
  }

  /// The folder that holds nothing else.
  static let folder = VaultPath("\(VaultLocator.marker)/moves")
  private static let path = folder.appending("known")
  private static let sizeLimit = 1 << 26
  private static let attempts = 3

  /// The moves; none where nothing is kept.
  func moved() throws(FileError) -> MovedMemos {
    var bytes: [UInt8] = []
    let reading = try files.read(Self.path, limit: Self.sizeLimit) { bytes = Array($0) }
    if let reading, reading.stamp.size > UInt64(Self.sizeLimit) {
      throw FileError(.read, path: Self.path.bytes, reason: .tooLarge)
    }
    return MovedMemos(decoding: bytes)
  }

  /// Notes what a refresh has seen, which is looked for only where it can make a difference.
  ///
  /// - Parameter find: is given what looks up the hash of what memo itself has left at each path.
  package func note(mayHaveMoves: Bool, find: (_ left: () -> [VaultPath: UInt64]) -> SeenMoves) {
    // What cannot be read now must not be written over.
    guard let old = try? moved() else { return }
    guard mayHaveMoves || !old.moves.isEmpty else { return }
    var moved = old
    moved.note(find(left))
    if moved != old { write(moved) }
  }

  /// Notes moves that are known for certain.
  package func note(_ moves: [MovedMemos.Move]) {
    guard !moves.isEmpty, let old = try? moved() else { return }
    var moved = old
    moved.note(moves)
    if moved != old { write(moved) }
  }

  /// What memo's operations have left at each path; nothing where no one can tell.
  private func left() -> [VaultPath: UInt64] {
    // The folder of an operation that just ends gets another name between being listed and being read.
    for _ in 0..<Self.attempts {
      if let left = try? OperationRecords(files: files).left() { return left }
    }
    return [:]
  }

  /// A command that reads makes no `.memo`, and does not fail where nothing can be written: it only knows less later.
  private func write(_ moved: MovedMemos) {
    guard (try? files.folderStamp(of: Self.folder.parent)) != nil else { return }
    try? writer.replace(Self.path, contents: moved.encoded)
  }
}

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
