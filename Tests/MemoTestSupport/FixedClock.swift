public import MemoStore

/// A clock that stands still, in a zone that keeps one distance to UTC.
public struct FixedClock: LocalClock {
  /// What it shows, in nanoseconds since 1970.
  public var now: Int64
  private let ahead: Int64

  /// Sets a clock.
  public init(now: Int64, secondsEast: Int64 = 0) {
    self.now = now
    ahead = secondsEast * 1_000_000_000
  }

  /// Before UTC's by the zone's distance.
  public func instant(ofLocal local: Int64) -> Int64 { local - ahead }

  /// After UTC's by the zone's distance.
  public func local(ofInstant instant: Int64) -> Int64 { instant + ahead }
}
