public import MemoCore
public import MemoStore

/// What the memos of a vault come to: how many, how much, and on which days they were made.
public struct VaultStatistics: Equatable, Sendable {
  /// A month in which memos were made.
  public struct Month: Equatable, Sendable {
    /// Which.
    public let month: CivilMonth
    /// Memos made in it.
    public let memos: Int
    /// Words that these memos hold now.
    public let words: Int
  }

  /// A day on which memos were made.
  public struct Day: Equatable, Sendable {
    /// Which, in the user's zone.
    public let day: CivilDate
    /// Memos made on it.
    public let memos: Int
  }

  /// Memos.
  public let memos: Int
  /// Words in them.
  public let words: Int
  /// Links in them, those to no memo too.
  public let links: Int
  /// Different tags, whatever their case and normalization.
  public let tags: Int
  /// The months in which memos were made, in order.
  public let perMonth: [Month]
  /// The days on which memos were made, in order.
  public let perDay: [Day]

  /// Counts the memos that pass a filter, on all cores; no file is read.
  public init(of index: VaultIndex, filter: MemoFilter = MemoFilter(), clock: any LocalClock) {
    let counter = StatisticsCounter(index: index, filter: filter, clock: clock)
    let parts = index.mapPlaces { counter.counted($0) }
    self.init(parts.reduce(into: StatisticsCounter.Part()) { $0.add($1) })
  }

  private init(_ sum: StatisticsCounter.Part) {
    let days = sum.days.map { (day: CivilDate(daysSince1970: $0), count: $1) }.sorted { $0.day < $1.day }
    memos = days.reduce(0) { $0 + $1.count.memos }
    words = days.reduce(0) { $0 + $1.count.words }
    links = sum.links
    tags = Set(sum.tags.map { Folding.matchKey($0.text) }).count
    perDay = days.map { Day(day: $0.day, memos: $0.count.memos) }
    perMonth = Dictionary(grouping: days) { CivilMonth(of: $0.day) }.sorted { $0.key < $1.key }.map { month, days in
      Month(month: month, memos: days.reduce(0) { $0 + $1.count.memos }, words: days.reduce(0) { $0 + $1.count.words })
    }
  }
}
