/// Scores memos for a query from their folded texts. Keeps its buffers, so it belongs to one thread.
///
/// What stands side by side adds up, each with the strength of its best place (`SearchReason.strength`); the fraction is the
/// share of the text that matches.
final class QueryScorer {
  private let query: SearchQuery
  private var normalized = SearchText()
  private var isNormalized = false
  private var matched: MatchedBytes
  /// Words that may be forgiven in the memo.
  private var forgivable: GramQuery.Forgiven = .max
  /// Whether a match is at the start of a name.
  private var startsName = false

  /// How well a part of a query is held.
  private struct Strength: Comparable {
    var value: Int
    var isForgiven = false

    static func < (left: Strength, right: Strength) -> Bool {
      left.isForgiven == right.isForgiven ? left.value < right.value : left.isForgiven
    }
  }

  init(_ query: SearchQuery) {
    self.query = query
    matched = MatchedBytes(areDistinct: query.termCount == 1)
  }

  /// The score of a memo; `nil` where the query does not hold.
  func score(
    _ view: SearchTextView, of memo: some SearchedMemo, forgiving forgivable: GramQuery.Forgiven, _ budget: RegexBudget
  ) -> Double? {
    isNormalized = false
    startsName = false
    self.forgivable = forgivable
    matched.removeAll()
    guard var strength = strength(of: query.root, view, memo, budget) else { return nil }
    if startsName, let name = query.wantedName, view.hasName(name) { strength.value += SearchReason.strengthOfName }
    let bytes = matched.count()
    let share = bytes == 0 ? 0 : Double(bytes) / Double(bytes + view.textLength)
    return (Double(strength.value) + share) * (strength.isForgiven ? SearchReason.forgivenShare : 1)
  }

  private func strength(
    of node: SearchQuery.Node, _ view: SearchTextView, _ memo: some SearchedMemo, _ budget: RegexBudget
  ) -> Strength? {
    switch node {
    case .condition(let condition): return strength(of: condition, view, memo, budget)
    case .all(let nodes, let order):
      var all = Strength(value: 0)
      for index in order {
        guard let found = strength(of: nodes[index], view, memo, budget) else { return nil }
        all.value += found.value
        all.isForgiven = all.isForgiven || found.isForgiven
      }
      return all
    case .any(let nodes):
      var best: Strength?
      for node in nodes {
        let known = matched.mark
        guard let found = strength(of: node, view, memo, budget) else {
          matched.removeAll(after: known)
          continue
        }
        best = best.map { max($0, found) } ?? found
      }
      return best
    case .not(let node):
      let known = matched.mark
      let found = strength(of: node, view, memo, budget)
      matched.removeAll(after: known)
      return found == nil ? Strength(value: 0) : nil
    case .within(let scope, let node):
      guard node.map({ mayHold($0, view) }) ?? true else { return nil }
      return strength(of: scope, node, view, memo, budget)
    }
  }

  private func strength(
    of condition: SearchQuery.Condition, _ view: SearchTextView, _ memo: some SearchedMemo, _ budget: RegexBudget
  ) -> Strength? {
    switch condition {
    case .tag(let tag): tag.isAmong(memo.tags) ? Strength(value: 0) : nil
    case .field(let field): field.isAmong(memo.fields, budget) ? Strength(value: 0) : nil
    case .path(let matcher):
      matcher.isForgiven(in: memo.path.bytes, budget).map { Strength(value: 0, isForgiven: $0) }
    case .file(let matcher):
      matcher.isForgiven(in: memo.path.name, budget).map { Strength(value: 0, isForgiven: $0) }
    case .title(.word(let word)): strength(of: word, in: view, isTitleOnly: true)
    case .text(.word(let word)): strength(of: word, in: view, memo)
    case .title(.regex(let regex)):
      regex.mayMatch(inFolded: view.bytes) ? strength(of: regex, in: memo, isTitleOnly: true, budget) : nil
    case .text(.regex(let regex)):
      regex.mayMatch(inFolded: view.bytes) ? strength(of: regex, in: memo, isTitleOnly: false, budget) : nil
    }
  }

  /// How well a word is held by a memo's text, or by those of its names that the text has with other marks between words.
  private func strength(of word: WordPattern, in view: SearchTextView, _ memo: some SearchedMemo) -> Strength? {
    let inText = strength(of: word, in: view, isTitleOnly: false)
    // A name can add nothing to the strongest match. To have the names, a record is read.
    guard word.hasJoint, inText.map({ $0 < Self.strongest }) ?? true,
      let inName = strengthInNames(of: word, view, memo)
    else { return inText }
    return inText.map { max($0, inName) } ?? inName
  }

  private static let strongest = Strength(value: SearchReason.strength(of: .title, isWholeWord: true, isStart: true))

  private func strengthInNames(
    of word: WordPattern, _ view: SearchTextView, _ memo: some SearchedMemo
  ) -> Strength? {
    let isForgiving = word.isForgiving && forgivable & WordPattern.bit(of: word.number) != 0
    let known = view.bytes.part(..<view.namesLength)
    guard isForgiving || word.mayOccur(inNamesSpelledAs: known) else { return nil }
    var best: Strength?
    for name in memo.names {
      Folding.fold(name).withUnsafeBytes { name in
        func take(_ match: Range<Int>, isForgiven: Bool) {
          let value = SearchReason.strength(
            of: .title, isWholeWord: WordKind.isWholeWord(match, in: name), isStart: match.lowerBound == 0)
          startsName = startsName || match.lowerBound == 0
          let found = Strength(value: value, isForgiven: isForgiven)
          best = best.map { max($0, found) } ?? found
        }
        if let first = word.firstMatch(in: name) {
          word.forEachMatch(in: name, startingWith: first) { take($0, isForgiven: word.isMisspelt) }
        } else if isForgiving {
          word.forEachForgivenMatch(in: name, whereInitials: { _ in true }) { take($0, isForgiven: true) }
        }
      }
    }
    return best
  }

  private func strength(of word: WordPattern, in view: SearchTextView, isTitleOnly: Bool) -> Strength? {
    let bytes = isTitleOnly ? view.title : view.bytes
    var best = BestPlace(view, isTitleOnly: isTitleOnly)
    if let first = word.firstMatch(in: bytes) {
      word.forEachMatch(in: bytes, startingWith: first) { match in
        if best.take(match) { matched.add(match) }
      }
      startsName = startsName || best.startsName
      return Strength(value: best.strength, isForgiven: word.isMisspelt)
    }
    guard forgivable & WordPattern.bit(of: word.number) != 0 else { return nil }
    let isForgiven = word.forEachForgivenMatch(in: view, isTitleOnly: isTitleOnly) { match in
      if best.take(match) { matched.add(match) }
    }
    startsName = startsName || best.startsName
    return isForgiven ? Strength(value: best.strength, isForgiven: true) : nil
  }

  /// What a regular expression finds, in the text as it is in the file but for its normalization.
  private func strength(
    of regex: RegexPattern, in memo: some SearchedMemo, isTitleOnly: Bool, _ budget: RegexBudget
  ) -> Strength? {
    normalize(memo)
    return normalized.withView { view in
      var best = BestPlace(view, isTitleOnly: isTitleOnly)
      let start = view.namesLength + 1
      let text = view.bytes.part(start...)
      var isFound = false
      if !isTitleOnly {
        regex.forEachMatch(in: text, budget: budget) { match in
          isFound = true
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
      return isFound ? Strength(value: best.strength) : nil
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

  // MARK: Parts of memos

  /// Whether a node may hold in some part of a memo: a look at the folded text is cheap.
  private func mayHold(_ node: SearchQuery.Node, _ view: SearchTextView) -> Bool {
    switch node {
    case .all(let nodes, _): nodes.allSatisfy { mayHold($0, view) }
    case .any(let nodes): nodes.contains { mayHold($0, view) }
    case .within(_, let node): node.map { mayHold($0, view) } ?? true
    case .condition(.text(.regex(let regex))): regex.mayMatch(inFolded: view.bytes)
    case .condition(.text(.word(let word))):
      word.firstMatch(in: view.bytes) != nil || mayHoldForgiven(word, view)
    case .not, .condition: true
    }
  }

  /// Whether some line may hold a word that is forgiven: many blocks have the grams of one, and few of their memos the word.
  /// Without a look, a search for `line:X` in 30,000 memos read 9,600 files for 541 hits.
  private func mayHoldForgiven(_ word: WordPattern, _ view: SearchTextView) -> Bool {
    guard forgivable & WordPattern.bit(of: word.number) != 0 else { return false }
    return word.forEachForgivenMatch(in: view.bytes, whereInitials: { _ in false }, { _ in })
  }

  private func strength(
    of scope: SearchScope, _ node: SearchQuery.Node?, _ view: SearchTextView, _ memo: some SearchedMemo,
    _ budget: RegexBudget
  ) -> Strength? {
    var found: Strength?
    let known = matched.mark
    memo.withText { text in
      for isForgiving in [false, true] where found == nil {
        var search = ScopedSearch(budget, isForgiving: isForgiving) { [self] condition in
          strength(of: condition, view, memo, budget) != nil
        }
        guard !search.parts(of: scope, with: node, in: text, titledBy: memo.titles).isEmpty else { continue }
        found = Strength(
          value: SearchReason.strength(of: .body, isWholeWord: true), isForgiven: isForgiving && node != nil)
      }
    }
    matched.removeAll(after: known)
    return found
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
  /// Whether a match is at the start of a name.
  private(set) var startsName = false
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

  /// Takes a match into account, in order within names and text; returns whether it counts as one of the text.
  mutating func take(_ match: Range<Int>) -> Bool {
    let isInName = match.upperBound <= view.namesLength
    let isInTitle = match.upperBound <= view.titleLength
    let isStart = isInName && (!isInTitle || titlePlace == .title) && view.isNameStart(match.lowerBound)
    let place: SearchPlace =
      isInTitle ? titlePlace : isInName ? .title : strength < 4 && isInHeading(match.lowerBound) ? .heading : .body
    startsName = startsName || isStart
    // The best that it can still become is what it would be as a whole word.
    if SearchReason.strength(of: place, isWholeWord: true, isStart: isStart) > strength {
      let isWhole = !match.isEmpty && WordKind.isWholeWord(match, in: isInTitle ? view.title : view.bytes)
      strength = max(strength, SearchReason.strength(of: place, isWholeWord: isWhole, isStart: isStart))
    }
    return !isInName || isTitleOnly
  }

  private mutating func isInHeading(_ place: Int) -> Bool {
    let answer = view.isInHeading(place, after: last)
    last = (place, answer)
    return answer
  }
}
