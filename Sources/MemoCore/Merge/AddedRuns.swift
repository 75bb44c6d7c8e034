/// Lines in a row that each of two sides added, but each at another place among those that both added.
///
/// They are there once, if one side has all lines of the other side's row: two devices that merged each other's additions, each
/// its own first, have the same lines in another order.
struct AddedRuns {
  /// Those of the first side of which the second side has all lines.
  let repeatedByFirst: Set<Int>
  /// Those of the second side of which the first side has all lines.
  let repeatedBySecond: Set<Int>

  /// At so many places of the other side a row is looked for: with lines that are all alike, it would take a while.
  private static let mostPlaces = 8
  /// Instead of the number of a line that was found: no row has it.
  private static let found = Int32.min

  /// Compares the rows of both sides, lines given by their numbers.
  init(_ first: [[Int32]], _ second: [[Int32]]) {
    var (first, second) = (first, second)
    repeatedBySecond = Self.repeated(second, in: &first)
    for run in repeatedBySecond { second[run] = [] }
    repeatedByFirst = Self.repeated(first, in: &second)
  }

  private static func repeated(_ runs: [[Int32]], in others: inout [[Int32]]) -> Set<Int> {
    var places: [Int32: [(run: Int, start: Int)]] = [:]
    for (run, numbers) in others.enumerated() {
      for (start, number) in numbers.enumerated() { places[number, default: []].append((run, start)) }
    }
    var repeated: Set<Int> = []
    for (index, run) in runs.enumerated() {
      guard let number = run.first, number != found,
        let place = places[number]?.prefix(mostPlaces).first(where: { others[$0.run][$0.start...].starts(with: run) })
      else { continue }
      let lines = place.start..<place.start + run.count
      others[place.run].replaceSubrange(lines, with: repeatElement(found, count: run.count))
      repeated.insert(index)
    }
    return repeated
  }
}
