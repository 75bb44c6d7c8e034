@testable import MemoCore

extension FuzzTarget {
  private static let queries = [
    joined("회의ㄹ -word \"a phrase\" OR title:x tag:a/* path:b /re[g]ex+/", "title", "회의록 a phrase\n# head\nregex"),
    joined("ㅎㅇㄹ \\-x /(a|b)*c/ \"open", "회의록", "\u{FEFF}---\ntitle: x\n---\nabac -x ｆｕｌｌ\r\nＷＩＤＥ e\u{301}"),
    joined("title:/^a/ OR -tag:b", "a", "text\0\u{7F}\n\tx"),
  ]

  /// Queries and what they find.
  static let query = FuzzTarget("query", seeds: queries) { input in
    let parts = parts(input, 3)
    let (title, text) = (Self.text(parts[1]), parts[2])
    for isTyped in [false, true] {
      guard let query = try? SearchQuery(parsing: Self.text(parts[0]), openLastSyllable: isTyped) else { continue }
      try text.withUnsafeBytes { bytes in
        let document = SearchDocument(title: title, tags: ["a/b", title], path: VaultPath("b/a.md"), bytes: bytes)
        try check(query, document)
      }
      let ranges = SearchHighlighter(query, limits: limits).ranges(in: text, isTitle: isTyped)
      try expect(ranges.allSatisfy { $0.upperBound <= text.count }, "what is highlighted is inside")
    }
  }

  private static let limits = SearchLimits(regexTime: .seconds(1)) { .zero }

  private static func check(_ query: SearchQuery, _ document: SearchDocument) throws {
    let matcher = query.makeMatcher(limits: limits)
    // A regular expression may fail inside.
    guard let score = try? matcher.score(document), let hit = try? matcher.match(document) else { return }
    try expect(hit.score == score, "a memo has one score")
    try expect(hit.matches.allSatisfy { $0.line > 0 && $0.column > 0 && $0.length >= 0 }, "a match has a place")
    try expect(indexScore(query, document) == score, "the text index finds what is in the file")
  }

  /// The score of a memo in a block of the text index that holds it and no other; `nil` where the block is passed over.
  private static func indexScore(_ query: SearchQuery, _ document: SearchDocument) -> Double? {
    var whole = SearchText()
    whole.read(title: document.title, by: document.titles, text: document.text)
    let padded = whole.bytes + [UInt8](repeating: 0, count: TextGrams.padding)
    var buckets = [UInt8](repeating: 0, count: TextGrams.bucketCount)
    buckets.withUnsafeMutableBufferPointer { buckets in
      padded.withUnsafeBytes { TextGrams.mark($0, bit: 1, in: buckets) }
      whole.withView { TextGrams.markInitials($0, bit: 1, in: buckets) }
    }
    let found = query.grams.candidates(among: 1) { UInt64(buckets[$0]) }
    guard found.blocks == 1 else { return nil }
    let matcher = query.makeMatcher(limits: limits)
    return whole.withView { try? matcher.score($0, of: document, forgiving: found.forgiven(0)) }
  }

  /// Searching bytes that only claim to be a folded text, as a damaged index may hold them.
  static let searchText = FuzzTarget("search text", seeds: queries.map { [4] + $0 }) { input in
    guard let length = input.first else { return }
    let parts = parts(Array(input.dropFirst()), 3)
    guard let query = try? SearchQuery(parsing: Self.text(parts[0])) else { return }
    try (parts[1] + [SearchText.namesEnd] + parts[2]).withUnsafeBytes { bytes in
      guard let view = SearchTextView(checking: bytes, titleLength: min(Int(length), parts[1].count)) else { return }
      let memo = parts[2].withUnsafeBytes {
        SearchDocument(title: Self.text(parts[1]), tags: [], path: VaultPath("a.md"), bytes: $0)
      }
      let matcher = query.makeMatcher(limits: limits)
      let score = try? matcher.score(view, of: memo)
      try expect((score ?? 0)?.isNaN != true, "a score is a number")
    }
  }
}
