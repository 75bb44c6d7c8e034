/// Damerau–Levenshtein distance in its restricted form: no pair of letters that was swapped is edited again.
enum EditDistance {
  /// How many slips (a letter too many, too few, wrong, or two swapped) part the words; nil where more than `limit`.
  static func between<Unit: Equatable>(_ left: [Unit], _ right: [Unit], atMost limit: Int) -> Int? {
    guard abs(left.count - right.count) <= limit else { return nil }
    var beforeLast = Array(repeating: limit + 1, count: right.count + 1)
    var last = (0...right.count).map { min($0, limit + 1) }
    var current = beforeLast
    for row in left.indices {
      // Nothing gets better after a row past the limit: a swap from two rows back within it would have left one
      // letter less here, for the same price.
      guard fill(&current, row, left, right, last, beforeLast, limit) <= limit else { return nil }
      (beforeLast, last, current) = (last, current, beforeLast)
    }
    return last[right.count] <= limit ? last[right.count] : nil
  }

  /// Fills in the distances from the first `row + 1` units of `left` to each start of `right`; returns the smallest.
  ///
  /// Only columns within `limit` of the diagonal can count; the others hold `limit + 1` or are never read.
  private static func fill<Unit: Equatable>(
    _ current: inout [Int], _ row: Int, _ left: [Unit], _ right: [Unit], _ last: [Int], _ beforeLast: [Int],
    _ limit: Int
  ) -> Int {
    let first = max(0, row - limit)
    current[first] = first == 0 ? min(row + 1, limit + 1) : limit + 1
    var smallest = current[first]
    for column in first..<max(first, min(right.count, row + limit + 1)) {
      let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
      var best = min(replaced, last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        best = min(best, beforeLast[column - 1] + 1)
      }
      current[column + 1] = min(best, limit + 1)
      smallest = min(smallest, best)
    }
    return smallest
  }
}
