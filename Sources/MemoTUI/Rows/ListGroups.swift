public import MemoCore
import MemoStore

/// Memos under one heading of the list.
public struct ListGroup: Equatable, Sendable {
  /// What they have in common.
  public enum Name: Equatable, Sendable {
    case pinned
    /// After today, as where another device's clock is ahead.
    case later
    case today
    case yesterday
    /// The seven days before yesterday's end, without yesterday.
    case lastWeek
    case month(CivilMonth)
    /// All that are not pinned, in an order without dates.
    case others
  }

  /// What they have in common.
  public let name: Name
  /// How many memos.
  public var count: Int

  /// Whether it stays above the memo that was written last.
  fileprivate var isAboveNewest: Bool { name == .pinned || name == .later }
}

/// The groups of a list, from its first row on.
public struct ListGroups: Equatable, Sendable {
  /// The groups; empty for a list without headings.
  public private(set) var all: [ListGroup] = []
  /// The group that a memo joins when it is written; `nil` for a list without headings.
  public private(set) var newest: ListGroup.Name?

  /// No headings.
  public init() {}

  /// How many memos at the start are pinned.
  var pinnedCount: Int { all.first.flatMap { $0.name == .pinned ? $0.count : nil } ?? 0 }

  /// The row to which a memo rises that is written: below pinned memos and those that are dated later.
  ///
  /// - Parameter row: its row before; `nil` if it was not in the list.
  func raisedRow(of row: Int?) -> Int {
    if let row, row < pinnedCount { return 0 }
    let above = all.prefix(while: \.isAboveNewest).map(\.count).reduce(0, +)
    return row.map { $0 < above } ?? false ? above - 1 : above
  }

  /// Pinned memos, then all others.
  init(pinned: Int, others: Int) {
    self.init(pinned: pinned)
    newest = .others
    if others > 0 { all.append(ListGroup(name: .others, count: others)) }
  }

  /// Pinned memos, then days and months of memos that are sorted by time, newest first.
  ///
  /// The first row of each group is found by bisection: a few times are read for each month, however many memos it has.
  ///
  /// - Parameter time: the time of a row, in nanoseconds since 1970.
  init(pinned: Int, count: Int, clock: any LocalClock, time: (_ row: Int) -> Int64) {
    self.init(pinned: pinned)
    newest = .today
    let days = LocalDays(clock)
    let today = days.day(of: clock.now)
    var start = pinned
    let recent: [(ListGroup.Name, Int)] = [
      (.later, today + 1), (.today, today), (.yesterday, today - 1), (.lastWeek, today - 7),
    ]
    for (name, first) in recent {
      append(name, upTo: Self.end(from: start, count, days.start(of: first), time), &start)
    }
    while start < count {
      let month = CivilMonth(of: CivilDate(daysSince1970: days.day(of: time(start))))
      let first = CivilDate(year: month.year, month: month.month, day: 1)?.daysSince1970 ?? .min
      append(.month(month), upTo: max(start + 1, Self.end(from: start, count, days.start(of: first), time)), &start)
    }
  }

  private init(pinned: Int) {
    if pinned > 0 { all = [ListGroup(name: .pinned, count: pinned)] }
  }

  private mutating func append(_ name: ListGroup.Name, upTo end: Int, _ start: inout Int) {
    if end > start { all.append(ListGroup(name: name, count: end - start)) }
    start = end
  }

  /// The first row from one on with a time before a bound.
  private static func end(from start: Int, _ count: Int, _ bound: Int64, _ time: (Int) -> Int64) -> Int {
    (start..<count).partitioningIndex { time($0) < bound }
  }

  /// The groups after a memo rose to the group of those that are written now.
  ///
  /// - Parameter row: its row before; `nil` if it was not in the list.
  func raising(_ row: Int?) -> ListGroups {
    guard let newest, row.map({ $0 >= pinnedCount }) ?? true else { return self }
    var groups = self
    if let row { groups.removeMemo(inRow: row) }
    let place = groups.all.prefix(while: \.isAboveNewest).count
    if place < groups.all.count, groups.all[place].name == newest {
      groups.all[place].count += 1
    } else {
      groups.all.insert(ListGroup(name: newest, count: 1), at: place)
    }
    return groups
  }

  private mutating func removeMemo(inRow row: Int) {
    var end = 0
    guard
      let place = all.firstIndex(where: {
        end += $0.count
        return row < end
      })
    else { return }
    all[place].count -= 1
    if all[place].count == 0 { all.remove(at: place) }
  }
}

/// Days in the user's zone, counted from 1970.
private struct LocalDays {
  private let clock: any LocalClock

  init(_ clock: any LocalClock) {
    self.clock = clock
  }

  func day(of instant: Int64) -> Int { CivilDate.dayAndTime(ofLocal: clock.local(ofInstant: instant)).day }

  /// When a day begins; a day before all times that files can have begins with the first of them.
  func start(of day: Int) -> Int64 {
    let (local, isBeyond) = Int64(clamping: day).multipliedReportingOverflow(by: CivilDate.nanoseconds)
    return isBeyond ? (day < 0 ? .min : .max) : clock.instant(ofLocal: local)
  }
}

/// A list whose pinned memos come first, in its own order.
struct PinnedFirst: MemoRows {
  private let rows: any MemoRows
  /// The rows of the pinned memos in that list, sorted.
  private let pinned: [Int]

  init(_ rows: any MemoRows, pinned: [Int]) {
    (self.rows, self.pinned) = (rows, pinned.sorted())
  }

  var count: Int { rows.count }

  subscript(row: Int) -> BrowserRow { rows[place(of: row)] }

  func path(ofRow row: Int) -> VaultPath { rows.path(ofRow: place(of: row)) }

  func row(of path: VaultPath) -> Int? {
    guard let place = rows.row(of: path) else { return nil }
    let above = count(below: place) { pinned[$0] }
    return above < pinned.count && pinned[above] == place ? above : pinned.count + place - above
  }

  /// The row of the other list that is shown in a row.
  func place(of row: Int) -> Int {
    guard row >= pinned.count else { return pinned[row] }
    // The pinned memos that have no more than so many others above them.
    let other = row - pinned.count
    return other + count(below: other + 1) { pinned[$0] - $0 }
  }

  /// How many of the first values, which grow, are below a limit.
  private func count(below limit: Int, _ value: (Int) -> Int) -> Int {
    pinned.indices.partitioningIndex { value($0) >= limit }
  }
}
