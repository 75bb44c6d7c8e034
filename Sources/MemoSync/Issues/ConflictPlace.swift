import MemoCore

/// Where both versions of a conflict are in a text.
public struct ConflictPlace: Equatable, Sendable {
  /// The lines that only one version has, from 0.
  private let found: [ConflictVersion: [Int]]
  /// The versions of which a line is there, be it one that both have.
  private let standing: Set<ConflictVersion>
  /// Versions of which more may follow than what is known of them: a commit records their starts.
  private let unfinished: Set<ConflictVersion>

  /// A second version of a line of the front matter.
  private static let comment = Array("# ".utf8)
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// Starts of a version that are compared: a line such as `- [ ]` may be in a memo many times.
  private static let mostStarts = 200
  /// Lines of others that may be between those of a version.
  private static let gap = 8
  /// A commit may record no more of a line than its start, if that has so many bytes.
  private static let startLength = 1_000

  /// Looks for the versions in a text; `nil` if neither is there, and for conflicts whose versions are not lines of it.
  public init?(of conflict: SyncConflict, in text: [UInt8]) {
    guard conflict.kind == .both else { return nil }
    let lines = Self.lines(of: text)
    let versions = [ConflictVersion.ours: conflict.ours, .theirs: conflict.theirs]
    let length = versions.values.reduce(0) { $0 + StaleBuffer.contents($1).count }
    let start = conflict.line - 1
    let places = versions.mapValues { Self.lines(of: $0, in: lines, from: start..<start + length + Self.gap) }
    let common = Set(places[.ours] ?? []).intersection(places[.theirs] ?? [])
    let own = places.mapValues { $0.filter { !common.contains($0) } }
    guard own.values.contains(where: { !$0.isEmpty }) else { return nil }
    found = own
    standing = Set(places.filter { !$0.value.isEmpty }.keys)
    unfinished = Set(
      ConflictVersion.allCases.filter { version in
        guard let last = places[version]?.last, last + 1 < lines.count else { return false }
        let follows = own[version.other]?.contains(last + 1) ?? false
        return !follows && conflict.recordedLength(of: version) + lines[last + 1].count + 1 > Overlap.textLimit
      })
  }

  /// The lines of one version, from 0.
  public func lines(of version: ConflictVersion) -> [Int] { found[version] ?? [] }

  /// The lines from the first to the last of both.
  public var lines: ClosedRange<Int> {
    let all = found.values.joined()
    return (all.min() ?? 0)...(all.max() ?? 0)
  }

  /// Whether all lines of one of the versions are among those of another place, and the rest is there, too, or next to them.
  func sharesVersion(with other: ConflictPlace) -> Bool {
    let lines = Set(other.found.values.joined())
    guard found.values.contains(where: { !$0.isEmpty && lines.isSuperset(of: $0) }) else { return false }
    // Elsewhere it is another place, and the line only one that the memo has twice.
    let rest = found.values.joined().filter { !lines.contains($0) }
    let reach = (other.lines.lowerBound - rest.count)...(other.lines.upperBound + rest.count)
    return rest.allSatisfy(reach.contains)
  }

  /// How many lines are there of both.
  fileprivate var count: Int { found.values.joined().count }

  /// Whether something of a version is there.
  func holds(_ version: ConflictVersion) -> Bool { standing.contains(version) }

  /// The text without the other version; `nil` if more of that may follow than what is known of it. Of the blank lines that
  /// set the version apart from what is above and below it, one goes.
  ///
  /// - Parameters:
  ///   - whole: all lines of the version that is kept, those among them that the other one had changed; these come back. `nil`
  ///     where they are not known.
  ///   - copies: how many times the text would have them then, as far as that is known: without it, one that is like a line nearby
  ///     does not come back.
  ///   - written: those of them that the version had changed itself: where one is gone, someone has edited it since.
  public func text(
    keeping version: ConflictVersion, of text: [UInt8], whole: [UInt8]? = nil,
    copies: [ArraySlice<UInt8>: Int] = [:], written: [UInt8] = []
  ) -> [UInt8]? {
    guard !unfinished.contains(version.other) else { return nil }
    var gone = Set(lines(of: version.other))
    let returning = whole.map { self.returning($0, copies, besides: written, of: version, in: text) } ?? [:]
    return text.withUnsafeBytes { bytes in
      let isBlank = Self.lines(of: text).map(ConflictPart.isBlank)
      for last in gone.sorted() where !isBlank[last] && !gone.contains(last + 1) {
        let above = (0..<last).last { !gone.contains($0) }
        let isApart = above.map { isBlank[$0] } ?? true
        if isApart, last + 1 < isBlank.count, isBlank[last + 1] { gone.insert(last + 1) }
        if isApart, last + 1 == isBlank.count, let above { gone.insert(above) }
      }
      var kept = text.starts(with: Self.byteOrderMark) ? Self.byteOrderMark : []
      var start = kept.count
      for (place, line) in LineScanner.lines(of: bytes).enumerated() {
        let end = bytes.lineStart(after: line.upperBound)
        kept += returning[place] ?? []
        if !gone.contains(place) { kept += bytes[start..<end] }
        start = end
      }
      guard let last = returning[isBlank.count] else { return kept }
      let isOpen = kept.last.map { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") } ?? false
      return kept + (isOpen ? LineInsertion.lineBreak(of: text) : []) + last
    }
  }

  /// The lines of a version that are not in the text, each by the line that it comes before: that of the version which followed
  /// it, else the one behind the version.
  private func returning(
    _ whole: [UInt8], _ copies: [ArraySlice<UInt8>: Int], besides written: [UInt8], of version: ConflictVersion,
    in text: [UInt8]
  ) -> [Int: [UInt8]] {
    let written = Set(written.lines)
    let lines = Self.lines(of: text)
    let ranges = whole.withUnsafeBytes { LineScanner.lines(of: $0) }
    // A commit records the start of a long version; the rest of it follows.
    let length = whole.count > Overlap.textLimit ? ranges.count : 0
    let end = min(lines.count, self.lines.upperBound + length + Self.gap + 1)
    let near = max(0, self.lines.lowerBound - Self.gap)..<end
    let gone = Set(self.lines(of: version.other))
    func kept(_ places: Range<Int>) -> LinesByStart {
      LinesByStart(places.filter { !gone.contains($0) }.map { lines[$0] })
    }
    let (all, nearby) = (kept(lines.indices), kept(near))
    var missing = copies
    for line in missing.keys { missing[line, default: 0] -= all.count(holding: line) }
    func isMissing(_ line: ArraySlice<UInt8>) -> Bool {
      missing[line, default: 0] > 0 || nearby.count(holding: line) == 0
    }
    var own = self.lines(of: version).filter { !ConflictPart.isBlank(lines[$0]) }[...]
    let lineBreak = LineInsertion.lineBreak(of: text)
    var (waiting, last) = ([UInt8](), own.first ?? self.lines.lowerBound)
    var returning: [Int: [UInt8]] = [:]
    for range in ranges {
      let line = whole[range]
      if let next = own.first, Self.holds(lines[next], line) || written.contains(line) {
        if !waiting.isEmpty { returning[next, default: []] += waiting }
        (waiting, last) = ([], next + 1)
        own.removeFirst()
      } else if !ConflictPart.isBlank(line), !written.contains(line), isMissing(line) {
        waiting += line + lineBreak
        missing[line, default: 0] -= 1
      }
    }
    if !waiting.isEmpty { returning[last, default: []] += waiting }
    return returning
  }

  /// The lines of a text, the first one without the byte order mark.
  private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    let start = text.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    return text.withUnsafeBytes { LineScanner.lines(of: $0) }.map { text[max(start, $0.lowerBound)..<$0.upperBound] }
  }

  /// Where the lines of a version are: in order, as near to each other and to the start of a place as possible. A line above it
  /// that is like one of them is another one, if there is one in the place.
  private static func lines(of version: [UInt8], in lines: [ArraySlice<UInt8>], from place: Range<Int>) -> [Int] {
    let wanted = version.lines
    let texts = wanted.filter { !ConflictPart.isBlank($0) }
    guard let first = texts.first(where: { text in lines.contains { holds($0, text) } }) else { return [] }
    let rest = texts.drop { $0 != first }.dropFirst()
    func distance(_ line: Int) -> (Int, Int) { (place.contains(line) ? 0 : 1, abs(line - place.lowerBound)) }
    let starts = lines.indices.filter { holds(lines[$0], first) }.sorted { distance($0) < distance($1) }
    var best: [Int] = []
    for start in starts.prefix(mostStarts) {
      var found = [start]
      for text in rest {
        let next = found[found.count - 1] + 1
        let reach = next..<max(next, min(next + gap + texts.count, lines.count))
        if let place = reach.first(where: { holds(lines[$0], text) }) { found.append(place) }
      }
      if found.count > best.count { best = found }
      if best.count == rest.count + 1 { break }
    }
    return withBlanks(best, of: wanted, in: lines)
  }

  /// Adds the blank lines between and behind the lines of a version that has such.
  private static func withBlanks(
    _ found: [Int], of wanted: [ArraySlice<UInt8>], in lines: [ArraySlice<UInt8>]
  ) -> [Int] {
    guard let last = found.last else { return [] }
    let between = zip(found, found.dropFirst()).flatMap { one, other in
      (one + 1..<other).allSatisfy { ConflictPart.isBlank(lines[$0]) } ? Array(one + 1..<other) : []
    }
    let trailing = wanted.reversed().prefix(while: ConflictPart.isBlank).count
    let behind = (last + 1..<min(last + 1 + trailing, lines.count)).prefix { ConflictPart.isBlank(lines[$0]) }
    return (found + between + behind).sorted()
  }

  private static func holds(_ line: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    line == text || line.count == text.count + comment.count && line.starts(with: comment) && line.dropFirst(2) == text
      || text.count >= startLength && line.starts(with: text)
  }

  /// Lines by as much of them as has to be the same. A text may have very many, and so may a version.
  private struct LinesByStart {
    private let lines: [ArraySlice<UInt8>: [ArraySlice<UInt8>]]

    init(_ lines: [ArraySlice<UInt8>]) {
      self.lines = Dictionary(grouping: lines) { $0.prefix(startLength) }
    }

    /// How many of them hold a text.
    func count(holding text: ArraySlice<UInt8>) -> Int {
      let starts: Set = [text.prefix(startLength), (comment + text.prefix(startLength)).prefix(startLength)]
      return starts.reduce(0) { count, start in count + (lines[start] ?? []).count { holds($0, text) } }
    }
  }
}

/// The conflicts among others that are at one place: several merges record it where more than two devices changed a line.
struct SharedPlaces {
  /// The places of those that are part of another one, or share a version with it. They are to be seen once that is settled, as
  /// far as something is left of them then.
  private(set) var hidden: Set<Int> = []

  /// - Parameter texts: gives the texts of memos.
  init(of conflicts: [SyncConflict], texts: (VaultPath) throws -> [UInt8]) rethrows {
    let memos = Dictionary(grouping: conflicts.indices.filter { conflicts[$0].kind == .both }) { conflicts[$0].path }
    for (path, numbers) in memos where numbers.count > 1 {
      let text = try texts(path)
      let places = numbers.compactMap { number in
        ConflictPlace(of: conflicts[number], in: text).map { (number, place: $0, isOwn: conflicts[number].hasOwn) }
      }
      // One with a version of this device is one that a command can settle.
      let order = places.sorted { ($1.place.count, $0.isOwn ? 0 : 1, $0.0) < ($0.place.count, $1.isOwn ? 0 : 1, $1.0) }
      var seen: [ConflictPlace] = []
      for (number, place, _) in order {
        if seen.contains(where: place.sharesVersion) { hidden.insert(number) } else { seen.append(place) }
      }
    }
  }
}
