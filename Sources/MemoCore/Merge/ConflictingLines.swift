/// Two versions of lines that both sides of a merge changed, and what became of them in the memo since.
public struct ConflictingLines: Sendable {
  private let first: [ArraySlice<UInt8>]
  private let second: [ArraySlice<UInt8>]
  /// The lines of the merged text among which the versions were, from 0; `nil` where that is not known.
  private let place: Range<Int>?

  /// A line so long may have been cut where it was written down.
  static let cutLength = 1_000
  /// What a line of the front matter begins with that both sides set.
  private static let comment = Array("# ".utf8)

  /// Takes the lines that each side brought; an empty side has removed some.
  ///
  /// - Parameter line: where the merged text has them, from 1; `nil` where that is not known.
  public init(first: [UInt8], second: [UInt8], line: Int? = nil) {
    let (lines, others) = (Self.lines(first), Self.lines(second))
    // Blank lines may be between them.
    let most = 2 * (TextLines(first).count + TextLines(second).count)
    place = line.map { $0 - 1..<$0 + most }
    (self.first, self.second) = (Self.own(lines, besides: others), Self.own(others, besides: lines))
  }

  /// Where the versions stand in a text, from 1; `nil` where one is gone.
  ///
  /// A version is there as long as one of its lines is, as it was or edited. A line that the merged text has elsewhere, too, is
  /// none of a version there.
  /// - Parameter merged: the text that the merge made, asked for where a line may have been edited or be there twice; lines
  ///   of it are no edits.
  public func line<Failure: Error>(
    in text: [UInt8], merged: () throws(Failure) -> [UInt8]
  ) throws(Failure) -> Int? {
    let versions = [first, second].filter { !$0.isEmpty }
    let lines = MarkedText(text).lines
    let contents = lines.contents
    let others = place == nil ? [] : others(in: lines, since: MarkedText(try merged()).lines)
    let found = versions.map { version in
      contents.indices.first { !others.contains($0) && Self.holds(contents[$0], version) }
    }
    let exact = found.compactMap(\.self)
    let missing = zip(versions, found).filter { $0.1 == nil }.map(\.0)
    guard !versions.isEmpty, !missing.isEmpty else { return exact.min().map { $0 + 1 } }
    let isHopeless = missing.contains { version in !contents.contains { Self.isEdit($0, of: version) } }
    guard !isHopeless else { return nil }
    let known = Set(Self.lines(try merged()))
    let edits = contents.indices.filter { !known.contains(contents[$0]) }
    guard let places = Self.places(of: missing, among: edits, contents) else { return nil }
    return (exact + places).min().map { $0 + 1 }
  }

  /// The text that two sides come from without both versions, where each side has taken out the one that the other kept; `nil`
  /// where they have not. Merged with this one, both versions stay: merged with the text as it was, neither would.
  public func removed(from base: [UInt8], keptApartBy one: [UInt8], _ other: [UInt8]) -> [UInt8]? {
    let versions = [Set(first), Set(second)]
    let texts = [Self.lines(one), Self.lines(other)]
    let (held, text) = (Set(Self.lines(base)), MarkedText(base))
    let lines = text.lines
    let sides = [own(in: one, since: lines), own(in: other, since: lines)]
    func holds(_ side: Int, only version: Int) -> Bool {
      versions[version].isSubset(of: sides[side]) && versions[1 - version].isDisjoint(with: sides[side])
        && !hasEdit(texts[side], of: version == 0 ? second : first, beside: versions[version], held)
    }
    let isApart = holds(0, only: 0) && holds(1, only: 1) || holds(0, only: 1) && holds(1, only: 0)
    guard isApart, versions.allSatisfy({ !$0.isEmpty && $0.isSubset(of: held) }) else { return nil }
    let elsewhere = Set(elsewhere(in: lines))
    let kept = (0..<lines.count).filter { line in
      elsewhere.contains(line) || !versions.contains { $0.contains(lines.content(at: line)) }
    }
    return text.mark + kept.flatMap { lines.text($0..<($0 + 1)) }
  }

  /// Whether each side of a merge has taken a line out of the text that both come from: else `removed` finds nothing in it.
  public static func haveLeft(_ base: [UInt8], _ one: [UInt8], _ other: [UInt8]) -> Bool {
    let held = counts(base)
    return [one, other].allSatisfy { side in
      let counts = counts(side)
      return held.contains { counts[$0.key, default: 0] < $0.value }
    }
  }

  /// Whether one side of a merge took a version out and the other one edited it, while the text that both come from had both
  /// versions: then the edit is there again, beside the version that was kept.
  ///
  /// - Parameter edit: the lines that the side brought which edited it.
  public func isReopened(by edit: [UInt8], from base: [UInt8], settled: [UInt8], edited: [UInt8]) -> Bool {
    let texts = [base, settled, edited].map { Set(Self.lines($0)) }
    return [(first, second), (second, first)].contains { kept, gone in
      let changed = Set(gone).intersection(texts[0]).subtracting(texts[2])
      return !changed.isEmpty && texts[1].isDisjoint(with: gone)
        && kept.contains { texts[0].contains($0) && texts[1].contains($0) }
        && Self.lines(edit).contains { Self.isEdit($0, of: Array(changed)) }
    }
  }

  /// The lines of both versions, if a text has some of each.
  public func open(in text: [UInt8]) -> Set<ArraySlice<UInt8>> {
    let there = Set(Self.lines(text))
    let isOpen = [first, second].allSatisfy { !there.isDisjoint(with: $0) }
    return isOpen ? Set(first + second) : []
  }

  /// Whether a text has another line next to a version that is an edit of the other one, which is no removal.
  private func hasEdit(
    _ lines: [ArraySlice<UInt8>], of version: [ArraySlice<UInt8>], beside other: Set<ArraySlice<UInt8>>,
    _ known: Set<ArraySlice<UInt8>>
  ) -> Bool {
    lines.indices.contains { place in
      let neighbors = [place - 1, place + 1].filter(lines.indices.contains)
      return !known.contains(lines[place]) && neighbors.contains { other.contains(lines[$0]) }
        && Self.isEdit(lines[place], of: version)
    }
  }

  /// Whether a line of each version stands in a text as it was.
  ///
  /// - Parameter merged: the text that the merge made.
  public func areExact(in text: [UInt8], merged: [UInt8]) -> Bool {
    let lines = MarkedText(text).lines
    let others = others(in: lines, since: MarkedText(merged).lines)
    return [first, second].allSatisfy { version in
      version.isEmpty
        || (0..<lines.count).contains { !others.contains($0) && Self.holds(lines.content(at: $0), version) }
    }
  }

  /// The lines of a text that are like one of a version, and that the merged text has elsewhere. Where a person took out one of
  /// equal lines that are next to each other, there is no telling which: then none of them is of those.
  private func others(in text: TextLines, since merged: TextLines) -> Set<Int> {
    let elsewhere = elsewhere(in: merged)
    guard !elsewhere.isEmpty else { return [] }
    var numbering = LineNumbering()
    let (old, new) = (numbering.numbers(of: merged), numbering.numbers(of: text))
    let places = LineDifference(from: old, to: new).newPlaces(of: elsewhere)
    let fromEnd = LineDifference(from: old.reversed(), to: new.reversed())
      .newPlaces(of: elsewhere.reversed().map { old.count - 1 - $0 })
    return Set(places).intersection(fromEnd.map { new.count - 1 - $0 })
  }

  /// The lines of a text without those.
  private func own(in text: [UInt8], since merged: TextLines) -> Set<ArraySlice<UInt8>> {
    let lines = MarkedText(text).lines
    let others = others(in: lines, since: merged)
    return Set((0..<lines.count).filter { !others.contains($0) }.map { lines.content(at: $0) })
  }

  /// The lines of the merged text that are like one of a version and in another place; none where the versions are not found
  /// there.
  private func elsewhere(in merged: TextLines) -> [Int] {
    guard let place else { return [] }
    let own = (first + second).map { (LineNumbering.Line(content: $0), 1) }
    var awaited = Dictionary(own, uniquingKeysWith: +)
    var elsewhere: [Int] = []
    for line in 0..<merged.count {
      let content = LineNumbering.Line(content: merged.content(at: line))
      guard let count = awaited[content] else { continue }
      if count > 0, place.contains(line) { awaited[content] = count - 1 } else { elsewhere.append(line) }
    }
    return awaited.values.allSatisfy { $0 == 0 } ? elsewhere : []
  }

  /// For each version another line that is an edit of it.
  private static func places(
    of versions: [[ArraySlice<UInt8>]], among edits: [Int], _ contents: [ArraySlice<UInt8>]
  ) -> [Int]? {
    guard let version = versions.first else { return [] }
    for place in edits where isEdit(contents[place], of: version) {
      let rest = places(of: Array(versions.dropFirst()), among: edits.filter { $0 != place }, contents)
      if let rest { return [place] + rest }
    }
    return nil
  }

  private static func holds(_ line: ArraySlice<UInt8>, _ version: [ArraySlice<UInt8>]) -> Bool {
    version.contains { isVersion(line, $0) }
  }

  /// Whether a line is one of a version as it was, as the front matter keeps a second one, or as it was cut.
  static func isVersion(_ line: ArraySlice<UInt8>, _ version: ArraySlice<UInt8>) -> Bool {
    line == version || line == comment + version || version.count >= cutLength && line.starts(with: version)
  }

  private static func isEdit(_ line: ArraySlice<UInt8>, of version: [ArraySlice<UInt8>]) -> Bool {
    version.contains { StaleBuffer.isLike(line, $0) }
  }

  /// How often a text has each line.
  private static func counts(_ text: [UInt8]) -> [LineNumbering.Line: Int] {
    Dictionary(lines(text).map { (LineNumbering.Line(content: $0), 1) }, uniquingKeysWith: +)
  }

  /// The lines that are not blank.
  private static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] { MarkedText(text).lines.filled }

  /// The lines that one version alone has; all, where it has none.
  private static func own(_ lines: [ArraySlice<UInt8>], besides others: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
    let others = Set(others)
    let own = lines.filter { !others.contains($0) }
    return own.isEmpty ? lines : own
  }
}

/// Two versions of a key of the front matter that both sides of a merge changed, of which one is in the memo.
public struct ConflictingKey: Sendable {
  private let versions: [TextLines]

  /// Takes the lines that each side has for the key; none where it has removed it.
  public init(first: [UInt8], second: [UInt8]) {
    versions = [TextLines(first), TextLines(second)]
  }

  /// Where the version that the merge let stand is still as it was, from 1, and whether that is the first side's; `nil`
  /// where someone has changed it since.
  ///
  /// - Parameter merged: the text that the merge made.
  public func standing(in text: [UInt8], merged: [UInt8]) -> (line: Int, isFirst: Bool)? {
    let (merged, text) = (Self.frontMatter(of: merged), Self.frontMatter(of: text))
    for (number, version) in versions.enumerated() where version.count > 0 {
      guard Self.line(of: version, in: merged) != nil, let line = Self.line(of: version, in: text) else { continue }
      return (line + 1, number == 0)
    }
    return nil
  }

  /// A text that has the first version, in the place of the second; `nil` where it has neither, as someone has changed it
  /// since.
  public func keepingFirst(in text: [UInt8]) -> [UInt8]? {
    let lines = Self.frontMatter(of: text)
    let places = versions.map { $0.count > 0 ? Self.line(of: $0, in: lines) : nil }
    // The lines of one may be the first ones of the other: then the longer one is there.
    let isThere = places[0] != nil && (places[1] == nil || versions[0].count >= versions[1].count)
    if isThere { return text }
    guard let place = places[1] else { return nil }
    let rest = TextLines(text)
    let end = LineInsertion.lineBreak(of: text)
    return Array(rest.text(0..<place)) + (0..<versions[0].count).flatMap { versions[0].content(at: $0) + end }
      + rest.text(place + versions[1].count..<rest.count)
  }

  private static func frontMatter(of text: [UInt8]) -> TextLines {
    TextLines(Array(text[..<text.withUnsafeBytes { FrontMatter($0).range.upperBound }]))
  }

  private static func line(of version: TextLines, in text: TextLines) -> Int? {
    (0..<max(0, text.count - version.count + 1)).first { start in
      (0..<version.count).allSatisfy { version.content(at: $0) == text.content(at: start + $0) }
    }
  }
}
