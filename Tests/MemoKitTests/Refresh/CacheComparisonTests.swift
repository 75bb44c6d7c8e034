import MemoCore
import MemoTestSupport
import Synchronization
import Testing

@testable import MemoIndex

/// What a comparison of an index with the files names, after edits that the index does not know.
@Suite struct CacheComparisonTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func namesEveryMemoThatDiffersAndNoOther(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    var edits = RandomEdits(in: folder, seed: seed)
    for _ in 0..<60 { _ = try edits.next() }
    var different = 0
    for round in 0..<40 {
      // Every third from a journal, above a snapshot.
      let index = try round % 3 == 0 ? folder.openVault().refresh() : folder.openVault().readAll()
      let before = records(of: index)
      let log = try (0..<3).map { _ in try edits.next() }
      let after = records(of: try folder.openVault().readAll())
      let expected = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
      #expect(try folder.openVault().disagreements(of: index) == expected, "seed \(seed), round \(round): \(log)")
      different += expected.count
    }
    #expect(different > 20, "few edits changed what a memo says")
  }

  @Test func tellsHowManyMemosOfHowManyAreRead() throws {
    let folder = try TemporaryFolder()
    for number in 0..<700 { try folder.write("memo \(number)", to: "\(number % 7)/\(number).md") }
    let vault = try folder.openVault()
    let index = try vault.refresh()
    try folder.write("another text", to: "3/3.md")
    try folder.remove(VaultPath("6/699.md"))
    try folder.write("one more", to: "new/one.md")
    let told = Mutex<[[Int]]>([])
    let paths = try vault.disagreements(of: index) { done, all in told.withLock { $0.append([done, all]) } }
    #expect(paths.map(\.text) == ["3/3.md", "6/699.md", "new/one.md"])
    // In any order, as there are several cores.
    #expect(told.withLock { $0.map(\.[1]) } == [700, 700, 700])
    #expect(told.withLock { $0.map(\.[0]).max() } == 700)
  }

  @Test func aMemoThatWasSavedMeanwhileIsLookedAtAgain() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] { try folder.write("memo \(name)", to: "\(name).md") }
    let vault = try folder.openVault()
    let index = try vault.refresh()
    try folder.write("saved meanwhile", to: "a.md")
    try folder.remove(VaultPath("b.md"))
    let paths = try vault.disagreements(of: index)
    #expect(paths.map(\.text) == ["a.md", "b.md"])
    #expect(try vault.lastingDisagreements(at: paths) == [])
  }

  private func records(of index: VaultIndex) -> [VaultPath: MemoRecord] {
    Dictionary(uniqueKeysWithValues: index.memos.compactMap { memo in index.record(of: memo).map { (memo.path, $0) } })
  }
}
