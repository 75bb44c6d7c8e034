import MemoCore
import MemoIndex
import MemoStore
import MemoTestSupport
import Testing

/// The cache after any edits answers as one built from nothing, and as a plain look at the files does.
@Suite struct RefreshLawTests {
  private static let settings = #"{"ignore": ["\#(RandomEdits.ignoredFolder)/"]}"#

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func refreshEqualsRebuildAfterEveryEdit(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.settings, to: ".memo/config.json")
    var edits = RandomEdits(in: folder, seed: seed)
    var log: [String] = []
    for step in 0..<250 {
      log.append(try edits.next())
      guard try agree(folder, "seed \(seed), step \(step): \(log.suffix(5))") else { return }
    }
  }

  @Test(arguments: [11, 12] as [UInt64])
  func refreshEqualsRebuildAfterManyEditsAtOnce(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.settings, to: ".memo/config.json")
    var edits = RandomEdits(in: folder, seed: seed)
    for round in 0..<30 {
      let log = try (0..<25).map { _ in try edits.next() }
      guard try agree(folder, "seed \(seed), round \(round): \(log)") else { return }
    }
  }

  /// Whether refresh, rebuild and oracle say the same; what they say where not is recorded.
  private func agree(_ folder: TemporaryFolder, _ place: String) throws -> Bool {
    let refreshed = IndexAnswer(try folder.openVault().refresh())
    let rebuilt = IndexAnswer(try folder.openVault().readAll())
    let isRebuilt = refreshed == rebuilt
    #expect(isRebuilt, "\(place)\n\(refreshed.difference(from: rebuilt))")
    let seen = try TreeOracle(folder: folder, ignoredFolder: RandomEdits.ignoredFolder).memos()
    let answered = refreshed.rows.map { row in
      TreeOracle.Memo(path: row.path, size: row.size, modified: row.modified, title: row.title)
    }
    let isSeen = answered == seen
    #expect(isSeen, "\(place)\n\(answered.difference(from: seen))")
    let isDecoded = refreshed.rows.allSatisfy { $0.size == $0.record?.size }
    #expect(isDecoded, "\(place)")
    return isRebuilt && isSeen && isDecoded
  }
}
