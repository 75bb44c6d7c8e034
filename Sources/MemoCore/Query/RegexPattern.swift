import Foundation

/// A regular expression of a query, matched line by line without regard to case.
struct RegexPattern: Sendable {
  /// The expression as it was written, without its slashes.
  let pattern: String
  /// Buckets of grams that a folded text holds where the expression matches.
  let grams: [Int]
  private let expression: NSRegularExpression
  private let literals: [ByteFinder]
  private let lines: RegexLineFinder?
  private let isLiteral: Bool
  private let effort: RegexEffort

  /// Prepares an expression.
  init(_ pattern: String) throws(QueryError) {
    self.pattern = pattern
    let normalized = Folding.composed(pattern)
    let runs = RegexLiterals.runs(of: normalized)
    let literals = RegexLiterals.folded(runs)
    lines = RegexLineFinder(runs)
    isLiteral = RegexLiterals.isLiteral(normalized)
    effort = RegexEffort(normalized)
    self.literals = literals.map { ByteFinder($0) }
    grams = Array(Set(literals.flatMap { TextGrams.buckets(of: $0) }))
    do {
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
  /// with very many the first count, as the budget says.
  func forEachMatch(in text: UnsafeRawBufferPointer, budget: RegexBudget, _ body: (Range<Int>) -> Bool) {
    let lines = lines.flatMap { $0.isCertain(in: text) ? $0 : nil }
    if isLiteral, let lines, budget.failure == nil {
      return lines.forEachPlace(in: text, mostOnLine: budget.matchesOnLine, body)
    }
    var start = 0
    while start < text.count, budget.failure == nil {
      if let lines {
        guard let next = lines.lineStart(in: text, from: start) else { return }
        start = next
      }
      let line = LineScanner.line(of: text, at: start)
      let content = text[line].first == SearchText.headingMark ? line.dropFirst() : line
      for match in matches(in: text, line: content, budget: budget) where !body(match) { return }
      start = text.lineStart(after: line.upperBound)
    }
  }

  private func matches(in text: UnsafeRawBufferPointer, line: Range<Int>, budget: RegexBudget) -> [Range<Int>] {
    let string = String(decoding: text[line], as: UTF8.self)
    var empty: NSRange?
    var filled: [NSRange] = []
    let whole = NSRange(location: 0, length: string.utf16.count)
    // A report for every place of a line takes longer than most expressions.
    let ticks = effort.ticks(forLineOf: whole.length)
    if let ticks { budget.tick(pattern, count: ticks) }
    let options: NSRegularExpression.MatchingOptions = ticks == nil ? [.reportProgress] : []
    expression.enumerateMatches(in: string, options: options, range: whole) { result, flags, stop in
      if let range = result?.range {
        if range.length > 0 { filled.append(range) } else { empty = empty ?? range }
      }
      if flags.contains(.internalError) { budget.failure = (pattern, .failed) }
      budget.tick(pattern)
      if budget.failure != nil || filled.count == budget.matchesOnLine { stop.pointee = true }
    }
    var places = LinePlaces(text, from: line.lowerBound)
    return (filled.isEmpty ? empty.map { [$0] } ?? [] : filled).map { places.bytes(of: $0) }
  }
}

/// Turns places of a line, which come in order and are counted in UTF-16, into those of its bytes.
private struct LinePlaces {
  private let text: UnsafeRawBufferPointer
  private var byte: Int
  private var unit = 0

  /// - Parameter start: where the line starts in a text, which is valid UTF-8 from there on.
  init(_ text: UnsafeRawBufferPointer, from start: Int) {
    self.text = text
    byte = start
  }

  mutating func bytes(of range: NSRange) -> Range<Int> {
    let start = offset(of: range.location)
    return start..<offset(of: range.location + range.length)
  }

  private mutating func offset(of place: Int) -> Int {
    while unit < place {
      let (scalar, length) = text.scalar(at: byte)
      byte += length
      unit += scalar < 0x1_0000 ? 1 : 2
    }
    return byte
  }
}

/// How long a regular expression runs on a line at most, as far as that is certain without a close look at it.
struct RegexEffort: Sendable {
  private let size: Int
  /// How often a match can go on in several ways, each time at most in as many as the line has places; `nil` where
  /// the ways are not counted, as in a group that is repeated.
  private let choices: Int?

  // Measured: a tenth of a second.
  private static let mostSteps = 50_000_000
  private static let stepsOfTick = 2_000_000

  /// - Parameter pattern: an expression that `RegexPattern` takes.
  init(_ pattern: String) {
    size = pattern.utf8.count
    choices = Self.choices(in: Array(pattern.utf8))
  }

  /// The ticks of a `RegexBudget` that a line takes at most; `nil` where they may be too many to run without reports.
  func ticks(forLineOf length: Int) -> Int? {
    guard let choices else { return nil }
    var steps = size
    for _ in 0...choices where steps <= Self.mostSteps { steps *= length + 2 }
    return steps <= Self.mostSteps ? 1 + steps / Self.stepsOfTick : nil
  }

  /// Counts all that looks like a choice, even if it is a member of a class.
  private static func choices(in pattern: [UInt8]) -> Int? {
    var choices = 0
    for (byte, next) in zip(pattern, pattern.dropFirst() + [0]) {
      switch (UnicodeScalar(byte), UnicodeScalar(next)) {
      // Flags, conditions and quotes may change how the rest is read.
      case ("(", "?"), ("\\", "Q"), ("\\", "E"), (")", "*"), (")", "+"), (")", "?"), (")", "{"): return nil
      case ("*", _), ("+", _), ("?", _), ("{", _), ("|", _): choices += 1
      case ("\\", "1"..."9"), ("\\", "k"), ("\\", "X"): choices += 1
      default: break
      }
    }
    return choices
  }
}

/// How much of its time a regular expression has used in one memo.
final class RegexBudget {
  /// The expression that was stopped and why, if one was.
  var failure: (pattern: String, reason: SearchFailure.Reason)?
  /// How many matches are found on one line.
  let matchesOnLine: Int
  private let limits: SearchLimits
  private let explained: Duration
  private var start: Duration?
  /// The part of the time beyond the explained one that was already charged.
  private var charged = Duration.zero
  private var ticksToReading = 1

  /// - Parameters:
  ///   - size: bytes of the text that is gone through.
  ///   - matchesOnLine: how many matches are found on one line.
  init(_ limits: SearchLimits, size: Int, matchesOnLine: Int = MatchQuota.matchesOnLine) {
    (self.limits, self.matchesOnLine) = (limits, matchesOnLine)
    explained = SearchLimits.explainedTime(size: size)
  }

  /// Counts steps; the clock is read only now and then, because most steps are tiny.
  func tick(_ pattern: String, count: Int = 1) {
    ticksToReading -= count
    guard ticksToReading <= 0 else { return }
    ticksToReading = 32
    let now = limits.now()
    let start = start ?? now
    self.start = start
    let excess = now - start - explained
    guard excess > .zero else { return }
    defer { charged = excess }
    if !limits.spend(excess - charged) {
      failure = (pattern, .gaveUp)
      return
    }
    if excess > limits.regexTime { failure = (pattern, .tooSlow) }
  }
}
