/// Finds memos that both sides moved to the same place, where each has a memo that the base has not.
///
/// Merged without what they come from, the two would become one text in which whatever a side deleted is back.
struct JoinedMoves {
  /// The memos that are gone on both sides.
  private let gone: [TreeSlot]
  /// The places that both sides gave to memos.
  private let made: Set<VaultPath>
  private let trees: MergeTrees
  /// The memos that each side has made or moved, in order.
  private let come: [MergeSide: [TreeEntry]]
  private let hints: RenameHints
  private let keys: [[UInt8]: VaultPath]

  /// Looks for them among the paths where the sides differ.
  init(_ slots: [TreeSlot], _ trees: MergeTrees, _ hints: RenameHints) {
    let places = slots.filter(\.isMadeByBoth).map(\.path)
    (made, self.trees, self.hints) = (Set(places), trees, hints)
    gone = made.isEmpty ? [] : slots.filter(\.isGone)
    guard !gone.isEmpty else {
      (come, keys) = ([:], [:])
      return
    }
    keys = Dictionary(places.map { ($0.nameKey, $0) }) { path, _ in path }
    var come: [MergeSide: [TreeEntry]] = [:]
    // Also what both made alike: lines that it has, too, do not show where a memo went.
    for path in trees.differing where trees.base[path] == nil && TreePath.isSafe(path) {
      if let entry = trees.first[path], entry.isMemo { come[.first, default: []].append(entry) }
      if let entry = trees.second[path], entry.isMemo { come[.second, default: []].append(entry) }
    }
    self.come = come
  }

  /// The old paths and the new ones, as each side says them, or as names, bytes or lines show them.
  func found<Failure: Error>(
    read: ([ObjectId]) throws(Failure) -> [[UInt8]]
  ) throws(Failure) -> [(path: VaultPath, target: VaultPath)] {
    guard !gone.isEmpty else { return [] }
    var found: [VaultPath: VaultPath] = [:]
    var rest: [(slot: TreeSlot, first: VaultPath?, second: VaultPath?)] = []
    for slot in gone {
      let (first, second) = known(slot)
      if first != nil, first == second {
        found[slot.path] = first
      } else if (first == nil || second == nil) && [first, second].allSatisfy({ $0.map(made.contains) ?? true }) {
        rest.append((slot, first, second))
      }
    }
    guard !rest.isEmpty else { return pairs(of: found) }
    var lines = try LineOwners(rest.map { ($0.slot.path, $0.slot.base?.id ?? ObjectId("")) }, read: read)
    let holders = [
      try RenameMatching.holders(of: lines, among: come[.first] ?? [], read),
      try RenameMatching.holders(of: lines, among: come[.second] ?? [], read),
    ]
    // The whole base is read only where a memo has lines of such a memo on both sides.
    let places = holders.map { made.intersection($0.values.joined()) }
    let isPossible = !places[0].isDisjoint(with: places[1])
    if isPossible || rest.contains(where: { $0.first != nil || $0.second != nil }) {
      try RenameMatching.each(RenameMatching.memos(of: trees.base), read: read) { text, _ in lines.see(text) }
      for (slot, first, second) in rest {
        let unique = lines.unique(to: slot.path)
        let first = first ?? exact(slot, on: .first) ?? RenameMatching.bestHolder(of: unique, holders[0])
        let second = second ?? exact(slot, on: .second) ?? RenameMatching.bestHolder(of: unique, holders[1])
        // Of several that have the lines, as after a merge of two names, it is the one that the other side has.
        let isIn = { (side: Int, place: VaultPath?) in Self.holds(holders[side], unique, at: place) }
        if first == second || second == nil && isIn(1, first) {
          found[slot.path] = first
        } else if first == nil, isIn(0, second) {
          found[slot.path] = second
        }
      }
    }
    return pairs(of: found)
  }

  /// Whether a place has at least half of some lines, be it alone or not.
  private static func holds(_ holders: [Int: [VaultPath]], _ unique: Set<Int>, at place: VaultPath?) -> Bool {
    guard let place, !unique.isEmpty else { return false }
    return unique.count { holders[$0]?.contains(place) == true } * 2 >= unique.count
  }

  private func pairs(of found: [VaultPath: VaultPath]) -> [(path: VaultPath, target: VaultPath)] {
    found.filter { made.contains($0.value) }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Where each side says that a memo went, or where the name alone shows it. Of several places, one that both have counts.
  private func known(_ slot: TreeSlot) -> (first: VaultPath?, second: VaultPath?) {
    let places = MergeSide.allCases.map { hints.targets(of: slot.path, on: $0) }
    if let both = places[0].first(where: places[1].contains) { return (both, both) }
    let known = places.map { $0.first(where: made.contains) ?? $0.first ?? keys[slot.path.nameKey] }
    return (known[0], known[1])
  }

  /// Where alone a side has the bytes that the base has nowhere else.
  private func exact(_ slot: TreeSlot, on side: MergeSide) -> VaultPath? {
    let alike = (come[side] ?? []).filter { $0.id == slot.base?.id }
    guard alike.count == 1, trees.base.values.count(where: { $0.id == alike[0].id }) == 1 else { return nil }
    return alike[0].path
  }
}
