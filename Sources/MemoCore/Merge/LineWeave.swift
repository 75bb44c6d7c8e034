/// Weaves the lines of two sides: a line of the base stays if both kept it, and every line that a side added stays.
struct LineWeave {
  /// Lines of the base that both sides changed, differently.
  struct Overlap {
    /// The merged lines that stand there now.
    var merged: Range<Int>
    /// The lines that the first side has there and the base has not.
    let first: [UInt8]
    /// The lines that the second side has there and the base has not.
    let second: [UInt8]
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

  /// Merges the lines of three texts.
  init(base: TextLines, first: TextLines, second: TextLines) {
    (self.base, self.first, self.second) = (base, first, second)
    var numbering = LineNumbering()
    let baseNumbers = numbering.numbers(of: base)
    firstNumbers = numbering.numbers(of: first)
    secondNumbers = numbering.numbers(of: second)
    let firstHunks = LineDifference(from: baseNumbers, to: firstNumbers).hunks
    let secondHunks = LineDifference(from: baseNumbers, to: secondNumbers).hunks
    weave(MergeHole.all(of: firstHunks, secondHunks, firstNumbers, secondNumbers))
  }

  private mutating func weave(_ holes: [MergeHole]) {
    var (baseLine, firstLine, secondLine) = (0, 0, 0)
    for hole in holes {
      let kept = hole.base.lowerBound - baseLine
      for offset in 0..<kept { keep(baseLine + offset, firstLine + offset, secondLine + offset) }
      let firstLines = firstLine + kept..<firstLine + kept + hole.firstLength
      let secondLines = secondLine + kept..<secondLine + kept + hole.secondLength
      fill(hole)
      (baseLine, firstLine, secondLine) = (hole.base.upperBound, firstLines.upperBound, secondLines.upperBound)
    }
    for offset in 0..<(base.count - baseLine) { keep(baseLine + offset, firstLine + offset, secondLine + offset) }
  }

  /// A line that both kept, with the end of the side that gave it another one; to have none is no change.
  private mutating func keep(_ baseLine: Int, _ firstLine: Int, _ secondLine: Int) {
    let (firstEnd, secondEnd) = (first.lineBreak(at: firstLine), second.lineBreak(at: secondLine))
    let isSecond = firstEnd.isEmpty || (firstEnd == base.lineBreak(at: baseLine) && !secondEnd.isEmpty)
    lines.append(MergedLine(first, at: firstLine, lineBreak: isSecond ? secondEnd : firstEnd))
  }

  private mutating func fill(_ hole: MergeHole) {
    let start = lines.count
    let hunks = LineDifference(
      from: hole.firstAdded.map { firstNumbers[$0] }, to: hole.secondAdded.map { secondNumbers[$0] }
    ).hunks
    join(hole, hunks)
    let isEditOfRemoved = hole.firstAdded.isEmpty != hole.secondAdded.isEmpty
    guard hole.isShared, isEditOfRemoved || hunks.contains(where: { !$0.old.isEmpty && !$0.new.isEmpty }) else {
      return
    }
    // A line that one side left alone and the other did not is in neither's version of what is there now.
    let overlap = Overlap(
      merged: start..<lines.count, first: hole.firstAdded.flatMap { first.text($0..<$0 + 1) },
      second: hole.secondAdded.flatMap { second.text($0..<$0 + 1) })
    overlaps.append(overlap)
  }

  /// The shortest list that holds what both added, each in order; the first side's lines before the second's.
  private mutating func join(_ hole: MergeHole, _ hunks: [LineDifference.Hunk]) {
    let (firstAdded, secondAdded) = (hole.firstAdded, hole.secondAdded)
    var place = 0
    for hunk in hunks {
      for index in place..<hunk.old.lowerBound { lines.append(MergedLine(first, at: firstAdded[index])) }
      for index in hunk.old { lines.append(MergedLine(first, at: firstAdded[index])) }
      if let last = hunk.old.last, let next = hunk.new.first {
        separate(firstAdded[last], from: secondAdded[next])
      }
      for index in hunk.new { lines.append(MergedLine(second, at: secondAdded[index])) }
      place = hunk.old.upperBound
    }
    for index in place..<firstAdded.count { lines.append(MergedLine(first, at: firstAdded[index])) }
  }

  /// Puts a blank line between two paragraphs that had one on their sides, or they would be one.
  private mutating func separate(_ firstLine: Int, from secondLine: Int) {
    let isLast = firstLine + 1 == first.count || first.isBlank(at: firstLine + 1)
    guard isLast, !first.isBlank(at: firstLine), !second.isBlank(at: secondLine), secondLine > 0,
      second.isBlank(at: secondLine - 1)
    else { return }
    lines.append(MergedLine(second, at: secondLine - 1))
  }
}
