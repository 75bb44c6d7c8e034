import MemoCore
import MemoPlatform
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

// One after the other: one of them takes up all guards, and the others need theirs.
/// Files of the cache that another program cuts short in place while they are mapped.
@Suite(.serialized) struct CutCacheTests {
  private static let memoCount = 400
  private static let snapshot = VaultPath(".memo/cache/snapshot")

  private let vault: WatchedVault
  private let right: IndexAnswer

  init() throws {
    vault = try WatchedVault()
    for memo in 0..<Self.memoCount {
      try vault.folder.write(
        "# Title \(memo)\n\n#tag [[Title 1]]\n", to: "d\(memo % 5)/memo \(memo).md", modified: 1_000)
    }
    right = IndexAnswer(try vault.readAll())
    try vault.settle()
  }

  /// Tenths of the file that are left.
  @Test(arguments: 0..<10)
  func whatIsCutWhileItIsReadIsKnownToBeBrokenAndBuiltAnew(tenths: Int) throws {
    let index = try vault.refresh()
    #expect(index.isIntact)
    let size = try #require(vault.cacheSize("snapshot"))
    try vault.folder.truncate(Self.snapshot, to: size * tenths / 10)
    // Each question is one that commands ask: none may end the process, and one at least finds bytes gone.
    _ = IndexAnswer(index)
    _ = index.answers(to: "title 1")
    _ = index.tagSpellings()
    _ = index.places(of: right.rows.map(\.path))
    _ = IndexRows(index).row(of: VaultPath("d1/memo 1.md"))
    _ = TextIndex(of: try #require(index.state.snapshot), in: nil)
    #expect(!index.isIntact || size * tenths / 10 / 4096 == (size - 1) / 4096)
    let answer = IndexAnswer(try vault.refresh())
    #expect(answer == right, "\(answer.difference(from: right))")
    #expect(IndexAnswer(try vault.refresh()) == right)
  }

  @Test func aFollowedIndexThatBrokeIsReadAnew() throws {
    let index = try vault.refresh()
    try vault.folder.truncate(Self.snapshot, to: 0)
    _ = IndexAnswer(index)
    #expect(!index.isIntact)
    let opened = try vault.folder.openVault()
    for changed in [ChangedPaths(), .everything] {
      let next = try opened.refresh(changed, since: index)
      #expect(next.isIntact)
      #expect(IndexAnswer(next) == right)
    }
  }

  @Test func manyMappedFilesAreGuardedAndTheRestIsRead() throws {
    let store = try #require(vault.store())
    let regions = try (0..<300).map { _ in try #require(store.map(.snapshot)) }
    let size = try #require(vault.cacheSize("snapshot"))
    #expect(regions.allSatisfy { $0.bytes.count == size && $0.isIntact })
    let sum = XXHash64.hash(regions[0].bytes)
    #expect(XXHash64.hash(regions[299].bytes) == sum)
    try vault.folder.truncate(Self.snapshot, to: 0)
    for region in regions {
      let isSame = XXHash64.hash(region.bytes) == sum
      #expect(region.isIntact == isSame)
    }
    #expect(regions.contains { !$0.isIntact })
    #expect(regions.contains { $0.isIntact })
  }
}
