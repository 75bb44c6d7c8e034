/// What is to be done at the paths where two trees differ.
struct MergePlan {
  /// Files that both sides changed.
  private struct Pair {
    let path: VaultPath
    let base: ObjectId?
    let first: TreeEntry
    let second: TreeEntry
    let mode: FileMode
  }

  /// Paths where the first side's version stays and the second's is in no file.
  private(set) var unmerged: [VaultPath] = []

  private let slots: [TreeSlot]
  private let renames: [VaultPath: VaultPath]
  private var pairs: [Pair] = []

  /// How many pairs of files are read at a time.
  private static let batch = 64
  // Woven JSON is none, and a vault that cannot read its settings does not open.
  private static let settings = VaultPath(".memo/config.json")

  init(_ slots: [TreeSlot], renames: [VaultPath: VaultPath]) {
    self.slots = slots
    self.renames = renames
  }

  /// Does what needs no texts.
  mutating func apply(to tree: inout MergedTree) {
    let byPath = Dictionary(slots.map { ($0.path, $0) }) { slot, _ in slot }
    let targets = Set(renames.values)
    for slot in slots where !targets.contains(slot.path) {
      if let target = renames[slot.path].flatMap({ byPath[$0] }) {
        follow(slot, to: target, &tree)
      } else {
        decide(slot, &tree)
      }
    }
  }

  /// Brings a change of a file to where the other side has moved it.
  private mutating func follow(_ slot: TreeSlot, to target: TreeSlot, _ tree: inout MergedTree) {
    guard let base = slot.base, let first = slot.first ?? target.first, let second = slot.second ?? target.second else {
      return decide(slot, &tree)
    }
    tree.remove(slot.path)
    pairs.append(Pair(path: target.path, base: base.id, first: first, second: second, mode: .file))
  }

  private mutating func decide(_ slot: TreeSlot, _ tree: inout MergedTree) {
    if slot.first.map({ $0.isSame(as: slot.base) }) ?? (slot.base == nil) {
      guard let second = slot.second else { return tree.remove(slot.path) }
      tree.take(second)
    } else if slot.second.map({ $0.isSame(as: slot.base) }) ?? (slot.base == nil) {
      return
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
    let keptFirst = TreeEntry(path: pair.path, mode: pair.mode, id: pair.first.id)
    if isBinary(first) || isBinary(second) {
      tree.take(keptFirst)
      return tree.copy(TreeEntry(path: pair.path, mode: pair.mode, id: pair.second.id))
    }
    let merge = LineMerge(base: base, first: first, second: second)
    // A text that is there already needs no new object.
    if merge.bytes == first { return tree.take(keptFirst) }
    if merge.bytes == second { return tree.take(TreeEntry(path: pair.path, mode: pair.mode, id: pair.second.id)) }
    tree.write(
      TreeMerge.MergedText(
        path: pair.path, mode: pair.mode, base: pair.base, first: pair.first.id, second: pair.second.id, merge: merge))
  }

  /// Whether bytes are no text, by git's rule.
  private static func isBinary(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(8000).contains(0)
  }
}
