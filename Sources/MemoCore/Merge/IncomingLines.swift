/// The lines that a change took away and brought, and what became of them.
struct ChangedLines {
  private let change: StaleBuffer.Change
  private let old: TextLines
  private let new: TextLines
  private let hunks: [LineDifference.Hunk]

  init(_ change: StaleBuffer.Change) {
    self.change = change
    (old, new) = (TextLines(change.old), TextLines(change.new))
    hunks = LineDifference(from: change.old, to: change.new).hunks
  }

  /// Lines that are not blank.
  private static func lines(_ range: Range<Int>, of text: TextLines) -> [ArraySlice<UInt8>] {
    range.filter { !text.isBlank(at: $0) }.map { text.content(at: $0) }
  }

  var brought: Set<ArraySlice<UInt8>> { Set(hunks.flatMap { Self.lines($0.new, of: new) }) }
  var taken: Set<ArraySlice<UInt8>> { Set(hunks.flatMap { Self.lines($0.old, of: old) }) }

  /// What a text has of the change; blank lines count for nothing.
  ///
  /// - Parameter former: lines that prove nothing.
  func trace(in text: [UInt8], besides former: Set<ArraySlice<UInt8>>) -> StaleBuffer.Trace {
    let (edits, lines) = (LineDifference(from: change.old, to: text).hunks, TextLines(text))
    let traces = hunks.map { hunk in
      let near = edits.filter { Self.touch(hunk.old, $0.old) }
      let there = near.flatMap { Self.lines($0.new, of: lines) }
      return trace(of: hunk, there, edited: Set(near.flatMap(\.old)), former)
    }
    if traces.contains(.kept) { return .kept }
    return traces.contains(.undone) ? .undone : .overwritten
  }

  /// What a text has of one place.
  ///
  /// - Parameters:
  ///   - there: the lines that stand there and did not before the change.
  ///   - edited: the lines from before the change that do not stand there.
  private func trace(
    of hunk: LineDifference.Hunk, _ there: [ArraySlice<UInt8>], edited: Set<Int>, _ former: Set<ArraySlice<UInt8>>
  ) -> StaleBuffer.Trace {
    let (taken, brought) = (Self.lines(hunk.old, of: old), Self.lines(hunk.new, of: new))
    let known = brought.filter { !former.contains($0) }
    if there.contains(where: { Self.isOne($0, of: known, ratherThan: taken) }) { return .kept }
    // That lines are gone which the change took away says nothing: both may have deleted them.
    if taken.isEmpty { return brought.isEmpty ? .overwritten : .undone }
    return hunk.old.contains { !edited.contains($0) && !old.isBlank(at: $0) } ? .undone : .overwritten
  }

  /// Whether an edit changed lines of a place, or is next to it.
  private static func touch(_ place: Range<Int>, _ edit: Range<Int>) -> Bool {
    place.lowerBound <= edit.upperBound && edit.lowerBound <= place.upperBound
  }

  /// Whether a line is one of those that were brought, or an edit of one.
  private static func isOne(
    _ line: ArraySlice<UInt8>, of brought: [ArraySlice<UInt8>], ratherThan taken: [ArraySlice<UInt8>]
  ) -> Bool {
    let former = taken.map { StaleBuffer.likeness(line, $0) }.max() ?? -1
    return brought.contains { $0.isEdited(as: line) && StaleBuffer.likeness(line, $0) > former }
  }
}

/// What a save lacks of what changes had brought to a text.
struct IncomingLines {
  /// The lines that were wholly new, with their ends.
  private(set) var added: [UInt8] = []
  /// The text before the changes, with these.
  private(set) var extended: [UInt8] = []
  /// Places that the changes had changed and that are as they were before.
  private(set) var versions: [StaleBuffer.Versions] = []

  private let base: TextLines
  private let before: TextLines
  private let brought: Set<ArraySlice<UInt8>>
  /// Lines of the base that the save has where they were.
  private let standing: Set<Int>
  /// How often each line was there, is to be there, and is.
  private let former: [ArraySlice<UInt8>: Int]
  private let wanted: [ArraySlice<UInt8>: Int]
  private var present: [ArraySlice<UInt8>: Int]
  private let lineBreak: ArraySlice<UInt8>

  /// - Parameters:
  ///   - changes: those of which the save has nothing, the oldest first.
  ///   - before: the text that the save replaced.
  init(_ changes: [StaleBuffer.Change], before: [UInt8], saved: [UInt8]) {
    let base = changes.first?.old ?? before
    (self.base, self.before) = (TextLines(base), TextLines(before))
    let changed = changes.map(ChangedLines.init)
    brought = changed.reduce(into: []) { $0.formUnion($1.brought) }
    let taken = changed.reduce(into: Set()) { $0.formUnion($1.taken) }
    (former, wanted, present) = (Self.counts(base), Self.counts(before), Self.counts(saved))
    let lineBreaks = [self.base, self.before].filter { $0.count > 0 }.map { $0.lineBreak(at: 0) }
    lineBreak = lineBreaks.first { !$0.isEmpty } ?? [UInt8(ascii: "\n")]
    let edited = LineDifference(from: base, to: saved).hunks.flatMap(\.old)
    standing = Set(0..<self.base.count).subtracting(edited)
    var place = 0
    for hunk in LineDifference(from: base, to: before).hunks {
      extend(with: place..<hunk.old.lowerBound)
      let pairs = extend(with: hunk)
      place = hunk.old.upperBound
      let saved = hunk.old.filter { standing.contains($0) && !self.base.isBlank(at: $0) }
      let incoming = pairs.sorted()
      let isIncoming =
        saved.contains { taken.contains(self.base.content(at: $0)) }
        || incoming.contains { isBrought(self.before.content(at: $0)) }
      guard !saved.isEmpty, isIncoming else { continue }
      versions.append(
        StaleBuffer.Versions(
          saved: saved.flatMap { self.base.text($0..<$0 + 1) },
          incoming: incoming.flatMap { self.before.text($0..<$0 + 1) }))
    }
    extend(with: place..<self.base.count)
    if !self.base.isEnded, !self.before.isEnded, extended.suffix(lineBreak.count) == lineBreak {
      extended.removeLast(lineBreak.count)
    }
  }

  private static func counts(_ text: [UInt8]) -> [ArraySlice<UInt8>: Int] {
    StaleBuffer.contents(text).reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  private func isBrought(_ line: ArraySlice<UInt8>) -> Bool {
    brought.contains(line) || brought.contains { $0.isEdited(as: line) }
  }

  // MARK: The text with what was added

  /// Takes over the old lines of a place and those that are wholly new there; returns the lines that took the place of old
  /// ones.
  private mutating func extend(with hunk: LineDifference.Hunk) -> some Collection<Int> {
    let pairs = pairs(in: hunk)
    var (place, run): (Int, [Int]) = (hunk.old.lowerBound, [])
    for line in hunk.new {
      guard let old = pairs[line] else {
        run.append(line)
        continue
      }
      add(run)
      run = []
      if place <= old {
        extend(with: place..<old + 1)
        place = old + 1
      }
    }
    add(run)
    extend(with: place..<hunk.old.upperBound)
    return pairs.keys
  }

  /// For each line that took the place of an old one, this: each old line has become the one most like it, and what is
  /// left is wholly new. Lines that were only moved, and old ones that the save has not either, have become nothing.
  private func pairs(in hunk: LineDifference.Hunk) -> [Int: Int] {
    var free = hunk.new.filter { line in
      let content = before.content(at: line)
      return !before.isBlank(at: line) && former[content, default: 0] < wanted[content, default: 0]
    }
    var pairs: [Int: Int] = [:]
    for line in hunk.old where standing.contains(line) && !base.isBlank(at: line) && !free.isEmpty {
      let content = base.content(at: line)
      guard wanted[content, default: 0] < former[content, default: 0] else { continue }
      let likeness = free.map { StaleBuffer.likeness(before.content(at: $0), content) }
      let best = likeness.indices.max { likeness[$0] < likeness[$1] } ?? 0
      pairs[free.remove(at: best)] = line
    }
    return pairs
  }

  /// Adds those of some lines that came from elsewhere and are missing, and the blank ones between them.
  private mutating func add(_ run: [Int]) {
    var missing: [Int] = []
    for line in run {
      let content = before.content(at: line)
      if before.isBlank(at: line) {
        missing.append(line)
      } else if isBrought(content), present[content, default: 0] < wanted[content, default: 0] {
        present[content, default: 0] += 1
        missing.append(line)
      }
    }
    guard !missing.allSatisfy(before.isBlank) else { return }
    for line in missing {
      let text = before.content(at: line) + lineBreak
      added += text
      end()
      extended += text
    }
  }

  private mutating func extend(with lines: Range<Int>) {
    guard !lines.isEmpty else { return }
    end()
    extended += base.text(lines)
  }

  /// Ends a last line that had no end.
  private mutating func end() {
    if let last = extended.last, last != UInt8(ascii: "\n"), last != UInt8(ascii: "\r") { extended += lineBreak }
  }
}

extension ArraySlice<UInt8> {
  /// Whether another line is certainly this one, as it was or edited: ticked, corrected, or with something typed into it or
  /// taken out. Two lines of one list are often more alike than that, so a line that was written over is none.
  fileprivate func isEdited(as line: ArraySlice<UInt8>) -> Bool {
    if line == self || unticked == line.unticked || isCorrected(as: line) { return true }
    let (shorter, longer) = (Swift.min(count, line.count), Swift.max(count, line.count))
    return shorter * 2 >= longer && (StaleBuffer.likeness(self, line) == shorter || hasWordsIn(line))
  }

  /// The fewest letters of a word in which one may be wrong: short words that are alike mean other things.
  private static var correctedLength: Int { 5 }

  /// Whether another line is this one but for one letter inside a longer word, or for two neighbouring ones that changed places.
  /// Names, dates and amounts of two lines of a list differ in a first letter, in a digit, or in more than that.
  private func isCorrected(as line: ArraySlice<UInt8>) -> Bool {
    guard count == line.count else { return false }
    let head = zip(self, line).prefix { $0 == $1 }.count
    let length = count - StaleBuffer.likeness(self, line)
    let (old, new) = (Array(dropFirst(head).prefix(length)), Array(line.dropFirst(head).prefix(length)))
    guard length == 1 || length == 2 && old == new.reversed(), (old + new).allSatisfy(Self.isLowercase) else {
      return false
    }
    let before = prefix(head).reversed().prefix(while: Self.isLetter).count
    let after = dropFirst(head + length).prefix(while: Self.isLetter).count
    return before > 0 && after > 0 && before + length + after >= Self.correctedLength
  }

  /// Whether another line has all words of this one in their order, and others between them.
  private func hasWordsIn(_ line: ArraySlice<UInt8>) -> Bool {
    func words(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] { text.split(whereSeparator: \.isBlank) }
    var rest = words(self)[...]
    guard !rest.isEmpty else { return false }
    for word in words(line) where word == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }

  private static func isLowercase(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

  /// Whether a byte is a letter, or a part of one beyond ASCII.
  private static func isLetter(_ byte: UInt8) -> Bool { byte.isASCIILetter || byte >= 0x80 }

  /// A task without its mark: `[x]` as `[ ]`.
  private var unticked: ArraySlice<UInt8> {
    guard let open = firstIndex(of: UInt8(ascii: "[")), open + 2 < endIndex, self[open + 2] == UInt8(ascii: "]") else {
      return self
    }
    return self[..<(open + 1)] + [UInt8(ascii: " ")] + self[(open + 2)...]
  }
}

/// Which lines of some memos no other memo has.
struct LineOwners {
  private var numbers: [LineNumbering.Line: Int] = [:]
  private var linesOfMemo: [VaultPath: Set<Int>] = [:]
  /// For each line, in how many memos it was seen.
  private var counts: [Int] = []

  /// Takes the lines of memos that are not blank.
  init<Failure: Error>(
    _ memos: [(path: VaultPath, id: ObjectId)], read: ([ObjectId]) throws(Failure) -> [[UInt8]]
  ) throws(Failure) {
    for (text, memo) in zip(try read(memos.map(\.id)), memos) {
      let lines = Self.lines(of: text)
      for line in lines where numbers[line] == nil { numbers[line] = numbers.count }
      linesOfMemo[memo.path] = Set(lines.compactMap { numbers[$0] })
    }
    counts = Array(repeating: 0, count: numbers.count)
  }

  /// Counts a memo that has some of the lines.
  mutating func see(_ text: [UInt8]) {
    for number in numbers(in: text) { counts[number] += 1 }
  }

  /// The lines that a text has of those that were taken.
  func numbers(in text: [UInt8]) -> Set<Int> {
    Set(Self.lines(of: text).compactMap { numbers[$0] })
  }

  /// The lines that were taken of a memo.
  func all(of path: VaultPath) -> Set<Int> { linesOfMemo[path] ?? [] }

  /// The lines of a memo that were seen in one memo only.
  func unique(to path: VaultPath) -> Set<Int> {
    (linesOfMemo[path] ?? []).filter { counts[$0] == 1 }
  }

  /// Whether one of some lines was not seen in a second memo so far.
  func haveUnique(among numbers: Set<Int>) -> Bool { numbers.contains { counts[$0] < 2 } }

  private static func lines(of text: [UInt8]) -> [LineNumbering.Line] {
    TextLines(text).filled.map { LineNumbering.Line(content: $0) }
  }
}
