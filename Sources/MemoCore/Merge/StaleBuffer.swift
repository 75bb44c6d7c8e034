/// A text that was saved without what syncs had brought: by an editor that had it open all the time, or on purpose.
///
/// Nothing of the save is taken back. Lines that were wholly new are added again; where lines had been changed or deleted,
/// the text stays as it was saved, and both versions are given for a person to choose from.
public struct StaleBuffer: Equatable, Sendable {
  /// What a sync made of a text, byte order marks apart.
  public struct Change: Equatable, Sendable {
    /// The text before the sync.
    public let old: [UInt8]
    /// The text that the sync put in its place.
    public let new: [UInt8]

    /// Puts together a change.
    public init(from old: [UInt8], to new: [UInt8]) {
      (self.old, self.new) = (StaleBuffer.unmarked(old), StaleBuffer.unmarked(new))
    }

    /// What is left of the change once a person has had some of the lines removed that it brought.
    package func without(_ lines: Set<ArraySlice<UInt8>>) -> Change {
      let (own, text) = (Set(contents(old)), TextLines(new))
      let kept = (0..<text.count).filter { own.contains(text.content(at: $0)) || !lines.contains(text.content(at: $0)) }
      return kept.count == text.count ? self : Change(from: old, to: kept.flatMap { text.text($0..<$0 + 1) })
    }
  }

  /// What a text has of what a sync brought.
  enum Trace {
    /// Some of it.
    case kept
    /// Nothing: it is as it was before, at least in part.
    case undone
    /// Nothing, and nothing of what was there before either.
    case overwritten
  }

  /// Two versions of the same lines; an empty one has them not.
  public struct Versions: Equatable, Sendable {
    /// The lines as they were saved.
    public let saved: [UInt8]
    /// The lines as a sync had brought them.
    public let incoming: [UInt8]
  }

  /// The changes of which the save has nothing, the oldest first.
  public let changes: [Change]
  /// The saved text with the lines that are added again.
  public let text: [UInt8]
  /// The lines that are added again.
  public let added: [UInt8]
  /// Where the text stays as it was saved.
  public let versions: [Versions]

  /// Judges a save; `nil` for one of which memo has nothing to say.
  ///
  /// It is suspicious if all that the last changes brought is gone and something else changed.
  /// - Parameters:
  ///   - changes: what syncs made of the text, the oldest first.
  ///   - before: the text that the save replaced.
  ///   - isAgain: whether this save was suspicious before, so that nothing else need have changed.
  public init?(_ changes: [Change], before: [UInt8], saved marked: [UInt8], isAgain: Bool = false) {
    let (before, saved) = (Self.unmarked(before), Self.unmarked(marked))
    let missed = Self.missed(changes, saved: saved)
    guard let first = missed.first else { return nil }
    self.changes = missed
    guard isAgain || Self.isMore(saved, than: self.changes, undoneIn: before) else { return nil }
    let incoming = IncomingLines(self.changes, before: before, saved: saved)
    let woven = LineMerge(base: first.old, first: incoming.extended, second: saved).bytes
    // Front matter is merged by its keys, which may change a line: then both versions are only shown.
    let isAddition = LineDifference(from: saved, to: woven).hunks.allSatisfy(\.old.isEmpty)
    text = isAddition ? marked.prefix(marked.count - saved.count) + woven : marked
    added = isAddition ? incoming.added : []
    let unadded = isAddition || incoming.added.isEmpty ? [] : [Versions(saved: [], incoming: incoming.added)]
    versions = incoming.versions + unadded
    if added.isEmpty, versions.isEmpty { return nil }
  }

  /// The last changes, of all of which a save has nothing.
  private static func missed(_ changes: [Change], saved: [UInt8]) -> [Change] {
    // A line that was there before a change brought it, now or earlier, may be in the save without its knowing of that.
    var former: Set<ArraySlice<UInt8>> = []
    let traces = changes.map { change in
      former.formUnion(contents(change.old))
      defer { former.formUnion(contents(change.new)) }
      return ChangedLines(change).trace(in: saved, besides: former)
    }
    let last = traces.lastIndex(of: .kept) ?? -1
    // Nothing says that the save is older than a change of which only the place was written over.
    return zip(changes, traces).dropFirst(last + 1).drop { $0.1 != .undone }.map(\.0)
  }

  /// Whether a save differs from a text without what changes had brought to it.
  private static func isMore(_ saved: [UInt8], than changes: [Change], undoneIn before: [UInt8]) -> Bool {
    let undone = changes.reversed().reduce(before) { text, change in
      LineMerge(base: change.new, first: change.old, second: text).bytes
    }
    let (lines, others) = (TextLines(undone), TextLines(saved))
    let places = LineDifference(from: undone, to: before).hunks.map(\.old)
    return LineDifference(from: undone, to: saved).hunks.contains { hunk in
      // Who takes lines out by hand may leave a blank one there.
      let isBlank = hunk.old.allSatisfy(lines.isBlank) && hunk.new.allSatisfy(others.isBlank)
      let isThere = places.contains { place in
        hunk.old.lowerBound <= place.upperBound + 1 && place.lowerBound <= hunk.old.upperBound + 1
      }
      return !(isBlank && isThere)
    }
  }

  // MARK: Choosing

  /// A later text without the lines that were added again.
  public func asSaved(_ later: [UInt8], saved: [UInt8]) -> [UInt8] {
    LineMerge(base: text, first: saved, second: later).bytes
  }

  /// A later text with all that the changes had brought.
  public func asIncoming(_ later: [UInt8]) -> [UInt8] {
    let all = changes.reduce(text) { text, change in
      LineMerge(base: change.old, first: change.new, second: text).bytes
    }
    return LineMerge(base: text, first: all, second: later).bytes
  }

  /// The line of a later text, from 1, where a person has something to choose; `nil` where nothing is left of it.
  public func line(in later: [UInt8]) -> Int? {
    let there = TextLines(Self.unmarked(later)).contents
    let places =
      Self.contents(added).compactMap { there.firstIndex(of: $0) }
      + versions.compactMap { versions in
        let (saved, incoming) = (Self.contents(versions.saved), Self.contents(versions.incoming))
        let isOpen = saved.allSatisfy(there.contains) && (incoming.isEmpty || !incoming.allSatisfy(there.contains))
        return isOpen ? saved.first.flatMap { there.firstIndex(of: $0) } ?? 0 : nil
      }
    return places.min().map { $0 + 1 }
  }

  /// The lines that are not blank, without their ends.
  public static func contents(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    TextLines(unmarked(text)).filled
  }

  /// A text without its byte order mark, which makes its first line no other one.
  private static func unmarked(_ text: [UInt8]) -> [UInt8] {
    text.byteOrderMarkLength == 0 ? text : Array(text.dropFirst(text.byteOrderMarkLength))
  }

  // MARK: Like lines

  /// Whether a line is another one or an edit of it, such as a ticked box.
  static func isLike(_ line: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    likeness(line, other) * 2 >= other.count
  }

  /// How many bytes both lines have at their start and at their end.
  static func likeness(_ line: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Int {
    let head = zip(line, other).prefix { $0 == $1 }.count
    return head + zip(line.dropFirst(head).reversed(), other.dropFirst(head).reversed()).prefix { $0 == $1 }.count
  }
}

/// What became in a memo of the two versions of lines that both sides of a merge changed: each line as it was or as it was
/// edited, without those that are gone.
public struct StandingVersions: Equatable, Sendable {
  /// What is there of the first version.
  public let first: [UInt8]
  /// What is there of the second version.
  public let second: [UInt8]

  /// Looks for both versions in a memo.
  ///
  /// - Parameter merged: the text that the merge made, asked for where a line is not there as it was; lines of it are no
  ///   edits.
  public init<Failure: Error>(
    of first: [UInt8], _ second: [UInt8], in text: [UInt8], merged: () throws(Failure) -> [UInt8]
  ) throws(Failure) {
    var memo = Memo(lines: MarkedText(text).lines.contents)
    let versions = [TextLines(first), TextLines(second)]
    guard
      versions.contains(where: { !$0.contents.allSatisfy(memo.holds) })
    else {
      (self.first, self.second) = (first, second)
      return
    }
    memo.findEdits(besides: Set(MarkedText(try merged()).lines.contents))
    // A version of which no line is left as it was takes its edits first: a line of the other one may be gone.
    let order = memo.holdsAny(versions[0]) && !memo.holdsAny(versions[1]) ? [1, 0] : [0, 1]
    var standing: [[UInt8]] = [[], []]
    for side in order { standing[side] = memo.standing(versions[side]) }
    (self.first, self.second) = (standing[0], standing[1])
  }

  /// The lines of a memo, and which of them may be edits of a version's.
  private struct Memo {
    let lines: [ArraySlice<UInt8>]
    private var edits: [ArraySlice<UInt8>] = []

    init(lines: [ArraySlice<UInt8>]) {
      self.lines = lines
    }

    mutating func findEdits(besides known: Set<ArraySlice<UInt8>>) {
      edits = lines.filter { !known.contains($0) }
    }

    /// Whether a line is there as it was, or as the front matter keeps a second one.
    func holds(_ line: ArraySlice<UInt8>) -> Bool { lines.contains { ConflictingLines.isVersion($0, line) } }

    func holdsAny(_ version: TextLines) -> Bool { version.filled.contains(where: holds) }

    mutating func standing(_ version: TextLines) -> [UInt8] {
      var text: [UInt8] = []
      for line in 0..<version.count {
        if version.isBlank(at: line) || holds(version.content(at: line)) {
          text += version.text(line..<line + 1)
        } else if let edit = takeEdit(of: version.content(at: line)) {
          text += edit + [UInt8(ascii: "\n")]
        }
      }
      return text
    }

    /// The line that is most like another; it is not taken a second time.
    private mutating func takeEdit(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
      let like = edits.indices.filter { StaleBuffer.isLike(edits[$0], line) }
      let best = like.max { StaleBuffer.likeness(edits[$0], line) < StaleBuffer.likeness(edits[$1], line) }
      return best.map { edits.remove(at: $0) }
    }
  }
}
