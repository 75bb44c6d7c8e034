/// Merges canvases in which a side changed nothing but the paths on cards of files that it is known to have moved, as a rename
/// with memo does: the other side's canvas with the same paths holds both changes.
struct CanvasMerge {
  /// Where each side moved files of the base.
  private let first: Moves
  private let second: Moves

  /// Where a side moved files.
  private struct Moves {
    var all: [VaultPath: VaultPath] = [:]
    /// Those to paths that were none before, from paths that are none any more.
    var plain: [VaultPath: VaultPath] = [:]
  }

  /// Finds the files that moved.
  ///
  /// - Parameter renames: those that the sides say they made.
  init(in trees: MergeTrees, _ renames: RenameHints) {
    let (firsts, seconds) = (renames.first.targets, renames.second.targets)
    first = Self.moves(firsts, unlessBy: seconds, from: trees.base, to: trees.first)
    second = Self.moves(seconds, unlessBy: firsts, from: trees.base, to: trees.second)
  }

  /// A file that both sides moved, each elsewhere, is at two places: which of them a card is to show only a person can say. So it is
  /// where the other side has given its path to another file, too.
  private static func moves(
    _ targets: [VaultPath: VaultPath], unlessBy others: [VaultPath: VaultPath], from base: [VaultPath: TreeEntry],
    to tree: [VaultPath: TreeEntry]
  ) -> Moves {
    var moves = Moves()
    for (old, new) in targets where base[old] != nil && tree[new] != nil && others[old] ?? new == new {
      let isPlain = tree[old] == nil && base[new] == nil
      if isPlain { moves.plain[old] = new }
      if isPlain || others[old] == nil { moves.all[old] = new }
    }
    return moves
  }

  /// The canvas with both sides' changes; `nil` where each changed something else.
  func merged(base: [UInt8], first: [UInt8], second: [UInt8]) -> [UInt8]? {
    Self.merged(base, moved: first, by: self.first, other: second)
      ?? Self.merged(base, moved: second, by: self.second, other: first)
  }

  /// The other side's canvas with a side's paths, where this side's is the base's but for cards that have followed.
  private static func merged(_ base: [UInt8], moved side: [UInt8], by moves: Moves, other: [UInt8]) -> [UInt8]? {
    if !moves.plain.isEmpty, moved(base, by: moves.plain) == moved(side, by: moves.plain) {
      return moved(other, by: moves.plain)
    }
    // A path that another file has now may be meant as that.
    return !moves.all.isEmpty && moved(base, by: moves.all) == side ? moved(other, by: moves.all) : nil
  }

  private static func moved(_ canvas: [UInt8], by moves: [VaultPath: VaultPath]) -> [UInt8] {
    CanvasCards.moved(canvas) { moves[$0] ?? $0 }
  }
}
