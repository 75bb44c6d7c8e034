import MemoCore

/// The memos that one refresh found to be gone, to have come, or both.
struct FoundMoves {
  /// The memos that went.
  private(set) var removed: Set<VaultPath> = []
  /// The memos that came.
  private(set) var added: Set<VaultPath> = []
  /// Those that went from one path and came to another.
  private(set) var moves: [MovedMemos.Move] = []

  private struct Memo {
    let path: VaultPath
    let inode: UInt64
    let born: Int64?
    let hash: UInt64
    let title: String

    init?(_ path: VaultPath, _ memo: FreshMemo) {
      guard let record = Sighting(memo: memo).record else { return nil }
      (self.path, inode, born) = (path, memo.stamp.inode, record.born)
      (hash, title) = (record.hash, record.metadata.title)
    }

    /// Whether both are one file. A new file may get the inode of one just removed, but was born later.
    func isFile(of other: Memo) -> Bool {
      inode == other.inode && born == other.born && (born != nil || hash == other.hash)
    }
  }

  /// What two memos have in common that are the same one before and after.
  private struct Likeness: Hashable {
    let hash: UInt64
    /// Empty where the text alone is compared.
    let name: [UInt8]
  }

  /// Compares what a refresh found with what was known before.
  init(in delta: IndexDelta, after state: CacheState) {
    var gone: [Memo] = []
    var new: [Memo] = []
    for (path, memo) in delta.memos.sorted(by: { $0.key < $1.key }) {
      let isKnown = state.stamp(ofMemo: path) != nil
      if let memo, !isKnown {
        added.insert(path)
        if let memo = Memo(path, memo) { new.append(memo) }
      } else if memo == nil, isKnown {
        removed.insert(path)
        // A damaged record proves nothing.
        if let known = try? state.memo(at: path), let memo = Memo(path, known) { gone.append(memo) }
      }
    }
    pairSameFiles(&gone, &new)
    pair(&gone, &new) { Likeness(hash: $0.hash, name: Array($0.path.name)) }
    // Memos without a text are all alike.
    pair(&gone, &new) { $0.title.isEmpty ? nil : Likeness(hash: $0.hash, name: []) }
  }

  /// A rename keeps the file, even where its text was changed since; so twins are told apart.
  private mutating func pairSameFiles(_ gone: inout [Memo], _ new: inout [Memo]) {
    let byInode = Dictionary(grouping: gone, by: \.inode)
    pair(&gone, &new) { (memo) -> UInt64? in
      guard let old = byInode[memo.inode], old.count == 1, old[0].isFile(of: memo) else { return nil }
      return memo.inode
    }
  }

  /// Pairs those that one key belongs to, and that nobody else has.
  private mutating func pair<Key: Hashable>(_ gone: inout [Memo], _ new: inout [Memo], by key: (Memo) -> Key?) {
    guard !gone.isEmpty, !new.isEmpty else { return }
    let old = Dictionary(grouping: gone, by: key)
    let now = Dictionary(grouping: new, by: key)
    var paired: Set<VaultPath> = []
    for memo in gone {
      guard let key = key(memo), let from = old[key], let to = now[key], from.count == 1, to.count == 1 else {
        continue
      }
      moves.append(MovedMemos.Move(from: memo.path, to: to[0].path))
      paired.formUnion([memo.path, to[0].path])
    }
    gone.removeAll { paired.contains($0.path) }
    new.removeAll { paired.contains($0.path) }
  }
}
