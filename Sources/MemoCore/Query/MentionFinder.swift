/// Finds where a text names a memo without linking to it: whole words, case and normalization aside, in Korean also with
/// particles behind them.
///
/// Only running text counts: no code, links, tags, HTML, comments, math, addresses or names of files, footnotes, blocks and
/// fields, no front matter, and no headings, whose text is what links name.
public struct MentionFinder: Sendable {
  /// The folded characters of each name, the longest first.
  private let names: [[[UInt8]]]
  private let starts: Set<[UInt8]>
  private let finders: [ByteFinder]

  /// A single letter is everywhere, and a title that is a whole paragraph nowhere.
  private static let lengths = 2...200
  /// Of a list of aliases that is longer, the first ones: every line is searched for each.
  private static let most = 500

  /// Those of some names that are looked for.
  public static func names(among names: [String]) -> [String] {
    Array(names.lazy.map { String(trimmed($0)) }.filter { lengths.contains($0.count) }.prefix(most))
  }

  /// Looks for some names; those that are too short or too long, and all after the first 500, are left out.
  public init(_ names: [String]) {
    let folded = Self.names(among: names).map { name in name.map { Folding.matchKey(String($0)) } }
    self.names = folded.sorted { $0.count > $1.count }
    starts = Set(self.names.compactMap(\.first))
    finders = self.names.map { ByteFinder($0.flatMap(\.self)) }
  }

  /// Where a memo's text has one of the names, in its order: the bytes, and the place as searches have it.
  public func mentions(
    in bytes: UnsafeRawBufferPointer, titledBy source: TitleSource
  ) -> [(range: Range<Int>, match: SearchMatch)] {
    var counter = PositionCounter(bytes)
    // A line may hold thousands of them.
    var line = (number: 0, text: "")
    return ranges(in: bytes, titledBy: source).map { range in
      let position = counter.position(of: range.lowerBound)
      if position.line != line.number { line = (position.line, counter.lineText) }
      let match = SearchMatch(
        line: position.line, column: position.column, length: bytes.text(range).unicodeScalars.count,
        text: line.text, place: .body)
      return (range, match)
    }
  }

  private func ranges(in bytes: UnsafeRawBufferPointer, titledBy source: TitleSource) -> [Range<Int>] {
    guard !names.isEmpty else { return [] }
    let layout = MemoLayout(bytes, titledBy: source)
    let tree = MarkupTree(bytes, from: layout.front.range.upperBound)
    var found: [Range<Int>] = []
    for leaf in tree.leaves where leaf.kind == .paragraph {
      let inlines = tree.inlines(of: leaf).map(\.range)
      let marks = Self.underscores(in: bytes, leaf.content, around: inlines)
      var taken = TakenRanges(inlines)
      var start = leaf.content.lowerBound
      while start < leaf.content.upperBound {
        let line = start..<min(bytes.lineEnd(from: start), leaf.content.upperBound)
        if layout.titleLine.map({ !$0.overlaps(line) }) ?? true {
          found += mentions(in: line, of: bytes, marks).filter { !taken.overlap($0) }
        }
        start = bytes.lineStart(after: line.upperBound)
      }
    }
    return found
  }

  private static func trimmed(_ name: String) -> Substring {
    let rest = name.drop(while: \.isWhitespace)
    return rest[..<(rest.lastIndex { !$0.isWhitespace }.map { rest.index(after: $0) } ?? rest.startIndex)]
  }

  /// The underscores that are marks of emphasis; every other one is a letter of a word.
  private static func underscores(
    in bytes: UnsafeRawBufferPointer, _ range: Range<Int>, around inlines: [Range<Int>]
  ) -> Set<Int> {
    let mark = UInt8(ascii: "_")
    guard bytes[range].contains(mark) else { return [] }
    let spans = EmphasisFinder.spans(in: bytes, range, opaque: inlines.sorted { $0.lowerBound < $1.lowerBound }[...])
    return Set(spans.flatMap(\.emphasisMarks).joined().filter { bytes[$0] == mark })
  }

  // MARK: Lines

  /// - Parameter marks: underscores that are marks of emphasis.
  private func mentions(in line: Range<Int>, of bytes: UnsafeRawBufferPointer, _ marks: Set<Int>) -> [Range<Int>] {
    guard let text = String(validating: bytes[line], as: UTF8.self), mayHoldName(text) else { return [] }
    var offsets = [line.lowerBound]
    var characters: [Letter] = []
    for character in text {
      // As the other mark of emphasis, which is no letter.
      let letter = marks.contains(offsets[offsets.count - 1]) ? "*" : character
      characters.append((letter, Folding.matchKey(String(letter))))
      offsets.append(offsets[offsets.count - 1] + character.utf8.count)
    }
    var found: [Range<Int>] = []
    var place = 0
    // The last run of letters without a blank that was looked at.
    var run = (end: 0, isAddress: false)
    while place < characters.count {
      guard starts.contains(characters[place].key), !isInside(place, characters),
        let count = names.first(where: { isNamed($0, at: place, characters) })?.count,
        !Self.isMark(place..<place + count, characters)
      else {
        place += 1
        continue
      }
      if place >= run.end { run = Self.run(around: place, characters) }
      guard !run.isAddress else {
        place += 1
        continue
      }
      found.append(offsets[place]..<offsets[place + count])
      place += count
    }
    return found
  }

  /// Most lines have none, and characters are slow.
  private func mayHoldName(_ line: String) -> Bool {
    Folding.matchKey(line).withUnsafeBytes { key in finders.contains { $0.firstIndex(in: key) != nil } }
  }

  private typealias Letter = (character: Character, key: [UInt8])

  /// Whether a word has begun before a place; between Chinese and Japanese letters none is seen.
  private func isInside(_ place: Int, _ line: [Letter]) -> Bool {
    guard place > 0, !Self.isUnspaced(line[place].character) else { return false }
    return Self.isWord(line[place - 1].character)
  }

  private func isNamed(_ name: [[UInt8]], at place: Int, _ line: [Letter]) -> Bool {
    let end = place + name.count
    guard end <= line.count, zip(name, line[place...]).allSatisfy({ $0 == $1.key }) else { return false }
    guard end < line.count, Self.isWord(line[end].character), !Self.isUnspaced(line[end - 1].character) else {
      return true
    }
    let rest = line[end...].prefix { Self.isWord($0.character) }.map(\.character)
    return Particles.make(up: String(rest).composed[...])
  }

  /// Whether a name is part of something else by what is right beside it: of a file's name, a footnote, a block, a
  /// callout, an entity, an emoji's code or a field.
  private static func isMark(_ name: Range<Int>, _ line: [Letter]) -> Bool {
    func letter(_ place: Int) -> Character? { line.indices.contains(place) ? line[place].character : nil }
    func isWord(at place: Int) -> Bool { letter(place).map(Self.isWord) ?? false }
    let (before, after) = (letter(name.lowerBound - 1), letter(name.upperBound))
    return switch (before, after) {
    case ("^", _), ("&", ";"), (":", ":"): true
    case ("!", _): letter(name.lowerBound - 2) == "["
    case (".", _) where isWord(at: name.lowerBound - 2): true
    case (_, "."): isWord(at: name.upperBound + 1)
    case (_, ":"): letter(name.upperBound + 1) == ":"
    default: false
    }
  }

  /// Where the letters around a place end that are without a blank, and whether they are an address: they hold `://`, `www.`
  /// or `@`.
  private static func run(around place: Int, _ line: [Letter]) -> (end: Int, isAddress: Bool) {
    let start = line[..<place].lastIndex { $0.character.isWhitespace }.map { $0 + 1 } ?? 0
    let end = line[place...].firstIndex { $0.character.isWhitespace } ?? line.count
    let word = String(line[start..<end].map(\.character))
    let isAddress =
      word.utf8.contains(UInt8(ascii: "@")) || word.containsBytes("://") || word.lowercased().hasBytePrefix("www.")
    return (end, isAddress)
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// Whether words of its script are written without blanks between them.
  private static func isUnspaced(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first?.value else { return false }
    return (0x3040...0x30FF).contains(scalar) || (0x3400...0x9FFF).contains(scalar)
      || (0x20000...0x3FFFF).contains(scalar)
  }
}

/// Parts of a text that are not running text; they may be in each other.
private struct TakenRanges {
  private var rest: ArraySlice<Range<Int>>
  private var end = 0

  init(_ ranges: [Range<Int>]) {
    rest = ranges.sorted { $0.lowerBound < $1.lowerBound }[...]
  }

  /// Whether a range, which is behind the last one asked for, is in one of them or holds one.
  mutating func overlap(_ range: Range<Int>) -> Bool {
    while let next = rest.first, next.lowerBound < range.upperBound {
      end = max(end, next.upperBound)
      rest.removeFirst()
    }
    return end > range.lowerBound
  }
}

extension String {
  fileprivate var composed: String { String(decoding: Folding.matchKey(self), as: UTF8.self) }
}
