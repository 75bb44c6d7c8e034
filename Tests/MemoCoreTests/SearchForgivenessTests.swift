import MemoTestSupport
import Testing

@testable import MemoCore

/// What is found although it is written differently, after all that is found as it is written.
struct SearchForgivenessTests {
  @Test(arguments: [
    ("화살표함수", "화살표 함수", "1:1:6"), ("할수있다", "할 수 있다", "1:1:6"), ("API문서", "API 문서", "1:1:6"),
    ("함수형프로그래밍", "순수 함수형\t프로그래밍이다", "1:4:9"), ("null과", "`null`과", "1:2:6"), ("클로저는", "[[클로저]]는", "1:3:6"),
    ("boldly", "**bold**ly", "1:3:8"), ("cafe", "un Café noir", "1:4:4"), ("resume", "Re\u{301}sume\u{301}", "1:1:8"),
    ("елка", "Ёлка", "1:1:4"), ("αθηνα", "Αθήνα", "1:1:5"), ("nguyen", "Nguyễn", "1:1:6"), ("東京都", "東京 都", "1:1:4"),
    ("소개팅", "소 개 팅", "1:1:5"), ("ofcafe", "of**café**", "1:1:8"), ("замок", "За\u{301}мок", "1:1:6"),
    ("qwe", "q\u{301}w\u{323}\u{302}é", "1:1:6"), ("lodz", "Łódź", "1:1:4"), ("orsted", "Ørsted", "1:1:6"),
    ("plans", "My [[plan]]s", "1:6:7"), ("сады", "[[сад]]ы", "1:3:6"), ("μήλου", "[[μήλο]]υ", "1:3:7"),
    ("unbelievable", "un==believ==able", "1:1:16"), ("ספרים", "[[ספר]]ים", "1:3:7"), ("рыба", "рыб[[а]]", "1:1:6"),
    ("plans", "x [plan](a/plan.md)s", "1:4:17"), ("클로저는", "[클로저](notes/closure.md)는", "1:2:23"),
    ("api는", "[API](https://a.b/c?d=%EA%B0%80)는", "1:2:32"), ("가나", "**[가](b.md)** 나", "1:4:12"),
    ("plans", "==[[plan]]==s", "1:5:9"),
    ("nang", "Đà Nẵng", "1:4:4"), ("da", "Đà Nẵng", "1:1:2"), ("a", "olá", "1:3:1"), ("o", "bør", "1:2:1"),
    ("e", "Một ngày dài, 회의가 끝났다. tiếng", "1:26:1"), ("и", "Йод", "1:1:1"), ("α", "ἀρχή", "1:1:1"),
  ])
  func aWordIsForgivenHowItIsWritten(word: String, text: String, place: String) throws {
    let bytes = Array(text.utf8)
    let hit = try #require(try Search.hit(word, bytes), "\(word) in \(text)")
    #expect(hit.matches.map { "\($0.line):\($0.column):\($0.length)" } == [place])
    #expect(hit.score < 1 && hit.score > 0)
    #expect(hit.reasons == [SearchReason(term: word, kind: .forgiven(place: .body, matches: 1))])
    #expect(try Search.hit(word, bytes, exact: true) == nil, "--exact")
    #expect(try Search.hit("\"\(word)\"", bytes) == nil, "in quotes")
    #expect(try Search.hit("x -\(word)", Array("x \(text)".utf8)) != nil, "what is excluded is not forgiven")
  }

  @Test(arguments: [
    ("path:cafe", "café/x.md"), ("path:월간보고", "회의/월간 보고.md"), ("file:resume", "a/Résumé.md"),
    ("file:ㅇㄱㅂㄱ", "회의/월간 보고.md"),
  ])
  func aWordIsForgivenHowAPathWritesIt(query: String, path: String) throws {
    let hit = try #require(try Search.hit(query, "# x\n", path: path), "\(query) in \(path)")
    let word = String(query.drop { $0 != ":" }.dropFirst())
    #expect(hit.reasons == [SearchReason(term: word, kind: .forgivenPath)])
    #expect(try Search.hit(query, "# x\n", path: "\(word)/\(word).md")?.reasons.map(\.kind) == [.path])
    let (forgiven, written) = (
      try Search.hit("x \(query)", "# x\n", path: path), try Search.hit("x \(query)", "# x\n", path: "\(word).md")
    )
    #expect(try #require(written).score > #require(forgiven).score)
    #expect(try Search.hit(query, Array("# x\n".utf8), path: path, exact: true) == nil, "--exact")
    #expect(try Search.hit("\(query.prefix(5))\"\(word)\"", "# x\n", path: path) == nil, "in quotes")
    #expect(try Search.hit("x -\(query)", "# x\n", path: path) != nil, "what is excluded is not forgiven")
    #expect(try Search.hit(query, "# x\n", path: "other/y.md") == nil)
  }

  @Test(arguments: [
    ("notebook", "note book"), ("화살표함수", "화살표\n함수"), ("화살표함수", "화살표. 함수"), ("화살표함수", "화살표          함수"),
    ("café", "cafe"), ("cafe", "cafá"), ("foobar", "foo=bar"), ("foobar", "foo[bar"), ("foobar", "foo===bar"),
    ("foobar", "foo]] bar"), ("foobar", "foo (x)bar"), ("foobar", "foo](x y)bar"), ("foobar", "foo](x(bar"),
    ("가나", "가](x y)나"), ("가나", "가(x)나"), ("가나", "가]](\(String(repeating: "x", count: 257)))나"),
    ("plans", "[[plan]]\n[[s]]"), ("회의", "회. 의"), ("ab", "a b"), ("é", "e"),
    ("é", "ê"), ("a", "é 회 1"), ("o", "æ œ"),
    ("함수", "함 숫자"), ("ㅎㅅㅍㅎㅅ", "본문의 화살표 함수"),
  ])
  func otherWordsAreNotForgiven(word: String, text: String) throws {
    #expect(try Search.hit(word, Array("x\n\(text)".utf8), title: "x") == nil, "\(word) in \(text)")
  }

  @Test(arguments: [("# 화살표 함수\nx", 1), ("# x\n\n## 화살표 함수와 this\n", 3)])
  func initialsGoAcrossBlanksInTitlesAndHeadings(text: String, line: Int) throws {
    let hit = try #require(try Search.hit("ㅎㅅㅍㅎㅅ", text))
    #expect(hit.matches.map(\.line) == [line] && hit.score < 1)
    #expect(try Search.hit("ㅅㅍ", "# 회사 표\n") == nil, "two initials would be everywhere")
  }

  @Test func aMemoThatHasTheWordComesBeforeOneThatIsForgiven() throws {
    let exact = try #require(try Search.hit("화살표함수", "# x\n\n긴 글 속의 화살표함수라는 말\n"))
    let forgiven = try #require(try Search.hit("화살표함수", "# 화살표 함수\n\n화살표 함수 화살표 함수\n"))
    #expect(exact.score > forgiven.score)
    let both = try #require(try Search.hit("화살표함수", "# 화살표 함수\n\n화살표함수\n"))
    #expect(both.matches.count == 1 && both.score > 1, "what is as written is not forgiven as well")
  }

  @Test func aNameThatIsTheQueryComesFirstAmongTheForgiven() throws {
    let named = try #require(try Search.hit("화살표함수", "# 화살표 함수\nx"))
    let part = try #require(try Search.hit("화살표함수", "# 화살표 함수의 this\nx"))
    #expect(named.score > part.score)
    #expect(named.reasons.contains(SearchReason(term: "화살표함수", kind: .name)))
  }

  @Test(arguments: [
    ("클로져", "클로저"), ("메세지", "메시지를"), ("컨텐츠", "콘텐츠"), ("어플리케이션", "애플리케이션"), ("할려고", "하려고"),
  ])
  func aMisspeltWordIsFound(word: String, text: String) throws {
    let query = try SearchQuery(parsing: word)
    let misspelt = try #require(query.misspelt)
    let matcher = misspelt.makeMatcher(limits: SearchLimits(now: { .zero }))
    let hit = try Array("x \(text)".utf8).withUnsafeBytes {
      try matcher.match(SearchDocument(title: "", tags: [], path: VaultPath("a.md"), bytes: $0))
    }
    #expect(hit?.matches.map(\.column) == [3] && (hit?.score ?? 1) < 1, "\(word) in \(text)")
    #expect(misspelt.misspelt == nil)
  }

  @Test(arguments: ["pyton", "클", "\"클로져\"", "-클로져", "tag:클로져"])
  func onlyWordsOfSeveralSyllablesAreMisspelt(query: String) throws {
    #expect(try SearchQuery(parsing: query).misspelt == nil)
    #expect(try SearchQuery(parsing: "클로져", isExact: true).misspelt == nil)
  }

  private static let scripts = [
    "화살표", "함수", "클로저", "bold", "ly", "café", "cafe", "naïve", "Ёлка", "елка", "йод", "Αθήνα", "αθηνα", "Việt", "viet",
    "ế", "東京",
    "都", "カ", "がっこう", "ไทย", "हिन्दी", "עברית", "عربى", "ქართული", "հայ", "ខ្មែរ", "অ", "தமிழ்", "1", "42", "😀", "e\u{301}",
    "\u{1112}\u{116C}", "замо\u{301}к", "ẹ\u{301}", "Łódź", "đa", "co\u{AD}op", "q\u{301}\u{302}",
  ]
  private static let gaps = [
    " ", "  ", "**", "`", "~~", "[[", "]]", "\t", "\n", ".", "=", "*` ", "         ", "", "", "",
    "==", "[", "]", "](a)", "]](a)", "](b c)", "](", ")", "](a)**", " ](a)",
  ]

  /// A search that forgives, against an oracle that follows the definition letter by letter.
  @Test(arguments: UInt64(1)...30)
  func whatIsForgivenIsWhatTheOracleForgives(seed: UInt64) throws {
    var random = SeededRandom(seed: seed &+ 77)
    var found = 0
    for _ in 0..<60 {
      let words = (0..<3).map { _ in Self.scripts.randomElement(using: &random) ?? "" }
      let text = (0..<12).map { _ in
        (words.randomElement(using: &random) ?? "") + (Self.gaps.randomElement(using: &random) ?? "")
      }.joined()
      let wanted = words.prefix(Int.random(in: 1...2, using: &random)).joined()
      let query = Bool.random(using: &random) ? wanted : ForgivenessOracle.unmarked(wanted)
      guard let exact = try? SearchQuery(parsing: query, isExact: true) else { continue }
      let isExact = try Self.score(exact, text) != nil
      let isHit = try Self.score(SearchQuery(parsing: query), text) != nil
      let isForgiven = isExact || ForgivenessOracle.forgives(query, in: text)
      #expect(isHit == isForgiven, "\(query.debugDescription) in \(text.debugDescription)")
      found += isHit && !isExact ? 1 : 0
    }
    #expect(found > 2, "\(found) forgiven")
  }

  @Test(arguments: [
    ("line:화살표함수", true), ("section:(화살표함수 b)", true), ("line:화살표문서", false), ("section:(화살표함수 c)", false),
    ("task:cafe", false),
  ])
  func aFileIsReadForAPartOfAMemoOnlyIfTheMemoHasTheWords(query: String, isRead: Bool) throws {
    let matcher = try SearchQuery(parsing: query).makeMatcher(limits: SearchLimits(now: { .zero }))
    let memo = ReadMemo(Array("# a\n화살표 함수 b\n".utf8))
    var text = SearchText()
    memo.bytes.withUnsafeBytes { text.read(title: "a", file: $0) }
    let score = text.withView { view in try? matcher.score(view, of: memo) }
    #expect((score != nil) == isRead)
    #expect(memo.readings == (isRead ? 1 : 0))
  }

  private static func score(_ query: SearchQuery, _ text: String) throws -> Double? {
    let matcher = query.makeMatcher(limits: SearchLimits(now: { .zero }))
    return try Array(text.utf8).withUnsafeBytes {
      try matcher.score(SearchDocument(title: "", tags: [], path: VaultPath("a.md"), bytes: $0))
    }
  }
}

/// A memo that counts how often its file is read.
private final class ReadMemo: SearchedMemo {
  let path = VaultPath("a.md")
  let title = "a"
  let titles = TitleRule.firstLine
  let names: [String] = []
  let tags: [String] = []
  let fields: [MemoField] = []
  let bytes: [UInt8]
  private(set) var readings = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  func withText(_ body: (UnsafeRawBufferPointer) -> Void) {
    readings += 1
    bytes.withUnsafeBytes(body)
  }
}
