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

    /// Whether a file has the recorded time. A step later counts, too: back at its time, it would be as an editor has seen it that
    /// has its former bytes.
    func isRecorded(_ modified: Int64) -> Bool {
      time.map { ($0...$0.addingClamped(Self.steps)).contains(modified) } ?? true
    }

    /// The time of other bytes that a file has: a step after the recorded one if it is that, or a few steps before it, as after
    /// an `undo`.
    func timeOfNewBytes(_ modified: Int64) -> Int64 {
      guard let time, (time.subtractingClamped(Self.steps)...time).contains(modified) else { return modified }
      return time.addingClamped(FileStamp.step)
    }

    /// A file may get other bytes several times.
    private static let steps = 100 * FileStamp.step
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
  var files = TableFiles()
  /// A mark of the attributes under which the stamps were taken; 0 where there are none.
  var attributes: UInt64 = 0

  /// Its tree.
  var tree: VaultTree { Dictionary(uniqueKeysWithValues: files.lazy.map { ($0.key, $0.value.entry) }) }

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
    var table = self
    for path in files.paths where tree[path] == nil { table.files[path] = nil }
    for (path, entry) in tree { table.take(entry, at: path) }
    table.commit = commit
    return table
  }

  /// The entries of the tree of a commit that changes some of them, with what is known of files whose bytes are the same.
  func moved(to commit: ObjectId?, by changes: [TreeChange]) -> SyncTable {
    var table = self
    for change in changes { table.take(change.new, at: change.path) }
    table.commit = commit
    return table
  }

  private mutating func take(_ entry: TreeEntry?, at path: VaultPath) {
    let known = files[path]
    guard known?.entry != entry else { return }
    files[path] = entry.map { entry in
      let same = known.flatMap { $0.entry.id == entry.id ? $0 : nil }
      return File(entry: entry, converted: same?.converted, stamp: same?.stamp, time: same?.time)
    }
  }

  // MARK: Bytes

  /// Keeps it for the next time.
  func write(to folder: SyncFolder) {
    folder.write(encoded(), to: Self.path)
  }

  /// Its bytes: a checksum, then the entries.
  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.integer(UInt64(0))
    writer.integer(Self.format)
    writer.string(commit?.digits ?? [])
    writer.integer(attributes)
    writer.integer(UInt32(files.count))
    files.write(to: &writer)
    let sum = writer.bytes.withUnsafeBytes { XXHash64.hash(UnsafeRawBufferPointer(rebasing: $0[8...])) }
    writer.overwrite(at: 0, with: sum)
    return writer.bytes
  }

  /// Reads what `encoded` wrote; `nil` for what is no table.
  init?(decoding bytes: [UInt8]) {
    do {
      let place = try bytes.withUnsafeBytes { bytes in
        var reader = ByteReader(bytes)
        let sum: UInt64 = try reader.integer()
        guard XXHash64.hash(UnsafeRawBufferPointer(rebasing: bytes[reader.position...])) == sum,
          try reader.integer() == Self.format
        else { throw CacheDamage() }
        commit = ObjectId(hexadecimal: try reader.stringBytes())
        attributes = try reader.integer()
        return (count: Int(try reader.integer(UInt32.self)), rows: reader.position)
      }
      files = TableFiles(try TableRows(bytes, from: place.rows, count: place.count))
    } catch {
      return nil
    }
  }
}
