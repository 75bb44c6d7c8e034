import MemoCore
import MemoStore

/// What the files of a commit were when they were last looked at: a file with the same stamp has the same bytes, so a sync
/// with nothing to do reads none. Kept in `.git/memo/table`; it may be deleted at any time.
struct SyncTable: Equatable, Sendable {
  /// A file of the commit.
  struct File: Equatable, Sendable {
    var entry: TreeEntry
    /// What it is on disk, where git converts it; `nil` where its bytes are the blob's, or that is not known.
    var converted: Converted?
    /// Its stamp when it had these bytes; `nil` where that is not known.
    var stamp: FileStamp?
    /// The modification time that history has for it, in nanoseconds since 1970; `nil` where that is not known.
    var time: Int64?

    init(entry: TreeEntry, converted: Converted? = nil, stamp: FileStamp?, time: Int64?) {
      (self.entry, self.converted, self.stamp, self.time) = (entry, converted, stamp, time)
    }
  }

  /// A file whose bytes are not those of its blob.
  struct Converted: Equatable, Sendable {
    /// The name that the file's bytes would have as a blob.
    var id: ObjectId
    /// Whether a filter made the blob.
    var isFiltered: Bool
  }

  /// The commit; `nil` before the first one.
  var commit: ObjectId?
  var files: [VaultPath: File] = [:]
  /// A mark of the attributes under which the stamps were taken; 0 where there are none.
  var attributes: UInt64 = 0

  /// Its tree.
  var tree: VaultTree { files.mapValues(\.entry) }

  static let path = VaultPath(".git/memo/table")
  private static let format: UInt32 = 2
  private static let sizeLimit = 1 << 30

  /// A table that knows nothing.
  init() {}

  /// Reads the table of a vault; an empty one where it is missing or damaged.
  init(in files: any VaultFiles) {
    var bytes: [UInt8] = []
    guard (try? files.read(Self.path, limit: Self.sizeLimit, head: { bytes = Array($0) })) != nil else { return }
    self = Self(decoding: bytes) ?? Self()
  }

  /// The entries of a commit's tree, with what is known of files whose bytes are the same.
  func moved(to commit: ObjectId?, tree: VaultTree) -> SyncTable {
    var table = SyncTable()
    table.commit = commit
    table.attributes = attributes
    table.files.reserveCapacity(tree.count)
    for (path, entry) in tree {
      let known = files[path].flatMap { $0.entry.id == entry.id ? $0 : nil }
      table.files[path] = File(entry: entry, converted: known?.converted, stamp: known?.stamp, time: known?.time)
    }
    return table
  }

  // MARK: Bytes

  /// Keeps it for the next time.
  func write(to folder: SyncFolder) {
    folder.write(encoded(), to: Self.path)
  }

  /// Its bytes: a checksum, then the entries.
  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.integer(Self.format)
    writer.string(commit?.digits ?? [])
    writer.integer(attributes)
    writer.integer(UInt32(files.count))
    for (path, file) in files {
      writer.string(path.bytes)
      writer.integer(file.entry.mode.rawValue)
      writer.raw(file.entry.id.digits)
      writer.string(file.converted?.id.digits ?? [])
      writer.byte(file.converted?.isFiltered == true ? 1 : 0)
      writer.stamp(file.stamp ?? .unknown)
      writer.integer(file.time ?? Int64.min)
    }
    var whole = ByteWriter()
    whole.integer(XXHash64.hash(writer.bytes))
    return whole.bytes + writer.bytes
  }

  /// Reads what `encoded` wrote; `nil` for what is no table.
  init?(decoding bytes: [UInt8]) {
    guard bytes.count > 8, let table = bytes.withUnsafeBytes({ try? Self.decode($0) }) else { return nil }
    self = table
  }

  private static func decode(_ bytes: UnsafeRawBufferPointer) throws -> SyncTable {
    var reader = ByteReader(bytes)
    let sum: UInt64 = try reader.integer()
    guard XXHash64.hash(UnsafeRawBufferPointer(rebasing: bytes[8...])) == sum else { return SyncTable() }
    let version: UInt32 = try reader.integer()
    guard version == format else { return SyncTable() }
    var table = SyncTable()
    table.commit = ObjectId(hexadecimal: try reader.stringBytes())
    table.attributes = try reader.integer()
    let count: UInt32 = try reader.integer()
    table.files.reserveCapacity(Int(min(count, 1 << 20)))
    for _ in 0..<count {
      let path = VaultPath(bytes: Array(try reader.stringBytes()))
      let mode: UInt32 = try reader.integer()
      let id = ObjectId(hexadecimal: try reader.raw(ObjectId.length))
      let onDisk = ObjectId(hexadecimal: try reader.stringBytes())
      let isFiltered: UInt8 = try reader.integer()
      let stamp = try reader.stamp()
      let time: Int64 = try reader.integer()
      guard let mode = FileMode(rawValue: mode), let id else { return SyncTable() }
      table.files[path] = File(
        entry: TreeEntry(path: path, mode: mode, id: id),
        converted: onDisk.map { Converted(id: $0, isFiltered: isFiltered == 1) },
        stamp: stamp.isDistrusted ? nil : stamp, time: time == .min ? nil : time)
    }
    return table
  }
}
