import Testing

@testable import MemoCore

struct SearchLanguageTests {
  private static let memo = "# Red apple\nA green pear -x \"quoted\" and/or C:\\dir\nplum OR title: /usr/bin\n"

  @Test(arguments: [
    ("red pear", true), ("red cherry", false), ("PEAR", true), ("een pe", true), ("\"green pear\"", true),
    ("\"green  pear\"", false), ("\"pear green\"", false), ("red -cherry", true), ("red -pear", false),
    ("-cherry", true),
    ("-red", false), ("-\"green pear\"", false), ("-\"green plum\"", true), ("cherry OR pear", true),
    ("red cherry OR pear", true), ("cherry red OR pear", true), ("cherry (red OR pear)", false),
    ("red (cherry OR pear)", true), ("(cherry red) OR fig", false), ("cherry OR fig OR plum", true),
    ("fig OR -cherry", true),
    ("fig OR -red", false), ("\"OR\"", true),
    ("red OR \"OR\"", true), ("\"OR\" plum", true), ("plum -OR", false), ("orr", false),
    ("\\-x", true), ("\\-y", false), ("\"-x\"", true), ("\\\"quoted\\\"", true), ("\"\\\"quoted\\\"\"", true),
    ("\"green pe", true),
    ("\"green pl", false), ("title:apple", true), ("title:pear", false), ("-title:pear", true),
    ("title:\"red apple\"", true),
    ("title:/^red/", true), ("title:/^apple/", false), ("tag:fruit", true), ("tag:#fruit", true), ("tag:frui", false),
    ("tag:FRUIT/", false), ("tag:fruit/red", true), ("tag:fruit/*", true), ("tag:*/red", true), ("tag:f*t", true),
    ("tag:*", true), ("tag:g*", false), ("-tag:fruit", false), ("-tag:veg", true), ("tag:\"two words\"", true),
    ("tag:fr\u{FC}h", true), ("tag:ＦＲＵＩＴ", true), ("tag:ﾊﾟｽ", true), ("tag:ספר", true), ("tag:میخواهم", true),
    ("-tag:ｆｒｕｉｔ", false), ("path:notes", true), ("path:NOTES/a", true), ("path:apple", false), ("path:/md$/", true),
    ("path:/^md/", false), ("-path:notes", false), ("/gr[e]+n/", true), ("/GREEN p/", true), ("/^A .*dir$/", true),
    ("/^green/", false), ("/apple\\s+A/", false), ("-/zebra/", true), ("-/pear/", false), ("/usr/bin", true),
    ("/bin/usr", false),
    ("/and\\/or/", true), ("/and/or/", true), ("C:\\dir", true), ("title:", true), ("tag:", false), ("\"\" red", true),
    ("red AND pear", true), ("red AND cherry", false), ("red AND pear AND plum", true), ("red AND -cherry", true),
    ("cherry AND red OR pear", true), ("red AND (cherry OR pear)", true), ("(red AND fig) OR cherry", false),
    ("AND", true), ("cherry AND", false), ("AND cherry", false), ("\"AND\"", true), ("red OR AND", true),
    ("fig OR AND", true),
    ("title:(red AND apple)", true), ("red ANDx", false),
    ("ｒｅｄ　pear", true), ("-", true), ("--x", false), ("--y", true), ("red\tpear\n", true),
    ("NOT -pear", true), ("NOT -cherry", false), ("NOT -(pear)", true), ("NOT -title:apple", true),
    ("NOT -title:pear", false), ("NOT -x", true), ("NOT -y", false), ("NOT --x", true), ("NOT NOT pear", true),
    ("NOT NOT cherry", false), ("NOT NOT -pear", false), ("NOT NOT NOT pear", false), ("red NOT -pear", true),
    ("NOT -", false), ("NOT", false), ("NOT NOT", true), ("NOT \\-x", false), ("NOT \"-x\"", false),
  ])
  func theLanguageMeans(query: String, isFound: Bool) throws {
    let hit = try Search.hit(
      query, Self.memo, tags: ["fruit/red", "two words", "fru\u{308}h", "パス", "סֵפֶר", "می\u{200C}خواهم"],
      path: "notes/a.md")
    #expect((hit != nil) == isFound, "\(query)")
  }

  @Test(arguments: [
    (#"\(old\)"#, true), (#"\(new\)"#, false), (#"(\(old\) bar)"#, true), (#"(\(old OR new)"#, true), (#"old\)"#, true),
    (#"\[status]"#, true), (#"\[status\]"#, true), (#"\[due]"#, false), (#"-\[status]"#, false), (#"\/re/"#, true),
    (#"\/[a-z]/"#, false), (#"title\:x"#, true), (#"path\:x"#, false), (#"C:\[a]"#, true), (#"\re"#, false),
  ])
  func aBackslashTakesTheMeaningFromACharacter(query: String, isFound: Bool) throws {
    let hit = try Search.hit(query, "foo (old) bar [status] /re/ title:x C:\\[a]\n", path: "a.md")
    #expect((hit != nil) == isFound, "\(query)")
  }

  private static let note = """
    ---
    status: in progress
    rating: 4
    people: [Kim, 이서연]
    ---
    # Trip

    ## Packing
    - [ ] passport and camera
    - [x] 여권 사진
    - [-] camera bag

    ## Route (draft)
    camera shop, then the station
    f(x) 「괄호」
    """

  @Test(arguments: [
    ("line:(passport camera)", true), ("line:(passport station)", false), ("line:(passport OR station)", true),
    ("line:(camera -passport)", true), ("line:passport", true), ("-line:(camera shop)", false),
    ("line:(camera -bag -shop -passport)", false), ("section:(passport bag)", true), ("section:(passport shop)", false),
    ("section:(route station)", true), ("section:(trip passport)", false), ("task:camera", true),
    ("task-open:camera", true), ("task-done:camera", false), ("task-done:여권", true), ("task-todo:passport", true),
    ("task:shop", false), ("task:\"\"", true), ("task-open:(passport bag)", false), ("task:/pass.*cam/", true),
    ("[status]", true), ("[Status:progress]", true), ("[ｓｔａｔｕｓ]", true), ("[sta\u{AD}tus:ｐｒｏｇｒｅｓｓ]", true),
    ("-[ｓｔａｔｕｓ]", false), ("[status:\"in progress\"]", true), ("[status:done]", false),
    ("[people:이서연]", true), ("[due]", false), ("-[due]", true), ("[rating:4] trip", true),
    ("([status] OR [due])", true), ("[\"status\"]", true), ("[\"Status\":\"in progress\"]", true), ("[\"due\"]", false),
    ("[ ]", true), ("[x]", true), ("f(x)", true), ("(f(x))", true), ("(draft)", true), ("\\(draft)", true),
    ("NOT station", false), ("NOT airport", true), ("trip NOT (airport OR harbour)", true),
    ("trip -(shop OR airport)", false),
    ("title:(trip OR plan)", true), ("title:(trip packing)", false), ("file:trip", true), ("file:notes", false),
    ("content:station", true), ("ignore-case:TRIP", true), ("path:(notes OR other)", true),
  ])
  func partsFieldsAndGroupsAreAskedFor(query: String, isFound: Bool) throws {
    let fields = [
      MemoField(key: "status", value: .scalar("in progress")), MemoField(key: "rating", value: .scalar("4")),
      MemoField(key: "people", value: .list(["Kim", "이서연"])),
    ]
    let hit = try Search.hit(query, Array(Self.note.utf8), title: "Trip", fields: fields, path: "notes/trip 2026.md")
    #expect((hit != nil) == isFound, "\(query)")
  }

  @Test func partsHaveMatchesOnlyWhereTheyHold() throws {
    let hit = try #require(try Search.hit("line:(camera shop)", Self.note))
    #expect(hit.matches.map { "\($0.line):\($0.column):\($0.length)" } == ["14:1:6", "14:8:4"])
    #expect(try Search.places("task-open:\"\"", Self.note) == ["9:1:25"])
  }

  @Test(arguments: ["(red", "red (pear OR", "red )", "((a)", "(a))", "line:(a"])
  func parenthesesHaveToMatchUnlessTheQueryIsBeingTyped(query: String) throws {
    #expect(throws: QueryError.self) { try SearchQuery(parsing: query) }
    if !query.contains(")") { _ = try SearchQuery(parsing: query, openLastSyllable: true) }
  }

  @Test(arguments: ["a%d OR ", "a%d ", "[k:v%d] ", "tag:t%d OR ", "-w%d "])
  func moreThanAThousandTermsAreRefused(term: String) throws {
    func query(_ count: Int) -> String {
      (0..<count).map { term.replacing("%d", with: "\($0)") }.joined() + "end"
    }
    #expect(throws: QueryError.tooManyTerms(most: 1_000)) { try SearchQuery(parsing: query(1_001)) }
    #expect(throws: QueryError.tooManyTerms(most: 1_000)) { try SearchQuery(parsing: query(200_000)) }
    #expect(try SearchQuery(parsing: query(999)).termCount > 0)
  }

  @Test func negationsWithoutEndAreNoDepth() throws {
    let many = String(repeating: "NOT ", count: 100_001)
    #expect(try Search.hit(many + "pear", Self.memo) == nil)
    #expect(try Search.hit(many + "-pear", Self.memo) != nil)
  }

  @Test func deepGroupsAreRefused() {
    func query(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
    }
    for depth in [51, 1_000] {
      #expect(throws: QueryError.tooDeep(most: 50)) { try SearchQuery(parsing: query(depth)) }
    }
    #expect(throws: Never.self) { try SearchQuery(parsing: query(50)) }
  }

  @Test(arguments: ["", "  ", "\u{3000}\n", "\"\"", "-\"\"", "title:\"\""])
  func aQueryThatAsksForNothingIsAnError(query: String) {
    #expect(throws: QueryError.empty) { try SearchQuery(parsing: query) }
  }

  @Test(arguments: ["plum OR", "OR plum", "OR", "red OR OR", "red OR OR plum", "red OR "])
  func anOrThatJoinsNothingIsAnErrorUnlessTheQueryIsBeingTyped(query: String) throws {
    #expect(throws: QueryError.missingOperand) { try SearchQuery(parsing: query) }
    #expect(try Search.hit(query, Self.memo, open: true) != nil)
  }

  @Test(arguments: ["/(/", "-/[a/", "title:/*/", "red /a{2,1}/"])
  func aBrokenRegexIsNamed(query: String) throws {
    let error = try #require(throws: QueryError.self) { try SearchQuery(parsing: query) }
    guard case .invalidRegex(let pattern, let reason) = error else { throw error }
    #expect(query.contains("/\(pattern)/"))
    #expect(!reason.isEmpty)
  }

  @Test func matchesComeInOrderWithLineColumnAndLength() throws {
    let text = "# 회의 notes\r\n\r\nCafe\u{301} 회의록\rno 😀 회의"
    #expect(try Search.places("회의", text) == ["1:3:2", "3:7:2", "4:6:2"])
    #expect(try Search.places("café 회의", text) == ["1:3:2", "3:1:5", "3:7:2", "4:6:2"])
    #expect(try Search.places("/[의회]+/", text) == ["1:3:2", "3:7:2", "4:6:2"])
    let hit = try #require(try Search.hit("회의", text))
    #expect(hit.matches.map(\.text) == ["# 회의 notes", "Cafe\u{301} 회의록", "no 😀 회의"])
    #expect(hit.matches.map(\.place) == [.title, .body, .body])
  }

  @Test(arguments: [
    ("title:apple", ["1:7:5"]), ("red -cherry", ["1:3:3"]), ("tag:fruit", []), ("-cherry", []), ("path:a.md", []),
    ("pear OR plum", ["2:9:4", "3:1:4"]), ("cherry OR plum", ["3:1:4"]), ("ed red", ["1:3:3", "1:4:2", "2:22:2"]),
    ("red red", ["1:3:3"]), ("/^/", ["1:1:0", "2:1:0", "3:1:0"]), ("/x*/", ["1:1:0", "2:15:1", "3:1:0"]),
  ])
  func onlyPositiveTextYieldsMatches(query: String, places: [String]) throws {
    let hit = try #require(try Search.hit(query, Self.memo, tags: ["fruit"]))
    #expect(hit.matches.map { "\($0.line):\($0.column):\($0.length)" } == places, "\(query)")
    #expect(hit.matchCount == places.count)
  }

  @Test(arguments: [
    ("apple OR (pear fig)", ["1:7:5"]), ("(apple -red) OR plum", ["3:1:4"]), ("plum OR line:(red pear)", ["3:1:4"]),
    ("plum OR (fig OR (pear fig))", ["3:1:4"]), ("plum OR task:\"\"", ["3:1:4"]), ("fig OR (pear -fig)", ["2:9:4"]),
    ("fig OR (apple (plum OR fig))", ["1:7:5", "3:1:4"]),
  ])
  func anAlternativeThatDoesNotHoldYieldsNoMatches(query: String, places: [String]) throws {
    let hit = try #require(try Search.hit(query, Self.memo))
    #expect(hit.matches.map { "\($0.line):\($0.column):\($0.length)" } == places, "\(query)")
    #expect(hit.reasons.count == places.count, "\(query)")
  }

  @Test(arguments: [
    ("---\nTitle: red pear\n---\n# red", "2:8:3"), ("---\n\"title\": red\n---\n", "2:10:3"),
    ("---\ntitle : red\n---\n", "2:9:3"), ("---\ntitle: >-\n  red\n  pear\n---\n", "3:3:3"),
    ("---\ntitle: # todo\n---\n# red", "4:3:3"), ("---\ntitle: ~\n---\n# red\n", "4:3:3"),
    ("---\ntitle: red\n---\n# red", "2:8:3"), ("---\ntitle: [a, red]\n---\n# red", "4:3:3"),
  ])
  func aWordOfATitleIsFoundWhereTheTitleIsWritten(text: String, place: String) throws {
    let bytes = Array(text.utf8)
    let hit = try #require(try Search.hit("title:red", bytes, title: MemoParser.metadata(of: bytes).title))
    #expect(hit.matches.map { "\($0.line):\($0.column):\($0.length)" } == [place], "\(text)")
  }

  @Test func aWordOfATitleIsNotFoundInItsKey() throws {
    let bytes = Array("---\ntitle: the title\n---\n".utf8)
    let hit = try #require(try Search.hit("title:title", bytes, title: "the title"))
    #expect(hit.matches.map(\.column) == [12])
  }

  @Test(arguments: [
    ("葛城", "x 葛\u{E0100}城市", "1:3:3"), ("29/11/2026", "29\u{200E}/11\u{200E}/2026", "1:1:12"),
    ("\"\u{200E}29/11\"", "x 29/11", "1:3:5"), ("❤\u{FE0F}", "I ❤ NY", "1:3:1"), ("❤", "I ❤\u{FE0F} NY", "1:3:2"),
    ("\"I ❤ NY\"", "I ❤\u{FE0F} NY", "1:1:7"), ("مدرسة", "x مدرســـة", "1:3:8"), ("مدرســة", "مدرسة", "1:1:5"),
    ("क्ष", "क्\u{200D}ष", "1:1:4"), ("café", "cafe\u{34F}\u{301}", "1:1:6"), ("שלום", "\u{2067}שלום\u{2069}", "1:2:5"),
    ("ᠮᠣ", "ᠮ\u{180B}ᠣ", "1:1:3"), ("회의", "회\u{200F}의", "1:1:3"),
  ])
  func marksThatDoNotShowAreIgnored(query: String, text: String, place: String) throws {
    for isExact in [false, true] {
      let hit = try #require(try Search.hit(query, Array(text.utf8), exact: isExact), "\(query), exact: \(isExact)")
      #expect(hit.matches.map { "\($0.line):\($0.column):\($0.length)" } == [place])
      #expect(hit.score >= 1, "it is found as it is written")
    }
  }

  @Test func aByteOrderMarkIsNotPartOfTheFirstLine() throws {
    let hit = try #require(try Search.hit("/^red/", [0xEF, 0xBB, 0xBF] + Array("red".utf8)))
    #expect(hit.matches.first?.column == 1)
    #expect(hit.matches.first?.text == "red")
  }

  @Test func aLimitCutsTheMatchesButNotTheirCount() throws {
    let hit = try #require(try Search.hit("a", Array("a a a\na".utf8), matches: 2))
    #expect(hit.matches.map(\.column) == [1, 3])
    #expect(hit.matchCount == 4)
  }

  @Test(arguments: ["a", "/a/", "a b", "/a/ OR b"])
  func ofALineWithVeryManyMatchesTheFirstAreListed(query: String) throws {
    let line = String(repeating: "a", count: 3 * MatchQuota.matchesOnLine)
    let hit = try #require(try Search.hit(query, Array("\(line)\nba\r\n\n\(line)".utf8)))
    let counts = Dictionary(grouping: hit.matches, by: \.line).mapValues(\.count)
    #expect(counts == [1: MatchQuota.matchesOnLine, 2: query.contains("b") ? 2 : 1, 4: MatchQuota.matchesOnLine])
    #expect(hit.matches.first?.column == 1 && hit.matches.last?.column == MatchQuota.matchesOnLine)
  }

  @Test(arguments: [
    ("/a/", ["1:2", "3:1", "4:1"]), ("/a|b/", ["1:1", "3:1", "4:1"]), ("/b/ /a/", ["1:1", "1:2", "3:1", "4:1"]),
    ("/a*/", ["1:2", "2:1", "3:1", "4:1"]), ("a", ["1:2", "1:3", "3:1", "3:2", "4:1"]),
  ])
  func whereOnlyLinesMatterTheFirstMatchOfAnExpressionOnEachIsFound(query: String, places: [String]) throws {
    var limits = SearchLimits(now: { .zero })
    limits.matchesOnLine = 1
    let matcher = try SearchQuery(parsing: query).makeMatcher(limits: limits)
    let scores: [Double?] = [nil, 1]
    let hits = try scores.map { score in
      try Array("baa\n\naa\na".utf8).withUnsafeBytes { bytes in
        try matcher.match(SearchDocument(title: "", tags: [], path: VaultPath("a.md"), bytes: bytes), scored: score)
      }
    }
    for hit in hits { #expect(hit?.matches.map { "\($0.line):\($0.column)" } == places, "\(query)") }
    // The score counts all.
    #expect(try hits[0]?.score == Search.hit(query, Array("baa\n\naa\na".utf8))?.score)
  }

  @Test(arguments: ["plan", "/pl.n/", "title:plan", "title:/plan/", "tag:x", "화살표함수", "ㅎㅅㅍ", "plan -b", "plan b"])
  func aKnownScoreChangesNoHit(query: String) throws {
    let matcher = try SearchQuery(parsing: query).makeMatcher(limits: SearchLimits(now: { .zero }))
    let texts = [
      ("plan", "# plan\n\nplan a"), ("plan", "# b\nx"), ("b", "# b\n화살표 함수"), ("plan 2", "# plan 2\nb"), ("", ""),
    ]
    var hits = 0
    for (title, text) in texts {
      try Array(text.utf8).withUnsafeBytes { bytes in
        let tags = title == "plan" ? ["x"] : []
        let document = SearchDocument(title: title, tags: tags, path: VaultPath("a.md"), bytes: bytes)
        let hit = try matcher.match(document)
        hits += hit == nil ? 0 : 1
        if let hit { #expect(try matcher.match(document, scored: hit.score) == hit, "\(query) in \(text)") }
        // One that was found before it changed.
        if hit == nil { #expect(try matcher.match(document, scored: 114) == nil, "\(query) in \(text)") }
      }
    }
    #expect((1...3).contains(hits), "\(query): \(hits)")
  }

  @Test func everyLineIsListedHoweverManyMatchesAMemoHas() throws {
    let lines = 2 * MatchQuota.furtherMatches / 500
    let text = String(repeating: String(repeating: "a", count: 501) + "\n", count: lines)
    let hit = try #require(try Search.hit("a", Array(text.utf8)))
    #expect(Set(hit.matches.map(\.line)).count == lines)
    #expect(hit.matches.count == lines + MatchQuota.furtherMatches)
  }

  @Test func aTitleWrittenWithEscapesIsFoundThoughTheTextHasItOtherwise() throws {
    let text = Array("---\ntitle: \"caf\\u00e9\"\n---\nbody".utf8)
    #expect(try Search.hit("café", text, title: "café")?.matchCount == 0)
    #expect(try Search.hit("tea", text, title: "café") == nil)
  }

  @Test func aHostileRegexIsStoppedAndReported() throws {
    let text = Array((String(repeating: "a", count: 5_000) + "b").utf8)
    let query = try SearchQuery(parsing: "/(a+)+$/")
    // Every reading of the clock is a tenth of a second later: no test waits for the real one.
    let ticks = Ticks()
    let matcher = query.makeMatcher(limits: SearchLimits(now: { ticks.next() }))
    let expected = SearchFailure(path: VaultPath("a.md"), pattern: "(a+)+$", reason: .tooSlow)
    text.withUnsafeBytes { bytes in
      let document = SearchDocument(title: "", tags: [], path: VaultPath("a.md"), bytes: bytes)
      #expect(throws: expected) { try matcher.match(document) }
    }
    #expect(ticks.count <= 13)
  }

  /// Also a large memo is gone through to its end by what is honest; only what takes longer is counted.
  @Test(arguments: [(size: 1_000, readings: 2...3), (size: 1 << 20, readings: 50...60)])
  func timeThatTheSizeExplainsIsFree(size: Int, readings: ClosedRange<Int>) throws {
    let text = Array((String(repeating: "a", count: 40) + "b" + String(repeating: "\n", count: size)).utf8)
    let ticks = Ticks()
    // Every reading of the clock is ten milliseconds later, and there is no patience at all.
    let limits = SearchLimits(now: { ticks.next() / 10 }, spend: { _ in false })
    let matcher = try SearchQuery(parsing: "/(a+)+$/").makeMatcher(limits: limits)
    let expected = SearchFailure(path: VaultPath("a.md"), pattern: "(a+)+$", reason: .gaveUp)
    text.withUnsafeBytes { bytes in
      let document = SearchDocument(title: "", tags: [], path: VaultPath("a.md"), bytes: bytes)
      #expect(throws: expected) { try matcher.match(document) }
    }
    #expect(readings.contains(ticks.count), "\(ticks.count)")
  }

  @Test func aMatcherForgetsTheMemoBefore() throws {
    let matcher = try SearchQuery(parsing: "/b/ a title:t path:p").makeMatcher(limits: SearchLimits(now: { .zero }))
    for (text, title, path, isFound) in [
      ("ab", "t", "p", true), ("ac", "t", "p", false), ("cb", "t", "p", false), ("ab", "u", "p", false),
      ("ab", "t", "q", false), ("ab", "t", "p", true),
    ] {
      let hit = try Array(text.utf8).withUnsafeBytes {
        try matcher.match(
          SearchDocument(title: title, tags: [], path: VaultPath(path), bytes: $0))
      }
      #expect((hit != nil) == isFound, "\(text) \(title) \(path)")
    }
  }
}
