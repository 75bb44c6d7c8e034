/// What is to be done at the paths where two trees differ.
struct MergePlan {
  /// Files that both sides changed.
  private struct Pair {
    let path: VaultPath
    let base: ObjectId?
    let first: TreeEntry
    let second: TreeEntry
    let mode: FileMode
    /// Whose version the path has if the two cannot become one text and the other one is elsewhere; else it has the first
    /// side's, with the second's beside it.
    var owner: MergeSide?
    /// Memos that a side merged into this one, and the other side changed.
    var merged: [MergedMemos.Source] = []
  }

  /// Paths where the first side's version stays and the second's is in no file.
  private(set) var unmerged: [VaultPath] = []
  /// Memos that each side gave another name.
  private(set) var doubled: [TreeMerge.Doubled] = []
  /// Memos that a side merged into others while the other side changed them.
  private(set) var merged: [TreeMerge.MergedMemo] = []

  private let slots: [TreeSlot]
  private let moves: RenameMatching.Moves
  private let canvases: CanvasMerge
  private var sources: [MergedMemos.Source]
  private var pairs: [Pair] = []

  /// How many pairs of files are read at a time.
  private static let batch = 64
  // Woven JSON is none, and a vault that cannot read its settings does not open.
  private static let settings = VaultPath(".memo/config.json")
  /// Which notes Obsidian shows, written whenever someone looks at another one, and how its graph was left.
  private static let viewStates = ["workspace.json", "workspace-mobile.json", "graph.json"].map {
    VaultPath(".obsidian/\($0)")
  }

  /// Whether a file says nothing but how a program looks: the later one is as good as both.
  private static func isViewState(_ path: VaultPath) -> Bool { viewStates.contains(path) }

  /// - Parameter sources: memos that a side merged into others while the other side changed them.
  init(
    _ slots: [TreeSlot], moves: RenameMatching.Moves, merging sources: [MergedMemos.Source], _ canvases: CanvasMerge
  ) {
    (self.slots, self.moves, self.sources, self.canvases) = (slots, moves, sources, canvases)
  }

  /// Does what needs no texts.
  mutating func apply(to tree: inout MergedTree) {
    // Of a path with two slots, the later one holds what came there.
    let byPath = Dictionary(zip(slots.map(\.path), slots.indices)) { _, later in later }
    var followed: Set<Int> = []
    for (number, slot) in slots.enumerated() where slot.base != nil {
      let targets = MergeSide.allCases.map { moves.places(of: slot.path, on: $0).compactMap { byPath[$0] } }
      guard !targets.joined().isEmpty else { continue }
      let firsts = [slot.first] + targets[0].map { slots[$0].first }
      let seconds = [slot.second] + targets[1].map { slots[$0].second }
      guard follow(slot, firsts.compactMap(\.self), seconds.compactMap(\.self), &tree) else { continue }
      followed.formUnion(targets.joined() + [number])
    }
    sources.removeAll { byPath[$0.path].map(followed.contains) ?? true }
    let merged = Set(sources.map(\.path))
    for (number, slot) in slots.enumerated() where !followed.contains(number) {
      if merged.contains(slot.path) {
        tree.remove(slot.path)
      } else if byPath[slot.path] == number {
        decide(slot, &tree)
      } else if let entry = slot.first ?? slot.second, entry.isMemo, !entry.isSame(as: slot.base) {
        // Where the other side's memo went is not known, and another one has its name.
        tree.rename(entry)
      }
    }
    for source in sources {
      let places = pairs.indices.filter { place in
        let pair = pairs[place]
        return pair.base != nil && (source.side == .first ? pair.first : pair.second).path == source.target
      }
      if places.count == 1 {
        pairs[places[0]].merged.append(source)
      } else {
        note(source, in: source.target, isKept: true, &tree)
      }
    }
  }

  /// Notes what becomes of a memo that a side merged into another one.
  private mutating func note(
    _ source: MergedMemos.Source, in path: VaultPath, isKept: Bool, _ tree: inout MergedTree
  ) {
    if isKept { tree.take(source.changed) }
    merged.append(
      TreeMerge.MergedMemo(
        path: source.path, target: source.target, newPath: path, isFirst: source.side == .first, isKept: isKept))
  }

  /// Has a file that sides moved hold what both changed, wherever they have it now.
  ///
  /// - Returns: false where a side has it nowhere.
  private mutating func follow(
    _ slot: TreeSlot, _ firsts: [TreeEntry], _ seconds: [TreeEntry], _ tree: inout MergedTree
  ) -> Bool {
    guard let base = slot.base, let first = firsts.first, let second = seconds.first else { return false }
    let (ours, theirs) = (Set(firsts.map(\.path)), Set(seconds.map(\.path)))
    let both = ours.intersection(theirs)
    // Where only one side still has it at the old path, the other one has moved it from there.
    let paths = ours.union(theirs).filter { $0 != slot.path || both.contains($0) }
    if !slot.isGone, !paths.contains(slot.path) { tree.remove(slot.path) }
    guard base.isMemo else {
      let (moved, changed) = first.path == slot.path ? (second, first) : (first, second)
      let mode = changed.mode == base.mode ? moved.mode : changed.mode
      if moved.id == base.id {
        tree.take(TreeEntry(path: moved.path, mode: mode, id: changed.id))
      } else {
        // A canvas with other paths on its cards.
        pairs.append(Pair(path: moved.path, base: base.id, first: first, second: second, mode: mode))
      }
      return true
    }
    for path in paths.sorted() {
      var pair = Pair(
        path: path, base: base.id, first: firsts.first { $0.path == path } ?? first,
        second: seconds.first { $0.path == path } ?? second, mode: .file)
      if !theirs.contains(path), path != first.path || paths.contains(second.path) { pair.owner = .first }
      if !ours.contains(path), path != second.path || paths.contains(first.path) { pair.owner = .second }
      pairs.append(pair)
    }
    for path in paths.subtracting(theirs).sorted() {
      doubled += paths.subtracting(ours).sorted().map { TreeMerge.Doubled(path: slot.path, first: path, second: $0) }
    }
    return true
  }

  private mutating func decide(_ slot: TreeSlot, _ tree: inout MergedTree) {
    if let base = slot.base, let first = slot.first, let second = slot.second, slot.isMemo,
      sources.contains(where: { $0.target == slot.path })
    {
      pairs.append(Pair(path: slot.path, base: base.id, first: first, second: second, mode: .file))
    } else if slot.first.map({ $0.isSame(as: slot.base) }) ?? (slot.base == nil) {
      guard let second = slot.second else { return tree.remove(slot.path) }
      tree.take(second)
    } else if slot.second.map({ $0.isSame(as: slot.base) }) ?? (slot.base == nil) {
      // Another memo may have been taken away from there.
      if let first = slot.first { tree.take(first) }
    } else if let first = slot.first, let second = slot.second {
      combine(first, second, slot, &tree)
    } else if let second = slot.second {
      tree.take(second)
    }
  }

  /// Both sides changed the file.
  private mutating func combine(
    _ first: TreeEntry, _ second: TreeEntry, _ slot: TreeSlot, _ tree: inout MergedTree
  ) {
    guard first.mode.isFile, second.mode.isFile else {
      unmerged.append(slot.path)
      if second.mode.isFile { tree.copy(second) }
      return
    }
    if Self.isViewState(slot.path) { return tree.take(second) }
    let mode = first.isMemo ? .file : first.mode == slot.base?.mode ? second.mode : first.mode
    if first.id == second.id || second.id == slot.base?.id {
      tree.take(TreeEntry(path: slot.path, mode: mode, id: first.id))
    } else if first.id == slot.base?.id {
      tree.take(TreeEntry(path: slot.path, mode: mode, id: second.id))
    } else if slot.path == Self.settings {
      unmerged.append(slot.path)
    } else {
      let base = slot.base.flatMap { $0.mode.isFile ? $0.id : nil }
      pairs.append(Pair(path: slot.path, base: base, first: first, second: second, mode: mode))
    }
  }

  /// Weaves the texts that both sides changed.
  mutating func mergeTexts<Failure: Error>(
    in tree: inout MergedTree, read: ([ObjectId]) throws(Failure) -> [[UInt8]]
  ) throws(Failure) {
    for start in stride(from: 0, to: pairs.count, by: Self.batch) {
      let batch = pairs[start..<min(start + Self.batch, pairs.count)]
      let ids = batch.flatMap { pair -> [ObjectId] in
        let sides = [pair.base, pair.first.id, pair.second.id].compactMap(\.self)
        return sides + pair.merged.flatMap { [$0.base, $0.changed.id] }
      }
      var texts = try read(ids)[...]
      for pair in batch {
        let base = pair.base == nil ? [] : texts.removeFirst()
        let stored = (first: texts.removeFirst(), second: texts.removeFirst())
        var sides = stored
        for source in pair.merged {
          let (old, new) = (texts.removeFirst(), texts.removeFirst())
          let joined = MergedMemos.sides(sides, since: base, with: source.side, old, as: new)
          sides = joined ?? sides
          note(source, in: pair.path, isKept: joined == nil, &tree)
        }
        merge(pair, base, sides, stored, &tree)
      }
    }
  }

  /// - Parameter stored: what the objects of the two sides hold.
  private func merge(
    _ pair: Pair, _ base: [UInt8], _ sides: (first: [UInt8], second: [UInt8]),
    _ stored: (first: [UInt8], second: [UInt8]), _ tree: inout MergedTree
  ) {
    let (first, second) = sides
    let (isText, kind) = (!Self.isBinary(first) && !Self.isBinary(second), TextKind(of: pair.path, first, second))
    let base = pair.base == nil && isText && kind == .woven ? CommonStart.text(of: first, second) : base
    let canvas = CanvasCards.areIn(pair.path) ? canvases.merged(base: base, first: first, second: second) : nil
    guard isText,
      let merge = canvas.map(LineMerge.init)
        ?? LineMerge(kind, base: base, first: first, second: second, doubled: doubled)
    else {
      return Self.keepBoth(pair, &tree)
    }
    // A text that is there already needs no new object, unless something has to be reported of it.
    let isStored = merge.bytes == stored.first || merge.bytes == stored.second
    if isStored, merge.overlaps.isEmpty {
      let id = merge.bytes == stored.first ? pair.first.id : pair.second.id
      tree.take(TreeEntry(path: pair.path, mode: pair.mode, id: id))
    } else {
      tree.write(
        TreeMerge.MergedText(
          path: pair.path, mode: pair.mode, base: pair.base, first: pair.first.id, second: pair.second.id,
          merge: merge))
    }
  }

  /// What cannot become one stays as two files.
  private static func keepBoth(_ pair: Pair, _ tree: inout MergedTree) {
    let kept = pair.owner == .second ? pair.second : pair.first
    tree.take(TreeEntry(path: pair.path, mode: pair.mode, id: kept.id))
    if pair.owner == nil { tree.copy(TreeEntry(path: pair.path, mode: pair.mode, id: pair.second.id)) }
  }

  /// Whether bytes are no text, by git's rule.
  private static func isBinary(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(8000).contains(0)
  }
}
