/// Looks for one query in one memo after the other. Keeps its buffers, so it belongs to one thread.
public final class SearchMatcher {
  private let query: SearchQuery
  private let limits: SearchLimits
  private let scorer: QueryScorer
  private var whole = SearchText()
  private var text = LazyText()
  private var title = LazyText()

  init(_ query: SearchQuery, limits: SearchLimits) {
    self.query = query
    self.limits = limits
    scorer = QueryScorer(query)
  }

  /// How well a memo fits the query, as `SearchHit.score`; `nil` where it does not. Throws where a regular expression
  /// takes too long.
  public func score(_ view: SearchTextView, of memo: some SearchedMemo) throws(SearchFailure) -> Double? {
    let budget = RegexBudget(limits, size: view.bytes.count)
    let score = scorer.score(view, of: memo, budget)
    try check(budget, memo.path)
    return score
  }

  /// The same for a memo that is only known from its file.
  public func score(_ document: SearchDocument) throws(SearchFailure) -> Double? {
    let isWhole = !document.mayHaveTitle(apartFrom: document.text)
    if isWhole, query.clauses.contains(where: { $0.cannotHold(inUnfolded: document.text) }) { return nil }
    whole.read(title: document.title, by: document.titles, text: document.text)
    let result = whole.withView { view in Result { () throws(SearchFailure) in try score(view, of: document) } }
    return try result.get()
  }

  /// Looks for the query in a memo; `nil` where it is not found. Throws where a regular expression takes too long.
  public func match(_ document: SearchDocument) throws(SearchFailure) -> SearchHit? {
    guard let score = try score(document) else { return nil }
    let budget = RegexBudget(limits, size: document.text.count)
    text.reset()
    title.reset()
    var collector = HitCollector(document, limits: limits)
    for (index, clause) in query.clauses.enumerated() {
      for operand in clause.operands where !operand.isNegated {
        collect(operand.condition, clause: index, document, budget, into: &collector)
      }
    }
    try check(budget, document.path)
    return collector.hit(score: score)
  }

  private func check(_ budget: RegexBudget, _ path: VaultPath) throws(SearchFailure) {
    guard let failure = budget.failure else { return }
    throw SearchFailure(path: path, pattern: failure.pattern, reason: failure.reason)
  }

  /// Gathers what a condition contributes to the hit, if it holds.
  private func collect(
    _ condition: SearchQuery.Condition, clause: Int, _ document: SearchDocument, _ budget: RegexBudget,
    into collector: inout HitCollector
  ) {
    switch condition {
    case .tag(let tag):
      if tag.isAmong(document.tags) { collector.add(.tag, of: tag.tag, clause: clause) }
    case .path(let matcher):
      if matcher.occurs(in: document.path, budget) { collector.add(.path, of: matcher.term, clause: clause) }
    case .title(let matcher), .text(let matcher):
      let titleFindings = Array(document.title.utf8).withUnsafeBytes { bytes in
        title.findings(matcher, in: bytes, budget)
      }
      var findings: [TextFinding] = []
      if !titleFindings.isEmpty || isText(condition) {
        findings = text.findings(matcher, in: document.text, budget)
      }
      collector.add(
        findings, inTitle: titleFindings, isTitleOnly: !isText(condition), of: matcher.term, clause: clause)
    }
  }

  private func isText(_ condition: SearchQuery.Condition) -> Bool {
    if case .text = condition { true } else { false }
  }
}

/// Proves, without folding a text, that bytes of a folded word cannot be in it.
struct RawReject: Sendable {
  private enum Proof: Sendable {
    /// An ASCII word: a scan that ignores case is exact in a text of ASCII alone.
    case ascii(ByteFinder)
    /// Hangul syllables: they stand as they are, unless the text holds conjoining jamo, whose first byte is 0xE1.
    case hangul(ByteFinder)
  }

  private let proof: Proof

  /// Chooses the proof for a folded word; `nil` where there is none.
  init?(_ folded: [UInt8]) {
    if folded.allSatisfy({ $0 < 0x80 }) {
      proof = .ascii(ByteFinder(folded, ignoresCase: true))
    } else if let run = Self.longestHangulRun(of: folded) {
      proof = .hangul(ByteFinder(run))
    } else {
      return nil
    }
  }

  /// Whether the word is certainly not in a text.
  func isAbsent(from text: UnsafeRawBufferPointer) -> Bool {
    switch proof {
    case .ascii(let finder): finder.firstIndex(in: text) == nil && Self.isASCII(text)
    case .hangul(let finder): finder.firstIndex(in: text) == nil && !Self.holds(0xE1, text)
    }
  }

  private static func longestHangulRun(of folded: [UInt8]) -> [UInt8]? {
    String(decoding: folded, as: UTF8.self).unicodeScalars.split { !Hangul.syllables.contains($0.value) }
      .map { Array(String($0).utf8) }.max { $0.count < $1.count }
  }

  private static func isASCII(_ text: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    var seen: UInt64 = 0
    while index + 8 <= text.count, seen & 0x8080_8080_8080_8080 == 0 {
      seen |= text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      index += 8
    }
    return seen & 0x8080_8080_8080_8080 == 0 && text[index...].allSatisfy { $0 < 0x80 }
  }

  private static func holds(_ byte: UInt8, _ text: UnsafeRawBufferPointer) -> Bool {
    text.count > 0 && ByteFinder([byte]).firstIndex(in: text) != nil
  }
}
