/// Finds where code spans end: at a run of as many backticks as opened them.
struct CodeSpans {
  private let bytes: UnsafeRawBufferPointer
  private var limit: Int
  // Where the last run of each length is, once a search came to the end. Without it, runs of many lengths that nothing
  // closes would each be searched for to the end.
  private var lastRuns: [Int: Int] = [:]
  private var isSearched = false

  /// Looks no further than `limit`.
  init(_ bytes: UnsafeRawBufferPointer, limit: Int) {
    self.bytes = bytes
    self.limit = limit
  }

  /// Goes on to another block.
  mutating func begin(limit: Int) {
    self.limit = limit
    isSearched = false
    if !lastRuns.isEmpty { lastRuns.removeAll() }
  }

  /// The text between a run of backticks and the one that closes it; `nil` where nothing does.
  mutating func contents(ofSpanAt run: Range<Int>) -> Range<Int>? {
    if isSearched, lastRuns[run.count, default: -1] <= run.lowerBound { return nil }
    var index = run.upperBound
    while index < limit {
      guard bytes[index] == UInt8(ascii: "`") else {
        index += 1
        continue
      }
      let end = min(bytes.runEnd(of: UInt8(ascii: "`"), from: index), limit)
      if end - index == run.count { return run.upperBound..<index }
      if !isSearched { lastRuns[end - index] = index }
      index = end
    }
    isSearched = true
    return nil
  }
}
