import Foundation
import Testing

@Suite(.waitsForPrograms) struct SearchTests {
  static let queries: [([String], [String])] = [
    (["회의"], ["work/회의록.md"]),
    (["ㅎㅇㄹ"], ["work/회의록.md"]),
    (["friday"], ["plan.md"]),
    (["FRIDAY", "ship"], ["plan.md"]),
    (["work"], ["plan.md", "work/회의록.md", "ünïcode.md"]),
    (["work", "-ship"], ["work/회의록.md", "ünïcode.md"]),
    (["-work", "-n0"], ["home/장보기.md", "home/recipes/pesto.markdown", "work/empty.md"]),
    (["--", "-work"], ["home/장보기.md", "home/recipes/pesto.markdown", "work/empty.md"]),
    (["\"second line\""], ["ünïcode.md"]),
    (["\"line second\""], []),
    (["두부 OR friday"], ["home/장보기.md", "plan.md"]),
    (["title:plan"], ["plan.md"]),
    (["tag:home"], ["home/장보기.md", "home/recipes/pesto.markdown"]),
    (["path:recipes"], ["home/recipes/pesto.markdown"]),
    (["/s.ip/"], ["plan.md"]),
    (["recipes"], []),
    (["work", "--tag", "project/*"], ["plan.md"]),
    (["work", "--untagged"], ["ünïcode.md"]),
    (["work", "--since", "2026-05-06", "--until", "2026-05-08"], ["work/회의록.md"]),
    (["work", "--path", "ü*"], ["ünïcode.md"]),
  ]

  @Test(arguments: queries)
  func queriesFindMemos(words: [String], paths: [String]) throws {
    let run = try Sandbox.withLibrary().run(["memo", "search", "-l"] + words, in: "vault", input: [], with: [:])
    #expect(run.lines.sorted() == paths.sorted(), "\(run.command): \(run.errors)")
    #expect(run.end == .exited(paths.isEmpty ? 1 : 0), "\(run.command)")
  }

  @Test func aWarningNamesAMemoThatIsTooLongToBeSearched() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# Long\n\(String(repeating: "words\n", count: 3 << 20))zebra\n", to: "long.md")
    try sandbox.write("# Short\n\nwords\n", to: "short.md")
    let run = try sandbox.memo("search", "zebra", "--json")
    #expect(run.text == "[]\n" && run.end == .exited(1))
    #expect(run.errors == "memo: searched only the first 16 MB of 'long.md'\n")
    try sandbox.write("# Other\n\(String(repeating: "words\n", count: 3 << 20))", to: "other.md")
    #expect(try sandbox.memo("search", "zebra").errors.contains("first 16 MB of 'long.md' and 1 other memo\n"))
    #expect(try sandbox.memo("search", "zebra", "--path", "short*").errors == "")
    #expect(try sandbox.memo("search", "-l", "words").errors == "")
  }

  @Test func matchesAreWrittenAsRipgrepDoes() throws {
    try Sandbox.withLibrary().check(
      """
      $ memo search 회의
      work/회의록.md:1:6:# 주간 회의록
      work/회의록.md:4:4:다음 회의: 금요일
      $ memo search --count 회의
      work/회의록.md:2
      $ memo search -m 1 회의
      work/회의록.md:1:6:# 주간 회의록
      $ memo search -C1 결정
      work/회의록.md-2-
      work/회의록.md:3:1:결정: 없음 #work
      work/회의록.md-4-다음 회의: 금요일
      $ memo search -A 1 -B 0 주간
      work/회의록.md:1:3:# 주간 회의록
      work/회의록.md-2-
      $ memo search 회의 -C0 --format '{title}'
      주간 회의록
      $ memo search nothing-like-it
      [1]
      $ memo search '/(/' 2>/dev/null
      [2]
      $ memo search ''
      memo: the query is empty
      hint: to list all memos: memo list
      [2]
      $ memo search
      memo: missing QUERY
      usage: memo search [OPTIONS] QUERY…
      hint: see 'memo help search'
      [2]
      """)
  }

  /// The parts of memos are made on all cores, many memos at a time and a large one alone.
  @Test(arguments: ["river", "/r.ver/"])
  func manyMemosAreWrittenInTheirOrder(query: String) throws {
    let sandbox = try Sandbox()
    for number in 1...300 {
      let filling = number % 40 == 0 ? String(repeating: "filling\n", count: 40_000) : ""
      try sandbox.write(
        "# a\n\n\(number) river \(number)\n\(filling)\(number)\n", to: "\(number).md", day: 1 + number % 20)
    }
    let paths = try sandbox.memo("search", "-l", query).lines
    #expect(paths.count == 300 && Set(paths).count == 300)
    #expect(try sandbox.memo("search", "-c", query).lines == paths.map { "\($0):1" })
    #expect(try sandbox.memo("search", "--json", query).records().map { $0["path"] as? String } == paths)
    let columns = try sandbox.memo("search", query).lines.map { String($0.prefix { $0 != ":" }) }
    #expect(columns == paths)
    let separated = try sandbox.memo("search", "-B1", query).lines
    #expect(separated.count == 3 * 300 - 1 && separated.filter { $0 == "--" }.count == 299)
  }

  @Test func aRecordOfSearchHoldsScoreAndMatches() throws {
    let records = try Sandbox.withLibrary().memo("search", "--json", "회의").records()
    let record = try #require(records.first)
    #expect(records.count == 1)
    #expect(Set(record.keys) == recordKeys.union(["score", "matches"]))
    #expect((record["score"] as? Double ?? 0) > 0)
    let matches = try #require(record["matches"] as? [[String: Any]])
    #expect(matches.allSatisfy { Set($0.keys) == ["line", "column", "length", "text"] })
    #expect(matches.map { $0["line"] as? Int } == [1, 4])
    #expect(matches.map { $0["column"] as? Int } == [6, 4])
    #expect(matches.map { $0["length"] as? Int } == [2, 2])
    #expect(matches.map { $0["text"] as? String } == ["# 주간 회의록", "다음 회의: 금요일"])
  }

  @Test func aMatchComesWithTheLinesAroundItWhereTheyAreAskedFor() throws {
    let sandbox = try Sandbox()
    try sandbox.write("\u{FEFF}# first\r\nword word\r\n\r\nlast\r\n", to: "a.md")
    func around(_ words: String...) throws -> [[String: Any]] {
      let run = try sandbox.run(["memo", "search", "--json", "word"] + words, in: "vault", input: [], with: [:])
      return try #require(try run.records().first?["matches"] as? [[String: Any]])
    }
    let both = try around("-C", "1")
    #expect(both.map { $0["before"] as? [String] } == [["# first"], ["# first"]])
    #expect(both.map { $0["after"] as? [String] } == [[""], [""]])
    let after = try around("-A", "9")
    #expect(after.map { $0["before"] as? [String] } == [[], []])
    #expect(after.map { $0["after"] as? [String] } == [["", "last"], ["", "last"]])
    #expect(try around("-B", "9").map { $0["before"] as? [String] } == [["# first"], ["# first"]])
  }

  @Test func columnsCountUnicodeScalars() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# x\n\n👩‍🍳e\u{301} 찾기\r\n", to: "a.md")
    #expect(try sandbox.memo("search", "찾기").text == "a.md:3:7:👩‍🍳e\u{301} 찾기\n")
  }

  @Test func searchPagesThroughItsHits() throws {
    let sandbox = try Sandbox.withLibrary()
    let all = try sandbox.memo("search", "-l", "work").lines
    #expect(try sandbox.memo("search", "-l", "work", "-n", "1").lines == Array(all.prefix(1)))
    #expect(try sandbox.memo("search", "-l", "work", "--offset", "1").lines == Array(all.dropFirst()))
    #expect(try sandbox.memo("search", "-l", "work", "--offset", "9").end == .exited(0))
    #expect(try sandbox.memo("search", "--paths", "work").lines == all)
    let lines = try sandbox.memo("search", "--jsonl", "work").lines
    let paths = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
    #expect(paths.map { $0?["path"] as? String } == all)
  }

  @Test func aTitleRanksBeforeAHeadingBeforeText() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# other\n\ntext about tofu here\n", to: "text.md", day: 9)
    try sandbox.write("# other\n\n## tofu\n", to: "heading.md", day: 8)
    try sandbox.write("# tofu\n\nother\n", to: "title.md", day: 7)
    try sandbox.write("# tofury\n\nother\n", to: "part.md", day: 6)
    #expect(try sandbox.memo("search", "-l", "tofu").lines == ["title.md", "part.md", "heading.md", "text.md"])
    let run = try sandbox.memo("search", "--explain", "--json", "tofu")
    #expect(try run.records().allSatisfy { $0["reasons"] is [String] })
  }

  @Test(arguments: [
    ("/plan/i", "'/plan/i' was searched for literally; /regex/ takes no flags and ignores case"),
    (
      "\u{201C}a phrase\u{201D}",
      "'\u{201C}' was searched for literally; write a phrase in straight quotes: \"a phrase\""
    ),
    ("zebra or gnu", "'or' was searched for literally; to find memos with either, write OR"),
    ("created:2026 zebra", "'created:' was searched for literally; to filter by date, use --since and --until"),
    (
      "TAG:zebra",
      "'TAG:' was searched for literally; the operators are title:, tag:, path:, file:, line:, section:, task:, [key] and [key:value]"
    ),
    ("\"open zebra", "'\"' was searched for literally; close the phrase with another \""),
    ("pl", ""), ("zeb animals", "no text matches, but 1 path does: memo search 'path:zeb path:animals'"),
    ("NOT stripes", ""), ("(qq OR zz)", ""), ("section:stripes", ""), ("task-todo:x", ""), ("[status:done]", ""),
    ("nothing", ""), ("f(x)", ""), ("[[a:b]]", ""), ("/usr/lib", ""), ("NOTHING", ""),
  ])
  func aSearchInAnotherProgramsSyntaxThatFindsNothingGetsAHint(query: String, hint: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("# Plan\n", to: "plan.md")
    for path in ["animals/zebra.md", "Zebra 2.md"] { try sandbox.write("# Stripes\n", to: path) }
    let run = try sandbox.memo("search", query)
    #expect(run.errors == (hint.isEmpty ? "" : "hint: \(hint)\n"), "\(query)")
    let isFound = ["pl", "NOT stripes", "section:stripes"].contains(query)
    #expect(run.end == .exited(isFound ? 0 : 1), "\(query)")
  }

  @Test(arguments: [
    ("plan -(tea OR coffee)", ""), ("plan -tea", ""), ("plan AND", ""), ("AND plan", ""), ("plan NOT", ""),
    ("(so)", ""),
    ("AND (so)", ""), ("plan AND so", ""), ("plan NOT tea", ""), ("NOT tea", ""), ("(so OR tea)", ""),
    ("plan -file:tea", ""),
  ])
  func aSearchInAnotherProgramsSyntaxThatFindsMemosGetsAHint(query: String, hint: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("# Plan\n\nAND (so) or not\n(so so)\n", to: "plan.md")
    let run = try sandbox.memo("search", "-l", query)
    #expect(run.text == "plan.md\n" && run.errors == (hint.isEmpty ? "" : "hint: \(hint)\n"), "\(query): \(run.errors)")
  }

  @Test(arguments: [
    ("match-case:X", "searches have no 'match-case:'", "searches ignore case, except in '/(?-i)X/'"),
    ("block:(a b)", "searches have no 'block:'", "use line:(…) or section:(…)"),
    ("(a OR b", "the parentheses of the query do not match", "to search for a parenthesis itself, quote it: '\"(\"'"),
    ("a ) b", "the parentheses of the query do not match", "to search for a parenthesis itself, quote it: '\"(\"'"),
  ])
  func aQueryThatMeansNothingIsAUsageError(query: String, message: String, hint: String) throws {
    let run = try Sandbox().memo("search", query)
    #expect(run.end == .exited(2) && run.errors == "memo: \(message)\nhint: \(hint)\n", "\(run.errors)")
  }

  @Test func aSearchIsSortedAndExactIfAsked() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# B 화살표 함수\n", to: "b.md", day: 3)
    try sandbox.write("# A\n\n화살표함수\n", to: "a.md", day: 2)
    #expect(try sandbox.memo("search", "-l", "화살표함수").lines == ["a.md", "b.md"])
    #expect(try sandbox.memo("search", "-l", "화살표함수", "--sort", "title-").lines == ["b.md", "a.md"])
    #expect(try sandbox.memo("search", "-l", "화살표함수", "--exact").lines == ["a.md"])
    #expect(
      try sandbox.memo("search", "--explain", "화살표함수").text.contains("title, \"화살표함수\" written differently (1 match)"))
  }

  @Test func aSlowPatternEndsInTime() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# a\n\n" + String(repeating: "a", count: 200) + "b\n", to: "a.md")
    let run = try sandbox.memo("search", "/(a+)+$/")
    #expect(run.end == .exited(1), "\(run.text)\(run.errors)")
    #expect(run.errors.contains("took too long"), "\(run.errors)")
  }
}
