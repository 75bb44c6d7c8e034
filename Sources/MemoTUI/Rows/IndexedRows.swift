import MemoCore
import MemoIndex

/// All memos of an index, newest first.
struct NewestRows: MemoRows {
  let rows: IndexRows
  let dates: @Sendable (Int64) -> String

  var count: Int { rows.count }

  subscript(row: Int) -> BrowserRow { BrowserRow(rows[row], in: rows.index, dates: dates) }

  func path(ofRow row: Int) -> VaultPath { rows[row].path }

  func row(of path: VaultPath) -> Int? { rows.row(of: path) }
}

/// Memos of an index that were found or sorted.
struct ListedRows: MemoRows {
  let memos: [IndexedMemo]
  let index: VaultIndex
  let dates: @Sendable (Int64) -> String
  /// What tells when a memo was made; `nil` where its date is that of its last change.
  var created: (@Sendable (MemoRecord, _ modified: Int64) -> Int64)?

  var count: Int { memos.count }

  subscript(row: Int) -> BrowserRow {
    let memo = memos[row]
    var shown = BrowserRow(memo, in: index, dates: dates)
    if let created, let record = index.record(of: memo) { shown.date = dates(created(record, memo.modified)) }
    return shown
  }

  func path(ofRow row: Int) -> VaultPath { memos[row].path }

  func row(of path: VaultPath) -> Int? { memos.firstIndex { $0.path == path } }
}

extension BrowserRow {
  /// The row of a memo as an index knows it.
  fileprivate init(_ memo: IndexedMemo, in index: VaultIndex, dates: (Int64) -> String) {
    let record = index.record(of: memo)
    self.init(
      path: memo.path, title: record?.metadata.title ?? "", date: dates(memo.modified),
      preview: record?.metadata.preview ?? "", hash: record?.hash ?? 0)
  }
}
