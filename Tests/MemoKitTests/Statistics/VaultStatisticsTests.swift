import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

@Suite struct VaultStatisticsTests {
  private static let hour: Int64 = 3_600_000_000_000
  private static let day = 24 * hour
  /// 2026-05-20 00:00 UTC.
  private static let midnight: Int64 = 1_779_235_200_000_000_000

  @Test func memosCountForTheDayTheyWereMade() throws {
    let folder = try TemporaryFolder()
    try folder.write("one two", to: "a.md", modified: Self.midnight + Self.hour)
    try folder.write("하나 둘 셋", to: "b.md", modified: Self.midnight - Self.hour)
    try folder.write("---\ncreated: 2025-12-31T23:00:00Z\n---\nx", to: "c.md", modified: Self.midnight)
    try folder.write("---\ndate: 2025-12-31\n---\nx y", to: "d.md", modified: Self.midnight)
    let index = try folder.openVault().readAll()
    let statistics = VaultStatistics(of: index, clock: FixedClock(now: Self.midnight, secondsEast: 7200))
    #expect(
      statistics.perDay.map { "\($0.day.text) \($0.memos)" }
        == ["2025-12-31 1", "2026-01-01 1", "2026-05-20 2"], "a date without a zone is the user's own")
    #expect(
      statistics.perMonth.map { "\($0.month.text) \($0.memos) \($0.words)" }
        == ["2025-12 1 2", "2026-01 1 1", "2026-05 2 5"])
    #expect(statistics.memos == 4 && statistics.words == 8)
  }

  @Test func linksAndDifferentTagsAreCounted() throws {
    let folder = try TemporaryFolder()
    try folder.write("#Work #work/a [[b]] [[none]]", to: "a.md")
    try folder.write("#work #\u{AC00} [x](a.md)", to: "b.md")
    try folder.write("#\u{1100}\u{1161}", to: "sub/c.md")
    let index = try folder.openVault().readAll()
    let clock = FixedClock(now: Self.midnight)
    let all = VaultStatistics(of: index, clock: clock)
    #expect(all.links == 3 && all.tags == 3, "work, work/a and 가")
    #expect(all.tags == TagCounts(isNested: false).counts(in: index).count)
    var filter = MemoFilter()
    filter.paths = [Glob("sub")]
    let some = VaultStatistics(of: index, filter: filter, clock: clock)
    #expect(some.memos == 1 && some.links == 0 && some.tags == 1)
    filter.paths = [Glob("none")]
    let none = VaultStatistics(of: index, filter: filter, clock: clock)
    #expect(none.memos == 0 && none.perDay.isEmpty && none.perMonth.isEmpty)
  }

  @Test(arguments: UInt64(1)...4)
  func whatWasChangedCountsAsWhatIsCached(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let folder = try TemporaryFolder()
    try folder.makeVault()
    let vault = try folder.openVault()
    let clock = FixedClock(now: Self.midnight, secondsEast: -3600 * 5)
    for round in 0..<4 {
      for _ in 0..<20 {
        let text = String(repeating: "word #tag\(Int.random(in: 0..<9, using: &random)) [[x]] ", count: round + 1)
        let time = Self.midnight - Int64.random(in: 0..<900, using: &random) * Self.day / 2
        try folder.write(text, to: "\(Int.random(in: 0..<30, using: &random)).md", modified: time)
      }
      let statistics = VaultStatistics(of: try vault.refresh(), clock: clock)
      let index = try vault.readAll()
      #expect(statistics == VaultStatistics(of: index, clock: clock), "seed \(seed), round \(round)")
      let records = index.memos.compactMap(index.record)
      #expect(statistics.memos == records.count)
      #expect(statistics.words == records.reduce(0) { $0 + $1.metadata.wordCount })
      #expect(statistics.links == records.reduce(0) { $0 + $1.metadata.links.count })
      #expect(statistics.perDay.reduce(0) { $0 + $1.memos } == records.count)
      #expect(statistics.perMonth.reduce(0) { $0 + $1.memos } == records.count)
    }
  }
}
