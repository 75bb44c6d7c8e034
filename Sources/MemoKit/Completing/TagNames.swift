import MemoCore
public import MemoIndex

/// The tags of a vault with those they are nested in, the most used first.
public struct TagNames: Sendable {
  /// The tags with their counts.
  public let counts: [TagCount]

  /// The tags of an index.
  public init(of index: VaultIndex) {
    counts = TagCounts(isNested: true).counts(in: index).mostUsedFirst()
  }

  /// Those that answer to what is typed, the best first.
  public func best(for typed: String) -> [TagCount] {
    let own = Folding.matchKey(typed)
    // What is being typed is a tag of its memo already.
    return TypedName(typed).best(counts.filter { $0.count > 1 || Folding.matchKey($0.tag) != own }) { $0.tag }
  }
}
