/// Puts a hit together from what the parts of a query found in one memo.
struct HitCollector {
  private let document: SearchDocument
  private let limits: SearchLimits
  private let title: TitleLine
  private let hasLongTitle: Bool
  private var parts: [Part] = []

  /// What one operand found.
  private struct Part {
    let clause: Int
    var reason: SearchReason
    var findings: [TextFinding] = []
    var isInTitle = false
  }

  /// A match of a part.
  private struct Placed {
    let finding: TextFinding
    let part: Int
  }

  /// Starts with nothing found.
  init(_ document: SearchDocument, limits: SearchLimits) {
    self.document = document
    self.limits = limits
    title = TitleLine(document.text)
    hasLongTitle = Folding.fold(document.title).withUnsafeBytes { SearchTextView.isLong($0) }
  }

  /// Adds a tag or path that holds.
  mutating func add(_ kind: SearchReason.Kind, of term: String, clause: Int) {
    parts.append(Part(clause: clause, reason: SearchReason(term: term, kind: kind)))
  }

  /// Adds what a word or regular expression found, if it found anything.
  ///
  /// - Parameters:
  ///   - findings: what was found in the text; only its title line counts where `isTitleOnly`.
  ///   - inTitle: what was found in the title itself.
  mutating func add(
    _ findings: [TextFinding], inTitle: [TextFinding], isTitleOnly: Bool, of term: String, clause: Int
  ) {
    guard !findings.isEmpty || !inTitle.isEmpty else { return }
    let counted = isTitleOnly ? findings.filter { titleLine.contains($0.range.lowerBound) } : findings
    let isInTitle = !inTitle.isEmpty && !hasLongTitle
    let place: SearchPlace = isInTitle ? .title : .body
    let kind = SearchReason.Kind.text(
      place: place, isWholeWord: inTitle.contains(where: \.isWholeWord), matches: counted.count)
    parts.append(
      Part(
        clause: clause, reason: SearchReason(term: term, kind: kind), findings: counted, isInTitle: isInTitle))
  }

  /// The hit of all that was added.
  consuming func hit(score: Double) -> SearchHit {
    let (matches, count) = placeFindings()
    return SearchHit(
      path: document.path, score: score, matches: matches, matchCount: count,
      reasons: parts.map(\.reason))
  }

  private var titleLine: Range<Int> {
    title.start.map { LineScanner.line(of: document.text, at: $0) } ?? 0..<0
  }

  /// Gives each match its line, in one pass over the text; returns the matches and how many they are.
  private mutating func placeFindings() -> (matches: [SearchMatch], count: Int) {
    var writer = MatchWriter(document.text, limit: limits.matches)
    var lines = MemoLines(document.text, title)
    var current: MemoLines.Line?
    for placed in sortedFindings() {
      let start = placed.finding.range.lowerBound
      if start > current?.range.upperBound ?? -1 { current = lines.line(holding: start) }
      guard let line = current else { continue }
      writer.write(placed.finding.range, on: line)
      raise(placed.part, to: line.place, isWholeWord: placed.finding.isWholeWord)
    }
    return (writer.matches, writer.count)
  }

  private func sortedFindings() -> [Placed] {
    let all = parts.indices.flatMap { part in parts[part].findings.map { Placed(finding: $0, part: part) } }
    if parts.count == 1 { return all }
    return all.sorted {
      let (left, right) = ($0.finding.range, $1.finding.range)
      return (left.lowerBound, left.upperBound, $0.part) < (right.lowerBound, right.upperBound, $1.part)
    }
  }

  /// Notes a match of a part, if it is better than those seen. What the title holds is known from the title itself:
  /// its line also has marks, which are worth no more than body.
  private mutating func raise(_ part: Int, to place: SearchPlace, isWholeWord: Bool) {
    guard !parts[part].isInTitle, case .text(let best, let wasWhole, let count) = parts[part].reason.kind else {
      return
    }
    let place = place == .title ? .body : place
    guard place > best || place == best && isWholeWord && !wasWhole else { return }
    let kind = SearchReason.Kind.text(place: place, isWholeWord: isWholeWord, matches: count)
    parts[part].reason = SearchReason(term: parts[part].reason.term, kind: kind)
  }
}
