/// What is to be done at the paths where two trees differ.
struct MergePlan {
  /// Files that both sides changed.
  private struct Pair {
    let path: VaultPath
    /// The second side's name for it, where each gave it another one: both names are to hold it.
    var secondPath: VaultPath?
    let base: ObjectId?
    let first: TreeEntry
    let second: TreeEntry
    let mode: FileMode
  }

  /// Paths where the first side's version stays and the second's is in no file.
  private(set) var unmerged: [VaultPath] = []
  /// Memos that each side gave another name.
  private(set) var doubled: [TreeMerge.Doubled] = []

  private let slots: [TreeSlot]
  private let moves: RenameMatching.Moves
  private var pairs: [Pair] = []

  /// How many pairs of files are read at a time.
  private static let batch = 64
  // Woven JSON is none, and a vault that cannot read its settings does not open.
  private static let settings = VaultPath(".memo/config.json")
  /// Which notes Obsidian shows, written whenever someone looks at another one.
  private static let viewStates = ["workspace.json", "workspace-mobile.json"].map { VaultPath(".obsidian/\($0)") }

  /// Whether a file says nothing but how a program looks: the later one is as good as both.
  private static func isViewState(_ path: VaultPath) -> Bool { viewStates.contains(path) }

  init(_ slots: [TreeSlot], moves: RenameMatching.Moves) {
    self.slots = slots
    self.moves = moves
  }

  /// Does what needs no texts.
  mutating func apply(to tree: inout MergedTree) {
    // Of a path with two slots, the later one holds what came there.
    let byPath = Dictionary(zip(slots.map(\.path), slots.indices)) { _, later in later }
    var followed: Set<Int> = []
    for (number, slot) in slots.enumerated() where slot.base != nil {
      let targets = [MergeSide.first, .second].map { moves.place(of: slot.path, on: $0).flatMap { byPath[$0] } }
      if let first = targets[0], let second = targets[1] {
        join(slot, slots[first], slots[second])
        followed.formUnion([first, second])
      } else if !slot.isGone, let target = targets[0] ?? targets[1], follow(slot, to: slots[target], &tree) {
        followed.formUnion([number, target])
      }
    }
    for (number, slot) in slots.enumerated() where !followed.contains(number) { decide(slot, &tree) }
  }

  /// Has a memo that both sides moved hold what both changed, at each of its new names.
  private mutating func join(_ slot: TreeSlot, _ target: TreeSlot, _ other: TreeSlot) {
    guard let base = slot.base, let first = target.first, let second = other.second else { return }
    let isDoubled = target.path != other.path
    pairs.append(
      Pair(
        path: target.path, secondPath: isDoubled ? other.path : nil, base: base.id, first: first, second: second,
        mode: .file))
    if isDoubled { doubled.append(TreeMerge.Doubled(path: slot.path, first: target.path, second: other.path)) }
  }

  /// Brings a change of a file to where the other side has moved it.
  private mutating func follow(_ slot: TreeSlot, to target: TreeSlot, _ tree: inout MergedTree) -> Bool {
    guard let base = slot.base, let first = slot.first ?? target.first, let second = slot.second ?? target.second else {
      return false
    }
    tree.remove(slot.path)
    if base.isMemo {
      pairs.append(Pair(path: target.path, base: base.id, first: first, second: second, mode: .file))
    } else {
      // It was moved as it was.
      let (moved, changed) = target.first == nil ? (second, first) : (first, second)
      let mode = changed.mode == base.mode ? moved.mode : changed.mode
      tree.take(TreeEntry(path: target.path, mode: mode, id: changed.id))
    }
    return true
  }

  private mutating func decide(_ slot: TreeSlot, _ tree: inout MergedTree) {
    if slot.first.map({ $0.isSame(as: slot.base) }) ?? (slot.base == nil) {
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
  func mergeTexts<Failure: Error>(
    in tree: inout MergedTree, read: ([ObjectId]) throws(Failure) -> [[UInt8]]
  ) throws(Failure) {
    for start in stride(from: 0, to: pairs.count, by: Self.batch) {
      let batch = pairs[start..<min(start + Self.batch, pairs.count)]
      var texts = try read(batch.flatMap { [$0.base, $0.first.id, $0.second.id].compactMap(\.self) })[...]
      for pair in batch {
        let base = pair.base == nil ? [] : texts.removeFirst()
        let (first, second) = (texts.removeFirst(), texts.removeFirst())
        Self.merge(pair, base, first, second, &tree)
      }
    }
  }

  private static func merge(
    _ pair: Pair, _ base: [UInt8], _ first: [UInt8], _ second: [UInt8], _ tree: inout MergedTree
  ) {
    let (isText, kind) = (!isBinary(first) && !isBinary(second), TextKind(of: pair.path))
    let base = pair.base == nil && isText && kind == .woven ? CommonStart.text(of: first, second) : base
    guard isText, let merge = LineMerge(kind, base: base, first: first, second: second) else {
      return keepBoth(pair, &tree)
    }
    for path in [pair.path, pair.secondPath].compactMap(\.self) {
      // A text that is there already needs no new object, unless there is something to be told of it.
      if merge.bytes == first || merge.bytes == second, !merge.overlaps.contains(where: \.isOfKey) {
        let id = merge.bytes == first ? pair.first.id : pair.second.id
        tree.take(TreeEntry(path: path, mode: pair.mode, id: id))
      } else {
        tree.write(
          TreeMerge.MergedText(
            path: path, mode: pair.mode, base: pair.base, first: pair.first.id, second: pair.second.id, merge: merge))
      }
    }
  }

  /// What cannot become one stays as two files.
  private static func keepBoth(_ pair: Pair, _ tree: inout MergedTree) {
    tree.take(TreeEntry(path: pair.path, mode: pair.mode, id: pair.first.id))
    let second = TreeEntry(path: pair.secondPath ?? pair.path, mode: pair.mode, id: pair.second.id)
    if pair.secondPath == nil { tree.copy(second) } else { tree.take(second) }
  }

  /// Whether bytes are no text, by git's rule.
  private static func isBinary(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(8000).contains(0)
  }
}
