public import MemoCore

/// What the list shows of a memo.
public struct BrowserRow: Equatable, Sendable {
  /// Which memo it is; `nil` for a new one that has no file yet.
  public var path: VaultPath?
  /// Its title; empty where it has none.
  public var title: String
  /// Its date as it is shown.
  public var date: String
  /// The start of its body.
  public var preview: String
  /// XXH64 over its bytes.
  public var hash: UInt64

  /// Puts together a row.
  public init(path: VaultPath?, title: String, date: String, preview: String, hash: UInt64) {
    self.path = path
    self.title = title
    self.date = date
    self.preview = preview
    self.hash = hash
  }
}

/// A list of memos in some order. A row is read only when it is asked for.
public protocol MemoRows: Sendable {
  /// How many there are.
  var count: Int { get }

  /// What is shown of one.
  subscript(row: Int) -> BrowserRow { get }

  /// The path of one.
  func path(ofRow row: Int) -> VaultPath

  /// Where a memo is; `nil` where it is not in the list.
  func row(of path: VaultPath) -> Int?
}
