/// Picks pairs that are in order on both sides.
enum IncreasingRun {
  /// The most pairs whose new places increase, of pairs in the order of their old places (patience sorting).
  static func longest(of pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
    // For each length, the pair with the smallest new place that ends a run of it.
    var ends: [Int] = []
    var previous = Array(repeating: -1, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].new < pair.new { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low < ends.count { ends[low] = index } else { ends.append(index) }
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
