import MemoCore
import MemoTestSupport
import Testing

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("memo", 4), ("회의록", 6), ("漢字かな", 8), ("ｶﾞ", 2), ("ﾊﾝｶｸ", 4), ("Ｆｕｌｌ", 8), ("é", 1), ("e\u{301}", 1),
    ("\u{1112}\u{116C}", 2), ("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", 4), ("가\u{11A8}", 2), ("ㅎㅇㄹ", 6),
    ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("🏳️‍🌈", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("🇰🇷", 2), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2),
    ("\u{1FAE8}", 2), ("\u{1FADF}", 2), ("a\u{200B}b", 2), ("…", 1), ("│", 1), ("क्ष", 2), ("\u{20000}", 2), ("\r\n", 0),
    ("\u{E000}", 1), ("\u{301}", 0),
  ])
  func aTextTakesTheColumnsThatTerminalsGiveIt(text: String, columns: Int) {
    #expect(DisplayWidth.columns(of: text) == columns, "\(text.unicodeScalars.map { String($0.value, radix: 16) })")
  }

  @Test(arguments: [
    ("memo", 4, "memo"), ("memos", 4, "mem…"), ("memo", 1, "…"), ("memo", 0, ""), ("memo", -1, ""), ("", 3, ""),
    ("회의록", 6, "회의록"), ("회의록", 5, "회의…"), ("회의록", 4, "회…"), ("회의록", 2, "…"), ("회의록", 1, "…"),
    ("a회의", 4, "a회…"), ("👨‍👩‍👧‍👦 가족", 4, "👨‍👩‍👧‍👦 …"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
  ])
  func aTextIsCutBetweenCharactersToFit(text: String, columns: Int, cut: String) {
    #expect(DisplayWidth.cut(text, to: columns) == cut)
  }

  @Test func aCutTextFitsAndKeepsAsMuchAsFits() {
    var random = SeededRandom(seed: 7)
    let alphabet: [Character] = ["a", " ", "회", "ㅎ", "漢", "é", "e\u{301}", "👍🏽", "👨‍👩‍👧", "ｶ", "…", "\u{200B}"]
    for _ in 0..<2_000 {
      let characters = (0..<random.next(below: 12)).map { _ in alphabet[random.next(below: alphabet.count)] }
      let text = String(characters)
      let limit = random.next(below: 14)
      #expect(DisplayWidth.cut(text, to: limit) == cutByTrying(text, limit), "\(text) to \(limit)")
    }
  }

  @Test func paddingReachesTheColumnAndNeverCuts() {
    #expect(DisplayWidth.padded("회의", to: 6) == "회의  ")
    #expect(DisplayWidth.padded("회의", to: 3) == "회의")
    #expect(DisplayWidth.padded("", to: 2) == "  ")
    #expect(DisplayWidth.padded("a", to: -1) == "a")
  }

  // The longest start that fits together with the mark, found by trying all of them.
  private func cutByTrying(_ text: String, _ limit: Int) -> String {
    if limit == 0 || DisplayWidth.columns(of: text) <= limit { return limit == 0 ? "" : text }
    let starts = (0...text.count).map { String(text.prefix($0)) + "…" }
    return starts.last { DisplayWidth.columns(of: $0) <= limit } ?? ""
  }
}

private struct SeededRandom {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}
