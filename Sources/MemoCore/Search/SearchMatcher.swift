/// Looks for one query in one memo after the other. Keeps its buffers, so it belongs to one thread.
public final class SearchMatcher {
  private let query: SearchQuery
  private let limits: SearchLimits
  private var text = LazyText()
  private var title = LazyText()
  private var path = LazyText()

  init(_ query: SearchQuery, limits: SearchLimits) {
    self.query = query
    self.limits = limits
  }

  /// Looks for the query in a memo; `nil` where it is not found. Throws where a regular expression takes too long.
  public func match(_ document: SearchDocument) throws(SearchFailure) -> SearchHit? {
    let budget = RegexBudget(limits)
    let hit = find(in: document, budget)
    if let failure = budget.failure {
      throw SearchFailure(path: document.path, pattern: failure.pattern, reason: failure.reason)
    }
    return hit
  }

  private func find(in document: SearchDocument, _ budget: RegexBudget) -> SearchHit? {
    if !document.mayHaveFrontMatter, query.clauses.contains(where: { $0.cannotHold(inUnfolded: document.text) }) {
      return nil
    }
    text.reset()
    title.reset()
    path.reset()
    for index in query.order where !holds(query.clauses[index], document, budget) { return nil }
    var collector = HitCollector(document, limits: limits)
    for (index, clause) in query.clauses.enumerated() {
      for operand in clause.operands where !operand.isNegated {
        collect(operand.condition, clause: index, document, budget, into: &collector)
      }
    }
    return collector.hit()
  }

  private func holds(
    _ clause: SearchQuery.Clause, _ document: SearchDocument, _ budget: RegexBudget
  ) -> Bool {
    for operand in clause.operands where holds(operand.condition, document, budget) != operand.isNegated {
      return true
    }
    return false
  }

  private func holds(
    _ condition: SearchQuery.Condition, _ document: SearchDocument, _ budget: RegexBudget
  ) -> Bool {
    switch condition {
    case .tag(let tag): return document.tags.contains { tag.matches($0) }
    case .title(let matcher): return isInTitle(matcher, document, budget)
    case .path(let matcher):
      return document.path.bytes.withUnsafeBytes { bytes in
        path.holds(matcher, in: bytes, budget)
      }
    case .text(let matcher):
      if text.holds(matcher, in: document.text, budget) { return true }
      return document.mayHaveFrontMatter && isInTitle(matcher, document, budget)
    }
  }

  private func isInTitle(
    _ matcher: TextMatcher, _ document: SearchDocument, _ budget: RegexBudget
  ) -> Bool {
    withTitle(of: document) { bytes in
      title.holds(matcher, in: bytes, budget)
    }
  }

  private func withTitle<Result>(
    of document: SearchDocument, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    Array(document.title.utf8).withUnsafeBytes(body)
  }

  /// Gathers what a condition contributes to the hit, if it holds.
  private func collect(
    _ condition: SearchQuery.Condition, clause: Int, _ document: SearchDocument, _ budget: RegexBudget,
    into collector: inout HitCollector
  ) {
    switch condition {
    case .tag(let tag):
      if holds(condition, document, budget) { collector.add(.tag, of: tag.tag, clause: clause) }
    case .path(let matcher):
      if holds(condition, document, budget) { collector.add(.path, of: matcher.term, clause: clause) }
    case .title(let matcher), .text(let matcher):
      let titleFindings = withTitle(of: document) { bytes in
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
