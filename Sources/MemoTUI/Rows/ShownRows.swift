import MemoCore

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
