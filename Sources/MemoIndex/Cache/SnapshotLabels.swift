import MemoCore

/// What completions offer of a snapshot: the titles of its memos, and its tags with how many memos have them. They are stored
/// in the records as well, but to check and read all records took most of a completion's time.
///
/// The section is the offset of the tags and, for every `run` memos, that of the first one's title (4 bytes each), then
/// titles, then tags in byte order, each with the number of memos before it (4).
struct SnapshotLabels: Sendable {
  /// How many titles share one offset.
  static let run = 128

  private let snapshot: Snapshot

  /// Checks the labels of a snapshot.
  init(of snapshot: Snapshot) throws(CacheDamage) {
    self.snapshot = snapshot
    try snapshot.checkLabels()
  }

  /// The titles of a memo and of those after it in its run; none past the last memo.
  func titles(from memo: Int) throws(CacheDamage) -> ArraySlice<UnsafeRawBufferPointer> {
    guard memo < snapshot.memoCount else { return [] }
    let (run, place) = memo.quotientAndRemainder(dividingBy: Self.run)
    var reader = try reader(atOffset: 1 + run)
    var titles: [UnsafeRawBufferPointer] = []
    titles.reserveCapacity(Self.run)
    for _ in 0..<min(Self.run, snapshot.memoCount - run * Self.run) { titles.append(try reader.stringBytes()) }
    return titles[place...]
  }

  /// The tags as they are written, each with the number of memos that have it.
  func tags() throws(CacheDamage) -> TagSpellings {
    var reader = try reader(atOffset: 0)
    var tags = TagSpellings()
    while !reader.isAtEnd {
      let count = Int(try reader.integer(UInt32.self))
      tags.add(try reader.stringBytes(), count: count)
    }
    return tags
  }

  private func reader(atOffset index: Int) throws(CacheDamage) -> ByteReader {
    var offsets = ByteReader(snapshot.labels)
    _ = try offsets.raw(index * MemoryLayout<UInt32>.size)
    var reader = ByteReader(snapshot.labels)
    _ = try reader.raw(Int(try offsets.integer(UInt32.self)))
    return reader
  }
}

/// The labels of a snapshot that is being written.
struct LabelTable {
  private var titles = ByteWriter()
  /// Where each run begins in the titles.
  private var runs: [Int] = []
  private var titleCount = 0
  private var tags = TagSpellings()

  private static let usualTitleLength = 48

  /// Makes room for the titles of so many memos.
  mutating func reserve(memoCount: Int) {
    titles.reserve(memoCount * Self.usualTitleLength)
  }

  /// Adds the title of the next memo.
  mutating func add(title: some Collection<UInt8>) {
    if titleCount % SnapshotLabels.run == 0 { runs.append(titles.bytes.count) }
    titleCount += 1
    titles.integer(UInt32(title.count))
    titles.raw(title)
  }

  /// Adds the tags of some memos.
  mutating func add(_ more: TagSpellings) {
    tags.add(more)
  }

  /// Adds title and tags of the next memo.
  mutating func add(record: [UInt8]) throws(CacheDamage) {
    var outcome: Result<Void, CacheDamage> = .success(())
    record.withUnsafeBytes { bytes in
      outcome = Result { () throws(CacheDamage) in
        add(title: try MemoRecord.title(of: bytes))
        for tag in try MemoRecord.tags(of: bytes) { tags.add(tag) }
      }
    }
    try outcome.get()
  }

  /// The section.
  func encoded() -> ByteWriter {
    let head = (1 + runs.count) * MemoryLayout<UInt32>.size
    var writer = ByteWriter()
    writer.reserve(head + titles.bytes.count)
    writer.integer(UInt32(head + titles.bytes.count))
    for run in runs { writer.integer(UInt32(head + run)) }
    writer.raw(titles.bytes)
    for (tag, count) in tags.sorted {
      writer.integer(UInt32(count))
      writer.string(tag.bytes)
    }
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
