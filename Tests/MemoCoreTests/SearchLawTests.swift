import Foundation
import MemoTestSupport
import Testing

@testable import MemoCore

/// Random queries on random texts, against `SearchOracle`.
struct SearchLawTests {
  private static let pieces: [String] =
    Array("회의록이가각강로롸뢰ㄱㅎㅇㄹㅋㄳㄺabcABCkKsSß 漢字東京あがカガパー\n\r,.#-_").map(String.init) + [
      "\r\n", "\n\n", "e\u{301}", "é", "É", "か\u{3099}", "ｶﾞ", "ﾊﾟ", "ｱ", "Ａ", "ｂ", "　", "ﾡ", "ￂ", "ﬁ", "İ", "ı",
      "i\u{307}", "ς", "Σ",
      "\u{1112}\u{116C}", "\u{1105}\u{1169}\u{11A8}", "로\u{11A8}", "\u{11A8}", "😀", "👩‍👩‍👧", "❤\u{FE0F}", "\u{301}",
      "\u{212A}", "ſ", "q\u{323}\u{307}", "q\u{307}\u{323}", "\u{390}", "Ϊ\u{301}", "\u{1F80}", "\u{345}", "x\u{302E}",
      "กำกิ", "हिन्दी", "\u{FFFD}", "Ж", "ж", "\u{E01EF}", "\u{1D160}", "각\u{302E}", "\u{2126}", "ꥠ",
      "\u{A0}", "\u{AD}", "\u{200B}", "\u{200C}", "회\u{2060}의", "שָׁלוֹם", "שלום", "\u{5B8}", "مُحَمَّد", "محمد",
      "замо\u{301}к", "замок", "a\u{302}\u{301}", "e\u{323}\u{302}", "đ", "ế", "ợ", "й", "ñ", "Việt",
      "Vie\u{323}\u{302}t", "[[", "]]", "==", "[", "](a)", ")", "**", " ", "\u{200E}", "\u{34F}", "葛\u{E0100}",
      "مدرســـة", "مدرسة", "\u{2067}", "\u{FE0E}",
    ]

  @Test(arguments: UInt64(1)...40)
  func wordsAndPhrasesMatchWhereTheOracleSays(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<100 {
      let bytes = text(&random)
      let wanted = wanted(in: bytes, &random)
      let isWord = Bool.random(using: &random) && !wanted.unicodeScalars.contains { $0.properties.isWhitespace }
      guard let pattern = isWord ? WordPattern(word: wanted) : WordPattern(phrase: wanted) else { continue }
      let expected = SearchOracle.places(
        of: isWord ? SearchOracle.forms(ofWord: wanted) : SearchOracle.forms(ofPhrase: wanted), in: bytes)
      let found = places(of: pattern, in: bytes)
      let note: Comment = "\(isWord ? "word" : "phrase") \(wanted.debugDescription) in \(bytes)"
      #expect(found == expected, note)
      if !expected.isEmpty { #expect(!bytes.withUnsafeBytes { pattern.isAbsent(fromUnfolded: $0) }, note) }
    }
  }

  @Test(arguments: UInt64(1)...10)
  func aWholeSearchAgreesWithItsParts(seed: UInt64) throws {
    var random = SeededRandom(seed: seed &+ 1_000)
    for _ in 0..<100 {
      let bytes = text(&random)
      let words = (0..<2).map { _ in wanted(in: bytes, &random) }
      let quoted = words.map { "\"" + $0.replacing("\"", with: "\\\"") + "\"" }
      let places = words.map { SearchOracle.places(of: SearchOracle.forms(ofPhrase: $0), in: bytes) }
      let isHeld = places.map { !$0.isEmpty }
      let all = sorted(places[0] + places[1])
      let queries = [
        ("\(quoted[0]) \(quoted[1])", isHeld[0] && isHeld[1], all),
        ("\(quoted[0]) OR \(quoted[1])", isHeld[0] || isHeld[1], all),
        ("\(quoted[0]) -\(quoted[1])", isHeld[0] && !isHeld[1], places[0]),
      ]
      for (query, isHit, expected) in queries {
        let hit = try Search.hit(query, bytes)
        #expect((hit != nil) == isHit, "\(query.debugDescription) in \(bytes)")
        let found = hit?.matches.map { SearchOracle.Place(line: $0.line, column: $0.column, length: $0.length) }
        if isHit { #expect(found == expected, "\(query.debugDescription) in \(bytes)") }
      }
    }
  }

  @Test(arguments: UInt64(1)...20)
  func whatIsFoundHasItsGrams(seed: UInt64) throws {
    var random = SeededRandom(seed: seed &+ 2_000)
    var (found, passed, rejected) = (0, 0, 0)
    for _ in 0..<200 {
      let (bytes, other) = (text(&random), text(&random))
      let wanted = wanted(in: bytes, &random)
      let isPhrase = random.happens(percent: 30)
      let spelled = isPhrase ? "\"" + wanted.replacing("\"", with: "\\\"") + "\"" : wanted
      let isRegex = random.happens(percent: 15) && wanted.allSatisfy { $0.isLetter || $0.isNumber }
      let asked = (random.happens(percent: 20) ? "title:" : "") + (isRegex ? "/\(wanted)+.?/" : spelled)
      guard let query = try? SearchQuery(parsing: asked, openLastSyllable: random.happens(percent: 20)) else {
        continue
      }
      for bytes in [bytes, other] {
        let isCandidate = canHold(query, bytes)
        let score = try score(query, bytes)
        let isHit = score != nil
        #expect(isCandidate || !isHit, "\(asked.debugDescription) in \(bytes)")
        found += isHit ? 1 : 0
        passed += isCandidate && !isHit ? 1 : 0
        rejected += isCandidate ? 0 : 1
      }
    }
    #expect(found > 50 && rejected > 50, "\(found) found, \(passed) passed for nothing, \(rejected) rejected")
  }

  /// So that an index is of use: what is not in a text seldom passes its grams.
  @Test(arguments: [
    ("lantern", "plant antenna stern"), ("LANT", "lane ante"), ("v42", "v4 x42"), ("회의록", "회계 의록"), ("\"서울\"", "서 울"),
    ("뷁", "회의"), ("ㅎㅇㄹ", "한국어 하락"), ("東京", "京 東都"), ("/xylo+phone/", "box"), ("lost OR lantern", "b"),
    ("\"river stone\"", "river bank"), ("title:lantern", "x"), ("жизнь", "жить"),
  ])
  func textsWithoutTheGramsAreRuledOut(query: String, text: String) throws {
    #expect(try !canHold(SearchQuery(parsing: query), Array(text.utf8), title: ""))
  }

  /// Blocks of a text are marked in another way than its scalars one by one.
  @Test func gramsAreTheSameWhereverATextStarts() {
    var random = SeededRandom(seed: 8)
    let pieces = [
      "tiếng", "việt", "ắ", "đường", "άνθρωπος", "ёлка", "й", "회의", "록", "東京", "שלום", "مرحبا", "ไทย", "abc", "12", " ",
      "  ", "*", "`", "[", "[[", "]]", "==", "](a)", ")", "😀", "ㅎ", "\u{1100}", "e\u{323}\u{30D}", ".",
      "q\u{301}", "\u{302}", "ł", "שָׁ",
    ]
    for _ in 0..<100 {
      let text = (0..<Int.random(in: 1...24, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
      let folded = Folding.fold(text.joined())
      let marked = markedBuckets(folded)
      for shift in 1...16 {
        let isSame = markedBuckets([UInt8](repeating: UInt8(ascii: "\n"), count: shift) + folded) == marked
        #expect(isSame, "\(text) after \(shift) line breaks")
      }
    }
  }

  // Data: comparing it takes no time.
  private func markedBuckets(_ text: [UInt8]) -> Data {
    var buckets = [UInt8](repeating: 0, count: TextGrams.bucketCount)
    buckets.withUnsafeMutableBufferPointer { buckets in
      (text + [UInt8](repeating: 0, count: TextGrams.padding)).withUnsafeBytes {
        TextGrams.mark($0, bit: 1, in: buckets)
      }
    }
    return Data(buckets)
  }

  /// Each mark asked for the start or the end of all of them would take minutes.
  @Test(arguments: ["ab", "\u{301}b", "\u{301}\u{301}\u{301}x", "xb", "회의", "שלום", "שx"])
  func aTextOfMarksIsReadOnce(word: String) throws {
    for mark in [
      "\u{301}", "\u{34F}", "\u{5B8}", "\u{AD}", "\u{200B}", "\u{302}\u{323}", "\u{640}", "\u{FE0F}", "\u{E0100}",
    ] {
      let text = "a" + String(repeating: mark, count: 40_000) + "b ש" + String(repeating: mark, count: 40_000) + "회"
      let query = try SearchQuery(parsing: word)
      let bytes = Array(text.utf8)
      #expect(
        try canHold(query, bytes) || score(query, bytes) == nil, "\(word.debugDescription) \(mark.debugDescription)")
    }
  }

  @Test func aRegexFindsNothingInAMemoWhoseFileIsGone() throws {
    let matcher = try SearchQuery(parsing: "/b+/").makeMatcher(limits: SearchLimits(now: { .zero }))
    let there = Array("# a\nbbb".utf8)
    let known = try there.withUnsafeBytes { bytes in
      try matcher.score(SearchDocument(title: "a", tags: [], path: VaultPath("a.md"), bytes: bytes))
    }
    #expect(known != nil)
    var text = SearchText()
    there.withUnsafeBytes { text.read(title: "a", file: $0) }
    let score = text.withView { view in try? matcher.score(view, of: GoneMemo()) }
    #expect(score == .some(nil))
  }

  /// Whether the grams of a memo let a query pass.
  private func canHold(_ query: SearchQuery, _ bytes: [UInt8], title: String = Self.title) -> Bool {
    candidates(query, bytes, title: title).found.blocks == 1
  }

  private func candidates(
    _ query: SearchQuery, _ bytes: [UInt8], title: String = Self.title
  ) -> (text: SearchText, found: (blocks: UInt64, forgiven: (Int) -> GramQuery.Forgiven)) {
    var text = SearchText()
    bytes.withUnsafeBytes { text.read(title: title, names: ["a"], file: $0) }
    var buckets = [UInt8](repeating: 0, count: TextGrams.bucketCount)
    buckets.withUnsafeMutableBufferPointer { buckets in
      (text.bytes + [UInt8](repeating: 0, count: TextGrams.padding)).withUnsafeBytes {
        TextGrams.mark($0, bit: 4, in: buckets)
      }
      text.withView { TextGrams.markInitials($0, bit: 4, in: buckets) }
    }
    return (text, query.grams.candidates(among: 1) { buckets[$0] == 4 ? 1 : 0 })
  }

  /// The score of a memo, which is the same with what its grams tell.
  private func score(_ query: SearchQuery, _ bytes: [UInt8]) throws -> Double? {
    let matcher = query.makeMatcher(limits: SearchLimits(now: { .zero }))
    return try bytes.withUnsafeBytes {
      let document = SearchDocument(
        title: Self.title, names: ["a"], tags: [], path: VaultPath("a.md"), bytes: $0)
      let score = try matcher.score(document)
      let (text, found) = candidates(query, bytes)
      let ofIndex = try text.withView { view in
        Result { found.blocks == 0 ? nil : try matcher.score(view, of: document, forgiving: found.forgiven(0)) }
      }.get()
      #expect(ofIndex == score, "\(query.wantedWords) in \(bytes)")
      return score
    }
  }

  private static let title = "회의록 abc 東京"

  private func places(of pattern: WordPattern, in bytes: [UInt8]) -> [SearchOracle.Place] {
    bytes.withUnsafeBytes { text in
      var folded = FoldedText()
      folded.fold(text)
      var lines = MemoLines(text, TitleLine(text, .firstLine))
      var line: MemoLines.Line?
      var writer = MatchWriter(text, limit: .max)
      pattern.forEachMatch(in: folded) { match in
        let range = folded.originalRange(of: match)
        if range.lowerBound > line?.range.upperBound ?? -1 { line = lines.line(holding: range.lowerBound) }
        if let line { writer.write(range, on: line) }
      }
      return writer.matches.map { SearchOracle.Place(line: $0.line, column: $0.column, length: $0.length) }
    }
  }

  private func sorted(_ places: [SearchOracle.Place]) -> [SearchOracle.Place] {
    let inOrder = places.sorted { ($0.line, $0.column, $0.length) < ($1.line, $1.column, $1.length) }
    return inOrder.indices.filter { $0 == 0 || inOrder[$0] != inOrder[$0 - 1] }.map { inOrder[$0] }
  }

  private func text(_ random: inout SeededRandom) -> [UInt8] {
    var bytes: [UInt8] = []
    // A text of few pieces repeats itself, so that queries find something.
    let some = (0..<Int.random(in: 1...12, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }
    for _ in 0..<Int.random(in: 0...60, using: &random) {
      let piece = Array((some.randomElement(using: &random) ?? "").utf8)
      let isBroken = Int.random(in: 0..<20, using: &random) == 0
      bytes += isBroken ? Array(piece.dropLast()) + [UInt8.random(in: 0x80...0xFF, using: &random)] : piece
    }
    return bytes
  }

  /// A piece of the text in another spelling, or something of its own; without line breaks.
  private func wanted(in bytes: [UInt8], _ random: inout SeededRandom) -> String {
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    let start = Int.random(in: 0...scalars.count, using: &random)
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[start...].prefix(Int.random(in: 1...5, using: &random)))
    var text = String(view)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: text = text.decomposedStringWithCanonicalMapping
    case 1: text = text.precomposedStringWithCanonicalMapping
    case 2: text = text.uppercased()
    case 3: text += Self.pieces.randomElement(using: &random) ?? ""
    case 4: text = String(text.filter { !"[]=*() ".contains($0) })
    default: break
    }
    let isBreak: (Unicode.Scalar) -> Bool = { $0 == "\n" || $0 == "\r" || $0 == "\\" }
    var clean = String.UnicodeScalarView()
    clean.append(contentsOf: text.unicodeScalars.filter { !isBreak($0) })
    return clean.isEmpty ? "회" : String(clean)
  }
}

/// A memo that the index knows and that has no file any more.
private struct GoneMemo: SearchedMemo {
  let path = VaultPath("gone.md")
  let title = "a"
  let titles = TitleRule.firstLine
  let names = ["gone"]
  let tags: [String] = []
  let fields: [MemoField] = []

  func withText(_ body: (UnsafeRawBufferPointer) -> Void) {}
}
