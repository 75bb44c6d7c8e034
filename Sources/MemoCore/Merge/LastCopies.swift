/// Lines that a merge keeps as the first side has them although the second side removed them.
///
/// Of a line that the base has more than once, the sides may have kept different copies and removed the others. Then no copy
/// is one that both kept, and nothing would be left of a line that both still have. Which copies were removed is a guess of
/// `LineDifference`: a side that has one copy less does not say which.
struct LastCopies {
  /// The lines of the base.
  private(set) var lines: Set<Int> = []

  private let base: TextLines
  private let numbers: [Int32]
  /// How many copies of each line the second side kept and the first side removed.
  private let others: [Int32: Int]

  /// Finds them in the holes of a base, all lines given by their numbers, too.
  init(
    _ holes: [MergeHole], in base: TextLines, _ baseNumbers: [Int32], _ firstNumbers: [Int32], _ secondNumbers: [Int32]
  ) {
    (self.base, numbers) = (base, baseNumbers)
    let runs = holes.flatMap(\.keptByFirst)
    others = holes.flatMap(\.keptBySecond).joined().reduce(into: [:]) { $0[baseNumbers[$1], default: 0] += 1 }
    // A fence without the lines that it encloses would turn everything below it into code.
    let candidates = runs.joined().filter { others[baseNumbers[$0]] != nil && !base.isFence(at: $0) }
    guard !candidates.isEmpty else { return }
    // What neither both kept nor one added.
    var missing = Set(candidates.map { baseNumbers[$0] })
    var place = 0
    for hole in holes {
      missing.subtract(baseNumbers[place..<hole.base.lowerBound])
      missing.subtract(hole.firstAdded.map { firstNumbers[$0] })
      missing.subtract(hole.secondAdded.map { secondNumbers[$0] })
      place = hole.base.upperBound
    }
    missing.subtract(baseNumbers[place...])
    for run in runs where !missing.isEmpty {
      let copies = run.filter { missing.remove(baseNumbers[$0]) != nil }
      lines.formUnion(with(copies, of: run))
    }
  }

  /// Copies of lines and what belongs to them: all of a section that the base has twice, or the blank lines next to them.
  private func with(_ copies: [Int], of run: Range<Int>) -> [Int] {
    let filled = copies.filter { !base.isBlank(at: $0) }
    if !filled.isEmpty, isTwofold(run) { return Array(run) }
    return copies + filled.flatMap { [$0 - 1, $0 + 1] }.filter { run.contains($0) && base.isBlank(at: $0) }
  }

  /// Whether the second side kept other copies of all lines of a run.
  private func isTwofold(_ run: Range<Int>) -> Bool {
    var rest = others
    for line in run where !base.isBlank(at: line) {
      guard let count = rest[numbers[line]], count > 0 else { return false }
      rest[numbers[line]] = count - 1
    }
    return run.count { base.isFence(at: $0) }.isMultiple(of: 2)
  }
}

extension TextLines {
  /// Whether a line opens or closes a block of code, math or a comment.
  fileprivate func isFence(at line: Int) -> Bool {
    let text = content(at: line).drop(while: \.isBlank)
    return ["```", "~~~", "$$", "%%"].contains { text.starts(with: $0.utf8) }
  }
}
