import MemoCore
import MemoStore

/// Gathers folded texts into blocks of a text segment and their grams into one filter; writes all when it is finished.
struct TextGroup {
  /// A block that was written.
  struct Block: Sendable {
    var offset: Int
    var length: Int
    var checksum: UInt64
    var documentCount: Int
  }

  /// A group that was written.
  struct Place: Sendable {
    var blocks: [Block]
    /// Where its filter is; 0 for a group without one.
    var filter: Int
    /// Where the symbols are that its blocks are packed with; 0 for a group that is not packed.
    var symbols: Int
  }

  /// A block that is not written yet.
  private struct Gathered {
    /// Its texts, among those of the group.
    var texts: Range<Int>
    /// Where each text ends, and the length of its title.
    var documents = ByteWriter()
    var documentCount = 0
  }

  private let target: PackingSink
  /// Eight blocks share a plane, in which each bucket has a byte: small enough to stay in the nearest cache of a core.
  private var planes: [[UInt8]] = []
  /// Those that are full.
  private var blocks: [Gathered] = []
  /// The one that is gathered.
  private var block = Gathered(texts: 0..<0)
  private var texts: [UInt8] = []

  /// One without texts.
  init(to target: PackingSink) {
    self.target = target
  }

  var isFull: Bool {
    blocks.count == TextSegmentLayout.blocksPerGroup || texts.count >= TextSegmentLayout.groupBytes
  }
  var isEmpty: Bool { blocks.isEmpty && block.documentCount == 0 }

  /// Adds the text of a memo.
  mutating func add(_ text: SearchTextView) {
    let (plane, bit) = place()
    planes[plane].withUnsafeMutableBufferPointer { TextGrams.markInitials(text, bit: bit, in: $0) }
    texts.append(contentsOf: text.bytes)
    block.texts = block.texts.lowerBound..<texts.count
    block.documentCount += 1
    block.documents.integer(UInt32(block.texts.count))
    block.documents.integer(UInt32(text.titleLength))
    if block.texts.count >= TextSegmentLayout.blockBytes { endBlock() }
  }

  /// Writes the blocks and the filter; then it is empty again.
  mutating func finish() -> Place {
    if block.documentCount > 0 { endBlock() }
    let hasFilter = blocks.count > TextSegmentLayout.blocksWithoutFilter
    let packing = texts.count >= TextSegmentLayout.packedBytes ? target.packing(for: texts, learningFrom: 8) : nil
    texts.append(contentsOf: repeatElement(0, count: TextSymbols.longest))
    let written = texts.withUnsafeBytes { texts in blocks.map { write($0, of: texts, packing?.packer) } }
    let place = Place(
      blocks: written, filter: hasFilter ? target.sink.write(filter()) : 0, symbols: packing?.place ?? 0)
    blocks = []
    planes = []
    texts.removeAll(keepingCapacity: true)
    block = Gathered(texts: 0..<0)
    return place
  }

  private func write(_ block: Gathered, of texts: UnsafeRawBufferPointer, _ packer: TextPacker?) -> Block {
    let bytes = (packer?.pack(texts, block.texts) ?? Array(texts[block.texts])) + block.documents.bytes
    return Block(
      offset: target.sink.write(bytes), length: bytes.count, checksum: XXHash64.hash(bytes),
      documentCount: block.documentCount)
  }

  private mutating func endBlock() {
    texts.append(contentsOf: repeatElement(0, count: TextGrams.padding))
    let (plane, bit) = place()
    planes[plane].withUnsafeMutableBufferPointer { buckets in
      texts.withUnsafeBytes {
        TextGrams.mark(UnsafeRawBufferPointer(rebasing: $0[block.texts.lowerBound...]), bit: bit, in: buckets)
      }
    }
    texts.removeLast(TextGrams.padding)
    blocks.append(block)
    block = Gathered(texts: texts.count..<texts.count)
  }

  /// The plane and the bit of the block that is gathered.
  private mutating func place() -> (plane: Int, bit: UInt8) {
    let (plane, bit) = blocks.count.quotientAndRemainder(dividingBy: 8)
    if plane == planes.count { planes.append([UInt8](repeating: 0, count: TextGrams.bucketCount)) }
    return (plane, 1 << bit)
  }

  /// The bytes of each bucket side by side, in lines that end with their checksum.
  private func filter() -> [UInt8] {
    let size = TextSegmentLayout.bucketSize(blocks: blocks.count)
    let perLine = TextSegmentLayout.lineContent / size
    let lines = (TextGrams.bucketCount + perLine - 1) / perLine
    return [UInt8](unsafeUninitializedCapacity: lines * TextSegmentLayout.lineSize) { filter, count in
      filter.initialize(repeating: 0)
      count = filter.count
      for line in 0..<lines {
        let start = line * TextSegmentLayout.lineSize
        let buckets = line * perLine..<min((line + 1) * perLine, TextGrams.bucketCount)
        for (number, plane) in planes.enumerated() {
          plane.withUnsafeBufferPointer { plane in
            var place = start + number
            for bucket in buckets {
              filter[place] = plane[bucket]
              place += size
            }
          }
        }
        Self.sign(UnsafeMutableRawBufferPointer(filter), line: line)
      }
    }
  }

  private static func sign(_ filter: UnsafeMutableRawBufferPointer, line: Int) {
    let start = line * TextSegmentLayout.lineSize
    let end = start + TextSegmentLayout.lineContent
    let checksum = XXHash64.hash(UnsafeRawBufferPointer(rebasing: filter[start..<end]))
    filter.storeBytes(of: checksum.littleEndian, toByteOffset: end, as: UInt64.self)
  }
}

/// The tables of a text segment being written, after its groups.
struct TextSegmentTables {
  private var blocks = ByteWriter()
  private var groups = ByteWriter()
  private var blockCount = 0
  private var groupCount = 0
  /// How many texts there are.
  private(set) var documentCount = 0

  /// Keeps room for the header at the start of a sink.
  static func begin(_ sink: any CacheSink) {
    sink.write([UInt8](repeating: 0, count: TextSegmentLayout.headerSize))
  }

  /// Adds a group that is in the sink.
  mutating func add(_ group: TextGroup.Place) {
    groups.integer(UInt64(group.filter))
    groups.integer(UInt32(blockCount))
    groups.integer(UInt32(group.blocks.count))
    groups.integer(UInt64(group.symbols))
    groupCount += 1
    for block in group.blocks {
      blocks.integer(UInt64(block.offset))
      blocks.integer(block.checksum)
      blocks.integer(UInt32(block.length))
      blocks.integer(UInt32(block.documentCount))
      documentCount += block.documentCount
    }
    blockCount += group.blocks.count
  }

  /// Writes the tables and the header, which makes the file a segment.
  func finish(_ sink: any CacheSink, segment: UInt64) {
    let tables = blocks.bytes + groups.bytes
    let header = TextSegmentHeader(
      segment: segment, blockCount: blockCount, groupCount: groupCount, tables: sink.write(tables),
      checksum: XXHash64.hash(tables))
    sink.rewriteStart(header.encoded())
  }
}

/// Which memo of a snapshot each text of the text index belongs to.
struct TextMap: Equatable, Sendable {
  /// A segment and the memos of its texts, in their order.
  struct Segment: Equatable, Sendable {
    var segment: UInt64
    /// Indexes in the snapshot; `noMemo` for the text of a memo that changed or is gone.
    var memos: [UInt32]

    /// How many texts belong to a memo.
    var liveCount: Int { memos.count { $0 != TextMap.noMemo } }
  }

  static let noMemo = UInt32.max

  var segments: [Segment] = []

  /// The map as it is in a snapshot.
  func encoded() -> ByteWriter {
    var writer = ByteWriter()
    writer.integer(UInt64(segments.count))
    for segment in segments {
      writer.integer(segment.segment)
      writer.integer(UInt64(segment.memos.count))
      for memo in segment.memos { writer.integer(memo) }
    }
    return writer
  }

  init(segments: [Segment] = []) {
    self.segments = segments
  }

  /// For each of so many memos, whether one of the texts of some segments is its own.
  static func hasText(_ memos: some Sequence<[UInt32]>, of count: Int) -> [Bool] {
    var hasText = [Bool](repeating: false, count: count)
    for memo in memos.joined() where memo != noMemo { hasText[Int(memo)] = true }
    return hasText
  }

  /// Gives each memo the index that `moved` has for it, which is `noMemo` for one that is gone.
  mutating func renumber(_ moved: [UInt32]) {
    for index in segments.indices {
      segments[index].memos = segments[index].memos.map { $0 == Self.noMemo ? $0 : moved[Int($0)] }
    }
  }

  /// Reads the map of a snapshot of some memos.
  init(decoding bytes: UnsafeRawBufferPointer, memoCount: Int) throws(CacheDamage) {
    var reader = ByteReader(bytes)
    for _ in 0..<(try reader.integer(UInt64.self)) {
      let segment = try reader.integer(UInt64.self)
      let count = try reader.integer(UInt64.self)
      // Each takes four bytes, so that a count cannot ask for more memory than there are bytes.
      guard count <= UInt64(bytes.count) else { throw CacheDamage() }
      let memos = try reader.raw(Int(count) * 4)
      let indexes = (0..<Int(count)).map {
        UInt32(littleEndian: memos.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self))
      }
      guard indexes.allSatisfy({ $0 == Self.noMemo || $0 < memoCount }) else { throw CacheDamage() }
      segments.append(Segment(segment: segment, memos: indexes))
    }
    guard reader.isAtEnd else { throw CacheDamage() }
  }
}
