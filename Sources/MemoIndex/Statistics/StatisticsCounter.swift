import MemoCore
import MemoStore

/// Counts runs of memos, each by itself.
struct StatisticsCounter: Sendable {
  let index: VaultIndex
  let filter: MemoFilter
  let clock: any LocalClock

  private static let nanosecondsADay: Int64 = 86_400_000_000_000

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
    let day = self.day(figures, modified: modified)
    part.days[day, default: Count()].memos += 1
    part.days[day, default: Count()].words += figures.words
    part.links += figures.links
    for tag in figures.tags { part.tags.insert(VaultPath(bytes: Array(tag))) }
  }

  /// The day a memo was made: as it says itself, else of its file's birth or last change, whichever was first. A copied
  /// file is born when it is copied, long after it was written.
  private func day(_ figures: MemoRecord.Figures, modified: Int64) -> Int {
    let local =
      switch figures.created {
      case .local(let time): time
      case .instant(let time): clock.local(ofInstant: time)
      case nil: clock.local(ofInstant: min(figures.born ?? modified, modified))
      }
    let (days, rest) = local.quotientAndRemainder(dividingBy: Self.nanosecondsADay)
    return Int(rest < 0 ? days - 1 : days)
  }
}
