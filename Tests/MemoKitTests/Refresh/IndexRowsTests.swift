import MemoCore
import MemoIndex
import MemoTestSupport
import Testing

@Suite struct IndexRowsTests {
  @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6])
  func rowsAreThoseOfTheListWhateverChanged(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let folder = try TemporaryFolder()
    try folder.makeVault()
    let vault = try folder.openVault()
    for step in 0..<40 {
      // Most changes come one by one, so that they lie over a snapshot; times are often equal.
      for _ in 0..<(step == 0 ? 300 : random.below(4)) {
        let path = VaultPath("\(random.below(8))/\(random.below(60)).md")
        if random.happens(percent: 25), folder.status(of: path) != nil {
          try folder.remove(path)
        } else {
          try folder.write("\(step)", to: path.text, modified: Int64(random.below(40)) * 1_000_000_000)
        }
      }
      let index = try vault.refresh()
      let rows = IndexRows(index)
      let listed = Array(index.memos)
      try #require(rows.count == listed.count)
      for (row, memo) in listed.enumerated() {
        let found = rows[row]
        try #require(found.path == memo.path && found.number == memo.number, "seed \(seed), step \(step), row \(row)")
        try #require(rows.row(of: memo.path) == row, "seed \(seed), step \(step), row \(row)")
        let place = try #require(index.place(of: memo.path), "seed \(seed), step \(step), row \(row)")
        try #require(index.path(at: place) == memo.path, "seed \(seed), step \(step), row \(row)")
      }
      #expect(rows.row(of: VaultPath("0/nothing.md")) == nil)
    }
  }

  @Test func anEmptyVaultHasNoRows() throws {
    let folder = try TemporaryFolder()
    let rows = IndexRows(try folder.openVault().refresh())
    #expect(rows.count == 0 && rows.row(of: VaultPath("a.md")) == nil)
  }
}
