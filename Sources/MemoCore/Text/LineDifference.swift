/// Which lines of a text another one holds as well, in order, and which it does not.
///
/// A shortest edit by Myers' algorithm where that is affordable; where the texts differ much, one along the lines that
/// both hold equally often.
public struct LineDifference: Equatable, Sendable {
  /// Lines of the old text in whose place lines of the new one stand; one of both may be empty.
  public struct Hunk: Equatable, Sendable {
    /// Lines of the old text, from 0; where they would stand, for none.
    public let old: Range<Int>
    /// Lines of the new text, from 0; where they would stand, for none.
    public let new: Range<Int>

    /// Puts together a hunk.
    public init(old: Range<Int>, new: Range<Int>) {
      self.old = old
      self.new = new
    }
  }

  /// The differences in order, with at least one common line between two of them.
  public let hunks: [Hunk]

  /// Compares the lines of two texts without their ends (LF, CRLF or CR).
  public init(from old: [UInt8], to new: [UInt8]) {
    var numbering = LineNumbering()
    let oldNumbers = numbering.numbers(of: TextLines(old))
    self.init(from: oldNumbers, to: numbering.numbers(of: TextLines(new)))
  }

  /// Compares lines by their numbers.
  init(from old: [Int32], to new: [Int32]) {
    let common = CommonLines(old, new)
    hunks = HunkSliding.slid(Self.hunks(common.isOldCommon, common.isNewCommon), old, new)
  }

  /// Where lines are in the new text that it has in common with the old one, given in order by where they are in that.
  func newPlaces(of lines: [Int]) -> [Int] {
    var (rest, shift) = (hunks[...], 0)
    return lines.compactMap { line in
      while let hunk = rest.first, hunk.old.upperBound <= line {
        shift = hunk.new.upperBound - hunk.old.upperBound
        rest.removeFirst()
      }
      return rest.first.map { $0.old.contains(line) } == true ? nil : line + shift
    }
  }

  /// The hunks of two lists of lines of which those that are marked correspond to each other, in order.
  private static func hunks(_ isOldCommon: [Bool], _ isNewCommon: [Bool]) -> [Hunk] {
    var hunks: [Hunk] = []
    var (old, new) = (0, 0)
    while old < isOldCommon.count || new < isNewCommon.count {
      let (oldStart, newStart) = (old, new)
      while old < isOldCommon.count, !isOldCommon[old] { old += 1 }
      while new < isNewCommon.count, !isNewCommon[new] { new += 1 }
      if old > oldStart || new > newStart { hunks.append(Hunk(old: oldStart..<old, new: newStart..<new)) }
      while old < isOldCommon.count, new < isNewCommon.count, isOldCommon[old], isNewCommon[new] {
        old += 1
        new += 1
      }
    }
    return hunks
  }
}

/// Myers' algorithm ("An O(ND) Difference Algorithm and Its Variations", 1986), given up past a number of edits.
struct ShortestEdit {
  /// Beyond this many added and removed lines, time and memory (its square) are better spent in another way.
  private static let mostEdits = 1000

  private let old: [Int32]
  private let new: [Int32]
  private let limit: Int
  /// For each number of edits, how far the diagonals have come with one less.
  private var rows: [[Int]] = []

  /// The places of lines in both lists that correspond to each other in a shortest edit, last first; `nil` where it
  /// takes more edits than are affordable.
  static func matches(_ old: [Int32], _ new: [Int32]) -> [(old: Int, new: Int)]? {
    var edit = ShortestEdit(old, new, limit: min(mostEdits, old.count + new.count))
    return edit.search() ? edit.path() : nil
  }

  private init(_ old: [Int32], _ new: [Int32], limit: Int) {
    self.old = old
    self.new = new
    self.limit = limit
  }

  /// Whether the ends of both lists are reached within the limit.
  private mutating func search() -> Bool {
    let middle = limit + 1
    var furthest = Array(repeating: -1, count: 2 * middle + 1)
    furthest[middle + 1] = 0
    for edits in 0...limit {
      rows.append(Array(furthest[(middle - edits)...(middle + edits)]))
      for diagonal in stride(from: -edits, through: edits, by: 2) where -new.count...old.count ~= diagonal {
        let (left, right) = (furthest[middle + diagonal - 1], furthest[middle + diagonal + 1])
        let isDown = diagonal == -edits || (diagonal != edits && left < right)
        let end = snakeEnd(from: isDown ? right : left + 1, on: diagonal)
        furthest[middle + diagonal] = end
        if diagonal == old.count - new.count, end == old.count { return true }
      }
    }
    return false
  }

  /// Where the common lines end that start at a place of the old list.
  private func snakeEnd(from start: Int, on diagonal: Int) -> Int {
    var place = start
    while place < old.count, place - diagonal < new.count, old[place] == new[place - diagonal] { place += 1 }
    return place
  }

  /// Goes back from the end by the way on which it was reached.
  private func path() -> [(old: Int, new: Int)] {
    var matches: [(old: Int, new: Int)] = []
    var (x, y) = (old.count, new.count)
    for edits in stride(from: rows.count - 1, through: 0, by: -1) {
      let (fromX, fromY) = edits == 0 ? (0, 0) : origin(of: x - y, edits)
      while x > fromX, y > fromY {
        (x, y) = (x - 1, y - 1)
        matches.append((x, y))
      }
      (x, y) = (fromX, fromY)
    }
    return matches
  }

  /// Where the last of so many edits began that led to a diagonal.
  private func origin(of diagonal: Int, _ edits: Int) -> (x: Int, y: Int) {
    let row = rows[edits]
    let isDown =
      diagonal == -edits || (diagonal != edits && row[edits + diagonal - 1] < row[edits + diagonal + 1])
    let from = isDown ? diagonal + 1 : diagonal - 1
    return (row[edits + from], row[edits + from] - from)
  }
}

/// Brings hunks to one of the places where they could stand: what is added below a line that looks like its own last one
/// could as well stand above it. Two texts that were changed alike must have the same hunks, so each one goes down as far as
/// it can, and joins the one that it meets.
enum HunkSliding {
  /// The hunks of a difference between two lists of lines, each at its last place.
  static func slid(_ hunks: [LineDifference.Hunk], _ old: [Int32], _ new: [Int32]) -> [LineDifference.Hunk] {
    var below: [LineDifference.Hunk] = []
    for hunk in hunks.reversed() {
      var hunk = hunk
      while let next = stepDown(hunk, limit: below.last?.old.lowerBound ?? old.count, old, new) {
        hunk = next
        guard let met = below.last, met.old.lowerBound == hunk.old.upperBound else { continue }
        below.removeLast()
        hunk = .init(old: hunk.old.lowerBound..<met.old.upperBound, new: hunk.new.lowerBound..<met.new.upperBound)
      }
      below.append(hunk)
    }
    return below.reversed()
  }

  /// The hunks, with those further up that add lines and there join another one, or no longer end in the middle of a block: where
  /// a block was added above another one, the first line of that one may count as the last one that was added.
  ///
  /// - Parameter isInBlock: whether the block that a line of the new text is in goes on below it.
  static func raised(
    _ hunks: [LineDifference.Hunk], _ old: [Int32], _ new: [Int32], isInBlock: (Int) -> Bool
  ) -> [LineDifference.Hunk] {
    var raised: [LineDifference.Hunk] = []
    for hunk in hunks {
      var (best, moved) = (hunk, hunk)
      while let next = stepUp(moved, below: raised.last, old, new) {
        moved = next
        if let above = raised.last, above.old == moved.old {
          raised.removeLast()
          moved = .init(old: above.old, new: above.new.lowerBound..<moved.new.upperBound)
          best = moved
        } else if isInBlock(best.new.upperBound - 1), !isInBlock(moved.new.upperBound - 1) {
          best = moved
        }
      }
      raised.append(best)
    }
    return raised
  }

  /// A hunk that only adds, one line further up; `nil` where it cannot go there.
  private static func stepUp(
    _ hunk: LineDifference.Hunk, below above: LineDifference.Hunk?, _ old: [Int32], _ new: [Int32]
  ) -> LineDifference.Hunk? {
    let place = hunk.old.lowerBound - 1
    guard hunk.old.isEmpty, place >= 0, old[place] == new[hunk.new.upperBound - 1] else { return nil }
    // It joins no hunk that takes lines out: more lines would be in conflict.
    if let above, place < above.old.upperBound || place == above.old.upperBound && !above.old.isEmpty { return nil }
    return .init(old: place..<place, new: hunk.new.lowerBound - 1..<hunk.new.upperBound - 1)
  }

  /// A hunk that only adds or only removes, one line further down; `nil` where it cannot go there.
  private static func stepDown(
    _ hunk: LineDifference.Hunk, limit: Int, _ old: [Int32], _ new: [Int32]
  ) -> LineDifference.Hunk? {
    guard hunk.old.upperBound < limit else { return nil }
    if hunk.old.isEmpty {
      guard new[hunk.new.lowerBound] == new[hunk.new.upperBound] else { return nil }
    } else {
      guard hunk.new.isEmpty, old[hunk.old.lowerBound] == old[hunk.old.upperBound] else { return nil }
    }
    return .init(
      old: hunk.old.lowerBound + 1..<hunk.old.upperBound + 1, new: hunk.new.lowerBound + 1..<hunk.new.upperBound + 1)
  }
}
