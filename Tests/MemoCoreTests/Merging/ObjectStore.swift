import MemoCore

/// Objects and trees in memory, in place of git's.
struct ObjectStore {
  private var objects: [ObjectId: [UInt8]] = [:]

  /// A tree of texts by path.
  mutating func tree(_ files: [String: String]) -> [TreeEntry] {
    files.map { TreeEntry(path: VaultPath($0.key), id: add(Array($0.value.utf8))) }
  }

  /// The object that holds bytes.
  mutating func add(_ bytes: [UInt8]) -> ObjectId {
    let digits = String(XXHash64.hash(bytes), radix: 16)
    let id = ObjectId(String(repeating: "0", count: 16 - digits.count) + digits)
    objects[id] = bytes
    return id
  }

  /// The contents of objects.
  func read(_ ids: [ObjectId]) -> [[UInt8]] {
    ids.map { objects[$0] ?? [] }
  }

  /// The files of a merged tree.
  mutating func files(_ merge: TreeMerge, on first: [TreeEntry]) -> [String: String] {
    let entries = merged(merge, on: first)
    let texts = read(entries.map(\.id))
    return Dictionary(
      uniqueKeysWithValues: zip(entries, texts).map { ($0.path.text, String(decoding: $1, as: UTF8.self)) })
  }

  /// The merged tree, its texts added.
  mutating func merged(_ merge: TreeMerge, on first: [TreeEntry]) -> [TreeEntry] {
    merge.entries(of: first) { add($0.merge.bytes) }
  }
}
