import MemoStore

/// A clock that stands still, in a zone where clocks are set once.
struct ChangedClock: LocalClock {
  var now: Int64
  /// When they are set.
  let change: Int64
  let secondsEastBefore: Int64
  let secondsEastAfter: Int64
  /// Whether a time that is there twice is taken for the later one.
  let takesLater: Bool

  func local(ofInstant instant: Int64) -> Int64 {
    instant + (instant < change ? secondsEastBefore : secondsEastAfter) * 1_000_000_000
  }

  func instant(ofLocal local: Int64) -> Int64 {
    let times = [secondsEastBefore, secondsEastAfter].map { local - $0 * 1_000_000_000 }
    let shown = times.filter { self.local(ofInstant: $0) == local }
    return (takesLater ? shown.last : shown.first) ?? times[0]
  }
}
