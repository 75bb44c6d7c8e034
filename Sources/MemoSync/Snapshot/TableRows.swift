import MemoCore
import MemoStore

/// The rows of files as a `SyncTable` is kept, found by their paths.
final class TableRows: Sendable {
  /// What a row says besides the path.
  struct Row {
    let mode: FileMode
    let id: Range<Int>
    /// Empty where its bytes are the blob's.
    let converted: Range<Int>
    let isFiltered: Bool
    let stamp: FileStamp?
    let time: Int64?
    /// Where the next row begins.
    let end: Int
  }

  let count: Int
  /// The files whose times history does not say.
  let withoutTime: [VaultPath]
  /// Where the first row begins.
  let start: Int
  private let bytes: [UInt8]
  /// Where rows begin, each in the first free slot from that of its path's hash on; a free slot is 0.
  private let slots: [UInt32]

  /// No row.
  init() { (count, withoutTime, start, bytes, slots) = (0, [], 0, [], [0]) }

  /// Takes rows over.
  ///
  /// - Throws: `CacheDamage` where there are not so many rows, or more, or two of a path.
  init(_ bytes: [UInt8], from start: Int, count: Int) throws {
    // A row that says nothing of its file takes more bytes than this.
    guard count <= bytes.count / ObjectId.length, start > 0 || count == 0 else { throw CacheDamage() }
    var size = 2
    while size < 2 * count { size *= 2 }
    var slots = [UInt32](repeating: 0, count: size)
    var withoutTime: [VaultPath] = []
    try bytes.withUnsafeBytes { bytes in
      var place = start
      for _ in 0..<count {
        let (path, row) = try Self.row(at: place, in: bytes)
        guard case .free(let slot) = Self.slot(of: path, in: bytes, slots) else { throw CacheDamage() }
        slots[slot] = UInt32(place)
        if row.time == nil, row.mode.isFile { withoutTime.append(VaultPath(bytes: Array(path))) }
        place = row.end
      }
      guard place == bytes.count else { throw CacheDamage() }
    }
    (self.count, self.withoutTime, self.start, self.bytes, self.slots) = (count, withoutTime, start, bytes, slots)
  }

  // MARK: Reading

  /// What is known of a file; `nil` where there is none.
  subscript(_ path: VaultPath) -> SyncTable.File? {
    row(of: path).map { file($0.row, at: path) }
  }

  private func row(of path: VaultPath) -> (place: Int, row: Row)? {
    bytes.withUnsafeBytes { bytes in
      path.bytes.withUnsafeBytes { name in
        guard case .row(let place) = Self.slot(of: name, in: bytes, slots) else { return nil }
        return (try? Self.row(at: place, in: bytes).row).map { (place, $0) }
      }
    }
  }

  /// The row that begins at a place; `nil` at the end.
  func row(from place: Int) -> (path: VaultPath, row: Row)? {
    bytes.withUnsafeBytes { bytes in
      guard place < bytes.count, let (path, row) = try? Self.row(at: place, in: bytes) else { return nil }
      return (VaultPath(bytes: Array(path)), row)
    }
  }

  /// The file that a row is of.
  func file(_ row: Row, at path: VaultPath) -> SyncTable.File {
    let converted = row.converted.isEmpty ? nil : ObjectId(digits: bytes[row.converted])
    return SyncTable.File(
      entry: TreeEntry(path: path, mode: row.mode, id: ObjectId(digits: bytes[row.id])),
      converted: converted.map { SyncTable.Converted(id: $0, isFiltered: row.isFiltered) },
      stamp: row.stamp, time: row.time)
  }

  private static func row(
    at place: Int, in bytes: UnsafeRawBufferPointer
  ) throws -> (path: UnsafeRawBufferPointer, row: Row) {
    var reader = ByteReader(bytes)
    reader.position = place
    let path = try reader.stringBytes()
    guard let mode = FileMode(rawValue: try reader.integer()) else { throw CacheDamage() }
    let id = reader.position..<reader.position + ObjectId.length
    let digits = try reader.raw(ObjectId.length)
    let onDisk = try reader.stringBytes()
    guard ObjectId.isHexadecimal(digits), onDisk.isEmpty || ObjectId.isHexadecimal(onDisk) else { throw CacheDamage() }
    let converted = reader.position - onDisk.count..<reader.position
    let isFiltered: UInt8 = try reader.integer()
    let stamp = try reader.stamp()
    let time: Int64 = try reader.integer()
    let row = Row(
      mode: mode, id: id, converted: converted, isFiltered: isFiltered == 1,
      stamp: stamp.isDistrusted ? nil : stamp, time: time == .min ? nil : time, end: reader.position)
    return (path, row)
  }

  // MARK: Slots

  private enum Slot {
    case free(Int)
    /// Where the path's row begins.
    case row(Int)
  }

  private static func slot(
    of path: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer, _ slots: [UInt32]
  ) -> Slot {
    var hasher = Hasher()
    hasher.combine(bytes: path)
    var slot = hasher.finalize() & (slots.count - 1)
    while slots[slot] != 0 {
      let place = Int(slots[slot])
      var reader = ByteReader(bytes)
      reader.position = place
      if let other = try? reader.stringBytes(), other.elementsEqual(path) { return .row(place) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return .free(slot)
  }

  // MARK: Writing

  /// Appends the rows, but for some.
  func write(to writer: inout ByteWriter, except paths: some Sequence<VaultPath>) {
    writer.reserve(bytes.count)
    var place = start
    for left in paths.compactMap(row(of:)).sorted(by: { $0.place < $1.place }) {
      writer.raw(bytes[place..<left.place])
      place = left.row.end
    }
    writer.raw(bytes[place...])
  }

  /// Appends the row of a file.
  static func write(_ file: SyncTable.File, at path: VaultPath, to writer: inout ByteWriter) {
    writer.string(path.bytes)
    writer.integer(file.entry.mode.rawValue)
    writer.raw(file.entry.id.digits)
    writer.string(file.converted?.id.digits ?? [])
    writer.byte(file.converted?.isFiltered == true ? 1 : 0)
    writer.stamp(file.stamp ?? .unknown)
    writer.integer(file.time ?? Int64.min)
  }
}
