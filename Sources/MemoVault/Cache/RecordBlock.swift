import MemoCore

/// Encoded records that stand together in a snapshot: their offsets (4 bytes each, one more for the end), then the
/// records. A block is what is checked and touched at once.
struct RecordBlock {
  private var ends: [UInt32] = []
  private var records = ByteWriter()

  /// Whether it holds as many records as a block should.
  var isFull: Bool { ends.count == SnapshotLayout.recordsPerBlock }

  var isEmpty: Bool { ends.isEmpty }

  /// Adds the record of a memo that was read; returns its place in the block.
  mutating func add(_ reading: FileReading, _ metadata: MemoMetadata) -> UInt32 {
    MemoRecord.encode(
      size: reading.stamp.size, hash: reading.hash, born: reading.born, metadata, to: &records)
    return endRecord()
  }

  /// Adds a record that is encoded already; returns its place in the block.
  mutating func add(encoded record: some Sequence<UInt8>) -> UInt32 {
    records.raw(record)
    return endRecord()
  }

  /// Writes the block at the end of a sink.
  func write(to sink: any CacheSink) -> Place {
    var bytes = ByteWriter()
    let start = UInt32((ends.count + 1) * 4)
    bytes.integer(start)
    for end in ends { bytes.integer(start + end) }
    bytes.raw(records.bytes)
    let checksum = XXHash64.hash(bytes.bytes)
    bytes.pad(to: 8)
    return Place(offset: sink.write(bytes.bytes), length: Int(start) + records.bytes.count, checksum: checksum)
  }

  /// Where a block stands in its file.
  struct Place {
    var offset: Int
    var length: Int
    var checksum: UInt64
  }

  private mutating func endRecord() -> UInt32 {
    ends.append(UInt32(records.bytes.count))
    return UInt32(ends.count - 1)
  }
}
