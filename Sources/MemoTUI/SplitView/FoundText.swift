import MemoCore
import MemoIndex

/// What a search found in a memo.
public struct FoundText: Equatable, Sendable {
  /// Part of a line, which matches or does not.
  struct Run: Equatable, Sendable {
    let text: String
    let isMatch: Bool
  }

  /// The line with the most matches below the title, or a part of it; empty if only the title or the name matches.
  let runs: [Run]
  /// How many matches the memo has.
  let count: Int

  // More than a row of the list shows, and what is shown of it before the first match.
  private static let longest = 400
  private static let before = 60

  init(_ hit: SearchHit) {
    count = hit.matchCount
    var lines: [[SearchMatch]] = []
    for match in hit.matches where match.place < .title {
      if lines.last?.first?.line == match.line { lines[lines.count - 1].append(match) } else { lines.append([match]) }
    }
    runs = lines.max { $0.count < $1.count }.map(Self.runs) ?? []
  }

  private static func runs(of matches: [SearchMatch]) -> [Run] {
    guard let first = matches.first else { return [] }
    let line = first.text.unicodeScalars
    let start = first.column - 1 > before ? first.column - 1 - before : 0
    // Only this part is decoded: a line may be megabytes long.
    let shown = Array(line.dropFirst(start).prefix(longest))
    var runs: [Run] = []
    var end = start > 0 ? 0 : shown.prefix { $0.properties.isWhitespace }.count
    let places = matches.prefix { $0.column - 1 - start < shown.count }.map { match in
      (match.column - 1 - start)..<(match.column - 1 - start + match.length)
    }
    for whole in places.wholeCharacters(in: String(String.UnicodeScalarView(shown))) {
      let range = whole.clamped(to: end..<max(end, shown.count))
      guard !range.isEmpty else { continue }
      runs += [run(shown[end..<range.lowerBound], false), run(shown[range], true)]
      end = range.upperBound
    }
    runs.append(run(shown[end...], false))
    return runs.filter { !$0.text.isEmpty }
  }

  private static func run(_ scalars: ArraySlice<Unicode.Scalar>, _ isMatch: Bool) -> Run {
    Run(text: String(String.UnicodeScalarView(scalars)), isMatch: isMatch)
  }
}

/// What a search found in the memos that were visible so far.
struct FoundTexts: Sendable {
  private var texts: [VaultPath: FoundText] = [:]
  private var requested: Set<VaultPath> = []

  /// What was found in a memo; `nil` if it is not known yet.
  subscript(path: VaultPath?) -> FoundText? { path.flatMap { texts[$0] } }

  /// The memos of which it is not known, which are then requested.
  mutating func request(_ paths: [VaultPath]) -> [VaultPath] {
    let wanted = paths.filter { !requested.contains($0) }
    requested.formUnion(wanted)
    return wanted
  }

  mutating func take(_ found: [VaultPath: FoundText]) {
    texts.merge(found) { $1 }
  }

  /// Forgets what was requested, since the query or the memos changed. Lines stay until there are others: without them
  /// rows would flicker with each key.
  mutating func expire(keepsLines: Bool) {
    requested = []
    if !keepsLines { texts = [:] }
  }
}

/// Reads what the latest search found in memos.
struct FoundTextReader: Sendable {
  let query: String
  let search: MemoSearch
  let index: VaultIndex
  private let found: [IndexedMemo]

  // Enough to find a line with several of them.
  private static let matchLimit = 1_000

  init(_ query: String, _ outcome: MemoSearch.Outcome, in index: VaultIndex) {
    (self.query, search, self.index) = (query, outcome.search, index)
    found = outcome.found.map(\.memo)
  }

  /// What is in memos, by path.
  func texts(of paths: [VaultPath]) -> [VaultPath: FoundText] {
    var wanted = Set(paths)
    var texts: [VaultPath: FoundText] = [:]
    for memo in found {
      if wanted.isEmpty { break }
      guard let path = wanted.remove(memo.path) else { continue }
      texts[path] = search.matches(in: memo, of: index, matchLimit: Self.matchLimit).map { FoundText($0.hit) }
    }
    return texts
  }
}

extension CellGrid {
  /// Draws the matching line of a memo, its matches in a style; cut at its start where the first match would not fit.
  mutating func put(_ found: FoundText, row: Int, column: Int, room: Int, style: CellStyle, match: CellStyle) {
    guard let first = found.runs.first else { return }
    var runs = found.runs
    if !first.isMatch, DisplayWidth.columns(of: TerminalText.visible(first.text)) > room / 2 {
      var width = 1
      let tail = first.text.reversed().prefix { character in
        width += DisplayWidth.columns(of: TerminalText.visible(String(character)))
        return width <= room / 3
      }
      runs[0] = FoundText.Run(text: "…" + String(tail.reversed()), isMatch: false)
    }
    var end = column
    for run in runs {
      let left = column + room - end
      guard left > 0 else { return }
      let text = TerminalText.visible(run.text)
      let shown = DisplayWidth.cut(text, to: left)
      end = put(shown, row: row, column: end, style: run.isMatch ? match : style)
      // A wide character may leave a column behind the mark of the cut.
      if !shown.utf8.elementsEqual(text.utf8) { return }
    }
  }
}
