/// Finds where memos went that one side moved while the other one changed them, or that both moved.
///
/// Not by how alike texts are: memos made from one template are alike. What counts are lines that no other memo has.
struct RenameMatching {
  /// The new places of memos that a side has moved, by the old ones.
  struct Moves {
    fileprivate(set) var places: [MergeSide: [VaultPath: VaultPath]] = [:]
    /// Other names that merges gave memos of a side, by the old ones.
    fileprivate var twins: [MergeSide: [VaultPath: [VaultPath]]] = [:]

    /// Where a side has moved a memo.
    func place(of path: VaultPath, on side: MergeSide) -> VaultPath? { places[side]?[path] }

    /// All places that a side gave a memo.
    func places(of path: VaultPath, on side: MergeSide) -> [VaultPath] {
      [places[side]?[path]].compactMap(\.self) + (twins[side]?[path] ?? [])
    }

    /// The same as what the sides may say.
    var hints: RenameHints { RenameHints(first: hints(of: .first), second: hints(of: .second)) }

    private func hints(of side: MergeSide) -> [RenameHint] {
      (places[side] ?? [:]).sorted { $0.key < $1.key }.map { RenameHint(old: $0.key, new: $0.value) }
    }
  }

  /// A memo that is gone on one side and changed on the other, or gone on both.
  private struct Source {
    let path: VaultPath
    let id: ObjectId
    let side: MergeSide
    /// Whether it is gone on the other side, too.
    let isGone: Bool
  }

  /// How many objects are read at a time.
  private static let batch = 256

  /// The places that are found.
  static func matches<Failure: Error>(
    _ slots: [TreeSlot], in trees: MergeTrees, _ hints: RenameHints,
    read: ([ObjectId]) throws(Failure) -> [[UInt8]]
  ) throws(Failure) -> Moves {
    var matching = RenameMatching()
    matching.matchFiles(slots, hints)
    var candidates: [MergeSide: [TreeEntry]] = [:]
    for slot in slots {
      guard let side = slot.addition, let entry = slot.first ?? slot.second else { continue }
      candidates[side, default: []].append(entry)
    }
    let joined = JoinedMoves(slots, trees, hints)
    for (path, target) in try joined.found(read: read) { matching.join(path, at: target) }
    matching.matchTwins(slots, candidates, hints)
    let sources = sources(in: slots)
    guard !sources.isEmpty else { return matching.moves }
    matching.matchNames(sources, candidates, hints)
    let rest = matching.rest(of: sources, candidates)
    guard !rest.isEmpty else { return matching.moves }
    try matching.matchLines(rest, memos(of: trees.base), candidates, read)
    return matching.moves
  }

  /// Where memos went that are gone from a tree.
  fileprivate static func moves<Failure: Error>(
    of gone: [TreeEntry], to come: [TreeEntry], _ tree: [TreeEntry], read: ([ObjectId]) throws(Failure) -> [[UInt8]]
  ) throws(Failure) -> [RenameHint] {
    var matching = RenameMatching()
    let sources = gone.map { Source(path: $0.path, id: $0.id, side: .first, isGone: false) }
    try matching.matchLines(sources, tree.filter(\.isMemo), [.first: come], read)
    return sources.compactMap { source in
      matching.moves.place(of: source.path, on: .first).map { RenameHint(old: source.path, new: $0) }
    }
  }

  /// Those that are gone on one side alone come first: their text has to go somewhere.
  private static func sources(in slots: [TreeSlot]) -> [Source] {
    (slots.filter { !$0.isGone } + slots.filter(\.isGone)).flatMap { slot in
      slot.removals.compactMap { side in
        slot.base.map { Source(path: slot.path, id: $0.id, side: side, isGone: slot.isGone) }
      }
    }
  }

  /// Those whose place is not found, and can be.
  private func rest(of sources: [Source], _ candidates: [MergeSide: [TreeEntry]]) -> [Source] {
    sources.filter { source in
      guard moves.place(of: source.path, on: source.side) == nil else { return false }
      // What one side moved and the other removed is new, and no change has to follow it.
      return source.isGone ? candidates.count == 2 : candidates[source.side] != nil
    }
  }

  private var moves = Moves()
  private var targets: Set<VaultPath> = []

  /// Notes where a memo went, unless another one went there before.
  private mutating func match(_ source: Source, _ target: VaultPath?) {
    guard moves.place(of: source.path, on: source.side) == nil, let target, targets.insert(target).inserted else {
      return
    }
    moves.places[source.side, default: [:]][source.path] = target
  }

  /// Files that are no memos and went to another folder as they were, under their names: they may have no lines, but hardly
  /// another file has their name and bytes. Not those of programs, which are often alike. Of canvases, a side's own word counts,
  /// too: in a folder that moves, their cards change with it.
  private mutating func matchFiles(_ slots: [TreeSlot], _ hints: RenameHints) {
    let removed = slots.compactMap { slot in slot.removedFile.map { (path: slot.path, id: $0.id, side: $0.side) } }
    guard !removed.isEmpty else { return }
    var holders: [MergeSide: [ObjectId: [VaultPath]]] = [:]
    for slot in slots where !slot.path.isHidden {
      if let (side, id) = slot.addedFile { holders[side, default: [:]][id, default: []].append(slot.path) }
    }
    for (path, id, side) in removed where !path.isHidden {
      var found = (holders[side]?[id] ?? []).filter { $0.name == path.name }
      if found.isEmpty, CanvasCards.areIn(path), let target = hints.target(of: path, on: side),
        CanvasCards.areIn(target)
      {
        found = holders[side]?.values.joined().filter { $0 == target } ?? []
      }
      guard found.count == 1, targets.insert(found[0]).inserted else { continue }
      moves.places[side, default: [:]][path] = found[0]
    }
  }

  /// Notes that both sides moved a memo to the same place, unless another one went there before.
  private mutating func join(_ path: VaultPath, at target: VaultPath) {
    guard targets.insert(target).inserted else { return }
    for side in MergeSide.allCases { moves.places[side, default: [:]][path] = target }
  }

  /// All names that merges gave memos which the other side changed: what it changed belongs to each of them.
  private mutating func matchTwins(
    _ slots: [TreeSlot], _ candidates: [MergeSide: [TreeEntry]], _ hints: RenameHints
  ) {
    for side in MergeSide.allCases {
      let named = Set(hints[side].filter(\.keepsOld).flatMap { [$0.old, $0.new] })
      guard !named.isEmpty, let paths = candidates[side].map({ Set($0.map(\.path)) }) else { continue }
      for slot in slots where slot.isMemo && slot[side.other]?.id != slot.base?.id {
        guard slot[side] == nil || named.contains(slot.path) else { continue }
        for target in hints.targets(of: slot.path, on: side) where paths.contains(target) {
          guard targets.insert(target).inserted else { continue }
          if slot[side] == nil, moves.place(of: slot.path, on: side) == nil {
            moves.places[side, default: [:]][slot.path] = target
          } else {
            moves.twins[side, default: [:]][slot.path, default: []].append(target)
          }
        }
      }
    }
  }

  /// By hints and names alone: a side's own word, and a name of which only case or normalization changed.
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
      match(source, hinted ?? keys[source.side]?[source.path.nameKey])
    }
  }

  /// By the lines that no other memo of the base has.
  private mutating func matchLines<Failure: Error>(
    _ sources: [Source], _ base: [TreeEntry], _ candidates: [MergeSide: [TreeEntry]],
    _ read: ([ObjectId]) throws(Failure) -> [[UInt8]]
  ) throws(Failure) {
    let memos = Dictionary(sources.map { ($0.path, $0.id) }) { id, _ in id }.sorted { $0.key < $1.key }
    var lines = try LineOwners(memos.map { ($0.key, $0.value) }, read: read)
    // For each line, the candidates that have it.
    var holders: [MergeSide: [Int: [VaultPath]]] = [:]
    for side in MergeSide.allCases where sources.contains(where: { $0.side == side }) {
      holders[side] = try Self.holders(of: lines, among: candidates[side] ?? [], read)
    }
    let held = Set(holders.values.flatMap(\.keys))
    // Mostly a memo was deleted and another one made: what they have in common, many memos have, and few are read.
    func isOpen() -> Bool { lines.haveUnique(among: held) }
    try Self.each(base, read: read, while: isOpen) { text, _ in lines.see(text) }
    for side in MergeSide.allCases {
      for source in sources where source.side == side {
        match(source, Self.bestHolder(of: lines.unique(to: source.path), holders[side] ?? [:]))
      }
    }
  }

  /// For each line, the files that have it.
  static func holders<Failure: Error>(
    of lines: LineOwners, among entries: [TreeEntry], _ read: ([ObjectId]) throws(Failure) -> [[UInt8]]
  ) throws(Failure) -> [Int: [VaultPath]] {
    var holders: [Int: [VaultPath]] = [:]
    try each(entries, read: read) { text, entry in
      for number in lines.numbers(in: text) { holders[number, default: []].append(entry.path) }
    }
    return holders
  }

  /// The candidate that holds at least half of the lines, each of them alone; `nil` where two hold as many.
  static func bestHolder(of unique: Set<Int>, _ holders: [Int: [VaultPath]]) -> VaultPath? {
    var hits: [VaultPath: Int] = [:]
    for number in unique {
      if let paths = holders[number], paths.count == 1 { hits[paths[0], default: 0] += 1 }
    }
    guard let most = hits.values.max(), most * 2 >= unique.count else { return nil }
    let best = hits.filter { $0.value == most }
    return best.count == 1 ? best.keys.first : nil
  }

  /// The memos of a tree, in order.
  static func memos(of tree: [VaultPath: TreeEntry]) -> [TreeEntry] {
    tree.values.filter { $0.isMemo && TreePath.isSafe($0.path) }.sorted { $0.path < $1.path }
  }

  /// Reads files some at a time.
  ///
  /// - Parameter isNeeded: whether the next ones are to be read.
  static func each<Failure: Error>(
    _ entries: [TreeEntry], read: ([ObjectId]) throws(Failure) -> [[UInt8]], while isNeeded: () -> Bool = { true },
    _ body: ([UInt8], TreeEntry) -> Void
  ) throws(Failure) {
    for start in stride(from: 0, to: entries.count, by: batch) where isNeeded() {
      let part = entries[start..<min(start + batch, entries.count)]
      for (text, entry) in zip(try read(part.map(\.id)), part) { body(text, entry) }
    }
  }
}

extension RenameHint {
  /// Memos of a tree that have another path and another text now, each found by the lines that it alone had: at least half
  /// of them are in one memo that came.
  ///
  /// - Parameters:
  ///   - gone: the entries of the tree that are gone.
  ///   - come: the entries that are new.
  ///   - tree: all its entries.
  ///   - read: gives the contents of objects in the order asked for.
  public static func found<Failure: Error>(
    gone: [TreeEntry], come: [TreeEntry], in tree: [TreeEntry], read: ([ObjectId]) throws(Failure) -> [[UInt8]]
  ) throws(Failure) -> [RenameHint] {
    let (gone, come) = (gone.filter(\.isMemo), come.filter(\.isMemo))
    guard !gone.isEmpty, !come.isEmpty else { return [] }
    return try RenameMatching.moves(of: gone, to: come, tree, read: read)
  }
}
