import MemoCore

/// Gathers folded texts into blocks of a text segment and their grams into one filter; writes each block when it is full.
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
    /// Where its filter stands; 0 for a group without one.
    var filter: Int
  }

  private var buckets = [UInt64](repeating: 0, count: TextGrams.bucketCount)
  private var blocks: [Block] = []
  private var texts: [UInt8] = []
  private var documents = ByteWriter()
  private var documentCount = 0

  var isFull: Bool { blocks.count == TextSegmentLayout.blocksPerGroup }
  var isEmpty: Bool { blocks.isEmpty && documentCount == 0 }

  /// Adds the text of a memo.
  mutating func add(_ text: UnsafeRawBufferPointer, titleLength: Int, to sink: any CacheSink) {
    texts.append(contentsOf: text)
    documentCount += 1
    documents.integer(UInt32(texts.count))
    documents.integer(UInt32(titleLength))
    if texts.count >= TextSegmentLayout.blockBytes { writeBlock(to: sink) }
  }

  /// Writes what is left, and the filter; then it is empty again.
  mutating func finish(to sink: any CacheSink) -> Place {
    if documentCount > 0 { writeBlock(to: sink) }
    let hasFilter = blocks.count > TextSegmentLayout.blocksWithoutFilter
    let place = Place(blocks: blocks, filter: hasFilter ? sink.write(filter()) : 0)
    blocks = []
    for bucket in buckets.indices { buckets[bucket] = 0 }
    return place
  }

  private mutating func writeBlock(to sink: any CacheSink) {
    texts.append(contentsOf: repeatElement(0, count: TextGrams.padding))
    buckets.withUnsafeMutableBufferPointer { buckets in
      texts.withUnsafeBytes { TextGrams.mark($0, bit: 1 << UInt64(blocks.count), in: buckets) }
    }
    texts.removeLast(TextGrams.padding)
    texts += documents.bytes
    let checksum = XXHash64.hash(texts)
    blocks.append(
      Block(offset: sink.write(texts), length: texts.count, checksum: checksum, documentCount: documentCount))
    texts.removeAll(keepingCapacity: true)
    documents = ByteWriter()
    documentCount = 0
  }

  /// The buckets, each cut to as many bytes as there are blocks, in lines that end with their checksum.
  private func filter() -> [UInt8] {
    let size = TextSegmentLayout.bucketSize(blocks: blocks.count)
    let perLine = TextSegmentLayout.lineContent / size
    var filter: [UInt8] = []
    filter.reserveCapacity((buckets.count / perLine + 1) * TextSegmentLayout.lineSize)
    for start in stride(from: 0, to: buckets.count, by: perLine) {
      var line = [UInt8](repeating: 0, count: TextSegmentLayout.lineSize)
      line.withUnsafeMutableBytes { line in
        for place in 0..<min(perLine, buckets.count - start) {
          let bucket = buckets[start + place].littleEndian
          withUnsafeBytes(of: bucket) { line[(place * size)..<((place + 1) * size)].copyBytes(from: $0[..<size]) }
        }
        let content = UnsafeRawBufferPointer(rebasing: line[..<TextSegmentLayout.lineContent])
        let checksum = XXHash64.hash(content).littleEndian
        line.storeBytes(of: checksum, toByteOffset: TextSegmentLayout.lineContent, as: UInt64.self)
      }
      filter += line
    }
    return filter
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

  /// Adds a group that stands in the sink.
  mutating func add(_ group: TextGroup.Place) {
    groups.integer(UInt64(group.filter))
    groups.integer(UInt32(blockCount))
    groups.integer(UInt32(group.blocks.count))
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
