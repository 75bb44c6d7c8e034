import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

@Suite struct SyncTableTests {
  private func table() -> SyncTable {
    var table = SyncTable()
    table.commit = ObjectId(ofBlob: [1])
    for (number, path) in ["a.md", "sub/\u{1112}.md", "x\ny"].enumerated() {
      let stamp = FileStamp(size: UInt64(number), modified: -5, changed: .max, inode: 7)
      table.files[VaultPath(path)] = SyncTable.File(
        entry: TreeEntry(path: VaultPath(path), mode: .executable, id: ObjectId(ofBlob: [2])),
        stamp: number == 1 ? nil : stamp, time: number == 2 ? nil : 12)
    }
    return table
  }

  @Test func aTableComesBackAsItWasKept() throws {
    let folder = try TemporaryFolder()
    let vault = try folder.openVault()
    table().write(to: SyncFolder(vault: vault))
    #expect(SyncTable(in: vault.files) == table())
  }

  /// As a disk that lied leaves it.
  @Test func aDamagedTableKnowsNothing() throws {
    let folder = try TemporaryFolder()
    let vault = try folder.openVault()
    let bytes = table().encoded()
    for index in stride(from: 0, to: bytes.count, by: 7) {
      var damaged = bytes
      damaged[index] ^= 0x40
      for text in [damaged, Array(bytes[..<index])] {
        try folder.write(text, to: SyncTable.path)
        #expect(SyncTable(in: vault.files) == SyncTable(), "byte \(index)")
      }
    }
  }

  @Test func whatIsKnownOfFilesWithTheSameBytesMovesAlong() throws {
    let old = table()
    let path = VaultPath("a.md")
    var tree = old.tree
    tree[VaultPath("new.md")] = TreeEntry(path: VaultPath("new.md"), id: ObjectId(ofBlob: [9]))
    tree[VaultPath("x\ny")]?.self = TreeEntry(path: VaultPath("x\ny"), id: ObjectId(ofBlob: [8]))
    let new = old.moved(to: ObjectId(ofBlob: [5]), tree: tree)
    #expect(new.files[path] == old.files[path])
    #expect(new.files[VaultPath("x\ny")]?.stamp == nil)
    #expect(new.files.count == 4)
    #expect(new.files[VaultPath("gone.md")] == nil)
    let changes = tree.changes(from: old.tree)
    #expect(old.moved(to: ObjectId(ofBlob: [5]), by: changes) == new)
  }

  /// A table that is read, changed and kept again and again is the dictionary that got the same changes.
  @Test(arguments: 1...20) func theRowsOfATableAreADictionary(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var expected: [VaultPath: SyncTable.File] = [:]
    var table = SyncTable()
    for _ in 0..<8 {
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        let path = VaultPath(bytes: Array("\(Int.random(in: 0..<60, using: &random))\u{1112}.md".utf8))
        let file = Bool.random(using: &random) ? file(at: path, &random) : nil
        if Bool.random(using: &random) {
          (table.files[path], expected[path]) = (file, file)
        } else {
          table.files[path]?.time = 5
          expected[path]?.time = 5
        }
      }
      let kept = try #require(SyncTable(decoding: table.encoded()))
      for table in [table, kept] {
        #expect(Dictionary(table.files.map { ($0.key, $0.value) }) { first, _ in first } == expected)
        #expect(table.files.count == expected.count && table.files.paths.count == expected.count)
        #expect(
          (0..<60).allSatisfy { table.files[VaultPath("\($0)\u{1112}.md")] == expected[VaultPath("\($0)\u{1112}.md")] })
        let silent = expected.filter { $0.value.time == nil && $0.value.entry.mode.isFile }.keys.sorted()
        #expect(table.files.withoutTime.sorted() == silent)
      }
      if Bool.random(using: &random) { table = kept }
    }
  }

  private func file(at path: VaultPath, _ random: inout SeededRandom) -> SyncTable.File {
    let number = UInt8.random(in: 0...255, using: &random)
    let modes: [FileMode] = [.file, .executable, .symbolicLink, .submodule]
    return SyncTable.File(
      entry: TreeEntry(path: path, mode: modes[Int(number) % 4], id: ObjectId(ofBlob: [number])),
      converted: number < 60 ? SyncTable.Converted(id: ObjectId(ofBlob: [1, number]), isFiltered: number < 30) : nil,
      stamp: number % 5 == 0 ? nil : FileStamp(size: UInt64(number), modified: -5, changed: .max, inode: 7),
      time: number % 3 == 0 ? nil : Int64(number))
  }

  /// A table whose checksum is right, but that names a file twice, or has too few rows.
  @Test func aTableThatCannotBeIsNone() {
    let bytes = table().encoded()
    let empty = SyncTable().encoded().count
    let rows = bytes[(empty + ObjectId.length)...]
    for (wrong, count) in [(Array(bytes + rows), 6), (bytes, 2), (bytes, 4), (bytes, UInt32.max)] {
      var table = wrong
      table.withUnsafeMutableBytes {
        $0.storeBytes(of: count, toByteOffset: empty + ObjectId.length - 4, as: UInt32.self)
      }
      let sum = XXHash64.hash(Array(table[8...]))
      table.withUnsafeMutableBytes { $0.storeBytes(of: sum, as: UInt64.self) }
      #expect(SyncTable(decoding: table) == nil, "\(count) rows")
    }
    #expect(SyncTable(decoding: bytes) == table())
  }
}
