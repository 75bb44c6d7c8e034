/// Merges canvases in which a side changed nothing but the paths on cards of files that it is known to have moved, as a rename
/// with memo does: the other side's canvas with the same paths holds both changes.
struct CanvasMerge {
  /// Where each side moved files of the base.
  private let first: [VaultPath: VaultPath]
  private let second: [VaultPath: VaultPath]

  /// Finds the files that moved.
  ///
  /// - Parameter renames: those that the sides say they made.
  init(in trees: MergeTrees, _ renames: RenameHints) {
    let (firsts, seconds) = (renames.first.targets, renames.second.targets)
    first = Self.moved(firsts, unlessBy: seconds, from: trees.base, to: trees.first)
    second = Self.moved(seconds, unlessBy: firsts, from: trees.base, to: trees.second)
  }

  /// A file that both sides moved, each elsewhere, is at two places: which of them a card is to show only a person can say.
  private static func moved(
    _ targets: [VaultPath: VaultPath], unlessBy others: [VaultPath: VaultPath], from base: [VaultPath: TreeEntry],
    to tree: [VaultPath: TreeEntry]
  ) -> [VaultPath: VaultPath] {
    targets.filter { old, new in
      base[old] != nil && tree[old] == nil && base[new] == nil && tree[new] != nil && others[old] ?? new == new
    }
  }

  /// The canvas with both sides' changes; `nil` where each changed something else.
  func merged(base: [UInt8], first: [UInt8], second: [UInt8]) -> [UInt8]? {
    if Self.isMoved(base, to: first, by: self.first) { return Self.moved(second, by: self.first) }
    if Self.isMoved(base, to: second, by: self.second) { return Self.moved(first, by: self.second) }
    return nil
  }

  /// Whether a side's canvas is the base's, but for cards that have followed.
  private static func isMoved(_ base: [UInt8], to side: [UInt8], by moves: [VaultPath: VaultPath]) -> Bool {
    !moves.isEmpty && moved(base, by: moves) == moved(side, by: moves)
  }

  private static func moved(_ canvas: [UInt8], by moves: [VaultPath: VaultPath]) -> [UInt8] {
    CanvasCards.moved(canvas) { moves[$0] ?? $0 }
  }
}
