import MemoCore
import MemoStore

/// The tables of a snapshot being written, after or while its record blocks go to the same sink.
///
/// Memory stays at the size of the tables (about 100 bytes a memo): records only pass through.
struct SnapshotTables {
  private var blocks = ByteWriter()
  private var folders = ByteWriter()
  private var memos = ByteWriter()
  private var names = ByteWriter()
  private var labels = LabelTable()
  /// Fields and tasks in the order of the memos.
  var columns = ColumnTable()
  private var times: [(modified: Int64, memo: UInt32)] = []
  private var blockCount: UInt32 = 0
  private var folderCount: UInt32 = 0
  /// How many memos are in the folders that were added.
  private var filedCount = 0

  /// Starts tables with room for so many memos: tables that grow are copied to new pages again and again, on one core.
  init(memoCount: Int = 0) {
    memos.reserve(memoCount * SnapshotLayout.memoSize)
    names.reserve(memoCount * Self.usualNameLength)
    times.reserveCapacity(memoCount)
  }

  private static let usualNameLength = 64

  /// How many memos were added.
  var memoCount: Int { times.count }

  /// Keeps room for the header at the start of a sink.
  static func begin(_ sink: any CacheSink) {
    _ = sink.write([UInt8](repeating: 0, count: SnapshotLayout.headerSize))
  }

  /// Adds a block that is in the sink; returns its number.
  mutating func add(_ block: RecordBlock.Place) -> UInt32 {
    blocks.integer(UInt64(block.offset))
    blocks.integer(block.checksum)
    blocks.integer(UInt64(block.length))
    blockCount += 1
    return blockCount - 1
  }

  /// Keeps a number for a block that is still to be written.
  mutating func reserveBlock() -> UInt32 {
    add(RecordBlock.Place(offset: 0, length: 0, checksum: 0))
  }

  /// Takes note of where the block of a reserved number is in the sink.
  mutating func set(_ number: UInt32, to block: RecordBlock.Place) {
    let row = Int(number) * SnapshotLayout.blockSize
    blocks.overwrite(at: row, with: UInt64(block.offset))
    blocks.overwrite(at: row + 8, with: block.checksum)
    blocks.overwrite(at: row + 16, with: UInt64(block.length))
  }

  /// Adds a memo of the folder to be added next, whose record is at a place of a block; memos come in byte order of their
  /// names.
  mutating func add(memo name: ArraySlice<UInt8>, stamp: FileStamp, block: UInt32, place: UInt32) {
    times.append((stamp.modified, UInt32(times.count)))
    memos.stamp(stamp)
    memos.integers(UInt32(names.bytes.count), folderCount, block, place)
    addName(name)
  }

  /// Adds a folder after its memos; folders come in byte order of their paths.
  mutating func add(folder: VaultPath, stamp: FileStamp) {
    folders.stamp(stamp)
    folders.integers(
      UInt32(names.bytes.count), UInt32(folder.bytes.count), UInt32(filedCount), UInt32(memoCount - filedCount))
    addName(folder.bytes[...])
    folderCount += 1
    filedCount = memoCount
  }

  /// Adds the title of the memo that was added last.
  mutating func add(title: some Collection<UInt8>, to sink: any CacheSink) {
    guard let memo = times.last else { return }
    labels.add(title: title, of: memo.memo, modified: memo.modified)
    if labels.isFull { writeLabels(to: sink) }
  }

  /// Adds tags of any memos.
  mutating func add(_ tags: TagSpellings) {
    labels.tags.add(tags)
  }

  private mutating func writeLabels(to sink: any CacheSink) {
    let (bytes, places) = labels.takeBlocks()
    let start = sink.write(bytes)
    for place in places {
      let block = add(RecordBlock.Place(offset: start + place.offset, length: place.length, checksum: place.checksum))
      labels.add(block: block)
    }
  }

  /// Adds title, tags, fields and tasks of the memo that was added last, from its record.
  mutating func addDetails(of record: [UInt8], to sink: any CacheSink) throws(CacheDamage) {
    var outcome: Result<Void, CacheDamage> = .success(())
    record.withUnsafeBytes { bytes in
      outcome = Result { () throws(CacheDamage) in
        add(title: try MemoRecord.title(of: bytes), to: sink)
        for tag in try MemoRecord.tags(of: bytes) { labels.tags.add(tag) }
        try columns.add(record: bytes, memo: memoCount - 1)
      }
    }
    try outcome.get()
  }

  /// Writes the tables and the header, which makes the file a snapshot. Each table is given up once it is written.
  ///
  /// - Parameter texts: the places of the memos' texts in the text index.
  mutating func finish(
    _ sink: any CacheSink, identity: SnapshotIdentity, generation: UInt64, texts: TextMap
  ) {
    writeLabels(to: sink)
    let tags = add(sink.writeBlock(labels.encodedTags()))
    sortTimes()
    let newest = times.prefix(SnapshotLabels.newestTitles(memoCount: memoCount)).map(\.memo)
    let titles = labels.encodedTitles(of: newest).map { add(sink.writeBlock($0)) }
    var labels = labels.encoded(tags: tags, newest: titles)
    self.labels = LabelTable()
    var columns = columns
    self.columns = ColumnTable()
    columns.write(to: sink) { add($0) }
    names.byte(0)
    let memoCount = times.count
    var order = takeOrder()
    var texts = texts.encoded()
    let places = [
      Self.write(&blocks, to: sink), Self.write(&folders, to: sink), Self.write(&memos, to: sink),
      Self.write(&order, to: sink), Self.write(&names, to: sink), Self.write(&texts, to: sink),
      Self.write(&labels, to: sink),
    ]
    let header = SnapshotHeader(
      generation: generation, identity: identity, blockCount: Int(blockCount), folderCount: Int(folderCount),
      memoCount: memoCount, sections: places)
    sink.rewriteStart(header.encoded())
  }

  /// Writes a table, padded in place, after which it is empty.
  private static func write(
    _ table: inout ByteWriter, to sink: any CacheSink
  ) -> (offset: Int, length: Int, checksum: UInt64) {
    let length = table.bytes.count
    let checksum = table.bytes.withUnsafeBytes { SnapshotLayout.checksum(of: $0) }
    table.pad(to: 8)
    defer { table = ByteWriter() }
    return (sink.write(table.bytes), length, checksum)
  }

  private mutating func addName(_ name: ArraySlice<UInt8>) {
    names.raw(name)
    names.byte(0)
  }

  /// Numbers are sorted first and paths compared only where times are equal: a third of the time of one comparison.
  private mutating func sortTimes() {
    times.sort { $0.modified != $1.modified ? $0.modified > $1.modified : $0.memo < $1.memo }
    var start = 0
    while start < times.count {
      let modified = times[start].modified
      let end = times[start...].firstIndex { $0.modified != modified } ?? times.count
      if end - start > 1 {
        let byPath = times[start..<end].map { (path: path(ofMemo: Int($0.memo)), time: $0) }.sorted {
          $0.path < $1.path
        }
        times.replaceSubrange(start..<end, with: byPath.map(\.time))
      }
      start = end
    }
  }

  private mutating func takeOrder() -> ByteWriter {
    defer { times = [] }
    var order = ByteWriter()
    times.map { $0.memo.littleEndian }.withUnsafeBytes { order.raw($0) }
    return order
  }

  /// The path of the memo that was added as the n-th.
  private func path(ofMemo memo: Int) -> VaultPath {
    let row = memo * SnapshotLayout.memoSize
    let folder = Int(Self.integer(memos, at: row + 36)) * SnapshotLayout.folderSize
    let start = Int(Self.integer(folders, at: folder + 32))
    let path = VaultPath(bytes: Array(names.bytes[start..<start + Int(Self.integer(folders, at: folder + 36))]))
    return path.appending(names.bytes[Int(Self.integer(memos, at: row + 32))...].prefix { $0 != 0 })
  }

  private static func integer(_ table: ByteWriter, at offset: Int) -> UInt32 {
    table.bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }.littleEndian
  }
}
