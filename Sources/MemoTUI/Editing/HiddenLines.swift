/// Lines of a text that have no rows: ranges in order, none next to another.
struct HiddenLines: Equatable, Sendable {
  private(set) var ranges: [Range<Int>] = []
}

extension HiddenLines {
  /// Joins ranges that overlap.
  init(_ ranges: [Range<Int>]) {
    for range in ranges.filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.ranges.last, range.lowerBound <= last.upperBound {
        self.ranges[self.ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        self.ranges.append(range)
      }
    }
  }

  /// The range that holds a line; `nil` for a line that is shown.
  func range(holding line: Int) -> Range<Int>? { ranges.first { $0.contains(line) } }

  /// Follows a change of the lines; returns the ranges that it touched, as they are now, which are hidden no more.
  mutating func follow(_ change: LineChange) -> [Range<Int>] {
    let grown = change.new.count - change.old.count
    var (kept, opened): ([Range<Int>], [Range<Int>]) = ([], [])
    for range in ranges {
      if range.upperBound <= change.old.lowerBound {
        kept.append(range)
      } else if range.lowerBound >= change.old.upperBound {
        kept.append(range.lowerBound + grown..<range.upperBound + grown)
      } else {
        let start = min(range.lowerBound, change.new.lowerBound)
        opened.append(start..<max(change.new.upperBound, range.upperBound + grown))
      }
    }
    ranges = kept
    return opened
  }
}
