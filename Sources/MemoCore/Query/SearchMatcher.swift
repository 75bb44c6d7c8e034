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
    if !document.mayHaveFrontMatter, query.clauses.contains(where: { $0.cannotHold(inUnfolded: document.text) }) {
      return nil
    }
    whole.read(title: document.title, text: document.text)
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
