import MemoCore

/// Tags as memos spell them, each with how many memos do.
///
/// A spelling is a path of one component: compared by its bytes, all of which it hashes at once. A `String` would join
/// those that differ in normalization, and which of them it keeps would depend on the order of the memos.
struct TagSpellings: Equatable, Sendable {
  private var counts: [VaultPath: Int] = [:]

  /// In byte order.
  var sorted: [(tag: VaultPath, count: Int)] {
    counts.map { (tag: $0.key, count: $0.value) }.sorted { $0.tag < $1.tag }
  }

  /// Counts more memos that spell a tag so.
  mutating func add(_ tag: some Collection<UInt8>, count: Int = 1) {
    add(VaultPath(bytes: Array(tag)), count: count)
  }

  /// Counts more memos that spell a tag so.
  mutating func add(_ tag: VaultPath, count: Int = 1) {
    counts[tag, default: 0] += count
  }

  /// Adds up.
  mutating func add(_ others: TagSpellings) {
    counts.merge(others.counts, uniquingKeysWith: +)
  }

  /// Takes out a memo that spells a tag so; returns whether there was one.
  mutating func remove(_ tag: some Collection<UInt8>) -> Bool {
    let tag = VaultPath(bytes: Array(tag))
    guard let count = counts[tag], count > 0 else { return false }
    counts[tag] = count > 1 ? count - 1 : nil
    return true
  }
}
