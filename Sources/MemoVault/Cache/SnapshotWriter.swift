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
  private var order = TimeOrder()
  private var block = RecordBlock.Builder()
  private var folderPaths: [VaultPath] = []
  /// The first memo of the folder that comes next.
  private var firstMemo = 0

  init(to sink: any CacheSink) {
    self.sink = sink
    write([UInt8](repeating: 0, count: SnapshotLayout.headerSize), counted: false)
  }

  /// Adds a memo of the folder that is added next; memos come in byte order of their names. Its record comes by itself.
  mutating func add(memo name: ArraySlice<UInt8>, stamp: FileStamp) {
    memos.stamp(stamp)
    memos.integer(UInt32(names.bytes.count))
    memos.integer(UInt32(folderPaths.count))
    names.raw(name)
    names.integer(UInt8(0))
    order.add(stamp.modified)
  }

  /// Adds a folder after its memos; folders come in byte order of their paths.
  mutating func add(folder: VaultPath, stamp: FileStamp) {
    folders.stamp(stamp)
    folders.integer(UInt32(names.bytes.count))
    folders.integer(UInt32(folder.bytes.count))
    folders.integer(UInt32(firstMemo))
    folders.integer(UInt32(order.count - firstMemo))
    names.raw(folder.bytes)
    names.integer(UInt8(0))
    folderPaths.append(folder)
    firstMemo = order.count
  }

  /// Adds an encoded record; records come in the order of their memos.
  mutating func add<Bytes: Sequence>(record: Bytes) where Bytes.Element == UInt8 {
    block.add(encoded: record)
    if block.count == SnapshotLayout.recordsPerBlock { write(block.finish()) }
  }

  /// Adds records that were put together elsewhere.
  mutating func add(records other: RecordBlock) {
    if block.count == 0, other.count == SnapshotLayout.recordsPerBlock { return write(other) }
    for place in 0..<other.count { add(record: other.record(place)) }
  }

  /// Writes the tables and the header.
  mutating func finish(identity: SnapshotIdentity, generation: UInt64) {
    if block.count > 0 { write(block.finish()) }
    names.integer(UInt8(0))
    var orderTable = ByteWriter(capacity: order.count * SnapshotLayout.orderSize)
    for memo in order.newestFirst(path: path) { orderTable.integer(memo) }
    var places: [(offset: Int, length: Int, checksum: UInt64)] = []
    for table in [blocks, folders, memos, orderTable, names] {
      pad()
      places.append((written, table.bytes.count, XXHash64.hash(table.bytes)))
      write(table.bytes)
    }
    let header = SnapshotHeader(
      generation: generation, identity: identity, folderCount: folderPaths.count, memoCount: order.count,
      sections: places)
    header.encoded().withUnsafeBytes { sink.rewriteStart($0) }
  }

  private mutating func write(_ block: RecordBlock) {
    pad()
    blocks.integer(UInt64(written))
    blocks.integer(block.checksum)
    blocks.integer(UInt64(block.bytes.count))
    write(block.bytes)
  }

  private mutating func pad() {
    let count = (8 - written % 8) % 8
    if count > 0 { write([UInt8](repeating: 0, count: count)) }
  }

  private mutating func write(_ bytes: [UInt8], counted: Bool = true) {
    bytes.withUnsafeBytes { sink.write($0) }
    if counted { written += bytes.count }
  }

  /// The path of a memo added before, read from its row.
  private func path(_ memo: Int) -> VaultPath {
    memos.bytes.withUnsafeBytes { rows in
      let row = memo * SnapshotLayout.memoSize
      let name = Int(UInt32(littleEndian: rows.loadUnaligned(fromByteOffset: row + 32, as: UInt32.self)))
      let folder = Int(UInt32(littleEndian: rows.loadUnaligned(fromByteOffset: row + 36, as: UInt32.self)))
      return folderPaths[folder].appending(names.bytes[name...].prefix { $0 != 0 })
    }
  }
}
