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
    var tree = old.files.mapValues(\.entry)
    tree[VaultPath("new.md")] = TreeEntry(path: VaultPath("new.md"), id: ObjectId(ofBlob: [9]))
    tree[VaultPath("x\ny")]?.self = TreeEntry(path: VaultPath("x\ny"), id: ObjectId(ofBlob: [8]))
    let new = old.moved(to: ObjectId(ofBlob: [5]), tree: tree)
    #expect(new.files[path] == old.files[path])
    #expect(new.files[VaultPath("x\ny")]?.stamp == nil)
    #expect(new.files.count == 4)
  }
}
