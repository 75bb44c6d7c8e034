/// The marks of block quotes within a block's lines, which are no part of its text. Blanks before a line are none.
struct MarkupHoles: Equatable, Sendable {
  /// In order; each starts where a line does.
  private(set) var ranges: [Range<Int>] = []

  var isEmpty: Bool { ranges.isEmpty }

  mutating func add(_ range: Range<Int>) {
    ranges.append(range)
  }

  mutating func removeAll() {
    ranges.removeAll(keepingCapacity: true)
  }

  /// Where the text of the line that starts at a place starts.
  @inline(__always)
  func textStart(ofLineAt start: Int) -> Int {
    ranges.isEmpty ? start : found(start)
  }

  private func found(_ start: Int) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].lowerBound < start { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].lowerBound == start ? ranges[low].upperBound : start
  }

  /// The bytes of a range of the text without holes.
  func text(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    var start = range.lowerBound
    for hole in ranges where hole.overlaps(range) {
      text += bytes[start..<max(start, hole.lowerBound)]
      start = min(hole.upperBound, range.upperBound)
    }
    return text + bytes[start..<range.upperBound]
  }
}
