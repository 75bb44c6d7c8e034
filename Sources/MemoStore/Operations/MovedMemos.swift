package import MemoCore

/// Where memos stand now that were moved or renamed: paths that are gone, each with the one that its memo
/// has taken.
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

  private static let countLimit = 10_000
  private static let end: UInt8 = 0

  /// No memo has moved.
  init() {}

  /// Takes in what a refresh has found, and forgets what that makes untrue.
  mutating func note(_ found: SeenMoves) {
    let next = Dictionary(found.moves.map { ($0.from, $0.to) }) { first, _ in first }
    moves = moves.compactMap { move in
      // A path that is taken again names its new memo.
      guard !found.added.contains(move.from) else { return nil }
      guard found.removed.contains(move.to) else { return move }
      return next[move.to].map { Move(from: move.from, to: $0) }
    }
    add(found.moves)
  }

  /// Takes in moves that are known for certain, in their order.
  mutating func note(_ made: [Move]) {
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
  }

  private mutating func add(_ more: [Move]) {
    let renewed = Set(more.map(\.from))
    moves = moves.filter { !renewed.contains($0.from) } + more
    moves.removeFirst(max(0, moves.count - Self.countLimit))
  }

  // MARK: As a file

  /// The paths by twos, each with a NUL, which no path holds, behind it.
  var encoded: [UInt8] {
    moves.flatMap { $0.from.bytes + [Self.end] + $0.to.bytes + [Self.end] }
  }

  /// Reads what `encoded` gave; of other bytes, what can be taken for it.
  init(decoding bytes: [UInt8]) {
    let paths = bytes.split(separator: Self.end).map { VaultPath(bytes: Array($0)) }
    for place in stride(from: 0, to: paths.count - 1, by: 2) {
      moves.append(Move(from: paths[place], to: paths[place + 1]))
    }
  }
}

/// The memos that one refresh saw go, come, or both.
package struct SeenMoves {
  /// The memos that went.
  package var removed: Set<VaultPath> = []
  /// The memos that came.
  package var added: Set<VaultPath> = []
  /// Those that went from one path and came to another.
  package var moves: [MovedMemos.Move] = []

  package init() {}
}
