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

  /// All tags, in the byte order of their names without case and normalization.
  public func counts(in index: VaultIndex) -> [TagCount] {
    let parts = index.mapPlaces { places in
      var spellings: [String: Int] = [:]
      for place in places { index.read(MemoRecord.tags, at: place) { add($0, to: &spellings) } }
      return spellings
    }
    return Self.joined(parts.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) })
  }

  /// Counts the tags of one memo, which names each once.
  private func add(_ tags: [UnsafeRawBufferPointer], to spellings: inout [String: Int]) {
    guard isNested else {
      for tag in tags { spellings[String(decoding: tag, as: UTF8.self), default: 0] += 1 }
      return
    }
    var seen: Set<String> = []
    for tag in tags {
      for name in Self.withParents(tag) where seen.insert(name.lowercased()).inserted {
        spellings[name, default: 0] += 1
      }
    }
  }

  /// `a`, `a/b` and `a/b/c` for `a/b/c`.
  private static func withParents(_ tag: UnsafeRawBufferPointer) -> [String] {
    let ends = tag.indices.filter { tag[$0] == UInt8(ascii: "/") } + [tag.count]
    return ends.map { String(decoding: tag[..<$0], as: UTF8.self) }
  }

  /// Adds up the spellings of each tag under the one that most memos have.
  private static func joined(_ spellings: [String: Int]) -> [TagCount] {
    var tags: [String: (count: Int, best: TagCount)] = [:]
    for (spelling, count) in spellings {
      let found = TagCount(tag: spelling, count: count)
      let key = String(decoding: Folding.matchKey(spelling), as: UTF8.self)
      let known = tags[key]
      let isBetter = known.map { $0.best.count != count ? $0.best.count < count : spelling < $0.best.tag } ?? true
      tags[key] = ((known?.count ?? 0) + count, isBetter ? found : known?.best ?? found)
    }
    return tags.sorted { $0.key < $1.key }.map { TagCount(tag: $1.best.tag, count: $1.count) }
  }
}
