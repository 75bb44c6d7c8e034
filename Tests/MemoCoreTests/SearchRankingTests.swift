import Foundation
import MemoTestSupport
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
    #expect(scores.map { Int($0) } == [108, 5, 4, 3, 2, 1])
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
      #expect(Int(try #require(try Search.hit(word, short)).score) == 8)
    }
  }

  @Test func aNameThatIsTheQueryComesFirstThenOneThatBeginsWithIt() throws {
    func score(_ query: String, title: String, names: [String] = [], text: String = "x") throws -> Int {
      Int(try #require(try Search.hit(query, Array(text.utf8), title: title, names: names)).score)
    }
    let dense = String(repeating: "nlp ", count: 50)
    #expect(try score("nlp", title: "NLP") == 108)
    #expect(try score("nlp", title: "Natural language processing", names: ["nlp"]) == 108)
    #expect(try score("nlp", title: "Natural language", names: ["natural-language", "NLP"]) == 108)
    #expect(try score("nlp", title: "nlp notes", text: dense) == 8)
    #expect(try score("nlp", title: "nlpx", text: dense) == 7)
    #expect(try score("nlp", title: "on nlp", text: dense) == 6)
    #expect(try score("release plan", title: "x", names: ["release-plan"]) > 100)
    #expect(try score("release plan", title: "Release plan 2") < 100)
    #expect(try score("release -plan", title: "release") < 100, "a query that asks for more is no name")
    #expect(
      try Search.hit("nlp", Array("x".utf8), title: "x", names: ["nlp"])?.matches == [], "a file name has no line")
    #expect(try Search.hit("title:nlp", Array("x".utf8), title: "x", names: ["nlp"]) == nil)
  }

  @Test(arguments: [
    ("Weekly-report-3", 108), ("weekly-report", 8), ("\"y-r\"", 5), ("weekly_report", nil),
    ("title:weekly-report", nil), ("report-3", 6), ("회의-록", nil), ("-weekly-report", nil), ("NOT report-4", 0),
    ("report-3 OR x", 6),
  ])
  func aFileNameMadeFromTheTitleIsFoundAsItIsWritten(query: String, score: Int?) throws {
    let text = Array("# Weekly report 3\n".utf8)
    for isExact in [false, true] {
      let hit = try Search.hit(query, text, title: "Weekly report 3", names: ["Weekly-report-3"], exact: isExact)
      #expect(hit.map { Int($0.score) } == score, "\(query) \(isExact)")
    }
  }

  /// A name that has other marks than the title between its words is looked at only where it can matter.
  @Test func aPhraseIsFoundInATitleOrInANameThatReadsAlike() throws {
    var random = SeededRandom(seed: 7)
    func joint() -> String { random.pick([" ", "-", "_", "--", " - "]) ?? "" }
    var foundCount = 0
    for _ in 0..<2_000 {
      let words = (0..<4).map { _ in random.pick(["a", "b", "ab", "é", "회의"]) ?? "" }
      let title = words.dropFirst().reduce(words[0]) { $0 + joint() + $1 }
      let name = words.dropFirst().reduce(words[0]) { $0 + joint() + $1 }
      let phrase = (random.pick(["a", "b", "회"]) ?? "") + joint() + (random.pick(["a", "b", "회의", "é"]) ?? "")
      let isInTitle = title.hasPart(phrase)
      let hit = try Search.hit("\"\(phrase)\"", Array("x".utf8), title: title, names: [name], exact: true)
      #expect((hit != nil) == (isInTitle || name.hasPart(phrase)), "'\(phrase)' in '\(title)', '\(name)'")
      // A name counts as much as a title, at its start more.
      let best = try Search.hit("\"\(phrase)\"", Array("x".utf8), title: name, names: [title], exact: true)
      #expect(hit.map { Int($0.score) } == best.map { Int($0.score) }, "'\(phrase)' in '\(title)', '\(name)'")
      foundCount += hit == nil ? 0 : 1
    }
    #expect(foundCount > 50)
  }

  @Test func aNameIsFoundWhereItDiffersFromTheTitleInWhatIsBetweenWords() throws {
    func isFound(_ query: String, title: String, name: String, exact: Bool = true) throws -> Bool {
      try Search.hit(query, Array("x".utf8), title: title, names: [name], exact: exact) != nil
    }
    #expect(try isFound("MeetingNotes", title: "Meeting notes", name: "MeetingNotes"))
    #expect(try isFound("week-ly", title: "Weekly", name: "week-ly"))
    #expect(try isFound("회의-록", title: "회의록", name: "회의-록"))
    #expect(try isFound("\"report 3\"", title: "report-3", name: "report 3"))
    #expect(try isFound("report_3", title: "report 3", name: "report_3"))
    #expect(try !isFound("cafe-bar", title: "Café bar", name: "Café-bar"))
    #expect(try isFound("cafe-bar", title: "Café bar", name: "Café-bar", exact: false))
    #expect(try isFound("ㅎㅇ-3", title: "회의 3", name: "회의-3"))
  }

  @Test(arguments: [
    ("함수", "함수는", true), ("함수", "함수에서는", true), ("함수", "함수", true), ("함수", "함수형", false), ("함수", "함수들", true),
    ("함수", "함수라는 말", true), ("함수", "함수는데", false), ("회의", "회의록", false), ("API", "API를", true), ("함수", "순함수", false),
  ])
  func aWordBeforeParticlesIsWhole(word: String, text: String, isWhole: Bool) throws {
    let hit = try #require(try Search.hit(word, "# x\n\(text)"))
    #expect(Int(hit.score) == (isWhole ? 2 : 1), "\(word) in \(text)")
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
    #expect(try Search.hit("a b", "# a c\nb").map { Int($0.score) } == 10)
    #expect(try Search.hit("a OR b", "# a c\nb").map { Int($0.score) } == 8)
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
    ("---\nid: a\ntitle: a\n---\n# a", 3), ("---\ntitle: ''\n---\n\n# a", 5),
    ("---\ntitle: b\ntitle: a\n---\n# a", 3), ("---\ntitle: b\ntitle:\n---\n# a", 5), ("---\ntitle: a\n# a", 1),
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
      try Search.hit("(회의 OR zzz) 록 -q tag:w path:a", "# 회의 회의\n목록", tags: ["w"], path: "a.md"))
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

extension String {
  fileprivate func hasPart(_ part: String) -> Bool {
    utf8.indices.contains { utf8[$0...].starts(with: part.utf8) }
  }
}
