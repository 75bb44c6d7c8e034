import MemoCore

/// What completions offer of a snapshot: the titles of its memos, and its tags with how many memos have them. They are stored
/// in the records as well, but to check and read all records took most of a completion's time.
///
/// The section has numbers of blocks (4 bytes each): of the block of tags, then of those of the newest titles, then, for every
/// `run` memos, of that of their titles. Tags are in byte order, each with the number of memos before it (4).
struct SnapshotLabels: Sendable {
  /// How many titles share a block: few, as memos that are looked at by themselves are each in another one.
  static let run = 32
  /// How many titles are there once more, the newest memo's first, where there are more memos: else each is in another
  /// block, and to check these took a third of a completion among a million memos.
  static let newest = 10_000
  /// How many of these share a block.
  static let newestRun = 256

  private let snapshot: Snapshot

  /// The labels of a snapshot.
  init(of snapshot: Snapshot) {
    self.snapshot = snapshot
  }

  /// The size of the section for so many memos.
  static func sectionSize(memoCount: Int) -> Int {
    (1 + newestBlocks(memoCount: memoCount) + (memoCount + run - 1) / run) * MemoryLayout<UInt32>.size
  }

  /// How many titles of so many memos are there once more.
  static func newestTitles(memoCount: Int) -> Int { memoCount > newest ? newest : 0 }

  private static func newestBlocks(memoCount: Int) -> Int {
    (newestTitles(memoCount: memoCount) + newestRun - 1) / newestRun
  }

  /// The titles of a memo and of those after it in its run, at most so many; none past the last memo.
  func titles(from memo: Int, atMost most: Int) throws(CacheDamage) -> [UnsafeRawBufferPointer] {
    guard memo < snapshot.memoCount else { return [] }
    let (run, place) = memo.quotientAndRemainder(dividingBy: Self.run)
    let count = min(most, Self.run - place, snapshot.memoCount - memo)
    let block = 1 + Self.newestBlocks(memoCount: snapshot.memoCount) + run
    return try titles(ofBlockAt: block, from: place, count: count)
  }

  /// The titles of the memo of a rank and of those after it, newest first, as far as they share a block; none where they are
  /// not there in this order.
  func titles(fromRank rank: Int) throws(CacheDamage) -> [UnsafeRawBufferPointer] {
    let newest = Self.newestTitles(memoCount: snapshot.memoCount)
    guard rank < newest else { return [] }
    let (run, place) = rank.quotientAndRemainder(dividingBy: Self.newestRun)
    return try titles(ofBlockAt: 1 + run, from: place, count: min(Self.newestRun - place, newest - rank))
  }

  private func titles(
    ofBlockAt block: Int, from place: Int, count: Int
  ) throws(CacheDamage) -> [UnsafeRawBufferPointer] {
    var reader = try reader(ofBlockAt: block)
    for _ in 0..<place { _ = try reader.shortText() }
    var titles: [UnsafeRawBufferPointer] = []
    titles.reserveCapacity(count)
    for _ in 0..<count { titles.append(try reader.shortText()) }
    return titles
  }

  /// The tags as they are written, each with the number of memos that have it.
  func tags() throws(CacheDamage) -> TagSpellings {
    var reader = try reader(ofBlockAt: 0)
    var tags = TagSpellings()
    while !reader.isAtEnd {
      let count = Int(try reader.integer(UInt32.self))
      tags.add(try reader.shortText(), count: count)
    }
    return tags
  }

  private func reader(ofBlockAt place: Int) throws(CacheDamage) -> ByteReader {
    var numbers = ByteReader(snapshot.labels)
    _ = try numbers.raw(place * MemoryLayout<UInt32>.size)
    return ByteReader(try snapshot.block(Int(try numbers.integer(UInt32.self))))
  }
}

/// The labels of a snapshot that is being written.
struct LabelTable: Sendable {
  /// Blocks of titles that are still to be written: many at once, as those that stand together are in memory together.
  private var waiting = ByteWriter()
  /// Where they are in there.
  private var places: [RecordBlock.Place] = []
  /// Where the one that is not full begins, and how many titles it has.
  private var (start, count) = (0, 0)
  /// The numbers of those that were written.
  private var blocks: [UInt32] = []
  private var newest = NewestTitles()
  /// Tags of any memos.
  var tags = TagSpellings()

  private static let waitingSize = 1 << 17

  /// Whether it is time to write blocks.
  var isFull: Bool { count == 0 && waiting.bytes.count >= Self.waitingSize }

  /// Adds the title of the next memo.
  mutating func add(title: some Collection<UInt8>, of memo: UInt32, modified: Int64) {
    newest.add(title, of: memo, modified: modified)
    waiting.shortText(title)
    count += 1
    if count == SnapshotLabels.run { endBlock() }
  }

  /// Gives up the blocks that are still to be written.
  mutating func takeBlocks() -> (bytes: [UInt8], places: [RecordBlock.Place]) {
    if count > 0 { endBlock() }
    defer { (waiting, places, start) = (ByteWriter(), [], 0) }
    return (waiting.bytes, places)
  }

  private mutating func endBlock() {
    let block = waiting.bytes[start...]
    let checksum = block.withUnsafeBytes { XXHash64.hash($0) }
    places.append(RecordBlock.Place(offset: start, length: block.count, checksum: checksum))
    waiting.pad(to: 8)
    (start, count) = (waiting.bytes.count, 0)
  }

  /// Takes note of the next block of titles.
  mutating func add(block: UInt32) {
    blocks.append(block)
  }

  /// The block of the tags.
  func encodedTags() -> ByteWriter {
    var writer = ByteWriter()
    for (tag, count) in tags.sorted {
      writer.integer(UInt32(count))
      writer.shortText(tag.bytes)
    }
    return writer
  }

  /// The blocks of the newest titles.
  ///
  /// - Parameter newest: the memos they are of, newest first.
  func encodedTitles(of newest: [UInt32]) -> [ByteWriter] {
    let titles = self.newest.titles(of: newest)
    return stride(from: 0, to: titles.count, by: SnapshotLabels.newestRun).map { start in
      var writer = ByteWriter()
      for title in titles[start...].prefix(SnapshotLabels.newestRun) { writer.shortText(title) }
      return writer
    }
  }

  /// The section.
  func encoded(tags: UInt32, newest: [UInt32]) -> ByteWriter {
    var writer = ByteWriter()
    for block in [tags] + newest + blocks { writer.integer(block) }
    return writer
  }
}

/// The titles of those of the memos so far that may be among the newest.
private struct NewestTitles: Sendable {
  private var kept: [(title: [UInt8], memo: UInt32, modified: Int64)] = []
  /// When the oldest of them may have been modified.
  private var oldest = Int64.min
  /// How many there may be until those that are too old are left out.
  private var limit = 2 * SnapshotLabels.newest

  mutating func add(_ title: some Collection<UInt8>, of memo: UInt32, modified: Int64) {
    guard modified >= oldest else { return }
    kept.append((Array(title), memo, modified))
    guard kept.count == limit else { return }
    oldest = kept.map(\.modified).sorted(by: >)[SnapshotLabels.newest - 1]
    kept.removeAll { $0.modified < oldest }
    // Any number may have been modified at once.
    limit = kept.count + SnapshotLabels.newest
  }

  /// The titles of the newest memos.
  func titles(of memos: [UInt32]) -> [[UInt8]] {
    let titles = Dictionary(uniqueKeysWithValues: kept.map { ($0.memo, $0.title) })
    return memos.compactMap { titles[$0] }
  }
}

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
