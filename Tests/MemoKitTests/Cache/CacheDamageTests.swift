import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// A cache can only make things faster: whatever became of its files, the answer is the same, and a refresh or two
/// later the cache is whole again.
@Suite struct CacheDamageTests {
  private static let snapshot = VaultPath(".memo/cache/snapshot")
  private static let journal = VaultPath(".memo/cache/journal")

  @Test(arguments: [snapshot, journal])
  func randomBytesChangeNoAnswer(file: VaultPath) throws {
    let cached = try CachedVault()
    var random = SeededRandom(seed: 1)
    for size in [0, 1, 15, 16, 17, 255, 256, 257, 4096, 100_000] {
      try cached.expectSameAnswer("\(size) random bytes") { folder, _ in
        try folder.write((0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) }, to: file)
      }
    }
  }

  @Test(arguments: [(snapshot, 97), (journal, 41)])
  func aCutFileChangesNoAnswer(file: VaultPath, step: Int) throws {
    let cached = try CachedVault()
    let size = cached.whole(file).count
    for length in Array(stride(from: 0, to: size, by: max(step, size / 60))) + [size - 1] {
      try cached.expectSameAnswer("cut to \(length)") { folder, whole in
        try folder.write(Array(whole(file).prefix(length)), to: file)
      }
    }
  }

  @Test(arguments: [snapshot, journal])
  func aLongerFileChangesNoAnswer(file: VaultPath) throws {
    let cached = try CachedVault()
    try cached.expectSameAnswer("bytes after the end") { folder, whole in
      try folder.write(whole(file) + [1, 2, 3], to: file)
    }
  }

  @Test func aCacheThatAnotherProcessHasJustBuiltIsNotGivenUp() throws {
    let vault = try WatchedVault()
    try vault.folder.write("# a", to: "a.md")
    let damaged = try #require(try vault.refresh().state.snapshot)
    let store = OvertakenStore(store: try #require(vault.store())) { _ = try? vault.refresh(isRebuild: true) }
    let keeper = CacheKeeper(store: store, identity: damaged.header.identity, titles: .firstLine)
    keeper.discard(damaged)
    let built = try #require(keeper.load().state.snapshot)
    #expect(built.header.generation != damaged.header.generation && built.memoCount == 1)
  }

  // From a cache that came with another user's vault: the links of all memos are added up.
  @Test func moreLinksThanARecordHoldsAreDamage() throws {
    let record = MemoRecord(size: 0, hash: 0, born: nil, metadata: MemoMetadata()).encoded()
    func links(_ record: [UInt8]) throws -> Int {
      try record.withUnsafeBytes { bytes throws in try MemoRecord.figures(of: bytes).links }
    }
    #expect(try links(record) == 0)
    // At the end are the numbers of links, fields and tasks.
    let forged = Array(record[..<(record.count - 3)]) + [UInt8](repeating: 0xFF, count: 8) + [0x7F]
    #expect(throws: CacheDamage.self) { try links(forged) }
  }

  @Test(arguments: [(snapshot, 2), (journal, 3)] as [(VaultPath, UInt64)])
  func aFlippedBitChangesNoAnswer(file: VaultPath, seed: UInt64) throws {
    let cached = try CachedVault()
    var random = SeededRandom(seed: seed)
    let size = cached.whole(file).count
    // All of the header's bytes, then some anywhere.
    for place in Array(0..<min(size, 100)) + (0..<70).map({ _ in random.below(size) }) {
      let bit = UInt8(1) << UInt8(random.below(8))
      try cached.expectSameAnswer("bit \(bit) of byte \(place)") { folder, whole in
        var bytes = whole(file)
        bytes[place] ^= bit
        try folder.write(bytes, to: file)
      }
    }
  }

  @Test(arguments: Array(0..<SnapshotLayout.version))
  func anEarlierFormatVersionIsBuiltAnew(version: UInt32) throws {
    let cached = try CachedVault()
    try cached.expectSameAnswer("version \(version)") { folder, whole in
      var bytes = whole(Self.snapshot)
      bytes.replaceSubrange(8..<12, with: withUnsafeBytes(of: version.littleEndian, Array.init))
      bytes.signHeader()
      try folder.write(bytes, to: Self.snapshot)
    }
  }

  @Test(arguments: [SnapshotLayout.version + 1, 99, .max])
  func aLaterFormatVersionIsLeftAlone(version: UInt32) throws {
    let cached = try CachedVault()
    var bytes = cached.whole(Self.snapshot)
    bytes.replaceSubrange(8..<12, with: withUnsafeBytes(of: version.littleEndian, Array.init))
    bytes.signHeader()
    try cached.vault.folder.write(bytes, to: Self.snapshot)
    for isRebuild in [false, true] {
      #expect(IndexAnswer(try cached.vault.refresh(isRebuild: isRebuild)) == cached.answer)
    }
    #expect(try cached.vault.folder.bytes(of: Self.snapshot) == bytes)
    #expect(try cached.vault.folder.bytes(of: Self.journal) == cached.whole(Self.journal))
  }

  // With a good checksum: only someone who means it writes these.
  @Test(arguments: [48, 56, 64], [1 << 32, 1 << 61, .max, .max - 126] as [UInt64])
  func countsThatCannotBeAreNotBelieved(offset: Int, count: UInt64) throws {
    let cached = try CachedVault()
    try cached.expectSameAnswer("\(count) at \(offset)") { folder, whole in
      var bytes = whole(Self.snapshot)
      bytes.overwrite(at: offset, with: count)
      bytes.signHeader()
      try folder.write(bytes, to: Self.snapshot)
    }
  }

  @Test(
    arguments: [(.memos, 32), (.memos, 36), (.memos, 40), (.folders, 32), (.folders, 36), (.folders, 40), (.order, 0)]
      as [(SnapshotLayout.Section, Int)])
  func rowsThatLeadOutOfTheTablesAreNotBelieved(section: SnapshotLayout.Section, offset: Int) throws {
    let cached = try CachedVault()
    try cached.expectSameAnswer("\(section) at \(offset)") { folder, whole in
      var bytes = whole(Self.snapshot)
      let place = try bytes.withUnsafeBytes { try SnapshotHeader(decoding: $0) }.sections[section.rawValue]
      bytes.overwrite(at: place.offset + offset, with: UInt32.max)
      let checksum = bytes[place.offset..<place.offset + place.length].withUnsafeBytes {
        SnapshotLayout.checksum(of: $0)
      }
      let checksums = 72 + 16
      bytes.overwrite(at: checksums + 24 * section.rawValue, with: checksum)
      bytes.signHeader()
      try folder.write(bytes, to: Self.snapshot)
    }
  }

  @Test func theCacheOfAnotherVaultIsNotRead() throws {
    let (cached, other) = (try CachedVault(), try CachedVault(marker: "other"))
    try cached.expectSameAnswer("swapped") { folder, _ in
      for file in [Self.snapshot, Self.journal] {
        try folder.write(other.whole(file), to: file)
      }
    }
  }

  @Test(arguments: [snapshot, journal])
  func whatIsNoFileIsReplaced(file: VaultPath) throws {
    let cached = try CachedVault()
    try cached.expectSameAnswer("an empty folder") { folder, _ in
      try folder.remove(file)
      try folder.makeFolders(file)
    }
    try cached.expectSameAnswer("a link to a file") { folder, _ in
      try folder.remove(file)
      try folder.link(file, to: "/etc/passwd")
    }
    try cached.expectSameAnswer("a FIFO") { folder, _ in
      try folder.remove(file)
      try folder.makePipe(file)
    }
    try cached.expectSameAnswer("nothing") { folder, _ in try folder.remove(file) }
  }

  @Test(arguments: ["snapshot", "journal", "lock"])
  func aFullFolderInPlaceOfAFileIsLeftAlone(name: String) throws {
    let cached = try CachedVault()
    let file = VaultPath(".memo/cache/\(name)")
    try cached.vault.folder.remove(file)
    try cached.vault.folder.write("kept", to: "\(file.text)/kept.txt")
    for _ in 0..<2 {
      let answer = IndexAnswer(try cached.vault.refresh())
      #expect(answer == cached.answer, "\(answer.difference(from: cached.answer))")
    }
    #expect(try cached.vault.folder.bytes(of: VaultPath("\(file.text)/kept.txt")) == Array("kept".utf8))
  }

  @Test func aLinkInPlaceOfTheCacheFolderIsNotFollowed() throws {
    let cached = try CachedVault()
    let (folder, outside) = (cached.vault.folder, try TemporaryFolder())
    try folder.remove(VaultPath(".memo/cache"))
    try folder.link(VaultPath(".memo/cache"), to: outside.path.text)
    #expect(IndexAnswer(try folder.openVault().refresh()) == cached.answer)
    #expect(try outside.names().isEmpty)
  }

  @Test func leftoversOfAKilledWriterGo() throws {
    let cached = try CachedVault()
    let leftover = VaultPath(".memo/cache/snapshot.123.tmp")
    try cached.vault.folder.write("half a snap", to: leftover.text)
    try cached.vault.folder.remove(Self.snapshot)
    _ = try cached.vault.refresh()
    #expect(cached.vault.folder.status(of: leftover) == nil)
  }
}

/// A settled vault of several record blocks whose snapshot and journal are both in use.
private struct CachedVault {
  let vault: WatchedVault
  let answer: IndexAnswer
  private let files: [VaultPath: [UInt8]]

  init(marker: String = "memo") throws {
    vault = try WatchedVault()
    for number in 0..<150 {
      try vault.folder.write("# \(marker) \(number)\nbody #tag [[\(number)]]", to: "folder \(number % 7)/\(number).md")
    }
    try vault.settle()
    // Everything into the snapshot; then two frames for the journal.
    try vault.folder.remove(VaultPath(".memo/cache/snapshot"))
    _ = try vault.refresh()
    for number in [3, 77] {
      try vault.folder.write("# changed \(marker) \(number)", to: "folder \(number % 7)/\(number).md")
      try vault.settle()
    }
    answer = IndexAnswer(try vault.refresh())
    var files: [VaultPath: [UInt8]] = [:]
    for name in ["snapshot", "journal"] {
      let path = VaultPath(".memo/cache/\(name)")
      let bytes: [UInt8] = try #require(try vault.folder.bytes(of: path))
      files[path] = bytes
    }
    self.files = files
  }

  /// The bytes of a file of the cache before it was damaged.
  func whole(_ file: VaultPath) -> [UInt8] {
    files[file] ?? []
  }

  /// Puts back the whole cache, damages it, and looks.
  func expectSameAnswer(
    _ damage: String, _ change: (TemporaryFolder, (VaultPath) -> [UInt8]) throws -> Void
  ) throws {
    try vault.folder.remove(VaultPath(".memo/cache"))
    for (path, bytes) in files { try vault.folder.write(bytes, to: path) }
    try change(vault.folder, whole)
    try expectSameAnswer(damage)
    try expectSameAnswer("\(damage), later")
    // By now it is whole: nothing is read any more, neither by the refresh nor for a record.
    _ = vault.files.takeReads()
    try expectSameAnswer("\(damage), at last")
    let reads = vault.files.takeReads()
    #expect(reads.isEmpty, "\(damage): \(reads.map(\.text)) read again")
  }

  private func expectSameAnswer(_ damage: String) throws {
    let found = IndexAnswer(try vault.refresh())
    let isSame = found == answer
    #expect(isSame, "\(damage): \(found.difference(from: answer))")
  }
}

/// A store whose lock another process had just before.
private struct OvertakenStore: CacheStore {
  let store: any CacheStore
  let other: @Sendable () -> Void

  func map(_ file: CacheFile) -> (any ByteRegion)? { store.map(file) }
  func open(_ file: CacheFile) -> (any CacheReading)? { store.open(file) }
  func lock(waiting limit: Duration) -> (any CacheWriting)? {
    other()
    return store.lock(waiting: limit)
  }
}

extension [UInt8] {
  /// Puts an integer in place of what is there.
  fileprivate mutating func overwrite(at offset: Int, with value: some FixedWidthInteger) {
    replaceSubrange(
      offset..<offset + value.bitWidth / 8, with: Swift.withUnsafeBytes(of: value.littleEndian, Array.init))
  }

  /// Makes the checksum of a snapshot's header right again.
  fileprivate mutating func signHeader() {
    let end = SnapshotLayout.headerSize - 8
    let sum = XXHash64.hash(Array(self[..<end]))
    overwrite(at: end, with: sum)
  }
}
