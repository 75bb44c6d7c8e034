import MemoCore
import MemoTestSupport
import Testing

@Suite struct SearchHighlighterTests {
  private static let lines: [(String, String, Bool, [String])] = [
    ("회의", "회의록과 회의", false, ["회의", "회의"]), ("ㅎㅇㄹ", "어제 회의록", false, ["회의록"]), ("ABC", "xａｂcx", false, ["ａｂc"]),
    ("aa ab", "aaab", false, ["aaab"]), ("-a b", "a b", false, ["b"]), ("title:a b", "a b", false, ["b"]),
    ("title:a b", "a b", true, ["a", "b"]),
    ("path:a", "a", true, []), ("/b+/", "abbc", false, ["bb"]), ("\"b c\"", "a b  c b c", false, ["b c"]),
    ("é", "ne\u{301}x", false, ["e\u{301}"]), ("a OR b", "b a", false, ["b", "a"]),
  ]

  @Test(arguments: lines)
  func matchesOfALine(query: String, line: String, isTitle: Bool, expected: [String]) throws {
    let highlighter = SearchHighlighter(try SearchQuery(parsing: query), limits: SearchLimits(now: { .zero }))
    let bytes = Array(line.utf8)
    let found = highlighter.ranges(in: bytes, isTitle: isTitle).map { String(decoding: bytes[$0], as: UTF8.self) }
    #expect(found.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
  }

  @Test func whatIsHighlightedIsWhatASearchFinds() throws {
    var random = SeededRandom(seed: 11)
    let pieces = ["회", "의", "록", "a", "B", " ", "\n", "e\u{301}", "ㄹ"]
    let query = try SearchQuery(parsing: "회의 OR ab OR é OR ㅎㅇ")
    let limits = SearchLimits(now: { .zero })
    let highlighter = SearchHighlighter(query, limits: limits)
    for round in 0..<500 {
      let text = "제목\n" + (0..<random.below(30)).map { _ in random.pick(pieces) ?? "" }.joined()
      let matches = try Array(text.utf8).withUnsafeBytes { bytes in
        let path = VaultPath("a.md")
        return try query.makeMatcher(limits: limits).match(
          SearchDocument(title: "제목", tags: [], path: path, bytes: bytes))?.matches ?? []
      }
      let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      for (number, line) in zip(1..., lines) {
        let scalars = Array(line)
        var expected = Set<Int>()
        for match in matches where match.line == number {
          expected.formUnion(match.column - 1..<match.column - 1 + match.length)
        }
        let bytes = Array(String(String.UnicodeScalarView(line)).utf8)
        let starts = scalars.indices.map { index in scalars[..<index].reduce(0) { $0 + String($1).utf8.count } }
        let found = highlighter.ranges(in: bytes, isTitle: number == 1).flatMap { range in
          starts.indices.filter { range.contains(starts[$0]) }
        }
        #expect(Set(found) == expected, "round \(round), line \(number): \(text.debugDescription)")
      }
    }
  }
}
