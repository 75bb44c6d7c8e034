import MemoCore
import MemoTestSupport
import Testing

@testable import memo_bench

struct IndexSearchTests {
  @Test func everyRunFindsTheMemos() throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    for number in 0..<30 { try folder.write("# Note \(number)\n\nplan\(number % 3)\n", to: "\(number).md") }
    let timings = try IndexSearch(vault: folder.path.text, query: "plan1").timings(runs: 3)
    #expect(timings.map(\.hits) == [10, 10, 10])
    #expect(timings.allSatisfy { $0.seconds > 0 })
  }

  @Test func aTimingIsHandedOnAsALine() throws {
    let timing = IndexSearch.Timing(seconds: 0.25, cpuSeconds: 0.5, hits: 7)
    let read = try #require(IndexSearch.Timing(line: Substring(timing.line)))
    #expect((read.seconds, read.cpuSeconds, read.hits) == (0.25, 0.5, 7))
    #expect(IndexSearch.Timing(line: "memo-bench: no such folder") == nil)
  }

  @Test func aVaultToSearchNeedsAQuery() throws {
    #expect(try Options(["--vault", "a", "--query=b"]).search?.query == "b")
    #expect(try Options([]).search == nil)
    #expect(throws: BenchError.self) { try Options(["--vault", "a"]) }
    #expect(throws: BenchError.self) { try Options(["--query", "b"]) }
  }
}
