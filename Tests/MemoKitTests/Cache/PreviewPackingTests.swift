import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// Previews are packed in a snapshot, and nothing that it answers is another thing for it.
@Suite struct PreviewPackingTests {
  @Test func aRecordComesBackWhole() throws {
    var random = SeededRandom(seed: 5)
    let packer = TextPacker(learning: Array((0..<200).map { _ in Self.sentence(&random) }.joined().utf8))
    var packedCount = 0
    for _ in 0..<200 {
      let text = "# Title \(random.below(9))\n\(Self.sentence(&random)) #tag [[other|name]]\n- [ ] task\n"
      let record = MemoRecord(size: 9, hash: 8, born: 7, metadata: MemoParser.metadata(of: Array(text.utf8)))
      let plain = record.encoded()
      let packed = try plain.withUnsafeBytes { bytes throws in try MemoRecord.packed(bytes, by: packer) }
      if packed.count < plain.count { packedCount += 1 }
      try packed.withUnsafeBytes { packed throws in
        #expect(try MemoRecord(decoding: packed, symbols: packer.symbols) == record)
        #expect(try MemoRecord.unpacked(packed, with: packer.symbols) == plain)
        #expect(try Array(MemoRecord.packed(packed, by: packer)) == Array(packed), "it is packed once")
        #expect(try MemoRecord.tags(of: packed).map(Array.init) == record.metadata.tags.map { Array($0.utf8) })
        #expect(try MemoRecord.links(of: packed).count == record.metadata.links.count)
        #expect(try MemoRecord.details(of: packed).taskCount == 1)
      }
      try plain.withUnsafeBytes { plain throws in
        #expect(try MemoRecord.unpacked(plain, with: nil) == Array(plain))
      }
    }
    #expect(packedCount > 150, "\(packedCount) of 200 are shorter")
  }

  // From a cache that came with another user's vault.
  @Test func aPackedRecordWithoutSymbolsIsDamaged() throws {
    let text = Array("# t\n\(String(repeating: "river ", count: 20))".utf8)
    let packer = TextPacker(learning: text)
    let record = MemoRecord(size: 9, hash: 8, born: nil, metadata: MemoParser.metadata(of: text)).encoded()
    let packed = try record.withUnsafeBytes { bytes throws in try MemoRecord.packed(bytes, by: packer) }
    #expect(packed.count < record.count)
    try packed.withUnsafeBytes { packed throws in
      #expect(throws: CacheDamage.self) { try MemoRecord(decoding: packed) }
      #expect(throws: CacheDamage.self) { try MemoRecord.unpacked(packed, with: nil) }
    }
  }

  @Test func symbolsOfAnotherPackerPackTheSame() throws {
    var random = SeededRandom(seed: 6)
    let text = Array((0..<500).map { _ in Self.sentence(&random) }.joined().utf8)
    let packer = TextPacker(learning: text)
    let encoded = packer.symbols.encoded()
    let read = TextPacker(try encoded.withUnsafeBytes { bytes throws in try TextSymbols(decoding: bytes) })
    let padded = text + [UInt8](repeating: 0, count: TextSymbols.longest)
    let both = padded.withUnsafeBytes { text in [packer, read].map { $0.pack(text, 0..<text.count - 8) } }
    #expect(both[0] == both[1] && both[0] != nil)
    #expect(read.symbols.encoded() == encoded)
  }

  // A symbol that says more than its length would be found at places where it is not.
  @Test func symbolsLongerThanTheirLengthAreRefused() throws {
    var symbols = TextSymbols()
    symbols.add(0x6162_6364, length: 2)
    let encoded = symbols.encoded()
    #expect(throws: CacheDamage.self) {
      try encoded.withUnsafeBytes { bytes throws in try TextSymbols(decoding: bytes) }
    }
  }

  @Test func aLargeVaultIsPackedAndAnswersAsItsFiles() throws {
    let vault = try Self.vault(of: 6_400)
    let index = try vault.refresh()
    let snapshot = try #require(index.contents.state.snapshot)
    #expect(try Self.packedCount(snapshot) > 6_000, "of \(snapshot.memoCount) memos")
    Self.expectAnswers(index, as: try vault.readAll())
  }

  @Test func aMergeKeepsWhatIsPackedAndPacksWhatIsNew() throws {
    let vault = try Self.vault(of: 10)
    _ = try vault.refresh()
    var random = SeededRandom(seed: 8)
    // From nothing to a large vault; then some change, are new and go.
    try Self.fill(vault, 0..<2_000, &random)
    let grown = try vault.refresh()
    let first = try #require(grown.contents.state.snapshot)
    #expect(try Self.packedCount(first) > 1_900, "of \(first.memoCount) memos")
    try Self.fill(vault, 1_000..<2_600, &random)
    for number in 0..<100 { try vault.folder.remove(Self.path(number)) }
    let merged = try vault.refresh()
    let second = try #require(merged.contents.state.snapshot)
    #expect(second.header.generation != first.header.generation, "there is a new snapshot")
    #expect(try Self.packedCount(second) > 2_400, "of \(second.memoCount) memos")
    // Those that did not change have the symbols that they had.
    let (old, new) = (first.memoIndex(of: Self.path(500)), second.memoIndex(of: Self.path(500)))
    let records = try (first.record(ofMemo: #require(old)), second.record(ofMemo: #require(new)))
    #expect(records.0.elementsEqual(records.1))
    Self.expectAnswers(merged, as: try vault.readAll())
    #expect(second.differences(from: first, isReread: true).count == 1_600 + 100)
    let rebuilt = try #require(try vault.readAll().contents.state.snapshot)
    #expect(second.differences(from: rebuilt, isReread: true).isEmpty, "symbols are no difference")
  }

  private static func path(_ number: Int) -> VaultPath { VaultPath("\(number % 3)/\(number).md") }

  private static func vault(of count: Int) throws -> WatchedVault {
    let vault = try WatchedVault()
    for folder in 0..<3 { try vault.folder.makeFolders(VaultPath("\(folder)")) }
    var random = SeededRandom(seed: 7)
    try fill(vault, 0..<count, &random)
    return vault
  }

  private static func fill(_ vault: WatchedVault, _ numbers: Range<Int>, _ random: inout SeededRandom) throws {
    for number in numbers {
      let text = "# Memo \(number)\n\((0..<4).map { _ in sentence(&random) }.joined())\n"
      try vault.folder.write(Array(text.utf8), to: path(number), modified: Int64(number) * 1_000_000_000)
    }
  }

  private static func sentence(_ random: inout SeededRandom) -> String {
    let words = ["river", "stone", "강과", "돌에", "대한", "memo", "about", "things", "生活", "и"]
    return (0..<10).map { _ in random.pick(words) ?? "" }.joined(separator: " ") + ". "
  }

  private static func packedCount(_ snapshot: Snapshot) throws -> Int {
    try (0..<snapshot.memoCount).count { memo in
      try MemoRecord.preview(of: try snapshot.record(ofMemo: memo)).isPacked
    }
  }

  private static func expectAnswers(_ index: VaultIndex, as other: VaultIndex) {
    let (answer, expected) = (IndexAnswer(index), IndexAnswer(other))
    #expect(answer == expected, "\(answer.rows.count) and \(expected.rows.count) memos")
  }
}
