import MemoCore

/// When a push is tried again that other devices were faster than, and when it is given up.
///
/// Of those that push at the same moment one gets through, and the tries of all others were in vain: if all tried again at once,
/// the work would grow with the square of their number. So each waits a random part of a time that grows from try to try and begins
/// with what its fastest try took. Few are in each other's way then, and all are through in a time that grows with their number.
///
/// Beside devices that push all the time, a longer pause makes no try likelier to get through, so pauses stop growing early. And
/// other syncs of the vault wait as long, so there is an end.
///
/// At a hub that is a folder of this machine, devices take turns, one by one: hardly any is too late there.
struct PushRetry {
  /// How many tries have failed.
  private(set) var count = 0
  private var factor = 1.0
  private var fastest = Double.infinity
  private var remote: ObjectId?
  private var unchanged = 0

  /// So many are made even after the deadline: over a slow line, hardly any of fifty devices at the same moment needs more.
  static let fewestTries = 16
  /// Where the remote stays as it is, no other device was faster: a lock is in the way.
  static let mostWithoutChange = 8
  /// In seconds.
  static let longestPause = 60.0
  private static let shortestTry = 0.05
  private static let growth = 1.7
  private static let longestFactor = 16.0

  /// Counts a try; returns how many seconds to wait before the next one, `nil` where there is to be none.
  ///
  /// - Parameters:
  ///   - remote: what the remote's branch was when the try began.
  ///   - seconds: how long the try took.
  ///   - left: how many seconds there are until the deadline.
  ///   - random: draws a number.
  mutating func pause(
    after remote: ObjectId?, taking seconds: Double, of left: Double, drawing random: (ClosedRange<Double>) -> Double
  ) -> Double? {
    unchanged = count > 0 && remote == self.remote ? unchanged + 1 : 1
    self.remote = remote
    count += 1
    fastest = max(Self.shortestTry, min(fastest, seconds))
    factor = min(Self.longestFactor, factor * Self.growth)
    let pause = random(0...min(Self.longestPause, fastest * factor))
    let isInTime = pause < left || count < Self.fewestTries
    return isInTime && unchanged < Self.mostWithoutChange ? pause : nil
  }
}
