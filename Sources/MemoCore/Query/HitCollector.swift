/// Puts a hit together from what the parts of a query found in one memo.
struct HitCollector {
  private let document: SearchDocument
  private let limits: SearchLimits
  private let title: TitleLine
  private let hasLongTitle: Bool
  /// What each part of the query that the memo holds led to.
  private var reasons: [SearchReason] = []
  private var found = FoundRanges()

  /// Starts with nothing found.
  init(_ document: SearchDocument, limits: SearchLimits) {
    self.document = document
    self.limits = limits
    title = TitleLine(document.text, document.titles)
    hasLongTitle = Folding.fold(document.title).withUnsafeBytes { SearchTextView.isLong($0) }
  }

  /// Whether nothing was added.
  var isEmpty: Bool { reasons.isEmpty }

  /// Adds something that holds and is no match of the text.
  mutating func add(_ kind: SearchReason.Kind, of term: String) {
    reasons.append(SearchReason(term: term, kind: kind))
  }

  /// Adds whole parts of the text, such as the lines of tasks.
  mutating func add(_ ranges: [Range<Int>]) {
    let findings = ranges.map { TextFinding(range: $0, isWholeWord: true) }
    add(findings, .text(place: .body, isWholeWord: true, matches: findings.count), isInTitle: false, of: "")
  }

  /// Adds what a word or regular expression found; something.
  ///
  /// - Parameters:
  ///   - findings: what was found in the text; only what is in the title counts where `isTitleOnly`.
  ///   - inTitle: what was found in the title itself.
  ///   - inNames: what was found in other names.
  mutating func add(
    _ findings: [TextFinding], inTitle: [TextFinding], inNames: [TextFinding], isTitleOnly: Bool, of term: String
  ) {
    let counted = isTitleOnly ? inWrittenTitle(findings) : findings
    let found = (hasLongTitle ? [] : inTitle) + inNames
    let kind = SearchReason.Kind.text(
      place: found.isEmpty ? .body : .title, isWholeWord: found.contains(where: \.isWholeWord), matches: counted.count)
    add(counted, kind, isInTitle: !found.isEmpty, of: term)
  }

  /// Adds that a word is in the path, forgiven or not.
  mutating func addPath(isForgiven: Bool, of term: String) { add(isForgiven ? .forgivenPath : .path, of: term) }

  /// Adds what a word found where it is forgiven, if it found anything.
  mutating func addForgiven(_ findings: [TextFinding], isInName: Bool, isTitleOnly: Bool, of term: String) {
    guard !findings.isEmpty || isInName else { return }
    let counted = isTitleOnly ? inWrittenTitle(findings) : findings
    let kind = SearchReason.Kind.forgiven(place: isInName ? .title : .body, matches: counted.count)
    add(counted, kind, isInTitle: isInName, of: term)
  }

  /// The hit of all that was added.
  consuming func hit(score: Double) -> SearchHit {
    let (matches, count) = placeFindings()
    return SearchHit(path: document.path, score: score, matches: matches, matchCount: count, reasons: reasons)
  }

  /// Those that are where the text says the title.
  private func inWrittenTitle(_ findings: [TextFinding]) -> [TextFinding] {
    guard !findings.isEmpty else { return [] }
    let layout = MemoLayout(document.text, titledBy: TitleSource(document.titles, at: document.path))
    guard let written = layout.writtenTitle else { return [] }
    return findings.filter { written.contains($0.range.lowerBound) }
  }

  /// Adds what one operand found. Each is placed for itself: to keep what all of 900 found takes gigabytes.
  private mutating func add(
    _ findings: [TextFinding], _ kind: SearchReason.Kind, isInTitle: Bool, of term: String
  ) {
    // What the title holds is known from the title itself: its line also has marks, which are worth no more than body.
    reasons.append(SearchReason(term: term, kind: isInTitle ? kind : raised(kind, by: findings)))
    found.add(findings.map(\.range))
  }

  /// Gives each match its line, in one pass over the text; returns the matches and how many they are.
  private mutating func placeFindings() -> (matches: [SearchMatch], count: Int) {
    var writer = MatchWriter(document.text, limit: limits.matches)
    var lines = LineFinder(document.text, title)
    for range in found.inOrder() {
      if let line = lines.line(of: range) { writer.write(range, on: line) }
    }
    return (writer.matches, writer.count)
  }

  /// What an operand leads to by the best of its matches.
  private func raised(_ kind: SearchReason.Kind, by findings: [TextFinding]) -> SearchReason.Kind {
    var (kind, lines) = (kind, LineFinder(document.text, title))
    for finding in findings {
      guard let line = lines.line(of: finding.range) else { continue }
      let place = line.place == .title ? .body : line.place
      switch kind {
      case .text(let best, let wasWhole, let count):
        guard place > best || place == best && finding.isWholeWord && !wasWhole else { continue }
        kind = .text(place: place, isWholeWord: finding.isWholeWord, matches: count)
      case .forgiven(let best, let count):
        guard place > best else { continue }
        kind = .forgiven(place: place, matches: count)
      default: return kind
      }
    }
    return kind
  }
}

/// Finds the lines on which ranges of a text start; they come in order.
private struct LineFinder {
  private var lines: MemoLines
  private var current: MemoLines.Line?

  init(_ text: UnsafeRawBufferPointer, _ title: TitleLine) {
    lines = MemoLines(text, title)
  }

  mutating func line(of range: Range<Int>) -> MemoLines.Line? {
    if range.lowerBound > current?.range.upperBound ?? -1 { current = lines.line(holding: range.lowerBound) }
    return current
  }
}

/// What the operands of a query found in a text; what several of them found is kept once.
private struct FoundRanges {
  private var ranges: [Range<Int>] = []
  /// How many operands found something.
  private var operands = 0
  /// How many of the ranges are in order and different.
  private var settled = 0

  mutating func add(_ found: [Range<Int>]) {
    guard !found.isEmpty else { return }
    operands += 1
    ranges += found
    if operands > 1, ranges.count > 2 * settled { settle() }
  }

  /// All of them in the order of the text, those of one operand as it found them.
  mutating func inOrder() -> [Range<Int>] {
    if operands > 1 { settle() }
    return ranges
  }

  private mutating func settle() {
    ranges.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    var kept = 0
    for range in ranges where kept == 0 || ranges[kept - 1] != range {
      ranges[kept] = range
      kept += 1
    }
    ranges.removeLast(ranges.count - kept)
    settled = kept
  }
}

/// A memo that a query found.
public struct SearchHit: Equatable, Sendable {
  /// The memo.
  public let path: VaultPath
  /// How well it fits, higher is better: the whole part says where and how the words are found, the fraction how densely.
  public let score: Double
  /// Matches in the order of the text, as many as `SearchLimits.matches` allows.
  public let matches: [SearchMatch]
  /// All matches, also those beyond the limit.
  public let matchCount: Int
  /// What led to the score, one for each part of the query that the memo holds.
  public let reasons: [SearchReason]
}

/// A place in a memo where a query matches.
public struct SearchMatch: Equatable, Sendable {
  /// Line, from 1.
  public let line: Int
  /// Column, from 1, in Unicode scalars of the line as it is in the file (a byte order mark is not part of it).
  public let column: Int
  /// Unicode scalars of the line that match.
  public let length: Int
  /// The whole line without its end, invalid UTF-8 replaced.
  public let text: String
  /// The part of the memo.
  public let place: SearchPlace
}

/// A part of a memo, from the least telling to the most.
public enum SearchPlace: Int, Comparable, Sendable {
  /// Any line that is neither title nor heading.
  case body
  /// A line with a heading mark outside fenced code.
  case heading
  /// The title and the line that it comes from.
  case title

  /// Orders places by how much a match there counts.
  public static func < (left: SearchPlace, right: SearchPlace) -> Bool { left.rawValue < right.rawValue }
}

/// How many matches of one part of a query are listed in a memo: the first of each line and a bounded number of others.
///
/// `/./` matches 16 million times in the largest text that is searched, which took 2 GB; no reader needs them all, while a
/// line that is missing would be a wrong answer.
struct MatchQuota {
  /// The most matches on one line.
  static let matchesOnLine = 1_000
  /// The most matches in a memo beyond the first of each line.
  static let furtherMatches = 100_000

  private var further = 0
  private var lineEnd = -1
  private var onLine = 0

  /// Whether a match is listed; matches come in order.
  mutating func takes(_ match: Range<Int>, in text: UnsafeRawBufferPointer) -> Bool {
    guard match.lowerBound <= lineEnd else {
      lineEnd = LineScanner.line(of: text, at: match.lowerBound).upperBound
      onLine = 1
      return true
    }
    guard onLine < Self.matchesOnLine, further < Self.furtherMatches else { return false }
    onLine += 1
    further += 1
    return true
  }
}

/// Turns byte ranges of a text into matches with line, column and length; each range once.
struct MatchWriter {
  /// The matches so far, up to the limit.
  private(set) var matches: [SearchMatch] = []
  /// All different ranges.
  private(set) var count = 0

  private let text: UnsafeRawBufferPointer
  private let limit: Int
  private var last: Range<Int>?
  private var lineText = ""
  private var lineNumber = 0
  /// An offset on the current line and its column, so that a line of many matches is counted through once.
  private var counted: (offset: Int, column: Int) = (0, 1)

  /// Starts with nothing written.
  init(_ text: UnsafeRawBufferPointer, limit: Int) {
    self.text = text
    self.limit = limit
  }

  /// Writes a match; ranges come in order, each with the line that it starts on.
  mutating func write(_ range: Range<Int>, on line: MemoLines.Line) {
    guard range != last else { return }
    last = range
    count += 1
    guard matches.count < limit else { return }
    if lineNumber != line.number {
      lineNumber = line.number
      lineText = String(decoding: text[line.range], as: UTF8.self)
      counted = (line.range.lowerBound, 1)
    }
    let skipped = LossyUTF8.scalarCount(text, in: counted.offset..<range.lowerBound)
    counted = (range.lowerBound, counted.column + skipped)
    matches.append(
      SearchMatch(
        line: line.number, column: counted.column, length: LossyUTF8.scalarCount(text, in: range), text: lineText,
        place: line.place))
  }
}
