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

  /// A single letter is everywhere unless it is a word, and a title that is a whole paragraph nowhere.
  private static let lengths = 1...200
  /// Of a list of aliases that is longer, the first ones: every line is searched for each.
  private static let most = 500

  /// Those of some names that are looked for.
  public static func names(among names: [String]) -> [String] {
    let names = names.lazy.map { String(trimmed($0)) }.filter { name in
      lengths.contains(name.count) && isName(name) && (name.count > 1 || isWord(name))
    }
    return Array(names.prefix(most))
  }

  /// Whether a name of one letter is a word: a syllable of Hangul, as 책, or a Chinese character.
  private static func isWord(_ letter: String) -> Bool {
    let scalars = Array(Folding.composed(letter).unicodeScalars)
    return scalars.count == 1 && (Particles.isSyllable(scalars[0]) || scalars[0].properties.isIdeographic)
  }

  /// Whether a name has a letter, a number or an emoji. What has none, such as `---`, is a mark where a text has it: of a
  /// table, a dash, an omission.
  private static func isName(_ name: String) -> Bool {
    name.contains { $0.isLetter || $0.isNumber || !$0.isASCII && $0.isSymbol }
  }

  /// Looks for some names; those that are too short or too long or have no letter, number or emoji, and all after the first
  /// 500, are left out.
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
    return ranges(in: bytes, titledBy: source).map { range in
      let position = counter.position(of: range.lowerBound)
      let match = SearchMatch(
        line: position.line, column: position.column, length: bytes.text(range).unicodeScalars.count,
        text: counter.lineText, place: .body)
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
  private func mentions(in range: Range<Int>, of bytes: UnsafeRawBufferPointer, _ marks: Set<Int>) -> [Range<Int>] {
    guard let text = String(validating: bytes[range], as: UTF8.self), mayHoldName(text) else { return [] }
    let line = RunningLine(text: text, start: range.lowerBound, marks: marks)
    var found: [Range<Int>] = []
    var place = text.startIndex
    // The last run of letters without a blank that was looked at.
    var run = (end: place, isAddress: false)
    while place < text.endIndex {
      guard let end = nameEnd(at: place, in: line), !line.isMark(place..<end) else {
        place = text.index(after: place)
        continue
      }
      if place >= run.end { run = line.run(around: place) }
      guard !run.isAddress else {
        place = text.index(after: place)
        continue
      }
      found.append(line.offset(of: place)..<line.offset(of: end))
      place = end
    }
    return found
  }

  /// Most lines have none, and characters are slow.
  private func mayHoldName(_ line: String) -> Bool {
    Folding.matchKey(line).withUnsafeBytes { key in finders.contains { $0.firstIndex(in: key) != nil } }
  }

  /// Where the longest name ends that starts at a place of a line; `nil` where none does.
  private func nameEnd(at place: String.Index, in line: RunningLine) -> String.Index? {
    guard let first = line.key(at: place), starts.contains(first), !line.isInside(place) else { return nil }
    // The characters that were compared so far, and where each ends.
    var (keys, ends) = ([first], [line.text.index(after: place)])
    for name in names {
      let isThere = name.indices.allSatisfy { number in
        if number == keys.count {
          guard let key = line.key(at: ends[number - 1]) else { return false }
          keys.append(key)
          ends.append(line.text.index(after: ends[number - 1]))
        }
        return keys[number] == name[number]
      }
      let isWhole = { name.count == 1 ? line.isWord(at: place) : line.endsWord(at: ends[name.count - 1]) }
      if isThere, isWhole() { return ends[name.count - 1] }
    }
    return nil
  }
}

/// A line of running text. Its characters are looked at where they are needed, and not kept: a line may have millions.
private struct RunningLine {
  let text: String
  /// Where it starts in the memo.
  let start: Int
  /// Where underscores of the memo are marks of emphasis.
  let marks: Set<Int>

  /// The place in the memo.
  func offset(of place: String.Index) -> Int { start + text.utf8.distance(from: text.startIndex, to: place) }

  /// The character so many behind a place, or before it; `nil` outside of the line.
  private func character(_ distance: Int = 0, from place: String.Index) -> Character? {
    let limit = distance < 0 ? text.startIndex : text.endIndex
    guard let place = text.index(place, offsetBy: distance, limitedBy: limit), place < text.endIndex else { return nil }
    // As the other mark of emphasis, which is no letter.
    return marks.contains(offset(of: place)) ? "*" : text[place]
  }

  /// The character at a place, folded; `nil` at the end.
  func key(at place: String.Index) -> [UInt8]? { character(from: place).map { Folding.matchKey(String($0)) } }

  /// Whether a word has begun before a place; between Chinese and Japanese letters none is seen.
  func isInside(_ place: String.Index) -> Bool {
    guard let before = character(-1, from: place), character(from: place)?.isUnspaced == false else { return false }
    return before.isOfWord
  }

  /// Whether a name that ends at a place, which is not the start, is a whole word, or has particles behind it.
  func endsWord(at end: String.Index) -> Bool {
    guard character(from: end)?.isOfWord == true, character(-1, from: end)?.isUnspaced == false else { return true }
    var last = end
    while character(from: last)?.isOfWord == true { last = text.index(after: last) }
    return Particles.make(up: String(text[end..<last]).composed[...])
  }

  /// Whether the character at a place is a word by itself, or with particles behind it that fit its sound: 물가 is no 물.
  func isWord(at place: String.Index) -> Bool {
    if let before = character(-1, from: place), before.isOfWord { return false }
    let end = text.index(after: place)
    var last = end
    while character(from: last)?.isOfWord == true { last = text.index(after: last) }
    let letter = String(text[place]).composed.unicodeScalars.last
    return last == end || Particles.make(up: String(text[end..<last]).composed[...], behind: letter)
  }

  /// Whether a name is part of something else by what is right beside it: of a file's name, a footnote, a block, a
  /// callout, an entity, an emoji's code or a field.
  func isMark(_ name: Range<String.Index>) -> Bool {
    let (before, after) = (character(-1, from: name.lowerBound), character(from: name.upperBound))
    return switch (before, after) {
    case ("^", _), ("&", ";"), (":", ":"): true
    case ("!", _): character(-2, from: name.lowerBound) == "["
    case (".", _) where character(-2, from: name.lowerBound)?.isOfWord == true: true
    case (_, "."): character(1, from: name.upperBound)?.isOfWord == true
    case (_, ":"): character(1, from: name.upperBound) == ":"
    default: false
    }
  }

  /// Where the letters around a place end that are without a blank, and whether they are an address: they hold `://`, `www.`
  /// or `@`.
  func run(around place: String.Index) -> (end: String.Index, isAddress: Bool) {
    let start = text[..<place].lastIndex(where: \.isWhitespace).map { text.index(after: $0) } ?? text.startIndex
    let end = text[place...].firstIndex(where: \.isWhitespace) ?? text.endIndex
    let word = String(text[start..<end])
    let isAddress =
      word.utf8.contains(UInt8(ascii: "@")) || word.containsBytes("://")
      || word.prefix(4).lowercased().hasBytePrefix("www.")
    return (end, isAddress)
  }
}

extension Character {
  fileprivate var isOfWord: Bool { isLetter || isNumber || self == "_" }

  /// Whether words of its script are written without blanks between them.
  fileprivate var isUnspaced: Bool {
    guard let scalar = unicodeScalars.first?.value else { return false }
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
