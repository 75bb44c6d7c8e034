public import MemoCore
public import MemoStore

/// Statistics of a vault: how many memos, how much text, and on which days they were created.
public struct VaultStatistics: Equatable, Sendable {
  /// A month in which memos were created.
  public struct Month: Equatable, Sendable {
    /// Which.
    public let month: CivilMonth
    /// Memos created in it.
    public let memos: Int
    /// Words in these memos now.
    public let words: Int
  }

  /// A day on which memos were created.
  public struct Day: Equatable, Sendable {
    /// Which, in the user's zone.
    public let day: CivilDate
    /// Memos created on it.
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
  /// The months in which memos were created, in order.
  public let perMonth: [Month]
  /// The days on which memos were created, in order.
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

/// Counts runs of memos, each by itself.
struct StatisticsCounter: Sendable {
  let index: VaultIndex
  let filter: MemoFilter
  let clock: any LocalClock

  /// Memos and their words.
  struct Count: Sendable {
    var memos = 0
    var words = 0
  }

  /// What a run of memos comes to.
  struct Part: Sendable {
    /// By days since 1970 in the user's zone.
    var days: [Int: Count] = [:]
    var links = 0
    /// All spellings, as paths of one component: compared by their bytes.
    var tags: Set<VaultPath> = []

    mutating func add(_ other: Part) {
      days.merge(other.days) { Count(memos: $0.memos + $1.memos, words: $0.words + $1.words) }
      links += other.links
      tags.formUnion(other.tags)
    }
  }

  /// Counts the memos at some places.
  func counted(_ places: Range<Int>) -> Part {
    var part = Part()
    for place in places {
      guard let memo = index.memo(at: place), filter.isOpen || filter.passes(memo, in: index) else { continue }
      index.read(MemoRecord.figures, at: place) { add($0, modified: memo.modified, to: &part) }
    }
    return part
  }

  private func add(_ figures: MemoRecord.Figures, modified: Int64, to part: inout Part) {
    let day = self.day(figures.head, modified: modified)
    part.days[day, default: Count()].memos += 1
    part.days[day, default: Count()].words += figures.head.words
    part.links += figures.links
    for tag in figures.tags { part.tags.insert(VaultPath(bytes: Array(tag))) }
  }

  /// The day a memo was made: as it says itself, else of its file's birth or last change, whichever was first. A copied
  /// file is born when it is copied, long after it was written.
  private func day(_ head: MemoRecord.Head, modified: Int64) -> Int {
    let local =
      switch head.created {
      case .local(let time): time
      case .instant(let time): clock.local(ofInstant: time)
      case nil: clock.local(ofInstant: min(head.born ?? modified, modified))
      }
    return CivilDate.dayAndTime(ofLocal: local).day
  }
}
