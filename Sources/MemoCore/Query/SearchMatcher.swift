/// Looks for one query in one memo after the other. Keeps its buffers, so it belongs to one thread.
public final class SearchMatcher {
  private let query: SearchQuery
  private let limits: SearchLimits
  private let scorer: QueryScorer
  private var whole = SearchText()
  private var text = LazyText()
  private var title = LazyText()
  /// Whether nodes of the query hold in the memo that is looked at, by the places that lead to them from the root.
  private var answers: [[Int]: Bool] = [:]

  init(_ query: SearchQuery, limits: SearchLimits) {
    self.query = query
    self.limits = limits
    scorer = QueryScorer(query)
  }

  /// How well a memo fits the query, as `SearchHit.score`; `nil` where it does not. Throws where a regular expression
  /// takes too long.
  ///
  /// - Parameter forgivable: the words that may have to be forgiven in it.
  public func score(
    _ view: SearchTextView, of memo: some SearchedMemo, forgiving forgivable: GramQuery.Forgiven = .max
  ) throws(SearchFailure) -> Double? {
    let budget = RegexBudget(limits, size: view.bytes.count)
    let score = scorer.score(view, of: memo, forgiving: forgivable, budget)
    try check(budget, memo.path)
    return score
  }

  /// The same for a memo that is only known from its file.
  public func score(_ document: SearchDocument) throws(SearchFailure) -> Double? {
    let isWhole = query.isExact && document.names.isEmpty && !document.mayHaveTitle(apartFrom: document.text)
    if isWhole, query.root.cannotHold(inUnfolded: document.text) { return nil }
    whole.read(title: document.title, names: document.names, by: document.titles, text: document.text)
    let result = whole.withView { view in Result { () throws(SearchFailure) in try score(view, of: document) } }
    return try result.get()
  }

  /// Looks for the query in a memo; `nil` where it is not found. Throws where a regular expression takes too long.
  ///
  /// - Parameter known: its score, if the memo was found before.
  public func match(_ document: SearchDocument, scored known: Double? = nil) throws(SearchFailure) -> SearchHit? {
    if let known, case .condition = query.root {
      let hit = try hit(in: document, score: known)
      // Where its text has nothing, it is elsewhere, or the memo has changed.
      if !hit.matches.isEmpty { return hit }
    }
    guard let score = try score(document) else { return nil }
    return try hit(in: document, score: score)
  }

  private func hit(in document: SearchDocument, score: Double) throws(SearchFailure) -> SearchHit {
    let budget = RegexBudget(limits, size: document.text.count, matchesOnLine: limits.matchesOnLine)
    text.reset()
    title.reset()
    answers = [:]
    var collector = HitCollector(document, limits: limits)
    collect(query.root, at: [], document, budget, into: &collector)
    if score >= Double(SearchReason.strengthOfName) || (score < 1 && score >= Self.forgivenName) {
      collector.add(.name, of: query.wantedWords.joined(separator: " "))
    }
    try check(budget, document.path)
    return collector.hit(score: score)
  }

  private static let forgivenName = Double(SearchReason.strengthOfName) * SearchReason.forgivenShare

  private func check(_ budget: RegexBudget, _ path: VaultPath) throws(SearchFailure) {
    guard let failure = budget.failure else { return }
    throw SearchFailure(path: path, pattern: failure.pattern, reason: failure.reason)
  }

  /// Gathers what a node contributes to the hit, if it holds.
  private func collect(
    _ node: SearchQuery.Node, at path: [Int], _ document: SearchDocument, _ budget: RegexBudget,
    into collector: inout HitCollector
  ) {
    switch node {
    case .all(let nodes, _):
      for (place, node) in nodes.enumerated() {
        collect(node, at: path + [place], document, budget, into: &collector)
      }
    case .any(let nodes):
      for (place, node) in nodes.enumerated() where mayLeadToMatches(node, at: path + [place], document, budget) {
        collect(node, at: path + [place], document, budget, into: &collector)
      }
    case .not: break
    case .condition(let condition): collect(condition, in: nil, document, budget, into: &collector)
    case .within(let scope, let node): collect(scope, node, document, budget, into: &collector)
    }
  }

  private func collect(
    _ scope: SearchScope, _ node: SearchQuery.Node?, _ document: SearchDocument, _ budget: RegexBudget,
    into collector: inout HitCollector
  ) {
    let parts = parts(of: scope, with: node, in: document, budget)
    guard let node else { return collector.add(parts) }
    for condition in node.wantedConditions { collect(condition, in: parts, document, budget, into: &collector) }
  }

  private func parts(
    of scope: SearchScope, with node: SearchQuery.Node?, in document: SearchDocument, _ budget: RegexBudget
  ) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    for isForgiving in [false, true] where parts.isEmpty {
      var search = ScopedSearch(budget, isForgiving: isForgiving) { [self] condition in
        holds(condition, in: document, budget)
      }
      parts = search.parts(of: scope, with: node, in: document.text, titledBy: document.titles)
    }
    return parts
  }

  /// Whether an alternative may lead to matches: of one that does not hold, a part may still be in the memo. A condition by
  /// itself need not be asked twice.
  private func mayLeadToMatches(
    _ alternative: SearchQuery.Node, at path: [Int], _ document: SearchDocument, _ budget: RegexBudget
  ) -> Bool {
    if case .condition = alternative { return true }
    return holds(alternative, at: path, in: document, budget)
  }

  /// Whether a node holds, found out once: alternatives in alternatives ask again for each that is around them.
  private func holds(
    _ node: SearchQuery.Node, at path: [Int], in document: SearchDocument, _ budget: RegexBudget
  ) -> Bool {
    if let answer = answers[path] { return answer }
    let answer =
      switch node {
      case .all(let nodes, let order):
        order.allSatisfy { holds(nodes[$0], at: path + [$0], in: document, budget) }
      case .any(let nodes): nodes.indices.contains { holds(nodes[$0], at: path + [$0], in: document, budget) }
      case .not(let node): !holds(node, at: path + [0], in: document, budget)
      case .within(let scope, let node): !parts(of: scope, with: node, in: document, budget).isEmpty
      case .condition(let condition): holds(condition, in: document, budget)
      }
    answers[path] = answer
    return answer
  }

  private func holds(_ condition: SearchQuery.Condition, in document: SearchDocument, _ budget: RegexBudget) -> Bool {
    var collector = HitCollector(document, limits: limits)
    collect(condition, in: nil, document, budget, into: &collector)
    return !collector.isEmpty
  }

  /// - Parameter parts: where alone matches of the text count; `nil` for everywhere.
  private func collect(
    _ condition: SearchQuery.Condition, in parts: [Range<Int>]?, _ document: SearchDocument, _ budget: RegexBudget,
    into collector: inout HitCollector
  ) {
    switch condition {
    case .tag(let tag):
      if tag.isAmong(document.tags) { collector.add(.tag, of: tag.tag) }
    case .field(let field):
      if field.isAmong(document.fields, budget) { collector.add(.field, of: field.term) }
    case .path(let matcher):
      matcher.isForgiven(in: document.path.bytes, budget).map { collector.addPath(isForgiven: $0, of: matcher.term) }
    case .file(let matcher):
      matcher.isForgiven(in: document.path.name, budget).map { collector.addPath(isForgiven: $0, of: matcher.term) }
    case .title(let matcher): collect(matcher, isTitleOnly: true, in: nil, document, budget, into: &collector)
    case .text(let matcher): collect(matcher, isTitleOnly: false, in: parts, document, budget, into: &collector)
    }
  }

  private func collect(
    _ matcher: TextMatcher, isTitleOnly: Bool, in parts: [Range<Int>]?, _ document: SearchDocument,
    _ budget: RegexBudget, into collector: inout HitCollector
  ) {
    let inTitle = Array(document.title.utf8).withUnsafeBytes { title.findings(matcher, in: $0, budget) }
    let names = isTitleOnly ? [] : Self.names(of: document, for: matcher)
    let inNames = names.flatMap { name in
      var text = LazyText()
      return Array(name.utf8).withUnsafeBytes { text.findings(matcher, in: $0, budget) }
    }
    var findings: [TextFinding] = []
    if !inTitle.isEmpty || !isTitleOnly {
      findings = Self.within(parts, text.findings(matcher, in: document.text, budget))
    }
    if case .word(let word) = matcher, word.isMisspelt {
      let isInName = !inTitle.isEmpty || !inNames.isEmpty
      return collector.addForgiven(findings, isInName: isInName, isTitleOnly: isTitleOnly, of: matcher.term)
    }
    if !findings.isEmpty || !inTitle.isEmpty || !inNames.isEmpty {
      return collector.add(findings, inTitle: inTitle, inNames: inNames, isTitleOnly: isTitleOnly, of: matcher.term)
    }
    guard case .word(let word) = matcher else { return }
    let titles = ([document.title] + names).flatMap { name in
      var text = LazyText()
      return Array(name.utf8).withUnsafeBytes { text.forgivenFindings(word, in: $0, whereInitials: { _ in true }) }
    }
    if !titles.isEmpty || !isTitleOnly {
      let headings = HeadingLines(document)
      findings = Self.within(
        parts, text.forgivenFindings(word, in: document.text, whereInitials: headings.contain))
    }
    collector.addForgiven(findings, isInName: !titles.isEmpty, isTitleOnly: isTitleOnly, of: matcher.term)
  }

  /// The names beside the title in which something is looked for.
  private static func names(of document: SearchDocument, for matcher: TextMatcher) -> [String] {
    if case .word(let word) = matcher, word.hasJoint { return document.names }
    var folded = FoldedText()
    return SearchedNames.others(than: document.title, among: document.names, folding: &folded)
  }

  /// The findings that lie in one of some parts; both are in order.
  private static func within(_ parts: [Range<Int>]?, _ findings: [TextFinding]) -> [TextFinding] {
    guard let parts else { return findings }
    var place = 0
    return findings.filter { finding in
      while place < parts.count, parts[place].upperBound < finding.range.upperBound { place += 1 }
      return place < parts.count && parts[place].lowerBound <= finding.range.lowerBound
    }
  }
}

/// The lines of a text that are headings, looked up when they are first asked for.
private final class HeadingLines {
  private let document: SearchDocument
  private lazy var lines: [Range<Int>] = {
    var lines = MemoLines(document.text, TitleLine(document.text, document.titles))
    var found: [Range<Int>] = []
    while let line = lines.nextLine() {
      if line.place != .body { found.append(line.range) }
    }
    return found
  }()

  init(_ document: SearchDocument) {
    self.document = document
  }

  /// Whether the start of a range is in one of them.
  func contain(_ range: Range<Int>) -> Bool {
    let next = lines.partitioningIndex { $0.lowerBound > range.lowerBound }
    return next > 0 && range.lowerBound < lines[next - 1].upperBound
  }
}

/// Proves, without folding a text, that bytes of a folded word cannot be in it.
struct RawReject: Sendable {
  private enum Proof: Sendable {
    /// An ASCII word: a scan that ignores case is exact in a text of ASCII alone.
    case ascii(ByteFinder)
    /// Hangul syllables: they stand as they are, unless the text holds conjoining jamo, whose first byte is 0xE1, or marks
    /// that may be between any two.
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
    case .hangul(let finder):
      finder.firstIndex(in: text) == nil && !Self.holds(0xE1, text) && !OptionalMarks.occur(in: text)
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
