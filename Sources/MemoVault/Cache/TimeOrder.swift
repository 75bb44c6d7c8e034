import MemoCore

/// Sorts memos by time.
struct TimeOrder {
  private var memos: [(modified: Int64, memo: UInt32)] = []

  var count: Int { memos.count }

  /// Adds the next memo with its modification time.
  mutating func add(_ modified: Int64) {
    memos.append((modified, UInt32(memos.count)))
  }

  /// The memos, newest first; equal times by path. A path is asked for only where times are equal.
  func newestFirst(path: (Int) -> VaultPath) -> [UInt32] {
    var sorted = memos.sorted { $0.modified > $1.modified }
    var start = 0
    while start < sorted.count {
      let time = sorted[start].modified
      let end = sorted[start...].firstIndex { $0.modified != time } ?? sorted.count
      if end - start > 1 {
        let paths = sorted[start..<end].map { (path: path(Int($0.memo)), memo: $0) }
        sorted.replaceSubrange(start..<end, with: paths.sorted { $0.path < $1.path }.map(\.memo))
      }
      start = end
    }
    return sorted.map(\.memo)
  }
}
