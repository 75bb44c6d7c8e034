public import MemoCore
import MemoIndex

/// A memo in the list.
public struct BrowserRow: Equatable, Sendable {
  /// Its path; `nil` for a new memo without a file.
  public var path: VaultPath?
  /// Its title; empty if it has none.
  public var title: String
  /// Its date, formatted.
  public var date: String
  /// The start of its body.
  public var preview: String
  /// XXH64 of its bytes.
  public var hash: UInt64
  /// Its words; `nil` if they were not counted.
  public var words: Int?

  /// A row.
  public init(path: VaultPath?, title: String, date: String, preview: String, hash: UInt64, words: Int? = nil) {
    self.path = path
    self.title = title
    self.date = date
    self.preview = preview
    self.hash = hash
    self.words = words
  }
}

/// An ordered list of memos. A row is read only when it is requested.
public protocol MemoRows: Sendable {
  /// How many memos.
  var count: Int { get }

  /// The row of a memo.
  subscript(row: Int) -> BrowserRow { get }

  /// The path of a memo.
  func path(ofRow row: Int) -> VaultPath

  /// The row of a memo; `nil` if it is not in the list.
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
  /// When a memo was created; `nil` if rows show the last change.
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
  /// The row of a memo of an index.
  fileprivate init(_ memo: IndexedMemo, in index: VaultIndex, dates: (Int64) -> String) {
    let record = index.record(of: memo)
    self.init(
      path: memo.path, title: record?.metadata.title ?? "", date: dates(memo.modified),
      preview: record?.metadata.preview ?? "", hash: record?.hash ?? 0,
      words: record?.metadata.wordCount)
  }
}

/// A list with the memo being written on top, whose row follows each key. The list itself follows when the memo
/// is saved.
struct ShownRows: Sendable {
  /// The list as it was read.
  var rows: any MemoRows {
    didSet { findDraft() }
  }
  /// The memo being written, until the list has caught up.
  private(set) var draft: BrowserRow?
  /// The groups of the list as it was read.
  var listedGroups = ListGroups()
  /// Whether that memo goes to the top, as in a list with the newest first.
  var raisesDraft = true

  /// The row of the draft in the list.
  private var draftRow: Int?
  /// The hash of the draft in the list when writing began; `nil` if it was not in the list.
  private var oldHash: UInt64?

  init(_ rows: any MemoRows) {
    self.rows = rows
  }

  /// Sets the row of the memo being written.
  mutating func setDraft(_ row: BrowserRow?) {
    let isOther = draft == nil || row?.path != draft?.path
    draft = row
    guard isOther else { return }
    findDraft()
    oldHash = draftRow.map { rows[$0].hash }
  }

  /// Removes the draft once the list has caught up with the saved file.
  ///
  /// - Parameter isNew: whether the list has just come: then another text than before is that of someone who was faster.
  mutating func dropDraftOnceListed(isNew: Bool = true) {
    guard let draft else { return }
    let hash = draftRow.map { rows[$0].hash }
    if hash == draft.hash || isNew && hash != oldHash { setDraft(nil) }
  }

  /// The hash of a memo in the list; `nil` if it is not in the list.
  func listedHash(of path: VaultPath) -> UInt64? {
    rows.row(of: path).map { rows[$0].hash }
  }

  /// The draft, with the words that the list has where they were not counted.
  private var shownDraft: BrowserRow? {
    guard var draft else { return nil }
    draft.words = draft.words ?? draftRow.flatMap { rows[$0].words }
    return draft
  }

  /// How many rows.
  var count: Int { rows.count + (isDraftUnlisted ? 1 : 0) }

  /// Whether the draft has a row that the list as it was read is without.
  var isDraftUnlisted: Bool { draft != nil && draftRow == nil }

  subscript(row: Int) -> BrowserRow {
    place(of: row).map { rows[$0] } ?? shownDraft ?? rows[row]
  }

  /// The path of a row; `nil` for a new memo.
  func path(ofRow row: Int) -> VaultPath? {
    guard let place = place(of: row) else { return draft?.path }
    return rows.path(ofRow: place)
  }

  /// The row of a memo; `nil` means the new one.
  func row(of path: VaultPath?) -> Int? {
    if let draft, draft.path == path { return isRaised ? raisedRow : draftRow }
    guard let path, let place = rows.row(of: path) else { return nil }
    guard isRaised else { return place }
    let row = draftRow.map { place > $0 ? place - 1 : place } ?? place
    return row >= raisedRow ? row + 1 : row
  }

  /// The groups, with the draft in the one it rises to.
  var groups: [ListGroup] { (isRaised ? listedGroups.raising(draftRow) : listedGroups).all }

  /// A draft that is not in the list is above it.
  private var isRaised: Bool { draft != nil && (raisesDraft || draftRow == nil) }

  private var raisedRow: Int { listedGroups.raisedRow(of: draftRow) }

  /// The row of the list that is shown in a row; `nil` for the draft.
  private func place(of row: Int) -> Int? {
    guard draft != nil else { return row }
    guard isRaised else { return row == draftRow ? nil : row }
    guard row != raisedRow else { return nil }
    let place = row > raisedRow ? row - 1 : row
    return draftRow.map { place >= $0 ? place + 1 : place } ?? place
  }

  private mutating func findDraft() {
    draftRow = draft?.path.flatMap { rows.row(of: $0) }
  }
}
