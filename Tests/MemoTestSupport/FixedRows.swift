public import MemoCore
public import MemoTUI

/// A list of memos that a test made up.
public struct FixedRows: MemoRows {
  private let paths: [VaultPath]
  private let rows: [BrowserRow]

  /// Memos with the same date and preview.
  public init(_ memos: [(path: VaultPath, title: String)], date: String = "", preview: String = "") {
    self.init(memos.map { ($0.path, $0.title, date, preview) })
  }

  /// Memos with all that is shown of them.
  public init(_ memos: [(path: VaultPath, title: String, date: String, preview: String)]) {
    paths = memos.map(\.path)
    rows = memos.map { BrowserRow(path: $0.path, title: $0.title, date: $0.date, preview: $0.preview, hash: 0) }
  }

  /// How many there are.
  public var count: Int { rows.count }

  /// What is shown of one.
  public subscript(row: Int) -> BrowserRow { rows[row] }

  /// The path of one.
  public func path(ofRow row: Int) -> VaultPath { paths[row] }

  /// Where a memo is.
  public func row(of path: VaultPath) -> Int? { paths.firstIndex(of: path) }
}
