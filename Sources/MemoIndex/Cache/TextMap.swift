import MemoCore

/// Which memo of a snapshot each text of the text index belongs to.
struct TextMap: Equatable, Sendable {
  /// A segment and the memos of its texts, in their order.
  struct Segment: Equatable, Sendable {
    var segment: UInt64
    /// Indexes in the snapshot; `nobody` for the text of a memo that changed or went.
    var memos: [UInt32]

    /// How many texts belong to a memo.
    var liveCount: Int { memos.count { $0 != TextMap.noMemo } }
  }

  static let noMemo = UInt32.max

  var segments: [Segment] = []

  /// The map as it is in a snapshot.
  func encoded() -> ByteWriter {
    var writer = ByteWriter()
    writer.integer(UInt64(segments.count))
    for segment in segments {
      writer.integer(segment.segment)
      writer.integer(UInt64(segment.memos.count))
      for memo in segment.memos { writer.integer(memo) }
    }
    return writer
  }

  init(segments: [Segment] = []) {
    self.segments = segments
  }

  /// Reads the map of a snapshot of some memos.
  init(decoding bytes: UnsafeRawBufferPointer, memoCount: Int) throws(CacheDamage) {
    var reader = ByteReader(bytes)
    for _ in 0..<(try reader.integer(UInt64.self)) {
      let segment = try reader.integer(UInt64.self)
      let count = try reader.integer(UInt64.self)
      // Each takes four bytes, so that a count cannot ask for more memory than there are bytes.
      guard count <= UInt64(bytes.count) else { throw CacheDamage() }
      let memos = try reader.raw(Int(count) * 4)
      let indexes = (0..<Int(count)).map {
        UInt32(littleEndian: memos.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self))
      }
      guard indexes.allSatisfy({ $0 == Self.noMemo || $0 < memoCount }) else { throw CacheDamage() }
      segments.append(Segment(segment: segment, memos: indexes))
    }
    guard reader.isAtEnd else { throw CacheDamage() }
  }
}
