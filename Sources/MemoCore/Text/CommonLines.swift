/// Finds lines that two lists have in common, in order, as many as is affordable.
struct CommonLines {
  /// For each old line, whether it corresponds to a new one; the marked lines of both lists correspond in order.
  private(set) var isOldCommon: [Bool]
  /// For each new line, whether it corresponds to an old one.
  private(set) var isNewCommon: [Bool]

  private let old: [Int32]
  private let new: [Int32]
  private var pieces: [Piece] = []

  /// Lines of both lists between two that correspond.
  private struct Piece {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// How often a number is in both parts of a piece.
  private struct Count {
    var old = 0
    var new = 0
  }

  /// Compares two lists of lines by their numbers.
  init(_ old: [Int32], _ new: [Int32]) {
    self.old = old
    self.new = new
    isOldCommon = Array(repeating: false, count: old.count)
    isNewCommon = Array(repeating: false, count: new.count)
    pieces = [Piece(old: 0..<old.count, new: 0..<new.count)]
    while let piece = pieces.popLast() { compare(piece) }
  }

  private mutating func compare(_ piece: Piece) {
    let piece = withoutEnds(piece)
    guard !piece.old.isEmpty, !piece.new.isEmpty else { return }
    let counts = counts(in: piece)
    // Lines that only one side has cost nothing this way, however many there are.
    let oldPlaces = piece.old.filter { counts[old[$0], default: Count()].new > 0 }
    let newPlaces = piece.new.filter { counts[new[$0], default: Count()].old > 0 }
    guard !oldPlaces.isEmpty else { return }
    if let matches = ShortestEdit.matches(oldPlaces.map { old[$0] }, newPlaces.map { new[$0] }) {
      for match in matches { mark(oldPlaces[match.old], newPlaces[match.new]) }
    } else {
      split(piece, at: anchors(counts, oldPlaces, newPlaces))
    }
  }

  /// Marks what both parts of a piece start and end with; what is left of it.
  private mutating func withoutEnds(_ piece: Piece) -> Piece {
    var (old, new) = (piece.old, piece.new)
    while let oldLine = old.first, let newLine = new.first, self.old[oldLine] == self.new[newLine] {
      mark(oldLine, newLine)
      (old, new) = (old.dropFirst(), new.dropFirst())
    }
    while let oldLine = old.last, let newLine = new.last, self.old[oldLine] == self.new[newLine] {
      mark(oldLine, newLine)
      (old, new) = (old.dropLast(), new.dropLast())
    }
    return Piece(old: old, new: new)
  }

  private mutating func mark(_ oldLine: Int, _ newLine: Int) {
    isOldCommon[oldLine] = true
    isNewCommon[newLine] = true
  }

  private func counts(in piece: Piece) -> [Int32: Count] {
    var counts: [Int32: Count] = [:]
    for line in piece.old { counts[old[line], default: Count()].old += 1 }
    for line in piece.new { counts[new[line], default: Count()].new += 1 }
    return counts
  }

  /// Lines that correspond for certain enough: those that are there once in both, else those that are there equally
  /// often, each occurrence with its like (patience diff).
  private func anchors(
    _ counts: [Int32: Count], _ oldPlaces: [Int], _ newPlaces: [Int]
  ) -> [(old: Int, new: Int)] {
    let single = pairs(oldPlaces, newPlaces) { counts[$0].map { $0.old == 1 && $0.new == 1 } ?? false }
    guard single.isEmpty else { return IncreasingRun.longest(of: single) }
    return IncreasingRun.longest(of: pairs(oldPlaces, newPlaces) { counts[$0].map { $0.old == $0.new } ?? false })
  }

  private func pairs(
    _ oldPlaces: [Int], _ newPlaces: [Int], where isWanted: (Int32) -> Bool
  ) -> [(old: Int, new: Int)] {
    var waiting: [Int32: [Int]] = [:]
    for line in newPlaces.reversed() where isWanted(new[line]) { waiting[new[line], default: []].append(line) }
    return oldPlaces.compactMap { line in waiting[old[line]]?.popLast().map { (line, $0) } }
  }

  private mutating func split(_ piece: Piece, at anchors: [(old: Int, new: Int)]) {
    guard !anchors.isEmpty else { return }
    var (oldStart, newStart) = (piece.old.lowerBound, piece.new.lowerBound)
    for anchor in anchors {
      mark(anchor.old, anchor.new)
      pieces.append(Piece(old: oldStart..<anchor.old, new: newStart..<anchor.new))
      (oldStart, newStart) = (anchor.old + 1, anchor.new + 1)
    }
    pieces.append(Piece(old: oldStart..<piece.old.upperBound, new: newStart..<piece.new.upperBound))
  }
}

/// Picks pairs that are in order on both sides.
enum IncreasingRun {
  /// The most pairs whose new places increase, of pairs in the order of their old places (patience sorting).
  static func longest(of pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
    // For each length, the pair with the smallest new place that ends a run of it.
    var ends: [Int] = []
    var previous = Array(repeating: -1, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      let place = ends.partitioningIndex { pairs[$0].new >= pair.new }
      if place > 0 { previous[index] = ends[place - 1] }
      if place < ends.count { ends[place] = index } else { ends.append(index) }
    }
    return run(endingAt: ends.last ?? -1, previous).map { pairs[$0] }
  }

  private static func run(endingAt last: Int, _ previous: [Int]) -> [Int] {
    var run: [Int] = []
    var index = last
    while index >= 0 {
      run.append(index)
      index = previous[index]
    }
    return run.reversed()
  }
}
