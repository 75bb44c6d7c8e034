/// Scores memos for a query from their folded texts alone. Keeps its buffers, so it belongs to one thread.
///
/// Each clause adds the strength of its best operand (`SearchReason.strength`); the fraction is the share of the text
/// that matches.
final class QueryScorer {
  private let query: SearchQuery
  private var normalized = SearchText()
  private var isNormalized = false
  private var matched: MatchedBytes

  init(_ query: SearchQuery) {
    self.query = query
    matched = MatchedBytes(areDistinct: query.clauses.flatMap(\.operands).count == 1)
  }

  /// The score of a memo; `nil` where the query does not hold.
  func score(_ view: SearchTextView, of memo: some SearchedMemo, _ budget: RegexBudget) -> Double? {
    isNormalized = false
    matched.removeAll()
    var total = 0
    for index in query.order {
      guard let strength = strength(of: query.clauses[index], view, memo, budget) else { return nil }
      total += strength
    }
    let bytes = matched.count()
    return Double(total) + (bytes == 0 ? 0 : Double(bytes) / Double(bytes + view.textLength))
  }

  private func strength(
    of clause: SearchQuery.Clause, _ view: SearchTextView, _ memo: some SearchedMemo, _ budget: RegexBudget
  ) -> Int? {
    var best: Int?
    for operand in clause.operands {
      let known = matched.mark
      let found = strength(of: operand.condition, view, memo, budget)
      if !operand.isNegated {
        best = found.map { max($0, best ?? 0) } ?? best
      } else {
        matched.removeAll(after: known)
        if found == nil { best = best ?? 0 }
      }
    }
    return best
  }

  private func strength(
    of condition: SearchQuery.Condition, _ view: SearchTextView, _ memo: some SearchedMemo, _ budget: RegexBudget
  ) -> Int? {
    switch condition {
    case .tag(let tag): tag.isAmong(memo.tags) ? 0 : nil
    case .path(let matcher): matcher.occurs(in: memo.path, budget) ? 0 : nil
    case .title(.word(let word)): strength(of: word, in: view, isTitleOnly: true)
    case .text(.word(let word)): strength(of: word, in: view, isTitleOnly: false)
    case .title(.regex(let regex)):
      regex.mayMatch(inFolded: view.bytes) ? strength(of: regex, in: memo, isTitleOnly: true, budget) : nil
    case .text(.regex(let regex)):
      regex.mayMatch(inFolded: view.bytes) ? strength(of: regex, in: memo, isTitleOnly: false, budget) : nil
    }
  }

  private func strength(of word: WordPattern, in view: SearchTextView, isTitleOnly: Bool) -> Int? {
    let bytes = isTitleOnly ? view.title : view.bytes
    guard let first = word.firstMatch(in: bytes) else { return nil }
    var best = BestPlace(view, isTitleOnly: isTitleOnly)
    word.forEachMatch(in: bytes, startingWith: first) { match in
      if best.take(match) { matched.add(match) }
    }
    return best.strength
  }

  /// What a regular expression finds, in the text as it is in the file but for its normalization.
  private func strength(
    of regex: RegexPattern, in memo: some SearchedMemo, isTitleOnly: Bool, _ budget: RegexBudget
  ) -> Int? {
    normalize(memo)
    return normalized.withView { view in
      var best = BestPlace(view, isTitleOnly: isTitleOnly)
      let text = UnsafeRawBufferPointer(rebasing: view.bytes[(view.titleLength + 1)...])
      var isFound = false
      if !isTitleOnly {
        regex.forEachMatch(in: text, budget: budget) { match in
          isFound = true
          let start = view.titleLength + 1
          let range = (start + match.lowerBound)..<(start + match.upperBound)
          if best.take(range) { matched.add(range) }
          return true
        }
      }
      guard isTitleOnly || isFound || memo.mayHaveTitle(apartFrom: text) else { return nil }
      regex.forEachMatch(in: view.title, budget: budget) { match in
        isFound = true
        if best.take(match), isTitleOnly { matched.add(match) }
        return true
      }
      return isFound ? best.strength : nil
    }
  }

  private func normalize(_ memo: some SearchedMemo) {
    guard !isNormalized else { return }
    isNormalized = true
    // A memo whose file is gone has no text, not that of the memo before.
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    normalized.read(title: "", by: memo.titles, text: nothing, folding: .normalization)
    memo.withText { normalized.read(title: memo.title, by: memo.titles, text: $0, folding: .normalization) }
  }
}

/// How many bytes matches have, those counted once that several operands find.
private struct MatchedBytes {
  /// A point to go back to.
  struct Mark {
    fileprivate let ranges: Int
    fileprivate let bytes: Int
  }

  /// Whether all matches are different, so that they need not be kept.
  private let areDistinct: Bool
  private var ranges: [Range<Int>] = []
  private var bytes = 0

  // Of more, which take 16 MB, the share of the text is not exact: it only decides between memos that are as good.
  private static let mostRanges = 1 << 20

  init(areDistinct: Bool) {
    self.areDistinct = areDistinct
  }

  var mark: Mark { Mark(ranges: ranges.count, bytes: bytes) }

  mutating func add(_ match: Range<Int>) {
    if areDistinct {
      bytes += match.count
    } else if ranges.count < Self.mostRanges {
      ranges.append(match)
    }
  }

  mutating func removeAll(after mark: Mark) {
    ranges.removeLast(ranges.count - mark.ranges)
    bytes = mark.bytes
  }

  mutating func removeAll() {
    ranges.removeAll(keepingCapacity: true)
    bytes = 0
  }

  /// The bytes of all matches.
  mutating func count() -> Int {
    guard !areDistinct else { return bytes }
    ranges.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    var count = 0
    for (index, range) in ranges.enumerated() where index == 0 || range != ranges[index - 1] { count += range.count }
    return count
  }
}

/// The best place that the matches of one operand have in a memo.
private struct BestPlace {
  private(set) var strength = 0
  private let view: SearchTextView
  private let isTitleOnly: Bool
  private let titlePlace: SearchPlace
  /// The last match whose line was looked at, so that a line of many matches is gone through once.
  private var last: (place: Int, isInHeading: Bool)?

  init(_ view: SearchTextView, isTitleOnly: Bool) {
    self.view = view
    self.isTitleOnly = isTitleOnly
    titlePlace = view.hasLongTitle ? .body : .title
  }

  /// Takes a match into account, in order within title and text; returns whether it counts as one of the text.
  mutating func take(_ match: Range<Int>) -> Bool {
    let isInTitle = match.lowerBound <= view.titleLength && match.upperBound <= view.titleLength
    let place: SearchPlace = isInTitle ? titlePlace : strength < 4 && isInHeading(match.lowerBound) ? .heading : .body
    // The best that it can still become is what it would be as a whole word.
    if SearchReason.strength(of: place, isWholeWord: true) > strength {
      let isWhole = !match.isEmpty && WordKind.isWholeWord(match, in: isInTitle ? view.title : view.bytes)
      strength = max(strength, SearchReason.strength(of: place, isWholeWord: isWhole))
    }
    return !isInTitle || isTitleOnly
  }

  private mutating func isInHeading(_ place: Int) -> Bool {
    let answer = view.isInHeading(place, after: last)
    last = (place, answer)
    return answer
  }
}
