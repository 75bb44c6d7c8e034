import MemoCore
import MemoIndex
import MemoStore

/// All memos of a vault in one of the orders of the list, pinned ones first, and their groups.
struct VaultRows {
  private let rows: any MemoRows
  private let index: VaultIndex
  private let clock: any LocalClock
  /// The time by which a row is sorted; `nil` for an order without times.
  private let time: ((Int) -> Int64)?

  init(
    _ order: BrowserOrder, in index: VaultIndex, dates: @escaping @Sendable (Int64) -> String, clock: any LocalClock,
    collation: any TitleCollation
  ) {
    (self.index, self.clock) = (index, clock)
    guard order != .newest else {
      let all = IndexRows(index)
      (rows, time) = (NewestRows(rows: all, dates: dates), { all[$0].modified })
      return
    }
    var listing = MemoListing(collation: collation, clock: clock)
    listing.order = order.sortOrder
    var listed = ListedRows(memos: listing.memos(in: index), index: index, dates: dates)
    let created = { @Sendable in MemoListing.created($0, modified: $1, clock: clock) }
    if order == .created { listed.created = created }
    rows = listed
    let memos = listed.memos
    time =
      order == .created
      ? { row in index.record(of: memos[row]).map { created($0, memos[row].modified) } ?? memos[row].modified } : nil
  }

  /// The rows with their groups.
  ///
  /// - Parameter byDate: whether memos that are sorted by time are divided into days and months.
  func grouped(byDate: Bool) -> (rows: any MemoRows, groups: ListGroups) {
    let pinned = pinnedRows
    let all = PinnedFirst(rows, pinned: pinned)
    let shown: any MemoRows = pinned.isEmpty ? rows : all
    if byDate, let time {
      let groups = ListGroups(pinned: pinned.count, count: rows.count, clock: clock) { time(all.place(of: $0)) }
      return (shown, groups)
    }
    guard !pinned.isEmpty else { return (shown, ListGroups()) }
    return (shown, ListGroups(pinned: pinned.count, others: rows.count - pinned.count))
  }

  private var pinnedRows: [Int] {
    let paths = Set(PinnedMemos.newestFirst(in: index).map(\.path))
    guard !paths.isEmpty else { return [] }
    // A sorted list finds no row by its path without going through all of them: that is done once.
    guard let listed = rows as? ListedRows else { return paths.compactMap { rows.row(of: $0) } }
    return listed.memos.indices.filter { paths.contains(listed.memos[$0].path) }
  }
}
