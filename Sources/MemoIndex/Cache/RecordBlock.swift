import MemoCore
import MemoStore
import Synchronization

/// A block of encoded records in a snapshot: where the symbols are that their previews are packed with (8 bytes), their
/// offsets (4 bytes each, one more for the end), then the records. A block is what is checked and touched at once.
struct RecordBlock: Sendable {
  private var ends: [UInt32] = []
  // With room for the offsets of a full block in front: a block that is put together in the end is copied whole.
  private var bytes = ByteWriter()

  private static let fullHead = head(of: SnapshotLayout.recordsPerBlock)
  private static let usualSize = 3 << 15

  init() {
    bytes.reserve(Self.usualSize)
    bytes.raw(repeatElement(0, count: Self.fullHead))
  }

  /// Whether it holds as many records as a block should.
  var isFull: Bool { ends.count == SnapshotLayout.recordsPerBlock }

  var isEmpty: Bool { ends.isEmpty }

  /// Adds the record of a memo that was read; returns its place in the block.
  mutating func add(_ reading: FileReading, _ metadata: MemoMetadata) -> UInt32 {
    MemoRecord.encode(
      size: reading.stamp.size, hash: reading.hash, born: reading.born, metadata, to: &bytes)
    return endRecord()
  }

  /// Adds a record that is encoded already; returns its place in the block.
  @discardableResult
  mutating func add(encoded record: some Sequence<UInt8>) -> UInt32 {
    bytes.raw(record)
    return endRecord()
  }

  /// Writes the block, which nothing may be added to then, at the end of a sink.
  ///
  /// - Parameter symbols: where the symbols are that previews in it are packed with; 0 for none.
  mutating func write(to sink: any CacheSink, symbols: Int = 0) -> Place {
    let head = Self.head(of: ends.count)
    bytes.remove(head..<Self.fullHead)
    bytes.overwrite(at: 0, with: UInt64(symbols))
    for (index, end) in ([0] + ends).enumerated() {
      bytes.overwrite(at: SnapshotLayout.symbolsSize + index * 4, with: UInt32(head) + end)
    }
    // Taken out first: padding a block that is also held here would copy it.
    var block = ByteWriter()
    swap(&block, &bytes)
    return sink.writeBlock(consume block)
  }

  /// The block with the previews packed.
  fileprivate func packed(by packer: TextPacker) -> RecordBlock {
    var packed = RecordBlock()
    forEachRecord { record in
      // What was encoded here decodes, and what is from an older snapshot was gone through already.
      packed.add(encoded: (try? MemoRecord.packed(record, by: packer)) ?? Array(record))
    }
    return packed
  }

  /// The previews that are not packed, one after the other.
  fileprivate var previews: [UInt8] {
    var previews: [UInt8] = []
    forEachRecord { record in
      if let preview = try? MemoRecord.preview(of: record), !preview.isPacked { previews += preview.bytes }
    }
    return previews
  }

  private func forEachRecord(_ body: (UnsafeRawBufferPointer) -> Void) {
    bytes.bytes.withUnsafeBytes { bytes in
      var start = Self.fullHead
      for end in ends.map({ Self.fullHead + Int($0) }) {
        body(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        start = end
      }
    }
  }

  private static func head(of count: Int) -> Int { SnapshotLayout.symbolsSize + (count + 1) * 4 }

  /// Where a block is in its file.
  struct Place {
    var offset: Int
    var length: Int
    var checksum: UInt64
  }

  private mutating func endRecord() -> UInt32 {
    ends.append(UInt32(bytes.bytes.count - Self.fullHead))
    return UInt32(ends.count - 1)
  }
}

extension PackingSink {
  /// One part of so many of the previews in some blocks is learned from: few bytes, against those of texts.
  private static let share = 2

  /// Writes blocks of records with their previews packed.
  ///
  /// - Parameters:
  ///   - packing: what to pack them with, and what those are packed with that are; `nil` to find it out.
  ///   - minimum: fewer bytes of previews are not packed then.
  /// - Returns: where they are, `nil` for those without records.
  func write(_ blocks: [RecordBlock], with packing: Packing?, minimum: Int) -> [RecordBlock.Place?] {
    var packing = packing
    if packing == nil {
      let previews = blocks.flatMap(\.previews)
      if previews.count >= minimum { packing = self.packing(for: previews, learningFrom: Self.share) }
    }
    return blocks.map { block in
      guard !block.isEmpty else { return nil }
      var block = packing.map { block.packed(by: $0.packer) } ?? block
      return block.write(to: sink, symbols: packing?.place ?? 0)
    }
  }
}

extension CacheSink {
  /// Writes a block at the end, padded.
  func writeBlock(_ block: consuming ByteWriter) -> RecordBlock.Place {
    let (length, checksum) = (block.bytes.count, XXHash64.hash(block.bytes))
    block.pad(to: 8)
    return RecordBlock.Place(offset: write(block.bytes), length: length, checksum: checksum)
  }
}

/// Which blocks of a snapshot were checked; safe to use from many threads.
///
/// A bit for each block: with a lock around them, two threads that go through all memos, one question a memo, spent a
/// third of their time on each other.
struct CheckedBlocks: Sendable {
  private final class Word: Sendable {
    let bits = Atomic<UInt64>(0)
  }

  private let words: [Word]

  /// None of so many blocks.
  init(count: Int) {
    words = (0..<(count + UInt64.bitWidth - 1) / UInt64.bitWidth).map { _ in Word() }
  }

  func contains(_ block: Int) -> Bool {
    words[block / UInt64.bitWidth].bits.load(ordering: .acquiring) & Self.bit(block) != 0
  }

  func insert(_ block: Int) {
    words[block / UInt64.bitWidth].bits.bitwiseOr(Self.bit(block), ordering: .releasing)
  }

  func removeAll() {
    for word in words { word.bits.store(0, ordering: .releasing) }
  }

  private static func bit(_ block: Int) -> UInt64 {
    1 << UInt64(block % UInt64.bitWidth)
  }
}

/// Counts the blocks of a snapshot that are in memory, for a process that keeps to a limit. Safe to use from many threads;
/// those that touch blocks at the same time may go a little over it.
struct BlockResidence: Sendable {
  private let limit: Int
  private let blocks: CheckedBlocks
  private let size = Size()

  private final class Size: Sendable {
    let bytes = Atomic(0)
  }

  init(limit: Int, count: Int) {
    self.limit = limit
    blocks = CheckedBlocks(count: count)
  }

  /// Takes note of a block that is touched; returns whether the others have to go first.
  func isFull(with block: Int, of length: Int) -> Bool {
    if blocks.contains(block) { return false }
    let isFull = size.bytes.load(ordering: .relaxed) + length > limit
    if isFull { removeAll() }
    blocks.insert(block)
    size.bytes.add(length, ordering: .relaxed)
    return isFull
  }

  /// Takes note that none is in memory any more.
  func removeAll() {
    blocks.removeAll()
    size.bytes.store(0, ordering: .relaxed)
  }
}
