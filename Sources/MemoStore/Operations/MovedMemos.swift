package import MemoCore

/// The current paths of memos that were moved or renamed: paths that are gone, each with the one that its memo
/// has taken; and the paths of memos that were deleted.
package struct MovedMemos: Equatable, Sendable {
  /// A memo that was moved, once or several times.
  package struct Move: Equatable, Sendable {
    package let from: VaultPath
    /// Where it is after the last of the moves.
    package var to: VaultPath

    package init(from: VaultPath, to: VaultPath) {
      (self.from, self.to) = (from, to)
    }
  }

  /// The moves, the latest last.
  package private(set) var moves: [Move] = []
  /// Paths of memos that went while no memo of their file name came, then or since: a memo of that name which was elsewhere at
  /// the time is another one. The latest last.
  package private(set) var deleted: [VaultPath] = []

  private static let countLimit = 10_000
  /// The file is written anew whenever a memo goes.
  private static let deletedLimit = 1_000
  private static let end: UInt8 = 0

  /// No memo has moved.
  init() {}

  /// Takes in what a refresh has found, and forgets what that makes untrue.
  mutating func note(_ found: SeenMoves) {
    let next = Dictionary(found.moves.map { ($0.from, $0.to) }) { first, _ in first }
    deleted += found.removed.filter { next[$0] == nil }.sorted()
    moves = moves.compactMap { move in
      // A path that is taken again names its new memo.
      guard !found.added.contains(move.from) else { return nil }
      guard found.removed.contains(move.to) else { return move }
      if next[move.to] == nil { deleted.append(move.from) }
      return next[move.to].map { Move(from: move.from, to: $0) }
    }
    add(found.moves)
    // A memo that comes under the name of one that is gone may be that one.
    let come = Set(found.added.map { Array(MemoFileRules.stem(of: $0)) })
    let moved = Set(moves.map(\.from))
    deleted.removeAll { moved.contains($0) || come.contains(Array(MemoFileRules.stem(of: $0))) }
    deleted.removeFirst(max(0, deleted.count - Self.deletedLimit))
  }

  /// Takes in moves that are known for certain, in their order.
  package mutating func note(_ made: [Move]) {
    var known: [VaultPath: (place: Int, to: VaultPath)] = [:]
    var sources: [VaultPath: Set<VaultPath>] = [:]
    for (place, move) in (moves + made).enumerated() {
      // A path that is taken again names its new memo.
      if let old = known.removeValue(forKey: move.to) { sources[old.to]?.remove(move.to) }
      if let old = known.removeValue(forKey: move.from) { sources[old.to]?.remove(move.from) }
      let followed = sources.removeValue(forKey: move.from) ?? []
      for path in followed { known[path]?.to = move.to }
      known[move.from] = (place, move.to)
      sources[move.to, default: []].formUnion(followed.union([move.from]))
    }
    let latest = known.sorted { $0.value.place < $1.value.place }
    moves = latest.suffix(Self.countLimit).map { Move(from: $0.key, to: $0.value.to) }
    deleted.removeAll { known[$0] != nil }
  }

  /// Takes in what is known of the time before all that: moves in their order, and memos that were deleted.
  package mutating func noteEarlier(_ made: [Move], deleted gone: [VaultPath]) {
    let later = moves
    moves = []
    note(made + later)
    deleted += gone
  }

  /// Takes in that moves, in their order, were undone: the names that the memos had in between lead to none of them, as
  /// links with those names may be older than the moves.
  mutating func forget(_ undone: [Move]) {
    note(undone.reversed().map { Move(from: $0.to, to: $0.from) })
    let names = Set(undone.map(\.to))
    moves.removeAll { names.contains($0.from) }
  }

  /// Forgets what became of paths that are taken again.
  mutating func forget(where isTaken: (VaultPath) -> Bool) {
    moves.removeAll { isTaken($0.from) }
    deleted.removeAll(where: isTaken)
  }

  private mutating func add(_ more: [Move]) {
    let renewed = Set(more.map(\.from))
    moves = moves.filter { !renewed.contains($0.from) } + more
    moves.removeFirst(max(0, moves.count - Self.countLimit))
  }

  // MARK: As a file

  /// The paths by twos, each with a NUL, which no path holds, behind it; that of a deleted memo twice.
  var encoded: [UInt8] {
    (moves + deleted.map { Move(from: $0, to: $0) })
      .flatMap { $0.from.bytes + [Self.end] + $0.to.bytes + [Self.end] }
  }

  /// Reads what `encoded` gave; of other bytes, what can be taken for it.
  init(decoding bytes: [UInt8]) {
    let paths = bytes.split(separator: Self.end).map { VaultPath(bytes: Array($0)) }
    for place in stride(from: 0, to: paths.count - 1, by: 2) {
      let (from, to) = (paths[place], paths[place + 1])
      if from == to { deleted.append(from) } else { moves.append(Move(from: from, to: to)) }
    }
  }
}

/// The memos that one refresh saw disappear, appear, or move.
package struct SeenMoves {
  /// The memos that disappeared.
  package var removed: Set<VaultPath> = []
  /// The memos that appeared.
  package var added: Set<VaultPath> = []
  /// The memos that moved from one path to another.
  package var moves: [MovedMemos.Move] = []

  package init() {}
}

/// What a vault remembers of memos that were moved, by memo or by other programs, in `.memo/moves/known`. It is
/// next to the cache, not in it, because it cannot be rebuilt from the files, and in a folder of its own, which is
/// private.
package struct MoveMemory: Sendable {
  let files: any VaultFiles
  let writer: any VaultWriting

  package init(files: any MemoStore.VaultFiles, writer: any MemoStore.VaultWriting) {
    (self.files, self.writer) = (files, writer)
  }

  /// The folder that holds nothing else but a lock.
  static let folder = VaultPath("\(VaultLocator.marker)/moves")
  private static let path = folder.appending("known")
  /// Held from reading what is kept until it is written.
  private static let lock = folder.appending("lock")
  private static let wait: Duration = .seconds(2)
  private static let sizeLimit = 1 << 26
  private static let attempts = 3

  /// The moves; none if nothing is kept.
  func moved() throws -> MovedMemos {
    var bytes: [UInt8] = []
    let reading = try files.read(Self.path, limit: Self.sizeLimit) { bytes = Array($0) }
    if let reading, reading.stamp.size > UInt64(Self.sizeLimit) {
      throw FileError(.read, path: Self.path.bytes, reason: .tooLarge)
    }
    return MovedMemos(decoding: bytes)
  }

  /// Records what a refresh has seen; the search runs only if it can make a difference.
  ///
  /// - Parameter find: is given what looks up the hash of what memo itself has left at each path.
  package func note(mayHaveMoves: Bool, find: (_ left: () -> [VaultPath: UInt64]) -> SeenMoves) {
    guard let old = try? moved(), mayHaveMoves || !old.encoded.isEmpty else { return }
    let found = find(left)
    change { $0.note(found) }
  }

  /// Records moves that are certain.
  package func note(_ moves: [MovedMemos.Move]) {
    if !moves.isEmpty { change { $0.note(moves) } }
  }

  /// Records that moves were undone.
  func forget(_ moves: [MovedMemos.Move]) {
    if !moves.isEmpty { change { $0.forget(moves) } }
  }

  /// Records that other memos have the names now that memos had which were moved or deleted.
  package func forget(where isTaken: (VaultPath) -> Bool) {
    change { $0.forget(where: isTaken) }
  }

  /// Changes what is kept, whichever processes do so at the same time: refreshes, operations and syncs.
  ///
  /// A command that reads makes no `.memo`, and does not fail where nothing can be written: it only knows less later.
  private func change(_ body: (inout MovedMemos) -> Void) {
    guard changed(by: body) != nil, (try? files.folderStamp(of: Self.folder.parent)) != nil,
      let lock = try? writer.lock(Self.lock, waiting: Self.wait)
    else { return }
    defer { withExtendedLifetime(lock) {} }
    if let moved = changed(by: body) { try? writer.replace(Self.path, contents: moved.encoded) }
  }

  /// What is kept, with a change; `nil` where that is the same, or cannot be read now and must not be written over.
  private func changed(by body: (inout MovedMemos) -> Void) -> MovedMemos? {
    guard let old = try? moved() else { return nil }
    var moved = old
    body(&moved)
    return moved == old ? nil : moved
  }

  /// What memo's operations have left at each path; nothing if unknown.
  private func left() -> [VaultPath: UInt64] {
    // The folder of an operation that just ends gets another name between being listed and being read.
    for _ in 0..<Self.attempts {
      if let left = try? OperationRecords(files: files).left() { return left }
    }
    return [:]
  }
}

extension Vault {
  /// The memos that other programs were seen to move; none if what is remembered of them cannot be read.
  package var movedMemos: MovedMemos { (try? MoveMemory(files: files, writer: writer).moved()) ?? MovedMemos() }

  /// Where the files at some paths were before, as far as memo moved them, or back, or a refresh has seen it. What cannot be
  /// read is not known: a memo then seems to be another one under each of its names.
  ///
  /// - Parameter number: that of the last operation at some time, if only what operations have moved since then counts.
  package func knownMoves(to paths: [VaultPath], since number: Int? = nil) -> [RenameHint] {
    guard !paths.isEmpty else { return [] }
    let history = OperationHistory(of: self)
    let former = (try? history.formerPaths(of: paths, since: number)) ?? [:]
    let made = paths.flatMap { path in (former[path] ?? []).map { RenameHint(old: $0, new: path) } }
    return made + ((try? history.undoneMoves(to: paths, since: number)) ?? [])
      + movedMemos.moves.map { RenameHint(old: $0.from, new: $0.to) }
  }

  /// Where the files at some paths were when an operation was the last one, as far as operations since then, or undoing
  /// earlier ones, have moved them: where it is, for one that was moved and moved back. All operations count for `nil`.
  package func origins(of paths: [VaultPath], since number: Int?) -> [VaultPath: VaultPath] {
    let history = OperationHistory(of: self)
    let former = (try? history.formerPaths(of: paths, since: number)) ?? [:]
    let undone = (try? history.undoneMoves(to: paths, since: number)) ?? []
    return Dictionary(undone.map { ($0.new, $0.old) }) { $1 }.merging(former.compactMapValues(\.last)) { $1 }
  }
}
