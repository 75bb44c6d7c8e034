/// Whether the changes of two sides leave each other alone, by git's rule: at least one line that both kept is between
/// them, or they are the same change.
struct SeparateChanges {
  private let first: [Int32]
  private let second: [Int32]
  private let firstHunks: [LineDifference.Hunk]
  private let secondHunks: [LineDifference.Hunk]

  /// Compares the lines of a base with those of two sides.
  init(base: TextLines, first: TextLines, second: TextLines) {
    var numbering = LineNumbering()
    let base = numbering.numbers(of: base)
    self.first = numbering.numbers(of: first)
    self.second = numbering.numbers(of: second)
    firstHunks = LineDifference(from: base, to: self.first).hunks
    secondHunks = LineDifference(from: base, to: self.second).hunks
  }

  /// Whether they do.
  var areSeparate: Bool {
    var rest = secondHunks[...]
    for hunk in firstHunks {
      while let other = rest.first, other.old.upperBound < hunk.old.lowerBound { rest.removeFirst() }
      // Hunks of one side never touch, so a second one that does touches something else.
      if let other = rest.first, other.old.lowerBound <= hunk.old.upperBound, !isSame(hunk, other) { return false }
    }
    return true
  }

  private func isSame(_ hunk: LineDifference.Hunk, _ other: LineDifference.Hunk) -> Bool {
    hunk.old == other.old && first[hunk.new] == second[other.new]
  }
}
