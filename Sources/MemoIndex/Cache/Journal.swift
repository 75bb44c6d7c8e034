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
    /// Random, so that one that was written anew is told from one that was appended to.
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
