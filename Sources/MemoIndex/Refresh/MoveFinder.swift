import MemoCore
import MemoStore

/// Finds which memos one refresh saw go, come, or both.
struct MoveFinder {
  /// What was found.
  private(set) var found = SeenMoves()

  private struct Memo {
    let path: VaultPath
    let inode: UInt64
    let born: Int64?
    private(set) var hash: UInt64
    /// Whether it has a text or a title of its own.
    private(set) var hasText: Bool

    init?(_ path: VaultPath, _ memo: FreshMemo) {
      guard let record = Sighting(memo: memo).record else { return nil }
      (self.path, inode, born) = (path, memo.stamp.inode, record.born)
      hash = record.hash
      // A title that is the file's name says nothing of the text.
      let said = record.metadata
      let isTitled = !said.title.isEmpty && !said.title.utf8.elementsEqual(MemoFileRules.stem(of: path))
      hasText = isTitled || said.wordCount > 0 || !said.previewBytes.isEmpty
    }

    /// Whether both are one file. A new file may get the inode of one just removed, but was born later.
    func isFile(of other: Memo) -> Bool {
      inode == other.inode && born == other.born && (born != nil || hash == other.hash)
    }

    /// The memo with other bytes than the cache knows of, whose text is not known to be missing.
    func holding(_ hash: UInt64) -> Memo {
      var memo = self
      (memo.hash, memo.hasText) = (hash, true)
      return memo
    }
  }

  /// What two memos have in common that are the same one before and after.
  private struct Likeness: Hashable {
    let hash: UInt64
    /// Empty where the text alone is compared.
    let name: [UInt8]
  }

  /// Compares what a refresh found with what was known before.
  ///
  /// - Parameter left: the hash of what memo itself has left at each path; asked for what else is not found.
  init(in delta: IndexDelta, after state: CacheState, left: () -> [VaultPath: UInt64]) {
    var gone: [Memo] = []
    var new: [Memo] = []
    for (path, memo) in delta.memos.sorted(by: { $0.key < $1.key }) {
      let isKnown = state.stamp(ofMemo: path) != nil
      if let memo, !isKnown {
        found.added.insert(path)
        if let memo = Memo(path, memo) { new.append(memo) }
      } else if memo == nil, isKnown {
        found.removed.insert(path)
        // A damaged record proves nothing.
        if let known = try? state.memo(at: path), let memo = Memo(path, known) { gone.append(memo) }
      }
    }
    pairSameFiles(&gone, &new)
    pairSameBytes(&gone, &new)
    guard !gone.isEmpty, !new.isEmpty else { return }
    // A memo that was written to and moved before a refresh is known as it was before both.
    let left = left()
    gone = gone.compactMap { memo in left[memo.path].map { memo.holding($0) } }
    pairSameBytes(&gone, &new)
  }

  private mutating func pairSameBytes(_ gone: inout [Memo], _ new: inout [Memo]) {
    pair(&gone, &new) { Likeness(hash: $0.hash, name: Array($0.path.name)) }
    // Memos without a text are all alike.
    pair(&gone, &new) { $0.hasText ? Likeness(hash: $0.hash, name: []) : nil }
  }

  /// A rename keeps the file, even where its text was changed since; so twins are distinguished.
  private mutating func pairSameFiles(_ gone: inout [Memo], _ new: inout [Memo]) {
    let byInode = Dictionary(grouping: gone, by: \.inode)
    pair(&gone, &new) { (memo) -> UInt64? in
      guard let old = byInode[memo.inode], old.count == 1, old[0].isFile(of: memo) else { return nil }
      return memo.inode
    }
  }

  /// Pairs those that one key belongs to, and that no one else has.
  private mutating func pair<Key: Hashable>(_ gone: inout [Memo], _ new: inout [Memo], by key: (Memo) -> Key?) {
    guard !gone.isEmpty, !new.isEmpty else { return }
    let old = Dictionary(grouping: gone, by: key)
    let now = Dictionary(grouping: new, by: key)
    var paired: Set<VaultPath> = []
    for memo in gone {
      guard let key = key(memo), let from = old[key], let to = now[key], from.count == 1, to.count == 1 else {
        continue
      }
      found.moves.append(MovedMemos.Move(from: memo.path, to: to[0].path))
      paired.formUnion([memo.path, to[0].path])
    }
    gone.removeAll { paired.contains($0.path) }
    new.removeAll { paired.contains($0.path) }
  }
}

extension MoveMemory {
  /// Notes what a refresh has found. Meant for the one who holds the cache's lock, which keeps others out.
  func note(_ delta: IndexDelta, after state: CacheState) {
    let hasGone = delta.memos.values.contains { $0 == nil }
    note(mayHaveMoves: hasGone) { left in MoveFinder(in: delta, after: state, left: left).found }
  }
}
