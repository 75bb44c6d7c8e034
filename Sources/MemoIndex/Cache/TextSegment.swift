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
    /// Where the symbols are that it may be packed with, or 0.
    var symbols: Int
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
  private let segment: UInt64
  private let blocks: [Block]
  private let groups: [Group]

  /// Opens a segment and reads its tables.
  init(_ file: any CacheReading, segment: UInt64) throws(CacheDamage) {
    (self.file, self.segment) = (file, segment)
    var start = [UInt8](repeating: 0, count: TextSegmentLayout.headerSize)
    guard start.withUnsafeMutableBytes({ file.read(at: 0, into: $0) }) else { throw CacheDamage() }
    let header = try start.read(start.count) { bytes throws(CacheDamage) in try TextSegmentHeader(decoding: bytes) }
    guard header.segment == segment, header.tablesSize <= file.size else { throw CacheDamage() }
    var tables = [UInt8](repeating: 0, count: header.tablesSize)
    guard tables.withUnsafeMutableBytes({ file.read(at: header.tables, into: $0) }),
      XXHash64.hash(tables) == header.checksum
    else { throw CacheDamage() }
    (blocks, groups) = try tables.read(tables.count) { bytes throws(CacheDamage) in
      try Self.decode(bytes, header, file.size)
    }
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
    let tableSize = block.documents.count * TextSegmentLayout.documentSize
    let symbols = block.symbols == 0 ? nil : try reader.symbols(at: block.symbols, of: segment, in: file)
    try reader.withBlock(at: block.offset, length: block.length, checksum: block.checksum, in: file) {
      bytes throws(CacheDamage) in
      let table = UnsafeRawBufferPointer(rebasing: bytes.suffix(tableSize))
      let stored = UnsafeRawBufferPointer(rebasing: bytes.dropLast(tableSize))
      let count = block.documents.isEmpty ? 0 : Self.end(of: block.documents.count - 1, in: table)
      guard let symbols, count > stored.count else { return try Self.forEachText(of: block, in: stored, table, body) }
      try reader.unpack(stored, count: count, with: symbols) { texts throws(CacheDamage) in
        try Self.forEachText(of: block, in: texts, table, body)
      }
    }
  }

  private static func forEachText(
    of block: Block, in texts: UnsafeRawBufferPointer, _ table: UnsafeRawBufferPointer,
    _ body: (Int, SearchTextView) -> Void
  ) throws(CacheDamage) {
    var start = 0
    for (place, document) in block.documents.enumerated() {
      let end = end(of: place, in: table)
      guard start <= end, end <= texts.count,
        let view = SearchTextView(
          checking: UnsafeRawBufferPointer(rebasing: texts[start..<end]), titleLength: number(place, 4, in: table))
      else { throw CacheDamage() }
      body(document, view)
      start = end
    }
  }

  /// Where a text of a block ends.
  private static func end(of place: Int, in table: UnsafeRawBufferPointer) -> Int { number(place, 0, in: table) }

  private static func number(_ place: Int, _ offset: Int, in table: UnsafeRawBufferPointer) -> Int {
    let place = place * TextSegmentLayout.documentSize + offset
    return Int(UInt32(littleEndian: table.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
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
        Block(
          offset: offset, length: length, checksum: checksum, documents: documents..<(documents + count), symbols: 0))
      documents += count
    }
    var groups: [Group] = []
    for _ in 0..<header.groupCount {
      guard let filter = Int(exactly: try reader.integer(UInt64.self)) else { throw CacheDamage() }
      let first = Int(try reader.integer(UInt32.self))
      let count = Int(try reader.integer(UInt32.self))
      guard let symbols = Int(exactly: try reader.integer(UInt64.self)), symbols <= size,
        count <= TextSegmentLayout.blocksPerGroup, first + count <= blocks.count
      else { throw CacheDamage() }
      // A filter is about blocks, and is in the file.
      guard filter == 0 || (count > 0 && filter <= size) else { throw CacheDamage() }
      groups.append(Group(filter: filter, blocks: first..<(first + count)))
      for block in first..<(first + count) { blocks[block].symbols = symbols }
    }
    return (blocks, groups)
  }
}

/// Reads and checks parts of text segments; keeps its buffers, so it belongs to one thread.
final class TextReader {
  private var buffer: [UInt8] = []
  private var texts: [UInt8] = []
  /// Those that were read last: most groups of a segment have the same.
  private var symbols: (segment: UInt64, place: Int, symbols: TextSymbols)?

  /// The symbols at a place of a segment.
  func symbols(
    at place: Int, of segment: UInt64, in file: any CacheReading
  ) throws(CacheDamage) -> TextSymbols {
    if let symbols, symbols.segment == segment, symbols.place == place { return symbols.symbols }
    let read = try withBytes(at: place, length: TextSymbols.encodedSize, in: file) { bytes throws(CacheDamage) in
      try TextSymbols(decoding: bytes)
    }
    symbols = (segment, place, read)
    return read
  }

  /// Hands over the texts of a block.
  fileprivate func unpack(
    _ packed: UnsafeRawBufferPointer, count: Int, with symbols: TextSymbols,
    _ body: (UnsafeRawBufferPointer) throws(CacheDamage) -> Void
  ) throws(CacheDamage) {
    try symbols.unpack(packed, count: count, into: &texts)
    try texts.read(count, body)
  }

  /// The blocks of a group that use a bucket of its filter.
  func blocks(
    using bucket: Int, filter: Int, blockCount: Int, in file: any CacheReading
  ) throws(CacheDamage) -> UInt64 {
    let size = TextSegmentLayout.bucketSize(blocks: blockCount)
    let (line, place) = bucket.quotientAndRemainder(dividingBy: TextSegmentLayout.lineContent / size)
    return try withBytes(at: filter + line * TextSegmentLayout.lineSize, length: TextSegmentLayout.lineSize, in: file) {
      line throws(CacheDamage) in
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
    try withBytes(at: offset, length: length, in: file) { bytes throws(CacheDamage) in
      guard XXHash64.hash(bytes) == checksum else { throw CacheDamage() }
      try body(bytes)
    }
  }

  private func withBytes<Result>(
    at offset: Int, length: Int, in file: any CacheReading,
    _ body: (UnsafeRawBufferPointer) throws(CacheDamage) -> Result
  ) throws(CacheDamage) -> Result {
    // A length may be anything in a cache that came with another user's vault.
    guard length <= file.size else { throw CacheDamage() }
    buffer.grow(to: length)
    let isRead = buffer.withUnsafeMutableBytes {
      file.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: $0[..<length]))
    }
    guard isRead else { throw CacheDamage() }
    return try buffer.read(length, body)
  }
}

extension [UInt8] {
  /// Has at least so many bytes afterwards: a buffer that is used for one block after the other is made once.
  mutating func grow(to length: Int) {
    if count < length { append(contentsOf: repeatElement(0, count: length - count)) }
  }

  /// Looks at the first bytes where looking can find damage.
  fileprivate func read<Result>(
    _ length: Int, _ body: (UnsafeRawBufferPointer) throws(CacheDamage) -> Result
  ) throws(CacheDamage) -> Result {
    let result = withUnsafeBytes { bytes in
      Swift.Result { () throws(CacheDamage) in try body(UnsafeRawBufferPointer(rebasing: bytes[..<length])) }
    }
    return try result.get()
  }
}

/// The layout of a segment of the text index. Integers are little-endian.
///
/// Header · blocks, filters and symbols, in any order · block table · group table. A block holds the folded texts of some memos;
/// up to 64 blocks make a group, which has one filter and is packed with the same symbols. As in a snapshot the header comes last in time.
enum TextSegmentLayout {
  static let magic: UInt64 = 0x5458_544F_4D45_4D00  // "\0MEMOTXT"
  /// Counts up with every change of the format, of how texts are folded or of the grams.
  static let version: UInt32 = 6
  static let headerSize = 64
  /// A block is full when its texts have so many bytes. Small, as a rare word is read for in whole blocks.
  static let blockBytes = 40 << 10
  static let blocksPerGroup = 64
  /// A group is also full when its texts have so many bytes, all of which are in memory until then: some texts are long.
  static let groupBytes = 4 << 20
  /// Fewer bytes in a group are not packed: the symbols take 34 KB.
  static let packedBytes = 128 << 10
  /// A group of so few blocks has no filter: reading them costs no more than asking it.
  static let blocksWithoutFilter = 2

  /// After the texts of a block, for each: where it ends in the block, length of its title (4 bytes each).
  static let documentSize = 8
  /// A row of the block table: offset (8), checksum (8), length, number of texts (4 each).
  static let blockSize = 24
  /// A row of the group table: offset of the filter (8), first block, number of blocks (4 each), offset of the symbols (8).
  static let groupSize = 24

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
