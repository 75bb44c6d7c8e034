import MemoCore

/// What completions offer of a snapshot: the titles of its memos, and its tags with how many memos have them. They are stored
/// in the records as well, but to check and read all records took most of a completion's time.
///
/// The section has numbers of blocks (4 bytes each): of the block of tags, then, for every `run` memos, of that of their
/// titles. Tags are in byte order, each with the number of memos before it (4).
struct SnapshotLabels: Sendable {
  /// How many titles share a block: few, as each of the newest memos may be in another one.
  static let run = 32

  private let snapshot: Snapshot

  /// The labels of a snapshot.
  init(of snapshot: Snapshot) {
    self.snapshot = snapshot
  }

  /// The size of the section for so many memos.
  static func sectionSize(memoCount: Int) -> Int {
    (1 + (memoCount + run - 1) / run) * MemoryLayout<UInt32>.size
  }

  /// The titles of a memo and of those after it in its run, at most so many; none past the last memo.
  func titles(from memo: Int, atMost most: Int) throws(CacheDamage) -> [UnsafeRawBufferPointer] {
    guard memo < snapshot.memoCount else { return [] }
    let (run, place) = memo.quotientAndRemainder(dividingBy: Self.run)
    var reader = try reader(ofBlockAt: 1 + run)
    for _ in 0..<place { _ = try reader.shortText() }
    let count = min(most, Self.run - place, snapshot.memoCount - memo)
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
  /// Tags of any memos.
  var tags = TagSpellings()

  private static let waitingSize = 1 << 17

  /// Whether it is time to write blocks.
  var isFull: Bool { count == 0 && waiting.bytes.count >= Self.waitingSize }

  /// Adds the title of the next memo.
  mutating func add(title: some Collection<UInt8>) {
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

  /// The section.
  func encoded(tags: UInt32) -> ByteWriter {
    var writer = ByteWriter()
    for block in [tags] + blocks { writer.integer(block) }
    return writer
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
