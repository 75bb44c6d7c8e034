import MemoCore
import MemoStore

/// A segment of the text index: the folded texts of some memos, read in parts. Safe to use from several threads.
final class TextSegment: Sendable {
  /// A block's place in the file and its texts' numbers in the segment.
  private struct Block {
    var offset: Int
    var length: Int
    var checksum: UInt64
    var documents: Range<Int>
  }

  /// Blocks that share a filter.
  private struct Group {
    /// 0 for a group without one.
    var filter: Int
    var blocks: Range<Int>
  }

  /// How many texts there are.
  let documentCount: Int
  private let file: any CacheReading
  private let blocks: [Block]
  private let groups: [Group]

  /// Opens a segment and reads its tables.
  init(_ file: any CacheReading, segment: UInt64) throws(CacheDamage) {
    self.file = file
    var start = [UInt8](repeating: 0, count: TextSegmentLayout.headerSize)
    guard start.withUnsafeMutableBytes({ file.read(at: 0, into: $0) }) else { throw CacheDamage() }
    let header = try start.read { bytes throws(CacheDamage) in try TextSegmentHeader(decoding: bytes) }
    guard header.segment == segment, header.tablesSize <= file.size else { throw CacheDamage() }
    var tables = [UInt8](repeating: 0, count: header.tablesSize)
    guard tables.withUnsafeMutableBytes({ file.read(at: header.tables, into: $0) }),
      XXHash64.hash(tables) == header.checksum
    else { throw CacheDamage() }
    (blocks, groups) = try tables.read { bytes throws(CacheDamage) in try Self.decode(bytes, header, file.size) }
    documentCount = blocks.last?.documents.upperBound ?? 0
  }

  /// How many groups there are.
  var groupCount: Int { groups.count }

  /// The blocks of a group that can hold what a query finds, and the words that may have to be forgiven in each.
  func candidates(
    for query: GramQuery, inGroup number: Int, with reader: TextReader
  ) throws(CacheDamage) -> [(block: Int, forgivable: GramQuery.Forgiven)] {
    let group = groups[number]
    let all = group.blocks.count == 64 ? UInt64.max : (1 << UInt64(group.blocks.count)) - 1
    guard group.filter > 0 else { return group.blocks.map { ($0, .max) } }
    var isDamaged = false
    let found = query.candidates(among: all) { bucket in
      let blocks = try? reader.blocks(using: bucket, filter: group.filter, blockCount: group.blocks.count, in: file)
      if blocks == nil { isDamaged = true }
      return blocks ?? .max
    }
    if isDamaged { throw CacheDamage() }
    return group.blocks.compactMap { block in
      let place = block - group.blocks.lowerBound
      return found.blocks >> UInt64(place) & 1 == 1 ? (block, found.forgiven(place)) : nil
    }
  }

  /// The numbers of the blocks of a group.
  func blocks(ofGroup number: Int) -> Range<Int> { groups[number].blocks }

  /// The numbers of the texts of a group.
  func documents(ofGroup number: Int) -> Range<Int> {
    let blocks = groups[number].blocks
    guard let last = blocks.last else { return 0..<0 }
    return self.blocks[blocks.lowerBound].documents.lowerBound..<self.blocks[last].documents.upperBound
  }

  /// The numbers of the texts of a block.
  func documents(ofBlock number: Int) -> Range<Int> { blocks[number].documents }

  /// Hands over the texts of a block with their numbers in the segment.
  func readBlock(
    _ number: Int, with reader: TextReader, _ body: (Int, SearchTextView) -> Void
  ) throws(CacheDamage) {
    let block = blocks[number]
    try reader.withBlock(at: block.offset, length: block.length, checksum: block.checksum, in: file) {
      bytes throws(CacheDamage) in
      let size = TextSegmentLayout.documentSize
      let table = bytes.count - block.documents.count * size
      var start = 0
      for (place, document) in block.documents.enumerated() {
        let row = table + place * size
        let end = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: row, as: UInt32.self)))
        let titleLength = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: row + 4, as: UInt32.self)))
        guard start <= end, end <= table,
          let view = SearchTextView(
            checking: UnsafeRawBufferPointer(rebasing: bytes[start..<end]), titleLength: titleLength)
        else { throw CacheDamage() }
        body(document, view)
        start = end
      }
    }
  }

  private static func decode(
    _ tables: UnsafeRawBufferPointer, _ header: TextSegmentHeader, _ size: Int
  ) throws(CacheDamage) -> ([Block], [Group]) {
    var reader = ByteReader(tables)
    var blocks: [Block] = []
    var documents = 0
    for _ in 0..<header.blockCount {
      guard let offset = Int(exactly: try reader.integer(UInt64.self)) else { throw CacheDamage() }
      let checksum = try reader.integer(UInt64.self)
      let length = Int(try reader.integer(UInt32.self))
      let count = Int(try reader.integer(UInt32.self))
      guard count * TextSegmentLayout.documentSize <= length else { throw CacheDamage() }
      blocks.append(
        Block(offset: offset, length: length, checksum: checksum, documents: documents..<(documents + count)))
      documents += count
    }
    var groups: [Group] = []
    for _ in 0..<header.groupCount {
      guard let filter = Int(exactly: try reader.integer(UInt64.self)) else { throw CacheDamage() }
      let first = Int(try reader.integer(UInt32.self))
      let count = Int(try reader.integer(UInt32.self))
      guard count <= TextSegmentLayout.blocksPerGroup, first + count <= blocks.count else { throw CacheDamage() }
      // A filter is about blocks, and is in the file.
      guard filter == 0 || (count > 0 && filter <= size) else { throw CacheDamage() }
      groups.append(Group(filter: filter, blocks: first..<(first + count)))
    }
    return (blocks, groups)
  }
}

/// Reads and checks parts of text segments; keeps its buffers, so it belongs to one thread.
final class TextReader {
  private var buffer: [UInt8] = []

  /// The blocks of a group that use a bucket of its filter.
  func blocks(
    using bucket: Int, filter: Int, blockCount: Int, in file: any CacheReading
  ) throws(CacheDamage) -> UInt64 {
    let size = TextSegmentLayout.bucketSize(blocks: blockCount)
    let (line, place) = bucket.quotientAndRemainder(dividingBy: TextSegmentLayout.lineContent / size)
    try read(at: filter + line * TextSegmentLayout.lineSize, length: TextSegmentLayout.lineSize, in: file)
    return try buffer.read { line throws(CacheDamage) in
      let content = UnsafeRawBufferPointer(rebasing: line[..<TextSegmentLayout.lineContent])
      let checksum = line.loadUnaligned(fromByteOffset: content.count, as: UInt64.self)
      guard UInt64(littleEndian: checksum) == XXHash64.hash(content) else { throw CacheDamage() }
      return content[(place * size)..<((place + 1) * size)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  /// Hands over a block.
  func withBlock(
    at offset: Int, length: Int, checksum: UInt64, in file: any CacheReading,
    _ body: (UnsafeRawBufferPointer) throws(CacheDamage) -> Void
  ) throws(CacheDamage) {
    try read(at: offset, length: length, in: file)
    try buffer.read { bytes throws(CacheDamage) in
      guard XXHash64.hash(bytes) == checksum else { throw CacheDamage() }
      try body(bytes)
    }
  }

  private func read(at offset: Int, length: Int, in file: any CacheReading) throws(CacheDamage) {
    // A length may be anything in a cache that came with another user's vault.
    guard length <= file.size else { throw CacheDamage() }
    if buffer.count != length {
      buffer.removeAll(keepingCapacity: true)
      buffer.append(contentsOf: repeatElement(0, count: length))
    }
    guard buffer.withUnsafeMutableBytes({ file.read(at: offset, into: $0) }) else { throw CacheDamage() }
  }
}

extension [UInt8] {
  /// Looks at the bytes where looking can find damage.
  fileprivate func read<Result>(
    _ body: (UnsafeRawBufferPointer) throws(CacheDamage) -> Result
  ) throws(CacheDamage) -> Result {
    let result = withUnsafeBytes { bytes in
      Swift.Result { () throws(CacheDamage) in try body(bytes) }
    }
    return try result.get()
  }
}

/// The layout of a segment of the text index. Integers are little-endian.
///
/// Header · blocks and filters, in any order · block table · group table. A block holds the folded texts of some memos;
/// up to 64 blocks make a group, which has one filter. As in a snapshot the header comes last in time.
enum TextSegmentLayout {
  static let magic: UInt64 = 0x5458_544F_4D45_4D00  // "\0MEMOTXT"
  /// Counts up with every change of the format, of how texts are folded or of the grams.
  static let version: UInt32 = 4
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
