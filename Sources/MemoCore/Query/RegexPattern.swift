import Foundation

/// A regular expression of a query, matched line by line without regard to case.
struct RegexPattern: Sendable {
  /// The expression as it was written, without its slashes.
  let pattern: String
  /// Buckets of grams that a folded text holds where the expression matches.
  let grams: [Int]
  private let expression: NSRegularExpression
  private let literals: [ByteFinder]

  /// Prepares an expression.
  init(_ pattern: String) throws(QueryError) {
    self.pattern = pattern
    let literals = RegexLiterals.required(by: pattern)
    self.literals = literals.map { ByteFinder($0) }
    grams = Array(Set(literals.flatMap { TextGrams.buckets(of: $0) }))
    do {
      let normalized = String(decoding: Folding.normalization.fold(pattern), as: UTF8.self)
      expression = try NSRegularExpression(pattern: normalized, options: [.caseInsensitive])
    } catch {
      throw .invalidRegex(pattern: pattern, reason: error.localizedDescription)
    }
  }

  /// Whether a folded text holds every literal part of the expression; without them it does not match.
  func mayMatch(inFolded text: UnsafeRawBufferPointer) -> Bool {
    literals.allSatisfy { $0.firstIndex(in: text) != nil }
  }

  /// Hands matches in a text to `body` until it returns false. An empty match counts where its line has no other; of a line
  /// with very many the first `MatchQuota.matchesOnLine` count.
  func forEachMatch(in text: UnsafeRawBufferPointer, budget: RegexBudget, _ body: (Range<Int>) -> Bool) {
    var start = 0
    while start < text.count, budget.failure == nil {
      let line = LineScanner.line(of: text, at: start)
      let content = text[line].first == SearchText.headingMark ? line.dropFirst() : line
      for match in matches(in: text, line: content, budget: budget) where !body(match) { return }
      start = LineScanner.end(of: text, after: line)
    }
  }

  private func matches(in text: UnsafeRawBufferPointer, line: Range<Int>, budget: RegexBudget) -> [Range<Int>] {
    let string = String(decoding: text[line], as: UTF8.self)
    var empty: NSRange?
    var filled: [NSRange] = []
    let whole = NSRange(location: 0, length: string.utf16.count)
    expression.enumerateMatches(in: string, options: [.reportProgress], range: whole) { result, flags, stop in
      if let range = result?.range {
        if range.length > 0 { filled.append(range) } else { empty = empty ?? range }
      }
      if flags.contains(.internalError) { budget.failure = (pattern, .failed) }
      budget.tick(pattern)
      if budget.failure != nil || filled.count == MatchQuota.matchesOnLine { stop.pointee = true }
    }
    return (filled.isEmpty ? empty.map { [$0] } ?? [] : filled).map {
      Self.bytes(of: $0, in: string, from: line.lowerBound)
    }
  }

  private static func bytes(of range: NSRange, in line: String, from start: Int) -> Range<Int> {
    let lower = String.Index(utf16Offset: range.location, in: line)
    let upper = String.Index(utf16Offset: range.location + range.length, in: line)
    let offset = start + line.utf8.distance(from: line.startIndex, to: lower)
    return offset..<(offset + line.utf8.distance(from: lower, to: upper))
  }
}

/// How much of its time a regular expression has used in one memo.
final class RegexBudget {
  /// The expression that was stopped and why, if one was.
  var failure: (pattern: String, reason: SearchFailure.Reason)?
  private let limits: SearchLimits
  private let explained: Duration
  private var start: Duration?
  /// What was told of the time beyond the explained one.
  private var told = Duration.zero
  private var ticks = 0

  /// - Parameter size: bytes of the text that is gone through.
  init(_ limits: SearchLimits, size: Int) {
    self.limits = limits
    explained = SearchLimits.explainedTime(size: size)
  }

  /// Counts a step; the clock is read only now and then, because most steps are tiny.
  func tick(_ pattern: String) {
    ticks += 1
    guard ticks % 32 == 1 else { return }
    let now = limits.now()
    let start = start ?? now
    self.start = start
    let excess = now - start - explained
    guard excess > .zero else { return }
    defer { told = excess }
    if !limits.spend(excess - told) {
      failure = (pattern, .gaveUp)
      return
    }
    if excess > limits.regexTime { failure = (pattern, .tooSlow) }
  }
}
