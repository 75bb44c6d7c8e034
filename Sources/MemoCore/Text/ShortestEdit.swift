/// Myers' algorithm ("An O(ND) Difference Algorithm and Its Variations", 1986), given up past a number of edits.
struct ShortestEdit {
  /// Beyond this many added and removed lines, time and memory (its square) are spent better otherwise.
  static let usualLimit = 1000

  private let old: [Int32]
  private let new: [Int32]
  private let limit: Int
  /// For each number of edits, how far the diagonals have come with one less.
  private var rows: [[Int]] = []

  /// The places of lines in both lists that correspond to each other in a shortest edit, last first; `nil` where it
  /// takes more edits than the limit.
  static func matches(_ old: [Int32], _ new: [Int32], limit: Int = usualLimit) -> [(old: Int, new: Int)]? {
    var edit = ShortestEdit(old, new, limit: min(limit, old.count + new.count))
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
