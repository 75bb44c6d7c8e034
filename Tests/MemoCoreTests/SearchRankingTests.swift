import Foundation
import Synchronization
import Testing

@testable import MemoCore

struct SearchRankingTests {
  @Test func titleBeforeHeadingBeforeBodyAndWholeBeforePart() throws {
    let texts = [
      "# 회의\nx", "# 새회의\nx", "# x\n## 회의 안건\n", "# x\n## 새회의\n", "# x\n회의를 한다\n", "# x\n새회의\n",
    ]
    let scores = try texts.map { try #require(try Search.hit("회의", $0)).score }
    #expect(scores == scores.sorted(by: >), "\(scores)")
    #expect(scores.map { Int($0) } == [6, 5, 4, 3, 2, 1])
  }

  @Test func aParagraphThatIsATitleCountsAsText() throws {
    for word in ["회의", "plan"] {
      let long = "\(word) " + String(repeating: "가 ", count: 60)
      let texts = ["# \(word)", "# x\n## \(word)", "# x\n\(word)"].map { $0 + "\n" }
      let scores = try texts.map { try #require(try Search.hit(word, $0)).score }
      let hit = try #require(try Search.hit(word, long + "\nx\n"))
      #expect(Int(hit.score) == Int(scores[2]) && hit.score < scores[1], "\(hit.score) \(scores)")
      #expect(hit.reasons.map(\.kind) == [.text(place: .body, isWholeWord: true, matches: 1)])
      #expect(try Search.hit("title:\(word)", long) != nil)
      let short = "\(word) " + String(repeating: "가", count: 90)
      #expect(Int(try #require(try Search.hit(word, short)).score) == 6)
    }
  }

  @Test func denseComesBeforeSparse() throws {
    let dense = try #require(try Search.hit("a", "# t\na a a"))
    let sparse = try #require(try Search.hit("a", "# t\na b a"))
    #expect(dense.score > sparse.score && dense.score < sparse.score + 1)
  }

  @Test func aRepeatedWordCountsOnce() throws {
    let once = try #require(try Search.hit("a", "# t\na b"))
    let often = try #require(try Search.hit(String(repeating: "a ", count: 50_000), "# t\na b"))
    #expect(often == once)
  }

  @Test func everyClauseCountsWithTheBestOfItsAlternatives() throws {
    #expect(try Search.hit("a b", "# a\nb").map { Int($0.score) } == 8)
    #expect(try Search.hit("a OR b", "# a\nb").map { Int($0.score) } == 6)
    #expect(try Search.hit("c OR b", "# a\nb").map { Int($0.score) } == 2)
    #expect(try Search.hit("tag:x", "# a\nb", tags: ["x"])?.score == 0)
  }

  @Test(arguments: [
    ("회의", "회의를", true), ("회의", "새회의", false), ("회의", "2024회의", true), ("api", "API는", true), ("api", "apis", false),
    ("api", "myapi", false), ("api", "(api)", true), ("api", "api_x", false), ("東京", "東京に", true), ("東京", "東京都", false),
    ("メモ", "このメモは", true), ("#tag", "#tag", true), ("#tag", "#tags", false), ("#tag", "x#tag y", true),
    ("e", "e\u{301}e", false),
  ])
  func aWholeWordStartsAndEndsWhereTheScriptDoes(word: String, text: String, isWhole: Bool) throws {
    let hit = try #require(try Search.hit(word, "# x\n" + text))
    #expect(hit.score.rounded(.down) == (isWhole ? 2 : 1), "\(word) in \(text)")
  }

  @Test func aHashInFencedCodeIsNoHeading() throws {
    let text =
      "# t\n```sh\n# word\n~~~\n```\n####### word\n#word\n   ### word\n    # word\n~~~ a\n```\n# word\n~~~\n# word"
    let hit = try #require(try Search.hit("word", text))
    #expect(hit.matches.map(\.place) == [.body, .body, .body, .heading, .body, .body, .heading])
  }

  @Test(arguments: [
    ("---\nid: a\ntitle: a\n---\n# a", 3), ("---\ntitle: ''\n---\n\n# a", 5), ("---\ntitle: a\n# a", 1),
    ("\n \na\na", 3),
    ("---\ntags: a\n...\na", 4), ("\u{3000}\n# a", 2),
  ])
  func theTitleLineIsWhereTheTitleComesFrom(text: String, line: Int) throws {
    let title = text.contains("---\ntitle: a\n#") ? "---" : "a"
    let hit = try #require(try Search.hit("/./", Array(text.utf8), title: title))
    #expect(hit.matches.first { $0.place == .title }?.line == line, "\(text)")
  }

  @Test func reasonsSayWhatTheScoreIsMadeOf() throws {
    let hit = try #require(
      try Search.hit("회의 OR zzz 록 -q tag:w path:a", "# 회의 회의\n목록", tags: ["w"], path: "a.md"))
    #expect(
      hit.reasons == [
        SearchReason(term: "회의", kind: .text(place: .title, isWholeWord: true, matches: 2)),
        SearchReason(term: "록", kind: .text(place: .body, isWholeWord: false, matches: 1)),
        SearchReason(term: "w", kind: .tag), SearchReason(term: "a", kind: .path),
      ])
  }
}

/// A clock that moves a tenth of a second whenever it is read.
final class Ticks: Sendable {
  private let readings = Mutex(0)

  var count: Int { readings.withLock { $0 } }

  func next() -> Duration {
    readings.withLock {
      $0 += 1
      return .milliseconds(100 * $0)
    }
  }
}
