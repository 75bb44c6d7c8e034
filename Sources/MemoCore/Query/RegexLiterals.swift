/// Finds the literal parts that every match of a regular expression holds, so that an index of folded text can narrow
/// down where the expression need be run.
///
/// Only the top level of an expression is read, and what is not certain is left out.
enum RegexLiterals {
  /// The parts of an expression in NFC, in its order: each occurs, but for its case, on a line in NFC that matches. None where
  /// nothing is certain. The expression is one that `RegexPattern` takes.
  static func runs(of pattern: String) -> [String.UnicodeScalarView] {
    var reader = RegexLiteralReader(Array(pattern.unicodeScalars))
    do throws(UncertainRegex) {
      return try reader.runs()
    } catch {
      return []
    }
  }

  /// Whether an expression in NFC is nothing but one such part that `RegexLineFinder` looks for as it is: without letters of
  /// Latin-1, and without line ends, which are on no line.
  static func isLiteral(_ pattern: String) -> Bool {
    let runs = runs(of: pattern)
    return runs.count == 1 && runs[0].elementsEqual(pattern.unicodeScalars)
      && runs[0].allSatisfy { !RegexLineFinder.latin1.contains($0.value) && $0 != "\n" && $0 != "\r" }
  }

  /// What of such parts occurs in folded texts: all but a last scalar that takes marks, as only there can one follow.
  static func folded(_ runs: [String.UnicodeScalarView]) -> [[UInt8]] {
    runs.compactMap { run in
      let isMarked = run.last.map(takesMarks) ?? false
      let certain = isMarked ? run.dropLast() : run[...]
      return certain.isEmpty ? nil : Folding.fold(String(certain))
    }
  }

  /// Whether a mark after a scalar may join it in the folded text although the expression sees them apart: `J` and
  /// U+030C are two scalars, but ǰ is one; ß takes no U+0307, but ss does; a half-width sound mark is no mark until it is
  /// folded, and joins カ or lets a mark after it join `a`.
  private static func takesMarks(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x3400 && (scalar.properties.isAlphabetic || ["<", "=", ">"].contains(scalar))
  }
}

/// Finds the lines of a text that hold the longest literal part of a regular expression: no other can match.
struct RegexLineFinder: Sendable {
  /// Letters of Latin-1 have capitals that are not found by the case of ASCII.
  static let latin1: ClosedRange<UInt32> = 0x80...0xFF

  private let finder: ByteFinder
  private let hasLetters: Bool

  /// Chooses among the parts of an expression; `nil` if there are none.
  init?(_ runs: [String.UnicodeScalarView]) {
    let parts = runs.flatMap { $0.split { Self.latin1.contains($0.value) } }.map { Array(String($0).utf8) }
    guard let longest = parts.max(by: { $0.count < $1.count }) else { return nil }
    let small = longest.map(\.lowercasedASCII)
    finder = ByteFinder(small, ignoresCase: true)
    hasLetters = small.contains(where: \.isASCIILetter)
  }

  /// Where the first line starts that holds the part, at or after the start of a line; `nil` if there is none.
  func lineStart(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let place = finder.firstIndex(in: text, from: start) else { return nil }
    let end = text[start..<place].lastIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    return end.map { $0 + 1 } ?? start
  }

  /// Hands the places of the part to `body` until it returns false, of each line as many as a limit says, the first.
  ///
  /// They are the matches of an expression that is nothing but the part, in a text for which that is certain.
  func forEachPlace(in text: UnsafeRawBufferPointer, mostOnLine limit: Int, _ body: (Range<Int>) -> Bool) {
    var start = 0
    var lineEnd = 0
    var onLine = 0
    while let place = finder.firstIndex(in: text, from: start) {
      start = place + finder.bytes.count
      if place >= lineEnd {
        lineEnd = LineScanner.line(of: text, at: place).upperBound
        onLine = 0
      }
      guard body(place..<start) else { return }
      onLine += 1
      if onLine == limit { start = lineEnd }
    }
  }

  /// Whether all lines of a text in NFC that match hold the part: not where other letters count as those of ASCII.
  func isCertain(in text: UnsafeRawBufferPointer) -> Bool {
    !hasLetters || Self.otherLetters.allSatisfy { $0.firstIndex(in: text) == nil }
  }

  /// Letters that are equal to letters of ASCII, case aside, and what ẖ to ẞ and the ligatures ﬀ to ﬆ begin with.
  private static let otherLetters =
    ["ß", "İ", "ŉ", "ſ", "ǰ"].map { ByteFinder(Array($0.utf8)) }
    + [[0xE1, 0xBA], [0xEF, 0xAC]].map { ByteFinder($0) }
}

/// An expression of which no part is certain to be needed.
private struct UncertainRegex: Error {}

private struct RegexLiteralReader {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var run = String.UnicodeScalarView()
  private var found: [String.UnicodeScalarView] = []

  init(_ scalars: [Unicode.Scalar]) {
    self.scalars = scalars
  }

  mutating func runs() throws(UncertainRegex) -> [String.UnicodeScalarView] {
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

  private mutating func endRun() {
    if !run.isEmpty { found.append(run) }
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
