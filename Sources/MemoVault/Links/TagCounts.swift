import MemoCore

/// A tag and how many memos have it.
public struct TagCount: Equatable, Sendable {
  /// The tag as most memos spell it.
  public let tag: String
  /// Memos that have it.
  public let count: Int
}

/// Counts the tags of a vault's memos; of a record only the tags are decoded.
public struct TagCounts: Sendable {
  /// Whether a memo with `a/b` counts for `a` as well.
  private let isNested: Bool

  /// - Parameter isNested: whether a nested tag counts for its parents as well, once a memo.
  public init(isNested: Bool) {
    self.isNested = isNested
  }

  /// Spellings as paths of one component: compared by their bytes, all of which they hash at once. A `String` would join
  /// those that differ in normalization, and which of them it keeps would depend on the order of the memos.
  private typealias Spellings = [VaultPath: Int]

  /// All tags, in the byte order of their names without case and normalization.
  public func counts(in index: VaultIndex) -> [TagCount] {
    let parts = index.mapPlaces { places in
      var spellings: Spellings = [:]
      for place in places { index.read(MemoRecord.tags, at: place) { add($0, to: &spellings) } }
      return spellings
    }
    return Self.joined(parts.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) })
  }

  /// Counts the tags of one memo, which names each once.
  private func add(_ tags: [UnsafeRawBufferPointer], to spellings: inout Spellings) {
    guard isNested else {
      for tag in tags { spellings[VaultPath(bytes: Array(tag)), default: 0] += 1 }
      return
    }
    var seen: Set<VaultPath> = []
    for tag in tags {
      for name in Self.withParents(tag) where seen.insert(Self.key(of: name)).inserted {
        spellings[name, default: 0] += 1
      }
    }
  }

  /// `a`, `a/b` and `a/b/c` for `a/b/c`.
  private static func withParents(_ tag: UnsafeRawBufferPointer) -> [VaultPath] {
    let ends = tag.indices.filter { tag[$0] == UInt8(ascii: "/") } + [tag.count]
    return ends.map { VaultPath(bytes: Array(tag[..<$0])) }
  }

  /// Adds up the spellings of each tag under the one that most memos have, of those the first by its bytes.
  private static func joined(_ spellings: Spellings) -> [TagCount] {
    let tags = Dictionary(grouping: spellings) { key(of: $0.key) }
    return tags.sorted { $0.key < $1.key }.map { _, spellings in
      let best = spellings.max { $0.value != $1.value ? $0.value < $1.value : $1.key < $0.key }
      return TagCount(tag: best?.key.text ?? "", count: spellings.reduce(0) { $0 + $1.value })
    }
  }

  private static func key(of name: VaultPath) -> VaultPath {
    VaultPath(bytes: Folding.matchKey(name.text))
  }
}
