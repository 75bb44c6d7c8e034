import Foundation
import MemoCore
import MemoTestSupport
import Synchronization
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// The text index only makes searches faster: they find what a plain look at the files finds.
@Suite struct SearchIndexTests {
  @Test(arguments: [1, 2] as [UInt64])
  func aSearchFindsWhatTheFilesHoldAfterAnyEdits(seed: UInt64) throws {
    var vault = try RandomTexts(seed: seed)
    try vault.write(count: 2_000, among: 400)
    try vault.vault.settle()
    var (segments, hits) = (Set<Int>(), 0)
    // Few edits go to the journal, many make a new snapshot, which takes over texts.
    for edits in [0, 3, 520, 40, 560, 700] {
      try vault.write(count: edits, among: 400)
      try vault.remove(count: edits / 20)
      try vault.vault.settle()
      let index = try vault.vault.refresh()
      segments.insert(index.openTexts().segments.count)
      for _ in 0..<8 {
        let query = vault.query()
        let expected = try vault.memosHolding(query)
        let found = try SearchAnswer(query.text, in: index)
        hits += expected.count
        #expect(Set(found.hits.keys) == expected, "seed \(seed), \(edits) edits, \(query.text.debugDescription)")
        let scanned = try SearchAnswer(query.text, in: try vault.vault.readAll())
        #expect(found == scanned, "seed \(seed), \(edits) edits, \(query.text.debugDescription)")
      }
    }
    #expect(segments.contains { $0 > 1 } && hits > 100, "\(segments) segments, \(hits) hits")
  }

  @Test func aSearchThatIsStoppedEndsWithWhatItHas() throws {
    var vault = try RandomTexts(seed: 9)
    try vault.write(count: 600, among: 600)
    try vault.vault.settle()
    func found(_ text: String, in index: VaultIndex, stoppedAfter limit: Int) throws -> Int {
      let asked = Mutex(0)
      let isStopped: @Sendable () -> Bool = {
        asked.withLock { asked in
          asked += 1
          return asked > limit
        }
      }
      let query = try SearchQuery(parsing: text)
      let search = MemoSearch(query, processorTime: { .zero }, isStopped: isStopped)
      return search.run(MemoFilter(), in: index).found.count
    }
    let (indexed, scanned) = (try vault.vault.refresh(), try vault.vault.readAll())
    // The first looks at texts, the second at records alone.
    for text in ["a", "path:md"] {
      #expect(try found(text, in: indexed, stoppedAfter: .max) > 2)
      #expect(try found(text, in: indexed, stoppedAfter: 0) == 0)
      #expect(try found(text, in: scanned, stoppedAfter: .max) > 2)
      #expect(try found(text, in: scanned, stoppedAfter: 2) <= 2)
    }
  }

  @Test func everyMemoHasItsTextOnce() throws {
    var vault = try RandomTexts(seed: 4)
    try vault.write(count: 600, among: 700)
    try vault.vault.settle()
    for _ in 0..<6 {
      try vault.write(count: 530, among: 700)
      try vault.vault.settle()
      let index = try vault.vault.refresh()
      let texts = index.openTexts()
      let memos = texts.segments.flatMap(\.memos).filter { $0 != TextMap.noMemo }
      #expect(Set(memos).count == memos.count)
      #expect(memos.count + texts.missing.count == index.state.snapshot?.memoCount)
      #expect(!texts.isDamaged)
      let files = try vault.vault.folder.names(in: VaultPath(".memo/cache")).filter {
        $0.starts(with: Array("text-".utf8))
      }
      #expect(files.count == texts.segments.count, "\(files)")
    }
  }

  @Test func aMemoChangedAtTheSameSizeAndTimeIsFoundByItsNewText() throws {
    let vault = try WatchedVault()
    for number in 0..<20 { try vault.folder.write("# memo \(number)\nriver", to: "\(number).md") }
    try vault.settle()
    #expect(try SearchAnswer("river", in: vault.refresh()).hits.count == 20)
    try vault.folder.write("# memo 7\nstone", to: "7.md")
    let index = try vault.refresh()
    #expect(try SearchAnswer("stone", in: index).hits.keys.sorted() == ["7.md"])
    #expect(try SearchAnswer("river", in: index).hits.count == 19)
  }

  @Test(arguments: [false, true]) func aMemoThatIsReadInPartAndNotFoundIsNamed(isCached: Bool) throws {
    let vault = try WatchedVault()
    for path in ["b.md", "a/c.md", "a/d.md"] { try vault.folder.write("# Long\nriver\n", to: path) }
    for path in ["b.md", "a/c.md"] { try vault.folder.truncate(VaultPath(path), to: SearchText.readLimit + 1) }
    try vault.folder.truncate(VaultPath("a/d.md"), to: SearchText.readLimit)
    try vault.settle()
    let index = try isCached ? vault.refresh() : vault.readAll()
    var folder = MemoFilter()
    folder.paths = [Glob("a/*")]
    let cases: [(String, MemoFilter, [String])] = [
      ("zebra", MemoFilter(), ["a/c.md", "b.md"]), ("zebra", folder, ["a/c.md"]), ("river", MemoFilter(), []),
      ("tag:zebra", MemoFilter(), []),
    ]
    for (query, filter, expected) in cases {
      let search = MemoSearch(try SearchQuery(parsing: query), processorTime: { .zero })
      let found = search.run(filter, in: index).found
      #expect(search.partlyRead(filter, besides: found, in: index).map(\.text) == expected, "\(query) \(expected)")
    }
  }

  @Test(arguments: ["회의 -tag:old", "tag:new", "path:3", "title:memo", "/me+mo 1[0-9]/ river", "title:/^memo 1$/"])
  func queriesOfEveryKindGoThroughTheIndex(query: String) throws {
    let vault = try WatchedVault()
    for number in 0..<40 {
      let tag = number % 3 == 0 ? "#old" : "#new"
      try vault.folder.write("# memo \(number)\nriver 회의록 \(tag)", to: "\(number % 4)/\(number).md")
    }
    try vault.settle()
    let found = try SearchAnswer(query, in: vault.refresh())
    #expect(!found.hits.isEmpty)
    #expect(try found == SearchAnswer(query, in: vault.readAll()))
  }

  @Test func namesOfFilesAndAliasesAreFoundAndFollowRenames() throws {
    let vault = try WatchedVault()
    for number in 0..<30 { try vault.folder.write("# memo \(number)\nriver", to: "\(number).md") }
    try vault.folder.write("---\naliases: [Lighthouse]\n---\n# Tower\n", to: "tower.md")
    try vault.folder.write("# Plain\nx", to: "notes/harbour-map.md")
    try vault.settle()
    #expect(try SearchAnswer("harbour map", in: vault.refresh()).hits == ["notes/harbour-map.md": 114])
    #expect(try SearchAnswer("lighthouse", in: vault.refresh()).hits.keys.sorted() == ["tower.md"])
    try vault.folder.remove(VaultPath("notes/harbour-map.md"))
    try vault.folder.write("# Plain\nx", to: "notes/quay.md")
    try vault.settle()
    #expect(try SearchAnswer("harbour", in: vault.refresh()).hits.isEmpty)
    #expect(try SearchAnswer("quay", in: vault.refresh()).hits.keys.sorted() == ["notes/quay.md"])
    #expect(try SearchAnswer("quay", in: vault.refresh()) == SearchAnswer("quay", in: vault.readAll()))
  }

  @Test func aFileNameMadeFromTheTitleIsFoundThroughTheIndex() throws {
    let vault = try WatchedVault()
    // Enough for blocks with a filter.
    let filling = String(repeating: "river stone ", count: 1_000)
    for number in 0..<30 { try vault.folder.write("# memo \(number)\n\(filling)", to: "memo-\(number).md") }
    try vault.folder.write("# Weekly report 3\nx", to: "Weekly-report-3.md")
    try vault.folder.write("# 월간 회의록\nx", to: "월간-회의록.md")
    try vault.folder.write("# Café bar\nx", to: "Café-bar.md")
    try vault.folder.write("# Meeting notes\nx", to: "MeetingNotes.md")
    try vault.settle()
    let index = try vault.refresh()
    for (query, paths) in [
      ("Weekly-report-3", ["Weekly-report-3.md"]), ("\"y-r\"", ["Weekly-report-3.md"]), ("월간-회의", ["월간-회의록.md"]),
      ("cafe-bar", ["Café-bar.md"]), ("meetingnotes", ["MeetingNotes.md"]), ("memo-17", ["memo-17.md"]),
      ("river -memo-1 -memo-2", (3...9).map { "memo-\($0).md" } + ["memo-0.md"]),
    ] {
      #expect(try SearchAnswer(query, in: index).order.sorted() == paths.sorted(), "\(query)")
      #expect(try SearchAnswer(query, in: index) == SearchAnswer(query, in: vault.readAll()), "\(query)")
    }
  }

  @Test func whatIsWrittenDifferentlyIsFoundThroughTheIndex() throws {
    let vault = try WatchedVault()
    for number in 0..<60 { try vault.folder.write("# memo \(number)\nriver 강 \(number)", to: "\(number).md") }
    try vault.folder.write("# 화살표 함수\nthis가 다르다", to: "a.md")
    try vault.folder.write("# x\n화살표함수\nun café noir, `null`과", to: "b.md")
    try vault.folder.write("# 장보기 목록\n클로저와 **bold**ly", to: "c.md")
    try vault.settle()
    let index = try vault.refresh()
    for (query, paths) in [
      ("화살표함수", ["b.md", "a.md"]), ("cafe", ["b.md"]), ("null과", ["b.md"]), ("boldly", ["c.md"]),
      ("ㅈㅂㄱㅁㄹ", ["c.md"]), ("클로져", ["c.md"]), ("화살표함수 this가", ["a.md"]), ("line:(화살표함수 this)", []),
    ] {
      #expect(try SearchAnswer(query, in: index).order == paths, "\(query)")
      #expect(try SearchAnswer(query, in: index) == SearchAnswer(query, in: vault.readAll()), "\(query)")
    }
  }

  @Test func wordsThatAreNearAreSuggested() throws {
    let vault = try WatchedVault()
    for number in 0..<60 { try vault.folder.write("# memo \(number)\nriver \(number)", to: "\(number).md") }
    try vault.folder.write("# Python basics\n## Generators\nx #decorators", to: "a.md")
    try vault.folder.write("# 클로저와 범위\nx", to: "b.md")
    try vault.settle()
    let index = try vault.refresh()
    for (query, texts) in [
      ("pyton", ["Python"]), ("generatrs", ["Generators"]), ("decoratrs", ["decorators"]), ("xyzzy", []), ("zz", []),
      ("pyton generatrs", ["Python", "Generators"]), ("python generatrs", ["Generators"]),
      ("python decorators", []),
    ] {
      #expect(SearchSuggestions(for: try SearchQuery(parsing: query), in: index).texts == texts, "\(query)")
    }
  }

  @Test func whichWordsAreSuggestedDoesNotDependOnWhatHasChanged() throws {
    let vault = try WatchedVault()
    for letter in ["a", "b", "c", "d"] { try vault.folder.write("# word\(letter)\n", to: "\(letter).md") }
    try vault.settle()
    for changed in ["a.md", "c.md"] {
      let texts = SearchSuggestions(for: try SearchQuery(parsing: "wordx"), in: try vault.refresh()).texts
      #expect(texts == ["worda", "wordb", "wordc"], "before \(changed) changed")
      try vault.folder.append(Array("more\n".utf8), to: VaultPath(changed))
    }
    let rebuilt = SearchSuggestions(for: try SearchQuery(parsing: "wordx"), in: try vault.readAll()).texts
    #expect(rebuilt == ["worda", "wordb", "wordc"])
  }

  @Test func wordsOfEachNameAreSuggestedAsTheFirstMemoSpellsThem() throws {
    let vault = try WatchedVault()
    try vault.folder.write("---\naliases: [Zeitgeist]\n---\n# Alpha\n", to: "a.md")
    try vault.folder.write("# Beta\n", to: "b quotient.md")
    try vault.folder.write("# PYTHON\n", to: "c.md")
    try vault.folder.write("# Python\n", to: "d.md")
    try vault.settle()
    func check(_ index: VaultIndex, _ comment: Comment) throws {
      for (query, texts) in [("zeitgeiss", ["Zeitgeist"]), ("quotiens", ["quotient"]), ("pyton", ["PYTHON"])] {
        #expect(SearchSuggestions(for: try SearchQuery(parsing: query), in: index).texts == texts, comment)
      }
    }
    try check(try vault.refresh(), "all are in the text index")
    for path in ["a.md", "b quotient.md", "c.md"] {
      try vault.folder.append(Array("more\n".utf8), to: VaultPath(path))
      try check(try vault.refresh(), "after \(path) has changed")
    }
    try check(try vault.readAll(), "without a cache")
  }

  @Test func equallyGoodMemosComeNewestFirstThenByPath() throws {
    let vault = try WatchedVault()
    for (name, modified) in [("b", 5), ("c", 9), ("a", 5), ("d", 1)] {
      try vault.folder.write(Array("# t\nriver".utf8), to: VaultPath("\(name).md"), modified: Int64(modified))
    }
    try vault.folder.write("# river", to: "best.md")
    try vault.settle()
    #expect(try SearchAnswer("river", in: vault.refresh()).order == ["best.md", "c.md", "a.md", "b.md", "d.md"])
  }

  @Test func aFilterAppliesToWhatIsFound() throws {
    let vault = try WatchedVault()
    for number in 0..<10 { try vault.folder.write("# a\nriver", to: "\(number % 2)/\(number).md") }
    try vault.settle()
    let search = MemoSearch(try SearchQuery(parsing: "river"), processorTime: { .zero })
    var filter = MemoFilter()
    filter.paths = [Glob("1/*")]
    let found = search.run(filter, in: try vault.refresh()).found
    #expect(found.map(\.memo.path.text).sorted() == ["1/1.md", "1/3.md", "1/5.md", "1/7.md", "1/9.md"])
    #expect(found.map(\.memo.number) == found.map(\.memo.number).sorted())
  }

  /// Many memos, each of which would take a regular expression for ever: the search ends and says so.
  @Test func aVaultThatIsHostileToARegexEndsTheSearch() throws {
    let vault = try WatchedVault()
    for number in 0..<300 {
      try vault.folder.write("# \(number)\n\(String(repeating: "a", count: 40))b\n", to: "\(number).md")
    }
    try vault.settle()
    let readings = Mutex(0)
    // Every reading of the clock is a tenth of a second later.
    let clock: @Sendable () -> Duration = {
      readings.withLock {
        $0 += 1
        return .milliseconds(100 * $0)
      }
    }
    let index = try vault.refresh()
    let outcome = MemoSearch(try SearchQuery(parsing: "/(a+)+$/"), processorTime: clock).run(MemoFilter(), in: index)
    #expect(outcome.tooSlow == "(a+)+$" && outcome.found.isEmpty)
    #expect(outcome.failures.allSatisfy { $0.reason == .tooSlow } && outcome.failures.count < 3)
    // The blocks that were begun are gone through, a reading for each of their memos; to try them all takes ten for each.
    #expect(readings.withLock { $0 } < 1000, "\(readings.withLock { $0 }) readings")
  }
}

/// What a search answers, so that two can be compared.
struct SearchAnswer: Equatable {
  var hits: [String: Double] = [:]
  var order: [String] = []

  init(_ query: String, in index: VaultIndex) throws {
    let outcome = MemoSearch(try SearchQuery(parsing: query), processorTime: { .zero }).run(MemoFilter(), in: index)
    for found in outcome.found {
      hits[found.memo.path.text] = found.score
      order.append(found.memo.path.text)
    }
  }
}

/// A vault of random texts in which words come back.
private struct RandomTexts {
  let vault: WatchedVault
  private var random: SeededRandom
  private var texts: [String: SearchOracle.Text] = [:]

  private static let words = [
    "회의", "회의록", "서울", "서울에서", "lamp", "Lamps", "river", "東京", "メモ", "ﾒﾓ", "Straße", "strasse", "é", "e\u{301}", "ㅋㅋㅋ",
    "😀",
    "\u{1112}\u{116C}\u{110B}\u{1174}", "개발", "노트", "xylophone", "zebra-", "v2.1", "한강", "가나다라마바사", "ｌａｍｐ",
  ]

  /// A word or phrase that is looked for.
  struct Query {
    let text: String
    fileprivate let isPhrase: Bool
    fileprivate let wanted: String
  }

  init(seed: UInt64) throws {
    vault = try WatchedVault()
    random = SeededRandom(seed: seed)
  }

  mutating func write(count: Int, among names: Int) throws {
    for _ in 0..<count {
      let name = "\(random.below(7))/\(random.below(names)).md"
      // Each memo knows few of the words, so that blocks differ.
      let known = (0..<3).map { _ in random.pick(Self.words) ?? "" }
      var text = random.happens(percent: 70) ? "# \(random.pick(known) ?? "")\n" : ""
      for _ in 0..<random.below(20) {
        text += (random.pick(known) ?? "") + (random.pick([" ", " ", "\n", "\r\n", ""]) ?? "")
        if random.happens(percent: 5) { text += "\(random.next() % 100_000)" }
      }
      var bytes = Array(text.utf8)
      if random.happens(percent: 3), !bytes.isEmpty { bytes[random.below(bytes.count)] = 0xFF }
      texts[name] = SearchOracle.Text(bytes)
      try vault.folder.write(bytes, to: VaultPath(name))
    }
  }

  mutating func remove(count: Int) throws {
    for _ in 0..<count {
      guard let name = random.pick(texts.keys.sorted()) else { return }
      texts[name] = nil
      try vault.folder.remove(VaultPath(name))
    }
  }

  mutating func query() -> Query {
    let isPhrase = random.happens(percent: 40)
    var scalars = Array((random.pick(Self.words) ?? "").unicodeScalars)
    if random.happens(percent: 30) { scalars = Array(scalars[random.below(scalars.count)...]) }
    if random.happens(percent: 20) { scalars = Array("ㅎㅇㄹ".unicodeScalars.prefix(1 + random.below(3))) }
    if random.happens(percent: 10) { scalars += "q".unicodeScalars }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    let wanted = String(view).replacing("-", with: "")
    return Query(text: isPhrase ? "\"\(wanted)\"" : wanted, isPhrase: isPhrase, wanted: wanted.isEmpty ? "회" : wanted)
  }

  /// The memos whose texts hold a word, by a plain look at each.
  func memosHolding(_ query: Query) throws -> Set<String> {
    let forms =
      query.isPhrase ? SearchOracle.forms(ofPhrase: query.wanted) : SearchOracle.forms(ofWord: query.wanted)
    return Set(texts.filter { $0.value.holds(forms) }.map(\.key))
  }
}
