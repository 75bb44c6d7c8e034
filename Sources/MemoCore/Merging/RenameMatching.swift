/// Finds where memos went that one side moved while the other one changed them.
///
/// Not by how alike texts are: memos made from one template are alike. What counts are lines that no other memo has.
struct RenameMatching {
  /// A memo that is gone on one side and changed on the other.
  private struct Source {
    let path: VaultPath
    let id: ObjectId
    let side: MergeSide
  }

  /// How many objects are read at a time.
  private static let batch = 256

  /// For each such memo whose new place is found, that place.
  static func matches<Failure: Error>(
    _ slots: [TreeSlot], base: [TreeEntry], _ hints: RenameHints, read: ([ObjectId]) throws(Failure) -> [[UInt8]]
  ) throws(Failure) -> [VaultPath: VaultPath] {
    let sources = slots.compactMap { slot in
      slot.removal.flatMap { side in slot.base.map { Source(path: slot.path, id: $0.id, side: side) } }
    }
    guard !sources.isEmpty else { return [:] }
    var candidates: [MergeSide: [TreeEntry]] = [:]
    for slot in slots {
      guard let side = slot.addition, let entry = slot.first ?? slot.second else { continue }
      candidates[side, default: []].append(entry)
    }
    var matching = RenameMatching()
    matching.matchNames(sources, candidates, hints)
    let rest = sources.filter { matching.matches[$0.path] == nil && candidates[$0.side] != nil }
    guard !rest.isEmpty else { return matching.matches }
    var lines = try LineOwners(rest.map { ($0.path, $0.id) }, read: read)
    try each(base.filter(\.isMemo), read: read) { text, _ in lines.see(text) }
    for side in [MergeSide.first, .second] where rest.contains(where: { $0.side == side }) {
      // For each line, the candidates that have it.
      var holders: [Int: [VaultPath]] = [:]
      try each(candidates[side] ?? [], read: read) { text, entry in
        for number in lines.numbers(in: text) { holders[number, default: []].append(entry.path) }
      }
      for source in rest where source.side == side {
        matching.match(source.path, bestHolder(of: lines.unique(to: source.path), holders))
      }
    }
    return matching.matches
  }

  private var matches: [VaultPath: VaultPath] = [:]
  private var targets: Set<VaultPath> = []

  /// Notes where a memo went, unless another one went there before.
  private mutating func match(_ path: VaultPath, _ target: VaultPath?) {
    guard let target, targets.insert(target).inserted else { return }
    matches[path] = target
  }

  /// What hints and names alone tell: a side's own word, and a name of which only case or normalization changed.
  private mutating func matchNames(
    _ sources: [Source], _ candidates: [MergeSide: [TreeEntry]], _ hints: RenameHints
  ) {
    let paths = candidates.mapValues { Set($0.map(\.path)) }
    let keys = candidates.mapValues { entries in
      Dictionary(entries.map { ($0.path.nameKey, $0.path) }) { path, _ in path }
    }
    for source in sources {
      let hint = hints.target(of: source.path, on: source.side)
      let hinted = hint.flatMap { paths[source.side]?.contains($0) == true ? $0 : nil }
      match(source.path, hinted ?? keys[source.side]?[source.path.nameKey])
    }
  }

  /// The candidate that holds at least half of the lines, each of them alone; `nil` where two hold as many.
  private static func bestHolder(of unique: Set<Int>, _ holders: [Int: [VaultPath]]) -> VaultPath? {
    var hits: [VaultPath: Int] = [:]
    for number in unique {
      if let paths = holders[number], paths.count == 1 { hits[paths[0], default: 0] += 1 }
    }
    guard let most = hits.values.max(), most * 2 >= unique.count else { return nil }
    let best = hits.filter { $0.value == most }
    return best.count == 1 ? best.keys.first : nil
  }

  /// Reads files some at a time.
  private static func each<Failure: Error>(
    _ entries: [TreeEntry], read: ([ObjectId]) throws(Failure) -> [[UInt8]], _ body: ([UInt8], TreeEntry) -> Void
  ) throws(Failure) {
    for start in stride(from: 0, to: entries.count, by: batch) {
      let part = entries[start..<min(start + batch, entries.count)]
      for (text, entry) in zip(try read(part.map(\.id)), part) { body(text, entry) }
    }
  }
}
