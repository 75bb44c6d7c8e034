public import MemoCore

/// What the links say of whole memos.
extension LinkGraph {
  /// The memos that a memo links to, itself left out.
  public func memosLinked(from path: VaultPath) -> MemoSet {
    guard let place = index.place(of: path) else { return MemoSet([], in: index) }
    var lookup = LinkLookup(resolver)
    var found: [Int] = []
    follow(place, &lookup) { link in
      if let target = link.resolution.memo, target != place { found.append(target) }
    }
    return MemoSet(found, in: index)
  }

  /// The memos that no other memo links to.
  public func orphans() -> MemoSet {
    let linked = follow(into: [Int]()) { link, found in
      if let target = link.resolution.memo, target != link.memo { found.append(target) }
    }
    var isLinked = Array(repeating: false, count: index.placeCount)
    for place in linked.joined() { isLinked[place] = true }
    return MemoSet(isLinked.indices.lazy.filter { !isLinked[$0] }, in: index)
  }
}
