import MemoCore

/// How many lines around a match are shown.
struct LineContext {
  let before: Int
  let after: Int

  init(_ arguments: ParsedArguments) {
    let both = arguments[SearchOptions.context]
    before = arguments[SearchOptions.before] ?? both ?? 0
    after = arguments[SearchOptions.after] ?? both ?? 0
  }

  var isAsked: Bool { before > 0 || after > 0 }

  /// The lines before and after one of a text.
  func lines(around number: Int, in lines: [String]) -> (before: [String], after: [String]) {
    let place = min(max(number - 1, 0), lines.count)
    return (Array(lines[..<place].suffix(before)), Array(lines[place...].dropFirst().prefix(after)))
  }
}

/// A memo's matches by lines, with the lines around them.
struct MatchedLines {
  /// A line that is shown.
  struct Line {
    /// From 1.
    let number: Int
    /// Without its end, invalid UTF-8 replaced.
    let text: String
    /// The matches in it; none in a line of context.
    let matches: [SearchMatch]

    /// Where the first match starts, from 1.
    var column: Int? { matches.first?.column }

    /// The matches as places of scalars from 0, each up to whole characters: 👍 is not coloured without its skin tone.
    var highlights: [Range<Int>] {
      matches.map { ($0.column - 1)..<($0.column - 1 + $0.length) }.wholeCharacters(in: text)
    }
  }

  /// The reasons for the memo's rank.
  let reasons: [SearchReason]

  /// The lines with a match, in order, each with its matches.
  private let matched: [[SearchMatch]]
  /// The memo's, without a byte order mark.
  private let text: [UInt8]

  init(_ matches: [SearchMatch], in text: [UInt8], reasons: [SearchReason] = []) {
    let mark = text.count - text.withUnsafeBytes { SearchDocument.withoutMark($0).count }
    self.text = mark == 0 ? text : Array(text.dropFirst(mark))
    self.reasons = reasons
    var matched: [[SearchMatch]] = []
    for match in matches {
      if matched.last?.first?.line == match.line {
        matched[matched.count - 1].append(match)
      } else {
        matched.append([match])
      }
    }
    self.matched = matched
  }

  var isEmpty: Bool { matched.isEmpty }

  /// How many lines match.
  var count: Int { matched.count }

  /// All lines of the text without their ends, invalid UTF-8 replaced.
  var textLines: [String] {
    text.withUnsafeBytes { bytes in
      LineScanner.lines(of: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
    }
  }

  /// The matches on the first so many matching lines, line by line.
  func byLine(limit: Int = .max) -> ArraySlice<[SearchMatch]> {
    matched.prefix(limit)
  }

  /// The first so many matching lines with their context, in order, none twice.
  func lines(limit: Int, context: LineContext) -> [Line] {
    lines(Array(matched.prefix(limit)), context: context)
  }

  /// The most telling lines: titles before headings before text, then those with more matches, then the earlier.
  func bestLines(limit: Int, context: LineContext) -> [Line] {
    let best = matched.sorted { left, right in
      guard let first = left.first, let second = right.first else { return false }
      if first.place != second.place { return first.place > second.place }
      return left.count != right.count ? left.count > right.count : first.line < second.line
    }
    return lines(best.prefix(limit).sorted { ($0.first?.line ?? 0) < ($1.first?.line ?? 0) }, context: context)
  }

  private func lines(_ chosen: [[SearchMatch]], context: LineContext) -> [Line] {
    guard context.isAsked else {
      return chosen.compactMap { matches in
        matches.first.map { Line(number: $0.line, text: $0.text, matches: matches) }
      }
    }
    let byLine = Dictionary(chosen.compactMap { matches in matches.first.map { ($0.line, matches) } }) { $1 }
    return text.withUnsafeBytes { bytes in
      let ranges = LineScanner.lines(of: bytes)
      let shown = byLine.keys.reduce(into: Set<Int>()) { shown, line in
        shown.formUnion(max(1, line - context.before)...max(line, min(ranges.count, line + context.after)))
      }
      return shown.sorted().filter { $0 <= ranges.count }.map { line in
        let matches = byLine[line] ?? []
        let text = matches.first?.text ?? String(decoding: bytes[ranges[line - 1]], as: UTF8.self)
        return Line(number: line, text: text, matches: matches)
      }
    }
  }
}

extension MatchedLines {
  /// Every match with the text of its line, of which the start will do where it would be written many times over.
  var texts: some Sequence<(match: SearchMatch, text: String)> {
    matched.lazy.flatMap { matches in
      let text = LineMatches(matches, around: nil).line
      return matches.lazy.map { (match: $0, text: text) }
    }
  }

  /// The matches on the first so many matching lines; for an editor few, each with the start of its line.
  func fields(limit: Int = .max, context: LineContext? = nil, for session: Session) -> some Sequence<Record> {
    let context = context.flatMap { $0.isAsked ? $0 : nil }
    let lines = context == nil ? [] : textLines
    let isExcerpt = session.environment.editorAnswer != nil
    return byLine(limit: limit).lazy.flatMap { matches in
      LineMatches(
        matches, around: context?.lines(around: matches.first?.line ?? 1, in: lines), isExcerpt: isExcerpt
      ).fields
    }.prefix(isExcerpt ? EditorAnswer.mostMatches : .max)
  }
}

/// The matches on one line as records, each with the text of the line. Of a long line that would be written many times
/// over, each match has only the start.
private struct LineMatches {
  private let matches: [SearchMatch]
  let line: String
  private let around: (before: [String], after: [String])?

  // What all matches of a line may repeat, the longest line that is written whole, and what is left of a longer one.
  private static let mostBytes = 1 << 20
  private static let longestLine = 1 << 16
  private static let startOfLine = 1_000

  /// - Parameters:
  ///   - lines: the lines before and after, where they are asked for.
  ///   - isExcerpt: whether of every long line only the start is wanted.
  init(_ matches: [SearchMatch], around lines: (before: [String], after: [String])?, isExcerpt: Bool = false) {
    self.matches = matches
    func shown(_ lines: [String]) -> [String] { Self.shown(lines, times: matches.count, isExcerpt) }
    line = shown(matches.prefix(1).map(\.text)).first ?? ""
    around = lines.map { (shown($0.before), shown($0.after)) }
  }

  var fields: some Sequence<Record> {
    matches.lazy.map { match in
      let place: Record = [
        "line": .number(match.line), "column": .number(match.column), "length": .number(match.length),
        "text": .text(line),
      ]
      return around.map { place + ["before": .texts($0.before), "after": .texts($0.after)] } ?? place
    }
  }

  private static func shown(_ lines: [String], times: Int, _ isExcerpt: Bool) -> [String] {
    let most = isExcerpt ? startOfLine : max(startOfLine, min(longestLine, mostBytes / max(times * lines.count, 1)))
    return lines.map { line in
      line.utf8.count <= most ? line : String(line.unicodeScalars.prefix(startOfLine))
    }
  }
}

/// A whole line with its matches in colour, made harmless for a terminal.
struct HighlightedLine {
  let text: String

  init(_ line: MatchedLines.Line, style: Style) {
    let scalars = Array(line.text.unicodeScalars)
    var text = ""
    var place = 0
    for match in line.highlights {
      text += Self.visible(scalars[place..<match.lowerBound]) + style.match(Self.visible(scalars[match]))
      place = match.upperBound
    }
    self.text = text + Self.visible(scalars[place...])
  }

  /// A piece of a line as a terminal may show it.
  static func visible(_ piece: ArraySlice<Unicode.Scalar>) -> String {
    TerminalText.visible(String(String.UnicodeScalarView(piece)))
  }
}
