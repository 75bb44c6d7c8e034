/// Damerau–Levenshtein distance in its restricted form: no pair of letters that was swapped is edited again.
enum EditDistance {
  /// How many slips (a letter too many, too few, wrong, or two swapped) part the words; nil where more than `limit`.
  static func between<Unit: Equatable>(_ left: [Unit], _ right: [Unit], atMost limit: Int) -> Int? {
    guard abs(left.count - right.count) <= limit else { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      let current = nextRow(row, left, right, last: last, beforeLast: beforeLast)
      // No later row falls below the smallest value of two neighbouring rows, so two are needed because of swaps.
      guard min(smallest(current), smallest(last)) <= limit else { return nil }
      (beforeLast, last) = (last, current)
    }
    return last[right.count] <= limit ? last[right.count] : nil
  }

  /// The distances from the first `row + 1` units of `left` to each start of `right`.
  private static func nextRow<Unit: Equatable>(
    _ row: Int, _ left: [Unit], _ right: [Unit], last: [Int], beforeLast: [Int]
  ) -> [Int] {
    var current = [row + 1]
    current.reserveCapacity(right.count + 1)
    for column in right.indices {
      let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
      var best = min(replaced, last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        best = min(best, beforeLast[column - 1] + 1)
      }
      current.append(best)
    }
    return current
  }

  private static func smallest(_ row: [Int]) -> Int {
    row.min() ?? 0
  }
}
