import MemoCore

/// The file of what changed since a snapshot: a header that names the snapshot, then frames, one for each refresh that
/// found something. A frame is its length (4 bytes), its checksum (8) and an encoded `IndexDelta`.
///
/// A torn last frame is as if it had not been written.
struct Journal {
  static let magic: UInt64 = 0x324E_524A_4F4D_454D  // "MEMOJRN2"
  static let headerSize = 24

  /// Which journal it is and how much of it was read.
  struct Extent: Equatable, Sendable {
    /// Random, to distinguish a rewritten journal from one that was appended to.
    let id: UInt64
    /// Bytes of the file up to the end of its last whole frame.
    var length: Int
    /// All bytes of the file.
    var size: Int
    /// Bytes up to the end of the first frame, which is all that there was when the file was last written anew.
    var firstLength = 0

    private static let smallLength = 64 << 10

    /// Whether the file ends with a whole frame; if not, the next write replaces it.
    var isWhole: Bool { length == size }

    /// Whether another frame may be appended. A journal that doubled since it was written anew is written anew instead,
    /// because edits of the same few memos would make it grow and slow down for ever.
    var takesMore: Bool { isWhole && length < Self.smallLength + 2 * firstLength }
  }

  /// Everything that the frames say, later frames over earlier ones.
  var delta = IndexDelta()
  var extent: Extent

  /// The start of a journal for a snapshot.
  static func header(generation: UInt64, id: UInt64) -> [UInt8] {
    var writer = ByteWriter()
    writer.integer(magic)
    writer.integer(generation)
    writer.integer(id)
    return writer.bytes
  }

  /// A delta as it is in the file.
  static func frame(_ delta: IndexDelta) -> [UInt8] {
    let payload = delta.encoded()
    var writer = ByteWriter()
    writer.integer(UInt32(payload.count))
    writer.integer(XXHash64.hash(payload))
    writer.raw(payload)
    return writer.bytes
  }

  /// Reads a journal; `nil` for one that belongs to another snapshot.
  static func read(_ bytes: UnsafeRawBufferPointer, generation: UInt64) -> Journal? {
    guard let id = id(bytes, generation: generation) else { return nil }
    var reader = ByteReader(bytes)
    _ = try? reader.raw(headerSize)
    var journal = Journal(extent: Extent(id: id, length: reader.position, size: bytes.count))
    while !reader.isAtEnd, let frame = nextFrame(&reader) {
      journal.delta.merge(frame)
      journal.extent.length = reader.position
      if journal.extent.firstLength == 0 { journal.extent.firstLength = reader.position }
    }
    return journal
  }

  /// Which journal of a snapshot begins with these bytes; `nil` for one that belongs to another.
  static func id(_ header: UnsafeRawBufferPointer, generation: UInt64) -> UInt64? {
    var reader = ByteReader(header)
    guard (try? reader.integer(UInt64.self)) == magic, (try? reader.integer(UInt64.self)) == generation else {
      return nil
    }
    return try? reader.integer(UInt64.self)
  }

  private static func nextFrame(_ reader: inout ByteReader) -> IndexDelta? {
    do {
      let size = Int(try reader.integer(UInt32.self))
      let checksum = try reader.integer(UInt64.self)
      let payload = try reader.raw(size)
      return XXHash64.hash(payload) == checksum ? try IndexDelta(decoding: payload) : nil
    } catch {
      return nil
    }
  }
}

/// What a refresh found different from what the cache held: folders and memos that came, changed or went (`nil`).
struct IndexDelta: Sendable {
  var folders: [VaultPath: FileStamp?] = [:]
  var memos: [VaultPath: FreshMemo?] = [:]

  var isEmpty: Bool { folders.isEmpty && memos.isEmpty }

  /// Takes over everything in a later delta.
  mutating func merge(_ later: IndexDelta) {
    guard !isEmpty else {
      self = later
      return
    }
    folders.merge(later.folders) { $1 }
    memos.merge(later.memos) { $1 }
  }
}

/// A memo read in this run or kept in the journal.
struct FreshMemo: Equatable, Sendable {
  /// The stamp to compare with the disk; see `FileStamp.distrusted`.
  var stamp: FileStamp
  /// The encoded `MemoRecord`.
  var record: [UInt8]
}

extension IndexDelta {
  /// The delta as one frame of the journal.
  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.integer(UInt32(folders.count))
    for (path, stamp) in folders {
      writer.string(path.bytes)
      writer.integer(UInt8(stamp == nil ? 0 : 1))
      if let stamp { writer.stamp(stamp) }
    }
    writer.integer(UInt32(memos.count))
    for (path, memo) in memos {
      writer.string(path.bytes)
      writer.integer(UInt8(memo == nil ? 0 : 1))
      guard let memo else { continue }
      writer.stamp(memo.stamp)
      writer.string(memo.record)
    }
    return writer.bytes
  }

  /// Reads a frame of the journal.
  init(decoding bytes: UnsafeRawBufferPointer) throws(CacheDamage) {
    var reader = ByteReader(bytes)
    for _ in 0..<(try reader.integer(UInt32.self)) {
      let path = VaultPath(bytes: Array(try reader.stringBytes()))
      let isThere = try reader.integer(UInt8.self) == 1
      folders.updateValue(isThere ? try reader.stamp() : nil, forKey: path)
    }
    for _ in 0..<(try reader.integer(UInt32.self)) {
      let path = VaultPath(bytes: Array(try reader.stringBytes()))
      guard try reader.integer(UInt8.self) == 1 else {
        memos.updateValue(nil, forKey: path)
        continue
      }
      memos.updateValue(
        FreshMemo(stamp: try reader.stamp(), record: Array(try reader.stringBytes())), forKey: path)
    }
    guard reader.isAtEnd else { throw CacheDamage() }
  }
}
