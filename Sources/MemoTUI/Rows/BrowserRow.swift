public import MemoCore
import MemoIndex

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

/// The list with the memo that is being written laid over it: the list itself follows when the memo was saved.
struct ShownRows: Sendable {
  /// The list as it was last read.
  var rows: any MemoRows {
    didSet { findDraft() }
  }
  /// The memo that is being written, and was until the list shows it.
  private(set) var draft: BrowserRow?
  /// Whether a memo that is written goes to the top, as it does where the newest come first.
  var raisesDraft = true

  /// Where the draft is in the list that was read.
  private var draftRow: Int?
  /// What the list said of the draft's bytes when writing began; `nil` where it did not have it.
  private var oldHash: UInt64?

  init(_ rows: any MemoRows) {
    self.rows = rows
  }

  /// Lays a memo over the list.
  mutating func setDraft(_ row: BrowserRow?) {
    let isOther = draft == nil || row?.path != draft?.path
    draft = row
    guard isOther else { return }
    findDraft()
    oldHash = draftRow.map { rows[$0].hash }
  }

  /// Lets go of a draft that is saved, once the list has followed.
  mutating func dropDraftOnceListed() {
    guard let draft else { return }
    let hash = draftRow.map { rows[$0].hash }
    if hash == draft.hash || hash != oldHash { setDraft(nil) }
  }

  /// XXH64 over the bytes of a memo as the list knows it; `nil` where it does not.
  func listedHash(of path: VaultPath) -> UInt64? {
    rows.row(of: path).map { rows[$0].hash }
  }

  /// How many rows are shown.
  var count: Int { rows.count + (draft != nil && draftRow == nil ? 1 : 0) }

  subscript(row: Int) -> BrowserRow {
    place(of: row).map { rows[$0] } ?? draft ?? rows[row]
  }

  /// The path of a row; `nil` for a new memo.
  func path(ofRow row: Int) -> VaultPath? {
    guard let place = place(of: row) else { return draft?.path }
    return rows.path(ofRow: place)
  }

  /// Where a memo is; `nil` means the new one.
  func row(of path: VaultPath?) -> Int? {
    if let draft, draft.path == path { return isRaised ? 0 : draftRow }
    guard let path, let place = rows.row(of: path) else { return nil }
    guard isRaised else { return place }
    return draftRow.map { place < $0 } ?? true ? place + 1 : place
  }

  /// A draft that is not in the list is above it.
  private var isRaised: Bool { draft != nil && (raisesDraft || draftRow == nil) }

  /// Which row of the list that was read is shown in a row; `nil` for the draft's.
  private func place(of row: Int) -> Int? {
    guard draft != nil else { return row }
    guard isRaised else { return row == draftRow ? nil : row }
    guard row > 0 else { return nil }
    return draftRow.map { row - 1 < $0 } ?? true ? row - 1 : row
  }

  private mutating func findDraft() {
    draftRow = draft?.path.flatMap { rows.row(of: $0) }
  }
}
