/// Merges two texts that come from a common one, line by line and without conflicts: a line of the base stays if both
/// sides kept it, and every line that a side added stays.
///
/// Where both added lines in the same place they stand one after the other, the first side's before the second's, and
/// those that both added once. Lines are compared without their ends. Whoever merges has to call the same side the first
/// on every device. Front matter is merged by its keys (`FrontMatterMerge`).
public struct LineMerge: Equatable, Sendable {
  /// Lines that both sides changed, differently.
  public struct Overlap: Equatable, Sendable {
    /// The line of the merged text where they are or were, from 1.
    public let line: Int
    /// The lines that the first side brought there, with their ends; empty where it only removed some.
    public let first: [UInt8]
    /// The lines that the second side brought there, with their ends; empty where it only removed some.
    public let second: [UInt8]
    /// All lines that the first side has there, those among them that the second side alone changed.
    public let firstWhole: [UInt8]
    /// All lines that the second side has there.
    public let secondWhole: [UInt8]
    /// Whether it is a key of the front matter, of which only one version is in the merged text.
    public let isOfKey: Bool
    /// Whether the first side's lines say what both sides do, as their links lead to two names of one memo.
    public let isSettled: Bool

    /// Puts together an overlap.
    ///
    /// - Parameter wholes: all lines that each side has there; those that it brought if `nil`.
    public init(
      line: Int, first: [UInt8], second: [UInt8], wholes: (first: [UInt8], second: [UInt8])? = nil,
      isOfKey: Bool = false, isSettled: Bool = false
    ) {
      self.line = line
      self.first = first
      self.second = second
      (firstWhole, secondWhole) = wholes ?? (first, second)
      self.isOfKey = isOfKey
      self.isSettled = isSettled
    }
  }

  /// The merged text.
  public let bytes: [UInt8]
  /// Where both sides changed the same lines, in order.
  public let overlaps: [Overlap]

  /// Merges two sides as a text of a kind may be merged; `nil` where it cannot hold both.
  ///
  /// - Parameter doubled: memos to which each side gave another name.
  public init?(
    _ kind: TextKind, base: [UInt8], first: [UInt8], second: [UInt8], doubled: [TreeMerge.Doubled] = []
  ) {
    switch kind {
    case .woven: self.init(base: base, first: first, second: second, doubled: doubled)
    case .strict: self.init(separate: base, first: first, second: second)
    }
  }

  /// Merges two sides of a base; an empty one for texts that have nothing to do with each other.
  ///
  /// - Parameter doubled: memos to which each side gave another name.
  public init(base: [UInt8], first: [UInt8], second: [UInt8], doubled: [TreeMerge.Doubled] = []) {
    if first == second || second == base {
      self.init(first)
    } else if first == base {
      self.init(second)
    } else {
      let (base, first, second) = (MarkedText(base), MarkedText(first), MarkedText(second))
      let merge = FrontMatterMerge(base: base.lines, first: first.lines, second: second.lines, doubled)
      self.init(merge.lines, base, first, second, overlaps: merge.overlaps)
    }
  }

  /// Merges two sides whose changes leave each other alone, as git does; `nil` where they touch.
  ///
  /// For a text of another kind than a memo: no line is in it that neither side wanted there.
  ///
  /// - Parameter keepsLastCopies: whether a line that both sides have stays even if each removed another copy of it, as in a
  ///   memo; a `},` more would break another program's file.
  public init?(separate base: [UInt8], first: [UInt8], second: [UInt8], keepsLastCopies: Bool = false) {
    if first == second || first == base || second == base {
      self.init(base: base, first: first, second: second)
      return
    }
    let (base, first, second) = (MarkedText(base), MarkedText(first), MarkedText(second))
    guard SeparateChanges(base: base.lines, first: first.lines, second: second.lines).areSeparate else { return nil }
    let weave = LineWeave(
      base: base.lines, first: first.lines, second: second.lines, keepsLastCopies: keepsLastCopies, hasBlocks: false)
    self.init(weave.lines, base, first, second, overlaps: [])
  }

  /// A text that holds both sides' changes already.
  init(_ text: [UInt8]) {
    (bytes, overlaps) = (text, [])
  }

  private init(
    _ lines: [MergedLine], _ base: MarkedText, _ first: MarkedText, _ second: MarkedText, overlaps: [Overlap]
  ) {
    let ends = LineEnds(base: base.lines, first: first.lines, second: second.lines)
    let mark = first.mark == base.mark ? second.mark : first.mark
    bytes = mark + ends.text(of: lines, isEnded: first.lines.isEnded || second.lines.isEnded)
    self.overlaps = overlaps
  }
}

/// A text apart from its byte order mark, so that a mark which only one side has makes no line another one.
struct MarkedText {
  /// The mark; empty for none.
  let mark: [UInt8]
  /// The lines behind it.
  let lines: TextLines

  /// Takes a text apart.
  init(_ text: [UInt8]) {
    mark = Array(text.prefix(text.byteOrderMarkLength))
    lines = TextLines(Array(text.dropFirst(mark.count)))
  }
}

/// Weaves the lines of two sides: a line of the base stays if both kept it, and every line that a side added stays.
struct LineWeave {
  /// Lines of the base that both sides changed, differently.
  struct Overlap {
    /// The merged lines in their place.
    var merged: Range<Int>
    /// The lines that the first side has there and the base has not.
    let first: [UInt8]
    /// The lines that the second side has there and the base has not.
    let second: [UInt8]
    /// All lines that each side has there.
    let wholes: (first: [UInt8], second: [UInt8])
    /// Whether only the first side's are in the merged text, as their links lead to two names of one memo.
    var isSettled = false
  }

  /// What came out.
  private(set) var lines: [MergedLine] = []
  /// Where both sides changed the same lines, in order.
  private(set) var overlaps: [Overlap] = []

  private let base: TextLines
  private let first: TextLines
  private let second: TextLines
  private let firstNumbers: [Int32]
  private let secondNumbers: [Int32]
  private let doubled: [TreeMerge.Doubled]
  /// How the lines of both sides belong together, in a memo.
  private var blocks: (first: TextBlocks, second: TextBlocks)?
  /// The blank line after an edited paragraph that the other side removed with it.
  private var blankAfter: MergedLine?
  /// Lines of the base that stay as the first side has them, although the second one removed them.
  private var lastCopies: Set<Int> = []

  /// Merges the lines of three texts.
  ///
  /// - Parameters:
  ///   - keepsLastCopies: whether a line that both sides have stays even if each removed another copy of it.
  ///   - hasBlocks: whether lines belong to headings, items and blocks as in a memo.
  ///   - doubled: memos to which each side gave another name.
  init(
    base: TextLines, first: TextLines, second: TextLines, keepsLastCopies: Bool = true, hasBlocks: Bool = true,
    doubled: [TreeMerge.Doubled] = []
  ) {
    (self.base, self.first, self.second) = (base, first, second)
    self.doubled = doubled
    var numbering = LineNumbering()
    let baseNumbers = numbering.numbers(of: base)
    firstNumbers = numbering.numbers(of: first)
    secondNumbers = numbering.numbers(of: second)
    var firstHunks = LineDifference(from: baseNumbers, to: firstNumbers).hunks
    var secondHunks = LineDifference(from: baseNumbers, to: secondNumbers).hunks
    if hasBlocks {
      let blocks = (first: TextBlocks(first), second: TextBlocks(second))
      firstHunks = HunkSliding.raised(firstHunks, baseNumbers, firstNumbers) { blocks.first.isInBlock(below: $0) }
      secondHunks = HunkSliding.raised(secondHunks, baseNumbers, secondNumbers) { blocks.second.isInBlock(below: $0) }
      self.blocks = blocks
    }
    var holes = MergeHole.all(of: firstHunks, secondHunks, firstNumbers, secondNumbers)
    if hasBlocks { holes = MergeHole.joined(holes, isBlank: base.isBlank) }
    if keepsLastCopies { lastCopies = LastCopies(holes, in: base, baseNumbers, firstNumbers, secondNumbers).lines }
    weave(holes)
  }

  private mutating func weave(_ holes: [MergeHole]) {
    var (baseLine, firstLine, secondLine) = (0, 0, 0)
    for hole in holes {
      let kept = hole.base.lowerBound - baseLine
      for offset in 0..<kept { keep(baseLine + offset, firstLine + offset, secondLine + offset) }
      let firstLines = firstLine + kept..<firstLine + kept + hole.firstLength
      let secondLines = secondLine + kept..<secondLine + kept + hole.secondLength
      fill(hole, firstLines, secondLines)
      (baseLine, firstLine, secondLine) = (hole.base.upperBound, firstLines.upperBound, secondLines.upperBound)
    }
    for offset in 0..<(base.count - baseLine) { keep(baseLine + offset, firstLine + offset, secondLine + offset) }
  }

  /// A line that both kept, with the end of the side that gave it another one; to have none is no change.
  private mutating func keep(_ baseLine: Int, _ firstLine: Int, _ secondLine: Int) {
    let (firstEnd, secondEnd) = (first.lineBreak(at: firstLine), second.lineBreak(at: secondLine))
    let isSecond = firstEnd.isEmpty || (firstEnd == base.lineBreak(at: baseLine) && !secondEnd.isEmpty)
    if let blank = blankAfter, !first.isBlank(at: firstLine) { lines.append(blank) }
    blankAfter = nil
    lines.append(MergedLine(first, at: firstLine, lineBreak: isSecond ? secondEnd : firstEnd))
  }

  private mutating func fill(_ hole: MergeHole, _ firstLines: Range<Int>, _ secondLines: Range<Int>) {
    let copies = lastCopies(in: hole, firstLines)
    if hole.isShared, copies.isEmpty, let merged = linked(hole.base, firstLines, secondLines, doubled) {
      let start = lines.count
      lines += merged
      blankAfter = nil
      if !doubled.isEmpty, linked(hole.base, firstLines, secondLines, []) == nil {
        overlaps.append(overlap(hole, start, firstLines, secondLines, isSettled: true))
      }
      return
    }
    if !hole.isShared, copies.isEmpty, joinBlocks(hole) {
      blankAfter = nil
      return
    }
    let blanks = blanksAround(hole)
    if let blank = blanks.before, lines.last?.isBlank == false { lines.append(blank) }
    blankAfter = blanks.after
    let start = lines.count
    let hunks = hunks(hole.firstAdded, hole.secondAdded)
    let firstStaying = (hole.firstAdded + copies).sorted()
    join(firstStaying, hole.secondAdded, copies.isEmpty ? hunks : self.hunks(firstStaying, hole.secondAdded))
    // Who takes nothing but blank lines out has nothing against what is written there.
    let isEditOfRemoved =
      hole.firstAdded.isEmpty != hole.secondAdded.isEmpty && !hole.base.allSatisfy(base.isBlank)
    guard hole.isShared, isEditOfRemoved || hunks.contains(where: { !$0.old.isEmpty && !$0.new.isEmpty }) else {
      return
    }
    overlaps.append(overlap(hole, start, firstLines, secondLines))
  }

  /// What both sides have in a hole of which the merged lines begin at `start` and end with the last one.
  private func overlap(
    _ hole: MergeHole, _ start: Int, _ firstLines: Range<Int>, _ secondLines: Range<Int>, isSettled: Bool = false
  ) -> Overlap {
    // A line that one side left alone and the other did not is in neither's version of what is there now.
    Overlap(
      merged: start..<lines.count, first: hole.firstAdded.flatMap { first.text($0..<$0 + 1) },
      second: hole.secondAdded.flatMap { second.text($0..<$0 + 1) },
      wholes: (Array(first.text(firstLines)), Array(second.text(secondLines))), isSettled: isSettled)
  }

  /// The first side's lines in a hole that the base has and that stay although the second side removed them.
  private func lastCopies(in hole: MergeHole, _ firstLines: Range<Int>) -> [Int] {
    guard !lastCopies.isEmpty else { return [] }
    let added = Set(hole.firstAdded)
    return zip(hole.keptByFirst.joined(), firstLines.filter { !added.contains($0) })
      .filter { lastCopies.contains($0.0) }.map(\.1)
  }

  private func hunks(_ firstAdded: [Int], _ secondAdded: [Int]) -> [LineDifference.Hunk] {
    LineDifference(from: firstAdded.map { firstNumbers[$0] }, to: secondAdded.map { secondNumbers[$0] }).hunks
  }

  /// The lines of a hole with both sides' changes, where one side changed nothing but targets of links.
  private func linked(
    _ baseLines: Range<Int>, _ firstLines: Range<Int>, _ secondLines: Range<Int>, _ doubled: [TreeMerge.Doubled]
  ) -> [MergedLine]? {
    let merged = LinkedLines.merged(
      base: LinkedLines(base, baseLines), first: LinkedLines(first, firstLines),
      second: LinkedLines(second, secondLines), doubled: doubled)
    guard let contents = merged?.contents else { return nil }
    let ends = contents.count == firstLines.count ? (first, firstLines) : (second, secondLines)
    return zip(contents, ends.1).map { MergedLine(ends.0, at: $1).with($0) }
  }

  /// The shortest list that holds what both added, each in order; the first side's lines before the second's.
  private mutating func join(_ firstAdded: [Int], _ secondAdded: [Int], _ hunks: [LineDifference.Hunk]) {
    var place = 0
    for hunk in hunks {
      for index in place..<hunk.old.upperBound { lines.append(MergedLine(first, at: firstAdded[index])) }
      if let last = hunk.old.last, let next = hunk.new.first {
        separate(first, firstAdded[last], from: second, secondAdded[next])
      }
      for index in hunk.new { lines.append(MergedLine(second, at: secondAdded[index])) }
      place = hunk.old.upperBound
    }
    for index in place..<firstAdded.count { lines.append(MergedLine(first, at: firstAdded[index])) }
  }

  /// Weaves what both added in one place block by block; returns whether it could.
  private mutating func joinBlocks(_ hole: MergeHole) -> Bool {
    guard let blocks, let firstLines = Self.run(of: hole.firstAdded),
      let secondLines = Self.run(of: hole.secondAdded)
    else { return false }
    let added = AddedBlocks(
      blocks.first, firstLines, blocks.second, secondLines, numbers: (firstNumbers, secondNumbers))
    guard let added else { return false }
    var last: AddedBlocks.Line?
    for line in added.lines {
      switch (last, line) {
      case (.first(let last), .second(let next)): separate(first, last, from: second, next)
      case (.second(let last), .first(let next)): separate(second, last, from: first, next)
      default: break
      }
      switch line {
      case .first(let line): lines.append(MergedLine(first, at: line))
      case .second(let line): lines.append(MergedLine(second, at: line))
      case .blank: lines.append(.blank)
      }
      last = line
    }
    return true
  }

  /// The range of lines that are next to each other.
  private static func run(of lines: [Int]) -> Range<Int>? {
    guard let first = lines.first, let last = lines.last, last - first == lines.count - 1 else { return nil }
    return first..<last + 1
  }

  /// The blank lines around a paragraph that one side edited and the other removed with one of them: without it, the paragraph
  /// would become one with its neighbour.
  private func blanksAround(_ hole: MergeHole) -> (before: MergedLine?, after: MergedLine?) {
    let (side, added) = hole.firstAdded.isEmpty ? (second, hole.secondAdded) : (first, hole.firstAdded)
    guard hole.isShared, hole.firstAdded.isEmpty || hole.secondAdded.isEmpty, let start = added.first,
      let last = added.last
    else { return (nil, nil) }
    func blank(_ line: Int, beside other: Int) -> MergedLine? {
      guard (0..<side.count).contains(line), side.isBlank(at: line), !side.isBlank(at: other) else { return nil }
      return MergedLine(side, at: line)
    }
    return (blank(start - 1, beside: start), blank(last + 1, beside: last))
  }

  /// Puts a blank line between two paragraphs that had one on their sides, or they would be one.
  private mutating func separate(_ text: TextLines, _ line: Int, from other: TextLines, _ next: Int) {
    let isLast = line + 1 == text.count || text.isBlank(at: line + 1)
    guard isLast, !text.isBlank(at: line), !other.isBlank(at: next), next > 0, other.isBlank(at: next - 1) else {
      return
    }
    lines.append(MergedLine(other, at: next - 1))
  }
}

/// A line of a merged text.
struct MergedLine {
  /// The line without its end.
  let content: ArraySlice<UInt8>
  /// Its end as it was; empty where it had none.
  let lineBreak: ArraySlice<UInt8>

  /// A line of a text, with the end of another text's line if one is given.
  init(_ text: TextLines, at line: Int, lineBreak: ArraySlice<UInt8>? = nil) {
    self.init(content: text.content(at: line), lineBreak: lineBreak ?? text.lineBreak(at: line))
  }

  private init(content: ArraySlice<UInt8>, lineBreak: ArraySlice<UInt8>) {
    (self.content, self.lineBreak) = (content, lineBreak)
  }

  /// A line with nothing in it.
  static let blank = MergedLine(content: [], lineBreak: [])

  /// Whether it holds nothing but spaces and tabs.
  var isBlank: Bool { content.isBlank }

  /// Another line with the same end.
  func with(_ content: ArraySlice<UInt8>) -> MergedLine {
    MergedLine(content: content, lineBreak: lineBreak)
  }

  /// Another line with the same end.
  func with(_ content: [UInt8]) -> MergedLine { with(content[...]) }
}
