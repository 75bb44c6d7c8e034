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

/// How much of its time a regular expression has used in one memo.
final class RegexBudget {
  /// The expression that was stopped and why, if one was.
  var failure: (pattern: String, reason: SearchFailure.Reason)?
  private let limits: SearchLimits
  private let explained: Duration
  private var start: Duration?
  /// The part of the time beyond the explained one that was already charged.
  private var charged = Duration.zero
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
    defer { charged = excess }
    if !limits.spend(excess - charged) {
      failure = (pattern, .gaveUp)
      return
    }
    if excess > limits.regexTime { failure = (pattern, .tooSlow) }
  }
}

/// Finds the literal parts that every match of a regular expression holds, so that an index of folded text can narrow
/// down where the expression need be run.
///
/// Only the top level of an expression is read, and what is not certain is left out.
enum RegexLiterals {
  /// The parts as folded UTF-8, in the order of the expression; each occurs in the folded text of whatever matches.
  ///
  /// None where nothing is certain. The expression is one that `RegexPattern` takes.
  static func required(by pattern: String) -> [[UInt8]] {
    let normalized = String(decoding: Folding.normalization.fold(pattern), as: UTF8.self)
    var reader = RegexLiteralReader(Array(normalized.unicodeScalars))
    do throws(UncertainRegex) {
      return try reader.literals()
    } catch {
      return []
    }
  }
}

/// An expression of which no part is certain to be needed.
private struct UncertainRegex: Error {}

private struct RegexLiteralReader {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var run = String.UnicodeScalarView()
  private var found: [[UInt8]] = []

  init(_ scalars: [Unicode.Scalar]) {
    self.scalars = scalars
  }

  mutating func literals() throws(UncertainRegex) -> [[UInt8]] {
    while index < scalars.count { try readItem() }
    endRun()
    return found
  }

  private mutating func readItem() throws(UncertainRegex) {
    let scalar = try next()
    switch scalar {
    case "|", ")": throw UncertainRegex()
    case "\\": try readEscape()
    case "(": try skipGroup()
    case "[": try skipClass()
    case "*", "?": dropQuantified()
    case "{":
      dropQuantified()
      try skip(past: "}")
    // The part before a plus is there at least once.
    case "+", ".", "^", "$", "]", "}": endRun()
    default: Self.foldsAlone(scalar) ? run.append(scalar) : endRun()
    }
  }

  /// Whether a scalar folds to the same in every context, so that a text with a match holds it folded.
  ///
  /// Not so marks, jamo and half-width forms, which join others, and letters that fold to several.
  private static func foldsAlone(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x80, 0xC0...0xD6, 0xD8...0xDE, 0xE0...0xF6, 0xF8...0xFE: true
    case 0x3041...0x3096, 0x30A1...0x30FC, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
    default: false
    }
  }

  /// Whether a mark after a scalar may join it in the folded text although the expression sees them apart: `J` and
  /// U+030C are two scalars, but ǰ is one; ß takes no U+0307, but ss does; a half-width sound mark is no mark until it is
  /// folded, and joins カ or lets a mark after it join `a`.
  private static func takesMarks(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x3400 && (scalar.properties.isAlphabetic || ["<", "=", ">"].contains(scalar))
  }

  /// Ends a run without the last scalar where that takes marks: only there can one follow in the text.
  private mutating func endRun() {
    if let last = run.last, Self.takesMarks(last) { run.removeLast() }
    if !run.isEmpty { found.append(Folding.fold(String(run))) }
    run = String.UnicodeScalarView()
  }

  private mutating func dropQuantified() {
    _ = run.popLast()
    endRun()
  }

  // MARK: Escapes

  private mutating func readEscape() throws(UncertainRegex) {
    let scalar = try next()
    switch scalar {
    case "A", "B", "D", "G", "H", "R", "S", "V", "W", "X", "Z": endRun()
    case "a", "b", "d", "e", "f", "h", "n", "r", "s", "t", "v", "w", "z": endRun()
    case "N", "P", "p", "x":
      endRun()
      guard try next() == "{" else { throw UncertainRegex() }
      try skip(past: "}")
    default:
      guard scalar.isASCII, !scalar.properties.isAlphabetic, scalar.properties.numericType == nil else {
        throw UncertainRegex()
      }
      run.append(scalar)
    }
  }

  private mutating func skipEscape() throws(UncertainRegex) {
    // Brackets may follow these without a meaning.
    if ["Q", "E", "c"].contains(try next()) { throw UncertainRegex() }
  }

  // MARK: Groups and classes

  /// Skips a group after its opening; counted and not recursive, because an expression may nest as deep as it likes.
  private mutating func skipGroup() throws(UncertainRegex) {
    endRun()
    try checkGroupKind()
    var depth = 1
    while depth > 0 {
      switch try next() {
      case "(":
        depth += 1
        try checkGroupKind()
      case ")": depth -= 1
      case "[": try skipClass()
      case "\\": try skipEscape()
      default: break
      }
    }
  }

  /// Flags change how the rest is read, and a comment may hold any bracket.
  private mutating func checkGroupKind() throws(UncertainRegex) {
    guard index < scalars.count, scalars[index] == "?" else { return }
    index += 1
    guard [":", "=", "!", ">", "<"].contains(try next()) else { throw UncertainRegex() }
  }

  /// Skips a class after its opening, with the classes in it.
  private mutating func skipClass() throws(UncertainRegex) {
    endRun()
    try checkClassStart()
    var depth = 1
    while depth > 0 {
      switch try next() {
      case "[":
        depth += 1
        try checkClassStart()
      case "]": depth -= 1
      case "\\": try skipEscape()
      default: break
      }
    }
  }

  /// A bracket that closes where a class has just opened may be one of its members.
  private mutating func checkClassStart() throws(UncertainRegex) {
    if index < scalars.count, scalars[index] == "^" { index += 1 }
    if index < scalars.count, scalars[index] == "]" { throw UncertainRegex() }
  }

  private mutating func skip(past end: Unicode.Scalar) throws(UncertainRegex) {
    while try next() != end {}
  }

  private mutating func next() throws(UncertainRegex) -> Unicode.Scalar {
    guard index < scalars.count else { throw UncertainRegex() }
    defer { index += 1 }
    return scalars[index]
  }
}
