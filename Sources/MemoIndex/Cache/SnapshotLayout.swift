import MemoCore
import MemoStore
import Synchronization

/// The layout of a snapshot file. Integers are little-endian; every section starts at a multiple of 8.
///
/// Header · record blocks · columns · block table · folders · memos · order · names · texts · labels. The header comes last in time: it
/// holds the other sections' places and checksums, so a file that was cut short has none.
enum SnapshotLayout {
  static let magic: UInt64 = 0x5844_494F_4D45_4D00  // "\0MEMOIDX"
  /// Counts up with every change of the format or of what the parser reads from a memo.
  static let version: UInt32 = 24
  static let headerSize = 256
  /// How many records a block has at most.
  static let recordsPerBlock = 128
  /// In front of a block: where the symbols of its previews are.
  static let symbolsSize = 8
  /// So many blocks are packed with the same symbols.
  static let blocksPerGroup = 16
  /// Fewer bytes of previews in a group are not packed.
  static let packedBytes = 64 << 10

  /// A row of the folder table: stamp (32 bytes), path offset, path length, first memo, number of memos (4 each).
  static let folderSize = 48
  /// A row of the memo table: stamp (32 bytes), name offset, folder index, block, place in the block (4 each).
  static let memoSize = 48
  /// A row of the block table: offset (8), checksum (8), length (8).
  static let blockSize = 24
  /// A row of the order table: the index of a memo.
  static let orderSize = 4

  /// A section is checked in parts of so many bytes, by all cores; they hold whole rows of any table.
  static let checkedBytes = 960 << 10

  /// The checksum of a section.
  static func checksum(of section: UnsafeRawBufferPointer) -> UInt64 {
    let parts = checkedParts(ofLength: section.count).map { UnsafeRawBufferPointer(rebasing: section[$0]) }
    return checksum(ofParts: parts.map { XXHash64.hash($0) })
  }

  /// The checksum of a section: that of the checksums of its parts.
  static func checksum(ofParts checksums: some Sequence<UInt64>) -> UInt64 {
    var writer = ByteWriter()
    for checksum in checksums { writer.integer(checksum) }
    return XXHash64.hash(writer.bytes)
  }

  /// The parts in which a section of a length is checked.
  static func checkedParts(ofLength length: Int) -> [Range<Int>] {
    stride(from: 0, to: length, by: checkedBytes).map { $0..<min($0 + checkedBytes, length) }
  }

  enum Section: Int, CaseIterable {
    case blocks
    case folders
    case memos
    case order
    case names
    case texts
    case labels

    /// In bytes; 1 for a table without rows of one size.
    var rowSize: Int {
      switch self {
      case .blocks: blockSize
      case .folders: folderSize
      case .memos: memoSize
      case .order: orderSize
      case .names, .texts, .labels: 1
      }
    }
  }
}

/// What a snapshot was made from: it answers only for the same folder with the same settings.
struct SnapshotIdentity: Equatable, Sendable {
  /// Device and inode of the vault's root.
  var rootDevice: UInt64
  var rootInode: UInt64
  /// Hash of the settings that decide which files are memos and what their titles are.
  var settings: UInt64
}

/// The first bytes of a snapshot.
struct SnapshotHeader {
  var generation: UInt64
  var identity: SnapshotIdentity
  var blockCount: Int
  var folderCount: Int
  var memoCount: Int
  /// Offset, length and checksum of each section, in the order of `SnapshotLayout.Section`.
  var sections: [(offset: Int, length: Int, checksum: UInt64)]

  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.integer(SnapshotLayout.magic)
    writer.integer(SnapshotLayout.version)
    writer.integer(UInt32(SnapshotLayout.Section.allCases.count))
    writer.integer(generation)
    writer.integer(identity.rootDevice)
    writer.integer(identity.rootInode)
    writer.integer(identity.settings)
    writer.integer(UInt64(blockCount))
    writer.integer(UInt64(folderCount))
    writer.integer(UInt64(memoCount))
    for section in sections {
      writer.integer(UInt64(section.offset))
      writer.integer(UInt64(section.length))
      writer.integer(section.checksum)
    }
    let padding = SnapshotLayout.headerSize - 8 - writer.bytes.count
    writer.raw([UInt8](repeating: 0, count: padding))
    writer.integer(XXHash64.hash(writer.bytes))
    return writer.bytes
  }

  init(
    generation: UInt64, identity: SnapshotIdentity, blockCount: Int, folderCount: Int, memoCount: Int,
    sections: [(offset: Int, length: Int, checksum: UInt64)]
  ) {
    self.generation = generation
    self.identity = identity
    self.blockCount = blockCount
    self.folderCount = folderCount
    self.memoCount = memoCount
    self.sections = sections
  }

  init(decoding file: UnsafeRawBufferPointer) throws(CacheDamage) {
    guard file.count >= SnapshotLayout.headerSize else { throw CacheDamage() }
    let checked = UnsafeRawBufferPointer(rebasing: file[..<(SnapshotLayout.headerSize - 8)])
    var reader = ByteReader(UnsafeRawBufferPointer(rebasing: file[..<SnapshotLayout.headerSize]))
    guard try reader.integer(UInt64.self) == SnapshotLayout.magic,
      try reader.integer(UInt32.self) == SnapshotLayout.version,
      try reader.integer(UInt32.self) == UInt32(SnapshotLayout.Section.allCases.count),
      file.loadUnaligned(fromByteOffset: checked.count, as: UInt64.self).littleEndian == XXHash64.hash(checked)
    else { throw CacheDamage() }
    generation = try reader.integer()
    identity = SnapshotIdentity(
      rootDevice: try reader.integer(), rootInode: try reader.integer(), settings: try reader.integer())
    blockCount = try Self.count(&reader)
    folderCount = try Self.count(&reader)
    memoCount = try Self.count(&reader)
    // Each has a row, so that no later sum of row sizes can overflow.
    guard max(blockCount, folderCount, memoCount) <= file.count else { throw CacheDamage() }
    sections = []
    for _ in SnapshotLayout.Section.allCases {
      let offset = try Self.count(&reader)
      let length = try Self.count(&reader)
      guard offset <= file.count, length <= file.count - offset else { throw CacheDamage() }
      sections.append((offset, length, try reader.integer()))
    }
  }

  /// Whether a later version of memo wrote a file: magic, version and checksum are at the same places in every version.
  static func isNewer(_ file: UnsafeRawBufferPointer) -> Bool {
    guard file.count >= SnapshotLayout.headerSize else { return false }
    let checked = UnsafeRawBufferPointer(rebasing: file[..<(SnapshotLayout.headerSize - 8)])
    var reader = ByteReader(file)
    let (magic, version) = (try? reader.integer(UInt64.self), try? reader.integer(UInt32.self))
    return magic == SnapshotLayout.magic && (version ?? 0) > SnapshotLayout.version
      && file.loadUnaligned(fromByteOffset: checked.count, as: UInt64.self).littleEndian == XXHash64.hash(checked)
  }

  private static func count(_ reader: inout ByteReader) throws(CacheDamage) -> Int {
    guard let count = Int(exactly: try reader.integer(UInt64.self)) else { throw CacheDamage() }
    return count
  }
}

/// A cache file that stays in memory, where a vault has no place for a cache.
final class MemorySink: CacheSink {
  /// In parts, so that it need not be copied as it grows.
  private struct Content {
    var parts: [[UInt8]] = []
    var count = 0
  }

  private let content = Mutex(Content())
  private static let partSize = 1 << 22

  func write(_ more: [UInt8]) -> Int {
    content.withLock { content in
      if content.parts.isEmpty || content.parts[content.parts.count - 1].count + more.count > Self.partSize {
        content.parts.append([])
        content.parts[content.parts.count - 1].reserveCapacity(max(more.count, Self.partSize))
      }
      content.parts[content.parts.count - 1] += more
      defer { content.count += more.count }
      return content.count
    }
  }

  func rewriteStart(_ start: [UInt8]) {
    content.withLock { $0.parts[0].replaceSubrange(..<start.count, with: start) }
  }

  /// The file, to be read as one that is mapped; nothing is left in the sink.
  func region() -> any ByteRegion {
    content.withLock { content in
      defer { content = Content() }
      return Region(&content.parts, count: content.count)
    }
  }

  /// Bytes that are never written to and live as long as the object.
  private final class Region: ByteRegion {
    // As a number, which any thread may hold.
    private let address: UInt
    private let count: Int

    var bytes: UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count)
    }

    var stamp: FileStamp? { nil }

    /// Moves parts with so many bytes together, each of which is given up once it is copied.
    init(_ parts: inout [[UInt8]], count: Int) {
      let whole = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 8)
      var end = 0
      for part in parts.indices {
        (whole + end).copyMemory(from: parts[part], byteCount: parts[part].count)
        end += parts[part].count
        parts[part] = []
      }
      (address, self.count) = (UInt(bitPattern: whole), count)
    }

    deinit {
      UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
    }
  }
}
