import MemoCore
import MemoWords

/// The list of memos: its rows, the selection and the search.
struct MemoList: Sendable {
  /// The rows, with the memo that is being written.
  private(set) var rows: ShownRows
  /// How many memos the vault had when it was listed.
  private var listedTotal: Int
  private(set) var order = BrowserOrder.newest

  /// The selected row; 0 if there is none.
  private(set) var selection = 0
  /// The memo of that row; `nil` if there is none, and for a new memo.
  private(set) var selectedPath: VaultPath?
  /// The memo that has a row though the listing is without it, as its text is being written or has the keys.
  private(set) var kept: VaultPath?
  /// The row that was selected before.
  private var rowBeforeKept = 0
  /// The first visible line.
  private(set) var top = 0
  /// Whether the list was scrolled, so that the selection need not be visible.
  private var isScrolled = false

  /// The current search; empty for none.
  private(set) var query = ""
  /// The search whose results are shown.
  private(set) var shownQuery = ""
  /// Whether the latest request of a key was answered.
  var isAnswered = true
  /// What the search found in the memos that were visible.
  var texts = FoundTexts()
  /// Why the search finds nothing.
  private(set) var problem: String?
  /// The query that may have been meant by one that finds nothing.
  private(set) var suggestion: String?
  /// Which memos were searched only in part; `nil` for none.
  private(set) var partlyRead: String?

  /// The memo to select among the results of the current search.
  private var returnPath: VaultPath?
  /// The memo that was selected before a search found nothing.
  private var lastPath: VaultPath?

  /// Shows a listing, the first memo selected.
  init(_ listing: BrowserListing) {
    rows = ShownRows(listing.rows ?? NoRows())
    rows.listedGroups = listing.groups
    listedTotal = listing.total
    select(0)
  }

  /// Selects the memo that was selected last, in a listing of the order of that time.
  mutating func restore(_ memory: ViewMemory) {
    order = memory.order
    if let row = rows.row(of: memory.path) { select(row) }
  }

  /// How many memos the vault has, with a new one that is being written.
  var total: Int {
    // Search results may be without a memo that the vault has.
    let isNew = rows.isDraftUnlisted && (shownQuery.isEmpty || rows.draft?.path == nil)
    return listedTotal + (isNew ? 1 : 0)
  }

  // MARK: Selecting

  /// Selects a row, or the nearest there is.
  mutating func select(_ row: Int) {
    selection = max(0, min(row, rows.count - 1))
    let path = rows.count == 0 ? nil : rows.path(ofRow: selection)
    if path != selectedPath { isScrolled = false }
    selectedPath = path
  }

  /// Selects a row on the screen, whatever a search finds that is not answered yet.
  mutating func selectShown(_ row: Int) {
    select(row)
    if !isAnswered { (isAnswered, returnPath) = (true, selectedPath) }
  }

  /// Selects the row of the selected memo again, or the nearest.
  mutating func reselect() {
    select(selectedPath.flatMap { rows.row(of: $0) } ?? selection)
  }

  /// Selects a memo that a later listing has.
  mutating func selectOnceListed(_ path: VaultPath?) {
    selectedPath = path
  }

  /// Keeps a memo selected that another process has moved.
  mutating func follow(_ path: VaultPath, to newPath: VaultPath) {
    if selectedPath == path { selectedPath = newPath }
    if kept == path { kept = newPath }
  }

  /// Scrolls no further than needed to show the selection, unless the list was scrolled away from it.
  mutating func keepSelectionVisible(inLines visible: Int) {
    top =
      isScrolled ? lines.top(near: top, inLines: visible) : lines.top(from: top, showing: selection, inLines: visible)
  }

  /// Scrolls, and leaves the selection where it is.
  mutating func scroll(byRows count: Int, inLines visible: Int) {
    isScrolled = true
    top = lines.top(near: top + count * BrowserLayout.rowsOfMemo, inLines: visible)
  }

  /// Has the selection visible again.
  mutating func endScrolling() { isScrolled = false }

  /// The lines of the rows and headings.
  var lines: ListLines { ListLines(rows.groups, rowCount: rows.count) }

  /// Requests what the search found in the visible memos.
  mutating func requestTexts(inLines visible: Int) -> [BrowserEffect] {
    guard !query.isEmpty, query == shownQuery else { return [] }
    let rows = (top..<top + visible).compactMap { line -> Int? in
      if case .memo(let row, 0)? = lines.item(at: line) { row } else { nil }
    }
    let paths = texts.request(rows.compactMap { self.rows.path(ofRow: $0) })
    return paths.isEmpty ? [] : [.findTexts(query: query, paths)]
  }

  /// The row of the memo in a visible line, from 0; `nil` for a heading and below the last memo.
  func row(inLine line: Int) -> Int? {
    guard case .memo(let row, _)? = lines.item(at: top + line) else { return nil }
    return row
  }

  // MARK: Searching

  /// The request for the rows of the current search and order.
  var request: BrowserEffect { .list(query: query, order: order) }

  /// Searches the whole vault.
  mutating func search(for query: String) -> [BrowserEffect] {
    self.query = query
    (problem, suggestion, partlyRead, isAnswered) = (nil, nil, nil, false)
    return [request]
  }

  /// Searches again for what was found before, and selects a memo among it.
  mutating func search(for query: String, selecting path: VaultPath) -> [BrowserEffect] {
    (selectedPath, returnPath) = (path, path)
    return search(for: query)
  }

  /// Shows all memos again and keeps the selection.
  mutating func endSearch() -> [BrowserEffect] {
    guard !query.isEmpty || !shownQuery.isEmpty else { return [] }
    if rows.count == 0 { selectedPath = selectedPath ?? lastPath }
    return search(for: "")
  }

  /// Changes to the next sort order.
  mutating func changeOrder() -> [BrowserEffect] {
    let orders = BrowserOrder.allCases
    order = orders[((orders.firstIndex(of: order) ?? 0) + 1) % orders.count]
    isAnswered = false
    return [request]
  }

  // MARK: Listings

  /// Whether a listing answers the latest request.
  func expects(_ listing: BrowserListing) -> Bool { listing.query == query && listing.order == order }

  /// Whether the best matches come first: where words are looked for, and no other order than the usual one was chosen.
  static func isRanked(_ query: SearchQuery, _ order: BrowserOrder) -> Bool { query.looksAtTexts && order == .newest }

  /// The order of the rows for a person.
  var orderText: Text {
    let query = try? SearchQuery(parsing: query)
    return query.map { Self.isRanked($0, order) } == true ? BrowserMessages.ranked : BrowserMessages.order(order)
  }

  /// Takes over the counts of a listing, which it has even where the query is invalid.
  mutating func takeCounts(of listing: BrowserListing) {
    (listedTotal, problem, suggestion, isAnswered) = (listing.total, listing.problem, listing.suggestion, true)
    partlyRead = listing.partlyRead
  }

  /// Shows other rows.
  ///
  /// - Parameters:
  ///   - groups: their headings.
  ///   - pane: the memo in the pane, which stays in the list while it is being written.
  ///   - hasKeys: whether keys go to its text: then it stays, too, until another search begins.
  ///   - date: the current time as the list shows it.
  mutating func show(
    _ new: any MemoRows, _ groups: ListGroups = ListGroups(), of query: String, isWriting: Bool, _ pane: MemoPane?,
    hasKeys: Bool, date: String
  ) {
    if new.count == 0 { lastPath = selectedPath ?? lastPath }
    let isOtherQuery = !query.isEmpty && query != shownQuery
    shownQuery = query
    rows.rows = new
    rows.listedGroups = groups
    texts.expire(keepsLines: !query.isEmpty)
    rows.raisesDraft = raisesDraft
    if !isWriting { rows.dropDraftOnceListed() }
    let stays = isWriting || hasKeys && !isOtherQuery && pane?.path == selectedPath
    keep(stays ? pane : nil, date: date)
    if isOtherQuery, !isWriting {
      rows.setDraft(nil)
      select(returnPath.flatMap { rows.row(of: $0) } ?? 0)
    } else {
      // If the selected memo is gone, the next one has its row, or the one before if it was the last.
      select(selectedRow ?? selection)
    }
    returnPath = nil
  }

  private var selectedRow: Int? {
    if let draft = rows.draft, draft.path == nil { return rows.row(of: nil) }
    return selectedPath.flatMap { rows.row(of: $0) }
  }

  // MARK: The memo being written

  /// Gives a memo a row that the listing is without, and takes that of another one back.
  private mutating func keep(_ pane: MemoPane?, date: String) {
    if let kept, rows.listedHash(of: kept) != nil { self.kept = nil }
    if let kept, kept != pane?.path { drop(kept) }
    guard let pane, kept != nil || rows.row(of: pane.path) == nil else { return }
    if kept == nil { rowBeforeKept = selection }
    track(pane, date: date)
    kept = pane.path
  }

  /// Takes back the row that the listing is without, once keys no longer go to the text of that memo.
  mutating func releaseKept() {
    guard let kept else { return }
    // A listing that is still to come has the memo that was selected, and not this one.
    if let selectedPath, selectedPath != kept, rows.row(of: selectedPath) == nil { return }
    drop(kept)
    reselect()
  }

  private mutating func drop(_ kept: VaultPath) {
    if rows.draft?.path == kept { rows.setDraft(nil) }
    if selectedPath == kept { selection = rowBeforeKept }
    self.kept = nil
  }

  /// Shows the row of a memo as its file is.
  mutating func takeBack(_ pane: MemoPane?, date: String) {
    if kept != nil, kept == pane?.path { track(pane, date: date) } else { dropDraft() }
  }

  /// Shows the title and preview that a memo has now.
  mutating func track(_ pane: MemoPane?, date: String) {
    guard let pane else { return rows.setDraft(nil) }
    let summary = pane.editor.summary(at: pane.path ?? pane.newPath)
    rows.raisesDraft = raisesDraft
    rows.setDraft(
      BrowserRow(
        path: pane.path, title: summary.title, date: date, preview: summary.preview, hash: pane.savedHash,
        words: summary.words))
    if selectedPath == pane.path, let row = rows.row(of: pane.path) { select(row) }
  }

  /// Shows the row of the listing again if that has what was written by now.
  mutating func dropDraftOnceListed() {
    guard kept == nil, rows.draft != nil else { return }
    rows.dropDraftOnceListed(isNew: false)
    guard rows.draft == nil else { return }
    // The memo that is selected may have no row until another listing.
    selection = selectedPath.flatMap { rows.row(of: $0) } ?? max(0, min(selection, rows.count - 1))
  }

  /// Shows the file's row again.
  mutating func dropDraft() {
    rows.setDraft(nil)
    kept = nil
    // The memo that is selected may have no row now, until another listing.
    selection = max(0, min(selection, rows.count - 1))
  }

  /// Follows the memo being written to another path.
  mutating func moveDraft(of path: VaultPath?, to newPath: VaultPath) {
    if let path, kept == path { kept = newPath }
    guard var draft = rows.draft, draft.path == path else { return }
    draft.path = newPath
    rows.setDraft(draft)
  }

  private var raisesDraft: Bool { order == .newest && query.isEmpty }
}

/// The rows of a listing that failed.
private struct NoRows: MemoRows {
  let count = 0

  subscript(row: Int) -> BrowserRow { preconditionFailure("there is no row \(row)") }

  func path(ofRow row: Int) -> VaultPath { preconditionFailure("there is no row \(row)") }

  func row(of path: VaultPath) -> Int? { nil }
}
