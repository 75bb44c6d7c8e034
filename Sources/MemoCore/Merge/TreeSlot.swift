/// What a path holds in each of three trees.
struct TreeSlot {
  let path: VaultPath
  let base: TreeEntry?
  let first: TreeEntry?
  let second: TreeEntry?

  /// The paths at which the sides differ, and those of memos that both do not have any more, in order.
  static func differing(base: [TreeEntry], first: [TreeEntry], second: [TreeEntry]) -> [TreeSlot] {
    var slots: [TreeSlot] = []
    var (base, first, second) = (base[...], first[...], second[...])
    while let path = earlier(base.first?.path, earlier(first.first?.path, second.first?.path)) {
      let slot = TreeSlot(
        path: path, base: take(path, from: &base), first: take(path, from: &first), second: take(path, from: &second))
      if !slot.isAgreed || slot.isGone { slots.append(slot) }
    }
    return slots
  }

  /// The sides on which a memo of the base is gone that may have moved: both, or one while the other changed it.
  var removals: [MergeSide] {
    guard let base, base.isMemo else { return [] }
    if isGone { return [.first, .second] }
    if first == nil, let second, second.isMemo, second.id != base.id { return [.first] }
    if second == nil, let first, first.isMemo, first.id != base.id { return [.second] }
    return []
  }

  /// Whether a memo of the base is gone on both sides.
  var isGone: Bool { base?.isMemo == true && first == nil && second == nil }

  /// The side that alone has a memo here.
  var addition: MergeSide? {
    guard base == nil, first == nil || second == nil else { return nil }
    if let first, first.isMemo { return .first }
    if let second, second.isMemo { return .second }
    return nil
  }

  /// Whether both sides have made a memo here.
  var isMadeByBoth: Bool { base == nil && first?.isMemo == true && second?.isMemo == true }

  private var isAgreed: Bool { first.map { $0.isSame(as: second) } ?? (second == nil) }

  private static func earlier(_ path: VaultPath?, _ other: VaultPath?) -> VaultPath? {
    guard let path, let other else { return path ?? other }
    return min(path, other)
  }

  private static func take(_ path: VaultPath, from entries: inout ArraySlice<TreeEntry>) -> TreeEntry? {
    guard let next = entries.first, next.path == path else { return nil }
    return entries.removeFirst()
  }
}

/// One of the two sides of a merge.
enum MergeSide {
  case first
  case second
}
