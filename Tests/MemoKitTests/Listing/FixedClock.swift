import MemoStore

/// A clock that stands still, in a zone that keeps one distance to UTC.
struct FixedClock: LocalClock {
  var now: Int64
  var secondsEast: Int64 = 0

  func instant(ofLocal local: Int64) -> Int64 { local - secondsEast * 1_000_000_000 }
  func local(ofInstant instant: Int64) -> Int64 { instant + secondsEast * 1_000_000_000 }
}
