import MemoCore

/// Everything known of a vault's files: a snapshot with what changed since laid over it.
struct CacheState: Sendable {
  /// `nil` if nothing was cached.
  var snapshot: Snapshot?
  /// What differs from the snapshot.
  var delta = IndexDelta()

  /// The known stamp of a folder; `nil` for one that is not known.
  func stamp(ofFolder path: VaultPath) -> FileStamp? {
    if let changed = delta.folders[path] { return changed }
    return snapshot.flatMap { snapshot in snapshot.folderIndex(of: path).map(snapshot.folderStamp) }
  }

  /// The known memo at a path, with its encoded record.
  func memo(at path: VaultPath) throws(CacheDamage) -> FreshMemo? {
    if let changed = delta.memos[path] { return changed }
    guard let snapshot, let memo = snapshot.memoIndex(of: path) else { return nil }
    return FreshMemo(stamp: snapshot.stamp(ofMemo: memo), record: try snapshot.unpackedRecord(ofMemo: memo))
  }

  /// The known stamp of a memo.
  func stamp(ofMemo path: VaultPath) -> FileStamp? {
    if let changed = delta.memos[path] { return changed?.stamp }
    return snapshot.flatMap { snapshot in snapshot.memoIndex(of: path).map(snapshot.stamp(ofMemo:)) }
  }

  /// All known folders with their stamps, in byte order of their paths.
  func folders() -> [(path: VaultPath, stamp: FileStamp)] {
    var all: [(path: VaultPath, stamp: FileStamp)] = []
    if let snapshot {
      for folder in 0..<snapshot.folderCount {
        let path = snapshot.folderPath(folder)
        if delta.folders[path] == nil { all.append((path, snapshot.folderStamp(folder))) }
      }
    }
    guard !delta.folders.isEmpty else { return all }
    for (path, stamp) in delta.folders {
      if let stamp { all.append((path, stamp)) }
    }
    return all.sorted { $0.path < $1.path }
  }

  /// The changed memos that are there, by folder.
  func freshMemosByFolder() -> [VaultPath: [(path: VaultPath, memo: FreshMemo)]] {
    var byFolder: [VaultPath: [(path: VaultPath, memo: FreshMemo)]] = [:]
    for (path, memo) in delta.memos {
      if let memo { byFolder[path.parent, default: []].append((path, memo)) }
    }
    return byFolder
  }

  /// The snapshot's memos that the delta hides, because they changed or went.
  func hiddenMemos() -> Set<Int> {
    guard let snapshot else { return [] }
    return Set(delta.memos.keys.compactMap(snapshot.memoIndex(of:)))
  }
}

/// What a cache held when it was read, and how to go on from it.
struct CacheContents: Sendable {
  var state = CacheState()
  /// The journal in force; `nil` if there is none for this snapshot, or where the state is not in the cache.
  var journal: Journal.Extent?

  /// Whether all that was read of the snapshot so far is what was written.
  var isIntact: Bool { state.snapshot?.isIntact ?? true }

  /// Where the cache holds this state; `nil` if it does not.
  var position: CachePosition? {
    guard let snapshot = state.snapshot, let stamp = snapshot.stamp, let journal else { return nil }
    return CachePosition(generation: snapshot.header.generation, snapshot: stamp, journal: journal)
  }
}

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

  /// The position as a watcher sends it to commands.
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

  /// Reads a watcher's answer; `nil` if it is not a position.
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
