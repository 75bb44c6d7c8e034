import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// Small changes cost small writes, and what they write never grows for ever.
@Suite struct JournalTests {
  private static let journal = VaultPath(".memo/cache/journal")
  private static let snapshot = VaultPath(".memo/cache/snapshot")

  @Test func oneEditInALargeVaultWritesLittle() throws {
    let vault = try settledVault(memos: 1200)
    let (snapshot, journal) = (try inode(Self.snapshot, vault), try size(Self.journal, vault))
    try vault.folder.write("# changed", to: "3/600.md")
    try vault.settle()
    #expect(try inode(Self.snapshot, vault) == snapshot)
    // Twice a record, because the file was young when it was first read, and the folder that holds it.
    #expect((1...2048).contains(try size(Self.journal, vault) - journal))
    try expectRight(vault)
  }

  @Test func aRefreshThatFindsNothingWritesNothing() throws {
    let vault = try settledVault(memos: 20)
    let before = (try inode(Self.snapshot, vault), try inode(Self.journal, vault), try size(Self.journal, vault))
    for _ in 0..<3 { _ = try vault.refresh() }
    #expect(try before == (inode(Self.snapshot, vault), inode(Self.journal, vault), size(Self.journal, vault)))
  }

  @Test func manyEditsAreFoldedIntoASnapshot() throws {
    let vault = try settledVault(memos: 20)
    let snapshot = try inode(Self.snapshot, vault)
    for batch in 0..<6 {
      for number in 0..<100 { try vault.folder.write("# new", to: "batch \(batch)/\(number).md") }
      _ = try vault.refresh()
    }
    try vault.settle()
    #expect(try inode(Self.snapshot, vault) != snapshot)
    #expect(try #require(vault.cacheSize("journal")) < 400 * 250, "the first 500 new memos left the journal")
    try expectRight(vault)
  }

  @Test func fewLargeRecordsAreFoldedIntoASnapshot() {
    func delta(_ count: Int, bytes: Int) -> IndexDelta {
      let memo = FreshMemo(stamp: .unknown, record: [UInt8](repeating: 0, count: bytes))
      return IndexDelta(memos: Dictionary(uniqueKeysWithValues: (0..<count).map { (VaultPath("\($0).md"), memo) }))
    }
    #expect(!CacheKeeper.isTooLong(delta(512, bytes: 1 << 10), besides: 600))
    #expect(CacheKeeper.isTooLong(delta(513, bytes: 1 << 10), besides: 600))
    #expect(!CacheKeeper.isTooLong(delta(30, bytes: 1 << 20), besides: 600))
    #expect(CacheKeeper.isTooLong(delta(40, bytes: 1 << 20), besides: 600))
  }

  @Test func editsOfOneMemoKeepTheJournalSmall() throws {
    let vault = try settledVault(memos: 20)
    var largest = 0
    for edit in 0..<150 {
      try vault.folder.write("# edit \(edit)\n" + String(repeating: "#tag\(edit) ", count: 90), to: "0/0.md")
      _ = try vault.refresh()
      largest = max(largest, try size(Self.journal, vault))
    }
    #expect(largest > 32 << 10, "the edits are too small to prove anything")
    #expect(largest < 80 << 10)
    try expectRight(vault)
  }

  @Test func aTornFrameIsAsIfItWereNotThere() throws {
    let vault = try settledVault(memos: 20)
    try vault.folder.write("# changed", to: "0/0.md")
    try vault.settle()
    let whole = try #require(try vault.folder.bytes(of: Self.journal) as [UInt8]?)
    for missing in [1, 8, 20, 60] {
      try vault.folder.write(Array(whole.dropLast(missing)), to: Self.journal)
      try expectRight(vault)
      try vault.settle()
      let healed = try #require(try vault.folder.bytes(of: Self.journal) as [UInt8]?)
      let generation = healed[8..<16].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let journal = healed.withUnsafeBytes { Journal.read($0, generation: generation) }
      #expect(journal?.extent.isWhole == true)
    }
  }

  @Test func theJournalOfAnEarlierSnapshotIsNotRead() throws {
    let vault = try settledVault(memos: 20)
    try vault.folder.write("# changed", to: "0/0.md")
    try vault.settle()
    let old = try #require(try vault.folder.bytes(of: Self.journal) as [UInt8]?)
    try vault.folder.remove(VaultPath("0/0.md"))
    try vault.folder.remove(Self.snapshot)
    try vault.settle()
    try vault.folder.write(old, to: Self.journal)
    try expectRight(vault)
    try expectRight(vault)
  }

  @Test func aSnapshotOfEarlierIsStillRight() throws {
    let vault = try settledVault(memos: 20)
    let old = try #require(try vault.folder.bytes(of: Self.snapshot) as [UInt8]?)
    try vault.folder.write("# changed", to: "0/0.md")
    try vault.folder.remove(VaultPath("1/1.md"))
    _ = try vault.refresh()
    try vault.folder.remove(Self.snapshot)
    try vault.settle()
    try vault.folder.write(old, to: Self.snapshot)
    try expectRight(vault)
    try expectRight(vault)
  }

  // MARK: Set-up

  private func settledVault(memos: Int) throws -> WatchedVault {
    let vault = try WatchedVault()
    for number in 0..<memos { try vault.folder.write("# memo \(number)\nbody", to: "\(number % 9)/\(number).md") }
    try vault.settle()
    // Everything into the snapshot.
    try vault.folder.remove(Self.snapshot)
    try vault.settle()
    return vault
  }

  private func expectRight(_ vault: WatchedVault) throws {
    let (answer, rebuilt) = (IndexAnswer(try vault.refresh()), IndexAnswer(try vault.readAll()))
    #expect(answer == rebuilt, "\(answer.difference(from: rebuilt))")
  }

  private func size(_ file: VaultPath, _ vault: WatchedVault) throws -> Int {
    Int(try #require(vault.folder.status(of: file)).stamp.size)
  }

  private func inode(_ file: VaultPath, _ vault: WatchedVault) throws -> UInt64 {
    try #require(vault.folder.status(of: file)).stamp.inode
  }
}
