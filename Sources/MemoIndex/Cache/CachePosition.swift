import MemoCore

/// A state of the cache: a snapshot and so much of its journal.
struct CachePosition: Equatable, Sendable {
  /// The snapshot's.
  let generation: UInt64
  /// The snapshot file's stamp when its tables were checked: as long as it is the same, so are they.
  let snapshot: FileStamp
  var journal: Journal.Extent

  private static let encodedSize = 56

  /// Whether a later state of the cache holds all that this one does: what was appended since was found by a process
  /// that knew it.
  func isContained(in later: CachePosition) -> Bool {
    generation == later.generation && snapshot == later.snapshot && journal.id == later.journal.id
      && journal.length <= later.journal.length
  }

  /// The position as a watcher tells it to commands.
  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.integer(generation)
    writer.stamp(snapshot)
    writer.integer(journal.id)
    writer.integer(UInt64(journal.length))
    return writer.bytes
  }

  init(generation: UInt64, snapshot: FileStamp, journal: Journal.Extent) {
    self.generation = generation
    self.snapshot = snapshot
    self.journal = journal
  }

  /// Reads what a watcher told; `nil` where that is no position.
  init?(decoding answer: [UInt8]) {
    guard answer.count == Self.encodedSize else { return nil }
    let position = answer.withUnsafeBytes { bytes in try? CachePosition(reading: bytes) }
    guard let position else { return nil }
    self = position
  }

  private init(reading bytes: UnsafeRawBufferPointer) throws(CacheDamage) {
    var reader = ByteReader(bytes)
    generation = try reader.integer()
    snapshot = try reader.stamp()
    let id = try reader.integer(UInt64.self)
    guard let length = Int(exactly: try reader.integer(UInt64.self)) else { throw CacheDamage() }
    journal = Journal.Extent(id: id, length: length, size: length)
  }
}
