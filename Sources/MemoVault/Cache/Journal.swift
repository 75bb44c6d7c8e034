import MemoCore

/// The file of what changed since a snapshot: a header that names the snapshot, then frames, one for each refresh that
/// found something. A frame is its length (4 bytes), its checksum (8) and an encoded `IndexDelta`.
///
/// A torn last frame is as if it had not been written.
struct Journal {
  static let magic: UInt64 = 0x4C4E_524A_4F4D_454D  // "MEMOJRNL"
  static let headerSize = 16

  /// Everything that the frames say, later frames over earlier ones.
  var delta = IndexDelta()
  /// Bytes of the file up to the end of its last whole frame.
  var length = 0
  /// Whether the file ends there; if not, the next write replaces it.
  var isWhole = true
  /// Bytes up to the end of the first frame, which is all that there was when the file was last written anew.
  private var firstLength = 0

  private static let smallLength = 64 << 10

  /// Whether another frame may be appended. A journal that doubled since it was written anew is written anew instead,
  /// because edits of the same few memos would make it grow and slow down for ever.
  var takesMore: Bool { isWhole && length < Self.smallLength + 2 * firstLength }

  /// The start of a journal for a snapshot.
  static func header(generation: UInt64) -> [UInt8] {
    var writer = ByteWriter()
    writer.integer(magic)
    writer.integer(generation)
    return writer.bytes
  }

  /// A delta as it stands in the file.
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
    var reader = ByteReader(bytes)
    guard (try? reader.integer(UInt64.self)) == magic, (try? reader.integer(UInt64.self)) == generation else {
      return nil
    }
    var journal = Journal(length: reader.position)
    while !reader.isAtEnd {
      guard let frame = nextFrame(&reader) else {
        journal.isWhole = false
        return journal
      }
      journal.delta.merge(frame)
      journal.length = reader.position
      if journal.firstLength == 0 { journal.firstLength = journal.length }
    }
    return journal
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
