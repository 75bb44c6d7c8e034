/// The trees of a merge: what both sides come from, and theirs.
public struct MergeTrees: Equatable, Sendable {
  /// What both sides come from. Later values may differ from the first one only where the sides do.
  public var base: [VaultPath: TreeEntry]
  /// The first side's files.
  public let first: [VaultPath: TreeEntry]
  /// The second side's files.
  public let second: [VaultPath: TreeEntry]
  /// The paths at which they are not all the same, in order. A merge looks at these alone: mostly few of many.
  public let differing: [VaultPath]

  /// Puts together trees, each given by all its files.
  public init(
    base: [VaultPath: TreeEntry], first: [VaultPath: TreeEntry], second: [VaultPath: TreeEntry]
  ) {
    (self.base, self.first, self.second) = (base, first, second)
    var differing = base.filter { path, entry in first[path] != entry || second[path] != entry }.map(\.key)
    differing += first.keys.filter { base[$0] == nil }
    differing += second.keys.filter { base[$0] == nil && first[$0] == nil }
    self.differing = differing.sorted()
  }

  /// The first side's files, and the second side's.
  public var sides: [[VaultPath: TreeEntry]] { [first, second] }
}
