import MemoCore

/// Writes a snapshot to a sink: blocks of records as they come, then the tables, then the header over the start.
///
/// Memory stays at the size of the tables (about 100 bytes a memo): the records only pass through.
struct SnapshotWriter {
  private let sink: any CacheSink
  private var written = SnapshotLayout.headerSize
  private var blocks = ByteWriter()
  private var folders = ByteWriter()
  private var memos = ByteWriter()
  private var names = ByteWriter()
  private var block: [[UInt8]] = []
  private var folderCount: UInt32 = 0
  private var memoCount: UInt32 = 0

  init(to sink: any CacheSink) {
    self.sink = sink
    write([UInt8](repeating: 0, count: SnapshotLayout.headerSize), counted: false)
  }

  /// Adds a folder; folders come in byte order of their paths, each followed by its memos.
  mutating func add(folder: VaultPath, stamp: FileStamp, memoCount: Int) {
    folders.stamp(stamp)
    folders.integer(UInt32(names.bytes.count))
    folders.integer(UInt32(folder.bytes.count))
    folders.integer(self.memoCount)
    folders.integer(UInt32(memoCount))
    names.raw(folder.bytes)
    names.integer(UInt8(0))
    folderCount += 1
  }

  /// Adds a memo of the folder added last; memos come in byte order of their names.
  mutating func add<Name: Sequence>(memo name: Name, stamp: FileStamp, record: [UInt8]) where Name.Element == UInt8 {
    memos.stamp(stamp)
    memos.integer(UInt32(names.bytes.count))
    memos.integer(folderCount - 1)
    names.raw(name)
    names.integer(UInt8(0))
    block.append(record)
    memoCount += 1
    if block.count == SnapshotLayout.recordsPerBlock { endBlock() }
  }

  /// Writes the tables and the header. `order` holds the memos' indexes, newest first.
  mutating func finish(order: [UInt32], identity: SnapshotIdentity, generation: UInt64) {
    if !block.isEmpty { endBlock() }
    names.integer(UInt8(0))
    var orderTable = ByteWriter()
    for memo in order { orderTable.integer(memo) }
    var places: [(offset: Int, length: Int, checksum: UInt64)] = []
    for table in [blocks, folders, memos, orderTable, names] {
      pad()
      places.append((written, table.bytes.count, XXHash64.hash(table.bytes)))
      write(table.bytes)
    }
    let header = SnapshotHeader(
      generation: generation, identity: identity, folderCount: Int(folderCount), memoCount: Int(memoCount),
      sections: places)
    header.encoded().withUnsafeBytes { sink.rewriteStart($0) }
  }

  /// A block is its records' offsets, one more for the end, then the records.
  private mutating func endBlock() {
    var bytes = ByteWriter()
    var offset = UInt32((block.count + 1) * 4)
    for record in block {
      bytes.integer(offset)
      offset += UInt32(record.count)
    }
    bytes.integer(offset)
    for record in block { bytes.raw(record) }
    pad()
    blocks.integer(UInt64(written))
    blocks.integer(XXHash64.hash(bytes.bytes))
    blocks.integer(UInt64(bytes.bytes.count))
    write(bytes.bytes)
    block.removeAll(keepingCapacity: true)
  }

  private mutating func pad() {
    write([UInt8](repeating: 0, count: (8 - written % 8) % 8))
  }

  private mutating func write(_ bytes: [UInt8], counted: Bool = true) {
    bytes.withUnsafeBytes { sink.write($0) }
    if counted { written += bytes.count }
  }
}
