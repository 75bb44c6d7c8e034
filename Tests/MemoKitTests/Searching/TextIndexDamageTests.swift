import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// Whatever became of the text index, a search finds the same, and one refresh later the index is whole again.
@Suite struct TextIndexDamageTests {
  @Test func aCutSegmentChangesNoSearch() throws {
    let vault = try SearchedVault()
    for length in [0, 1, 63, 64, 65, 4096, 40_000] + (1...12).map({ vault.whole.count * $0 / 13 }) {
      try vault.expectSameSearches("cut to \(length)") { try vault.write(Array(vault.whole.prefix(length))) }
    }
    try vault.expectSameSearches("cut by a byte") { try vault.write(vault.whole.dropLast()) }
  }

  @Test func aFlippedBitChangesNoSearch() throws {
    let vault = try SearchedVault()
    var random = SeededRandom(seed: 7)
    // The header's bytes, the tables at the end, and some of texts and filter.
    let places = Array(stride(from: 0, to: 64, by: 3)) + (1...12).map { vault.whole.count - $0 * 9 }
    for place in places + (0..<25).map({ _ in random.below(vault.whole.count) }) {
      var bytes = vault.whole
      bytes[place] ^= 1 << UInt8(random.below(8))
      try vault.expectSameSearches("byte \(place)") { try vault.write(bytes) }
    }
  }

  @Test func randomBytesChangeNoSearch() throws {
    let vault = try SearchedVault()
    var random = SeededRandom(seed: 8)
    for size in [1, 64, 5000, vault.whole.count] {
      let bytes = (0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      try vault.expectSameSearches("\(size) random bytes") { try vault.write(bytes) }
    }
  }

  @Test func aMissingSegmentChangesNoSearch() throws {
    let vault = try SearchedVault()
    try vault.expectSameSearches("nothing") { try vault.remove() }
    try vault.expectSameSearches("a FIFO") {
      try vault.remove()
      try vault.vault.folder.makePipe(vault.file)
    }
    try vault.expectSameSearches("a link") {
      try vault.remove()
      try vault.vault.folder.link(vault.file, to: "/etc/passwd")
    }
  }

  // With good checksums: only someone who means it writes these.
  @Test(arguments: [
    (0, UInt64.max >> 1), (0, 1 << 40), (12, 0), (8, 1 << 31), (12, 1 << 31), (16, 0), (16, 1), (16, 1 << 40),
    (16, UInt64.max >> 1),
  ])
  func groupsThatCannotBeAreNotBelieved(offset: Int, number: UInt64) throws {
    let vault = try SearchedVault()
    var bytes = vault.whole
    let row = bytes.count - TextSegmentLayout.groupSize
    let size = [0, 16].contains(offset) ? 8 : 4
    bytes.replaceSubrange(row + offset..<row + offset + size, with: number.bytes.prefix(size))
    let tables = try #require(Int(exactly: bytes[32..<40].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }))
    bytes.replaceSubrange(40..<48, with: XXHash64.hash(Array(bytes[tables...])).bytes)
    bytes.replaceSubrange(56..<64, with: XXHash64.hash(Array(bytes[..<56])).bytes)
    try vault.expectSameSearches("\(number) at \(offset)") { try vault.write(bytes) }
  }

  @Test func theSegmentOfAnotherVaultIsNotRead() throws {
    let (vault, other) = (try SearchedVault(), try SearchedVault())
    try vault.expectSameSearches("swapped") { try vault.write(other.whole) }
  }
}

/// A settled vault whose text index has several blocks and a filter.
private struct SearchedVault {
  let vault: WatchedVault
  /// The only segment.
  let file: VaultPath
  /// Its bytes before they were damaged.
  let whole: [UInt8]
  private let snapshot: [UInt8]
  private let answers: [SearchAnswer]

  private static let queries = ["lamp", "회의", "xylophone", "ㅎㅇㄹ", "nowhere"]
  private static let snapshotPath = VaultPath(".memo/cache/snapshot")

  init() throws {
    vault = try WatchedVault()
    var random = SeededRandom(seed: 5)
    let words = ["lamp", "river", "stone", "회의록", "서울", "東京", "plan", "zebra"]
    for number in 0..<80 {
      let text = (0..<500).map { _ in random.pick(words) ?? "" }.joined(separator: " ")
      try vault.folder.write("# memo \(number)\n\(text)\(number == 33 ? " xylophone" : "")", to: "\(number).md")
    }
    try vault.settle()
    // Everything into one segment.
    try vault.folder.remove(VaultPath(".memo/cache"))
    let index = try vault.refresh()
    #expect(index.openTexts().segments.count == 1 && index.openTexts().missing.isEmpty)
    let cache = VaultPath(".memo/cache")
    let name = try #require(try vault.folder.names(in: cache).first { $0.starts(with: Array("text-".utf8)) })
    file = cache.appending(name)
    whole = try #require(try vault.folder.bytes(of: file))
    snapshot = try #require(try vault.folder.bytes(of: Self.snapshotPath))
    answers = try Self.queries.map { try SearchAnswer($0, in: index) }
    #expect(answers.map(\.hits.count) == [80, 80, 1, 80, 0])
  }

  func write(_ bytes: some Sequence<UInt8>) throws {
    try vault.folder.write(Array(bytes), to: file)
  }

  func remove() throws {
    try vault.folder.remove(file)
  }

  /// Puts the cache back as it was, damages it, and searches; then searches in what became of it.
  func expectSameSearches(_ damage: String, _ change: () throws -> Void) throws {
    try vault.folder.remove(VaultPath(".memo/cache"))
    try vault.folder.write(snapshot, to: Self.snapshotPath)
    try write(whole)
    try change()
    for (query, answer) in zip(Self.queries, answers) {
      let found = try SearchAnswer(query, in: try vault.refresh())
      #expect(found == answer, "\(damage): \(query)")
    }
    let texts = try vault.refresh().openTexts()
    #expect(!texts.isDamaged && texts.missing.isEmpty, "\(damage): not whole again")
  }
}

extension UInt64 {
  fileprivate var bytes: [UInt8] { Swift.withUnsafeBytes(of: littleEndian, Array.init) }
}
