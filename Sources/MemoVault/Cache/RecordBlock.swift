import MemoCore

/// Records that a snapshot keeps and checks together, as they stand in its file: their offsets, one more for the end,
/// then the records.
struct RecordBlock: Sendable {
  let count: Int
  let bytes: [UInt8]
  let checksum: UInt64

  /// An encoded record.
  func record(_ place: Int) -> ArraySlice<UInt8> {
    bytes[offset(place)..<offset(place + 1)]
  }

  private func offset(_ place: Int) -> Int {
    bytes.withUnsafeBytes { Int(UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: place * 4, as: UInt32.self))) }
  }
}

extension RecordBlock {
  /// A block that is being filled.
  struct Builder {
    private var ends: [Int] = []
    private var records = ByteWriter()

    var count: Int { ends.count }

    /// Adds a record.
    mutating func add(_ record: MemoRecord) {
      record.encode(to: &records)
      ends.append(records.bytes.count)
    }

    /// Adds an encoded record.
    mutating func add<Bytes: Sequence>(encoded record: Bytes) where Bytes.Element == UInt8 {
      records.raw(record)
      ends.append(records.bytes.count)
    }

    /// Returns the block and starts an empty one.
    mutating func finish() -> RecordBlock {
      let start = (count + 1) * 4
      var block = ByteWriter(capacity: start + records.bytes.count)
      block.integer(UInt32(start))
      for end in ends { block.integer(UInt32(start + end)) }
      block.raw(records.bytes)
      defer {
        ends.removeAll(keepingCapacity: true)
        records.removeAll()
      }
      return RecordBlock(count: count, bytes: block.bytes, checksum: XXHash64.hash(block.bytes))
    }
  }
}
