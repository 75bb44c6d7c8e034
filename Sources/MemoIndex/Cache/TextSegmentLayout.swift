import MemoCore

/// Where things stand in a segment of the text index. Integers are little-endian.
///
/// Header · blocks and filters, in any order · block table · group table. A block holds the folded texts of some memos;
/// up to 64 blocks make a group, which has one filter. As in a snapshot the header comes last in time.
enum TextSegmentLayout {
  static let magic: UInt64 = 0x5458_544F_4D45_4D00  // "\0MEMOTXT"
  /// Counts up with every change of the format, of how texts are folded or of the grams.
  static let version: UInt32 = 1
  static let headerSize = 64
  /// A block is full when its texts have so many bytes. Small, as a rare word is read for in whole blocks.
  static let blockBytes = 40 << 10
  static let blocksPerGroup = 64
  /// A group of so few blocks has no filter: reading them costs no more than asking it.
  static let blocksWithoutFilter = 2

  /// After the texts of a block, for each: where it ends in the block, length of its title (4 bytes each).
  static let documentSize = 8
  /// A row of the block table: offset (8), checksum (8), length, number of texts (4 each).
  static let blockSize = 24
  /// A row of the group table: offset of the filter (8), first block, number of blocks (4 each).
  static let groupSize = 16

  /// A filter is made of lines that each end with their own checksum (8), so that a query reads and checks a few lines.
  static let lineSize = 512
  static let lineContent = lineSize - 8

  /// Bytes that a filter has for each bucket: one bit for each block.
  static func bucketSize(blocks: Int) -> Int {
    (blocks + 7) / 8
  }
}

/// The first bytes of a segment.
struct TextSegmentHeader {
  var segment: UInt64
  var blockCount: Int
  var groupCount: Int
  /// Where the tables start.
  var tables: Int
  /// XXH64 of the tables.
  var checksum: UInt64

  var tablesSize: Int { blockCount * TextSegmentLayout.blockSize + groupCount * TextSegmentLayout.groupSize }

  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.integer(TextSegmentLayout.magic)
    writer.integer(TextSegmentLayout.version)
    writer.integer(UInt32(0))
    writer.integer(segment)
    writer.integer(UInt32(blockCount))
    writer.integer(UInt32(groupCount))
    writer.integer(UInt64(tables))
    writer.integer(checksum)
    writer.integer(UInt64(0))
    writer.integer(XXHash64.hash(writer.bytes))
    return writer.bytes
  }

  init(segment: UInt64, blockCount: Int, groupCount: Int, tables: Int, checksum: UInt64) {
    self.segment = segment
    self.blockCount = blockCount
    self.groupCount = groupCount
    self.tables = tables
    self.checksum = checksum
  }

  init(decoding bytes: UnsafeRawBufferPointer) throws(CacheDamage) {
    let checked = UnsafeRawBufferPointer(rebasing: bytes.dropLast(8))
    var reader = ByteReader(bytes)
    guard try reader.integer(UInt64.self) == TextSegmentLayout.magic,
      try reader.integer(UInt32.self) == TextSegmentLayout.version
    else { throw CacheDamage() }
    _ = try reader.integer(UInt32.self)
    segment = try reader.integer()
    blockCount = Int(try reader.integer(UInt32.self))
    groupCount = Int(try reader.integer(UInt32.self))
    guard let start = Int(exactly: try reader.integer(UInt64.self)) else { throw CacheDamage() }
    tables = start
    checksum = try reader.integer()
    _ = try reader.integer(UInt64.self)
    guard try reader.integer(UInt64.self) == XXHash64.hash(checked) else { throw CacheDamage() }
  }
}
