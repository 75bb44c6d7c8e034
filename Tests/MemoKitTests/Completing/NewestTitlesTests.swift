import MemoCore
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit

/// The titles of the newest memos, which are together in a snapshot of more than 10,000.
@Suite struct NewestTitlesTests {
  // By their paths in another order than by folders.
  private static let folders = ["", "a/", "a b/", "a/x/", "a.md/"]
  private static let count = SnapshotLabels.newest + 300

  /// A vault in which so many memos are modified at a moment.
  private static func folder(atOnce: Int, seed: UInt64) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    var random = SeededRandom(seed: seed)
    for number in 0..<count {
      let second = 1_700_000_000 + random.below(count / atOnce)
      let path = "\(folders[number % folders.count])\(number).md"
      try folder.write("# memo \(number)\n", to: path, modified: Int64(second) * 1_000_000_000)
    }
    return folder
  }

  /// A snapshot that no memo has to be read again for: what was written right before the first is not trusted.
  private static func settledIndex(of vault: Vault) throws -> VaultIndex {
    _ = try vault.refresh()
    return try vault.refresh(isRebuild: true)
  }

  @Test(arguments: [1, 40, count])
  func theyAreInTheOrderOfTheMemos(atOnce: Int) throws {
    let folder = try Self.folder(atOnce: atOnce, seed: UInt64(atOnce))
    let index = try folder.openVault().refresh()
    let snapshot = try #require(index.state.snapshot)
    let labels = SnapshotLabels(of: snapshot)
    var rank = 0
    while case let titles = try labels.titles(fromRank: rank), !titles.isEmpty {
      for (rank, title) in zip(rank..., titles) {
        let record = try MemoRecord.title(of: snapshot.record(ofMemo: snapshot.memo(atRank: rank)))
        #expect(title.elementsEqual(record), "rank \(rank)")
      }
      rank += titles.count
    }
    #expect(rank == SnapshotLabels.newest)
    #expect(try labels.titles(fromRank: 300).count == 2 * SnapshotLabels.newestRun - 300, "from within a block")
  }

  /// What is offered is the newest, also when some of these have changed or are gone.
  @Test func completionsOfferTheNewestThatAreThere() throws {
    let folder = try Self.folder(atOnce: 1, seed: 5)
    let vault = try folder.openVault()
    let first = Array(try Self.settledIndex(of: vault).memos.prefix(6))
    try folder.remove(first[0].path)
    try folder.write("# other\n", to: first[1].path.text, modified: 1)
    try folder.write("# memo new\n", to: "new.md", modified: 1_800_000_000_000_000_000)
    let index = try vault.refresh()
    #expect(index.state.snapshot != nil && !index.state.delta.memos.isEmpty)
    let found = Set(NameCompletion(of: "memo ", in: index).candidates(limit: 3).map(\.path))
    #expect(found.isSuperset(of: [VaultPath("new.md"), first[2].path, first[3].path]))
    #expect(found.isDisjoint(with: [first[0].path, first[1].path]))
  }

  /// Memos that changed since the snapshot with times of long ago are not taken for the newest.
  @Test func changedMemosWithOldTimesDoNotHideTheNewest() throws {
    let folder = try Self.folder(atOnce: 1, seed: 6)
    let vault = try folder.openVault()
    let first = Array(try Self.settledIndex(of: vault).memos.prefix(3))
    for number in 1...5 { try folder.write("# memo old \(number)\n", to: "old \(number).md", modified: Int64(number)) }
    let index = try vault.refresh()
    #expect(index.state.snapshot != nil && index.state.delta.memos.count >= 5)
    let found = Set(NameCompletion(of: "memo ", in: index).candidates(limit: 3).map(\.path))
    #expect(found.isSuperset(of: first.map(\.path)))
  }
}
