import MemoCore

/// What the links say of whole memos.
extension LinkGraph {
  /// The memos that link to a memo, itself left out.
  public func memosLinking(to memo: Int) -> MemoSet {
    let found = follow(into: [Int]()) { link, found in
      if link.resolution.memo == memo, link.memo != memo, found.last != link.memo { found.append(link.memo) }
    }
    return MemoSet(found.joined(), of: memos.count)
  }

  /// The memos that a memo links to, itself left out.
  public func memosLinked(from memo: Int) -> MemoSet {
    var lookup = LinkLookup(resolver)
    var found: [Int] = []
    follow(memos[memo], &lookup) { link in
      if let target = link.resolution.memo, target != memo { found.append(target) }
    }
    return MemoSet(found, of: memos.count)
  }

  /// The memos that no other memo links to.
  public func orphans() -> MemoSet {
    let linked = follow(into: [Int]()) { link, found in
      if let target = link.resolution.memo, target != link.memo { found.append(target) }
    }
    let others = MemoSet(linked.joined(), of: memos.count)
    return MemoSet((0..<memos.count).lazy.filter { !others.contains($0) }, of: memos.count)
  }
}
