import MemoCore
import MemoIndex
import MemoSync
import MemoWords

/// The state of syncing for the status line: when the last sync was, and how many memos changed since.
struct SyncLine {
  private let last: LastSync
  /// Memos that changed after the last sync.
  let unsent: Int

  /// - Parameter index: its memos are sorted by time, so that only a few of them are looked at.
  init(_ last: LastSync, _ index: VaultIndex) {
    self.last = last
    let rows = IndexRows(index)
    unsent = (0..<rows.count).partitioningIndex { rows[$0].modified <= last.at ?? .min }
  }

  func text(_ dates: (Int64) -> String) -> Text {
    let state = BrowserMessages.sync(at: last.at.map(dates), hasFailed: last.hasFailed)
    guard unsent > 0 else { return state }
    return Text("\(state) · \(unsent) unsent", ko: "\(state) · 보낼 메모 \(unsent)개")
  }
}
