public import MemoCore

/// A tag and how many memos have it.
public struct TagCount: Equatable, Sendable {
  /// The tag as most memos spell it.
  public let tag: String
  /// Memos that have it.
  public let count: Int
}

extension [TagCount] {
  /// The most used first; those that are used alike in the natural order of their names: `#day2` before `#day10`.
  public func mostUsedFirst() -> [TagCount] {
    let keyed = enumerated().map { offset, tag in
      let name = String(decoding: Folding.matchKey(tag.tag), as: UTF8.self)
      return (tag: tag, order: (-tag.count, VaultPath(NaturalOrder.text(name)), offset))
    }
    return keyed.sorted { $0.order < $1.order }.map(\.tag)
  }
}

/// Counts the tags of a vault's memos; of a record only the tags are decoded.
public struct TagCounts: Sendable {
  /// Whether a memo with `a/b` counts for `a` as well.
  private let isNested: Bool

  /// A tag counts for so many of those it is nested in. People nest a few; a text that is nearly all slashes would take as
  /// much memory for each of them as it has bytes.
  private static let nestingLimit = 32

  /// - Parameter isNested: whether a nested tag counts for its parents as well, once a memo.
  public init(isNested: Bool) {
    self.isNested = isNested
  }

  /// All tags, in the byte order of their names without case and normalization.
  public func counts(in index: VaultIndex) -> [TagCount] {
    Self.joined(isNested ? nested(in: index) : index.tagSpellings())
  }

  private func nested(in index: VaultIndex) -> TagSpellings {
    let parts = index.mapPlaces { places in
      var spellings = TagSpellings()
      for place in places { index.read(MemoRecord.tags, at: place) { addWithParents($0, to: &spellings) } }
      return spellings
    }
    return parts.reduce(into: TagSpellings()) { $0.add($1) }
  }

  /// Counts the tags of one memo and those they are nested in, each once.
  private func addWithParents(_ tags: [UnsafeRawBufferPointer], to spellings: inout TagSpellings) {
    var seen: Set<VaultPath> = []
    for tag in tags {
      for name in Self.withParents(tag) where seen.insert(Self.key(of: name)).inserted { spellings.add(name) }
    }
  }

  /// `a`, `a/b` and `a/b/c` for `a/b/c`.
  private static func withParents(_ tag: UnsafeRawBufferPointer) -> [VaultPath] {
    let slashes = tag.indices.lazy.filter { tag[$0] == UInt8(ascii: "/") }
    return (slashes.prefix(nestingLimit) + [tag.count]).map { VaultPath(bytes: Array(tag[..<$0])) }
  }

  /// Adds up the spellings of each tag under the one that most memos have, of those the first by its bytes.
  static func joined(_ spellings: TagSpellings) -> [TagCount] {
    let tags = Dictionary(grouping: spellings.sorted) { key(of: $0.tag) }
    return tags.sorted { $0.key < $1.key }.map { _, spellings in
      let best = spellings.max { $0.count != $1.count ? $0.count < $1.count : $1.tag < $0.tag }
      return TagCount(tag: best?.tag.text ?? "", count: spellings.reduce(0) { $0 + $1.count })
    }
  }

  private static func key(of name: VaultPath) -> VaultPath {
    VaultPath(bytes: Folding.matchKey(name.text))
  }
}

extension VaultIndex {
  /// The memos with a tag that passes, in order of their paths; no file is read but those of long memos.
  public func paths(tagged passes: @Sendable (String) -> Bool) -> [VaultPath] {
    let found = mapPlaces { places in
      places.filter { place in
        var isTagged = false
        read(MemoRecord.tags, at: place) { tags in
          isTagged = tags.contains { passes(String(decoding: $0, as: UTF8.self)) }
        }
        return isTagged
      }
    }
    let long = longMemos.filter { path in
      var isTagged = false
      readWhole(path) { isTagged = MemoParser.tags(of: $0).contains(where: passes) }
      return isTagged
    }
    return Set(found.joined().map { path(at: $0) } + long).sorted()
  }
}
