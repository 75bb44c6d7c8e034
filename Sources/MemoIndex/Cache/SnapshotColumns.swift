import MemoCore
import MemoStore

/// The fields and tasks of a snapshot's memos by their keys: what a filter by a field or a list of tasks looks at. They are
/// stored in the records as well, but to check and read all records takes many times as long as all else that a list does.
///
/// Each column is a block of its own: for each memo that has the key, in their order, the memo's index (4 bytes), the length
/// of what follows, and the value. The last block of the snapshot is the directory: the block of the tasks, then for each key
/// in byte order its block, how many memos have it, and the key.
struct SnapshotColumns: Sendable {
  /// A column of a key.
  struct Column: Sendable {
    let key: VaultPath
    let count: Int
    fileprivate let block: Int
  }

  /// The columns of the keys, in their byte order.
  let columns: [Column]
  private let tasksBlock: Int
  private let snapshot: Snapshot

  /// Reads which columns a snapshot has.
  init(of snapshot: Snapshot) throws(CacheDamage) {
    self.snapshot = snapshot
    var reader = ByteReader(try snapshot.directory())
    tasksBlock = Int(try reader.integer(UInt32.self))
    var columns: [Column] = []
    while !reader.isAtEnd {
      let (block, count) = (Int(try reader.integer(UInt32.self)), Int(try reader.integer(UInt32.self)))
      columns.append(Column(key: VaultPath(bytes: Array(try reader.shortText())), count: count, block: block))
    }
    self.columns = columns
  }

  /// Hands over what the memos of a column hold.
  func read(_ column: Column, _ body: (_ memo: Int, FieldBytes) -> Void) throws(CacheDamage) {
    try read(column.block) { memo, reader throws(CacheDamage) in body(memo, try reader.value()) }
  }

  /// Hands over the tasks of the memos that have some, as they are encoded, and where in the column they begin.
  func readTasks(_ body: (_ memo: Int, UnsafeRawBufferPointer, _ start: Int) -> Void) throws(CacheDamage) {
    let column = UnsafeRawPointer(try snapshot.block(tasksBlock).baseAddress)
    try read(tasksBlock) { memo, reader throws(CacheDamage) in
      let tasks = try reader.raw(reader.bytes.count)
      guard let column, let start = tasks.baseAddress else { return }
      body(memo, tasks, start - column)
    }
  }

  /// The task that begins at a place in the column.
  func task(at start: Int) throws(CacheDamage) -> MemoTask {
    let column = try snapshot.block(tasksBlock)
    guard start < column.count else { throw CacheDamage() }
    var reader = ByteReader(UnsafeRawBufferPointer(rebasing: column[start...]))
    return try reader.taskBytes().decoded
  }

  private func read(
    _ block: Int, _ body: (_ memo: Int, inout ByteReader) throws(CacheDamage) -> Void
  ) throws(CacheDamage) {
    var reader = ByteReader(try snapshot.block(block))
    while !reader.isAtEnd {
      let memo = Int(try reader.integer(UInt32.self))
      guard memo < snapshot.memoCount else { throw CacheDamage() }
      var value = ByteReader(try reader.shortText())
      try body(memo, &value)
      guard value.isAtEnd else { throw CacheDamage() }
    }
  }
}

/// The columns of a snapshot that is being written, or of a part of its memos.
struct ColumnTable: Sendable {
  /// The values of one key, as they are in the block: those of very many memos are too large to be put together in the end.
  private struct Column: Sendable {
    var memoCount = 0
    var block = ByteWriter()

    mutating func add(_ memo: Int, _ value: some Collection<UInt8>) {
      block.integer(UInt32(memo))
      block.shortText(value)
      memoCount += 1
    }

    mutating func add(_ memo: Int, _ write: (inout ByteWriter) -> Void) {
      var value = ByteWriter()
      write(&value)
      add(memo, value.bytes)
    }

    /// The block, which a copy would be made of to pad it.
    mutating func takeBlock() -> ByteWriter {
      defer { block = ByteWriter() }
      return block
    }

    mutating func add(_ other: Column, _ memo: (Int) -> Int) {
      other.block.bytes.withUnsafeBytes { bytes in
        var reader = ByteReader(bytes)
        while let row = try? (memo: reader.integer(UInt32.self), value: reader.shortText()) {
          add(memo(Int(row.memo)), row.value)
        }
      }
    }
  }

  private var columns: [VaultPath: Column] = [:]
  private var tasks = Column()

  /// Adds the fields and tasks of the next memo.
  mutating func add(_ metadata: MemoMetadata, memo: Int) {
    for field in metadata.fields {
      columns[VaultPath(bytes: Array(field.key.utf8)), default: Column()].add(memo) { $0.value(field.value) }
    }
    guard !metadata.tasks.isEmpty else { return }
    tasks.add(memo) { writer in for task in metadata.tasks { writer.task(task) } }
  }

  /// Adds those of the next memo from its record.
  mutating func add(record: UnsafeRawBufferPointer, memo: Int) throws(CacheDamage) {
    let details = try MemoRecord.details(of: record)
    for field in details.fields {
      columns[VaultPath(bytes: Array(field.key)), default: Column()].add(memo) { $0.raw(field.value.encoded) }
    }
    if details.taskCount > 0 { tasks.add(memo) { $0.raw(details.tasks) } }
  }

  /// Adds those of memos that follow, by their own numbers.
  mutating func add(_ other: ColumnTable, memo: (Int) -> Int) {
    for (key, column) in other.columns { columns[key, default: Column()].add(column, memo) }
    tasks.add(other.tasks, memo)
  }

  /// Writes the columns, each of which is given up then, and their directory.
  ///
  /// - Parameter note: takes the place of a block and returns its number.
  mutating func write(to sink: any CacheSink, _ note: (RecordBlock.Place) -> UInt32) {
    var directory = ByteWriter()
    directory.integer(note(sink.writeBlock(tasks.takeBlock())))
    for key in columns.keys.sorted() {
      guard var column = columns.removeValue(forKey: key) else { continue }
      directory.integer(note(sink.writeBlock(column.takeBlock())))
      directory.integer(UInt32(column.memoCount))
      directory.shortText(key.bytes)
    }
    _ = note(sink.writeBlock(directory))
  }
}
