import Foundation
import Synchronization
import Testing

@testable import MemoCore

/// Which expressions run on a line without being asked how long they take.
struct RegexEffortTests {
  @Test(arguments: [
    "회의", ".", "v[0-9]+", "\\d{4}-\\d\\d", "회의(록|실)", "(\\w+)-(\\w+)", "a|b|c", "^\\s*$", "\\bplan\\b", "(a)(b)\\2",
  ])
  func whatChoosesSeldomRunsWithoutReports(pattern: String) {
    #expect(RegexEffort(pattern).ticks(forLineOf: 0) == 1)
    #expect(RegexEffort(pattern).ticks(forLineOf: 80) != nil)
  }

  @Test(arguments: [
    "(a+)+$", "(a*)*b", "(a|aa){2,}", "((a|b)?)+", "(?:a+)+", "(?x)(a+) +", "(a+)\\Q\\E*", "(a+)\\E*", "(?<n>a+)+",
    "a*a*a*a*a*a*a*b", "(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)",
  ])
  func whatMayChooseWithoutEndIsWatched(pattern: String) {
    #expect(RegexEffort(pattern).ticks(forLineOf: 40) == nil)
  }

  @Test func aLongLineIsWatched() throws {
    let effort = RegexEffort("a*b")
    let small = try #require(effort.ticks(forLineOf: 100))
    let large = try #require(effort.ticks(forLineOf: 3_000))
    #expect(small < large)
    #expect(effort.ticks(forLineOf: 100_000) == nil)
  }

  /// To report every place of a line took twice as long as the expressions themselves.
  @Test func theClockIsNotReadForEveryPlace() throws {
    let line = String(repeating: "회의 7 ", count: 20)
    let readings = try Self.readings(of: "/[0-9]+[x]/", in: String(repeating: line + "\n", count: 1_000))
    #expect((10...100).contains(readings), "\(readings)")
  }

  /// How often a search asks what time it is.
  private static func readings(of query: String, in text: String) throws -> Int {
    let readings = Mutex(0)
    let limits = SearchLimits(now: {
      readings.withLock { $0 += 1 }
      return .zero
    })
    let score = try Array(text.utf8).withUnsafeBytes { bytes in
      try SearchQuery(parsing: query).makeMatcher(limits: limits).score(
        SearchDocument(title: "", tags: [], path: VaultPath("a.md"), bytes: bytes))
    }
    #expect(score == nil)
    return readings.withLock { $0 }
  }
}
