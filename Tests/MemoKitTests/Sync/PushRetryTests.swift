import Foundation
import MemoCore
import MemoTestSupport
import Testing

@testable import MemoSync

/// Devices that push to one hub at the same moment, on a clock of the test's own.
@Suite struct PushRetryTests {
  /// Seconds.
  private static let limit = 120.0

  /// A hub that takes two pushes at once, and devices that need some time between a fetch and a push.
  private struct Hub {
    private struct Step {
      let time: Double
      let device: Int
      let isPush: Bool
    }

    /// Seconds from a fetch to the push.
    let merging: Double
    /// Seconds that the hub needs for one push.
    let pushing: Double
    private(set) var mostTries = 0
    /// When the last device was done.
    private(set) var end = 0.0

    init(_ devices: Int, merging: Double = 0.3, pushing: Double = 0.1, seed: UInt64) throws {
      (self.merging, self.pushing) = (merging, pushing)
      var random = SeededRandom(seed: seed)
      var retries = Array(repeating: PushRetry(), count: devices)
      var begun = Array(repeating: 0.0, count: devices)
      var seen = Array(repeating: 0, count: devices)
      var (free, version) = ([0.0, 0.0], 0)
      var steps = (0..<devices).map { Step(time: 0, device: $0, isPush: false) }
      while let next = steps.indices.min(by: { steps[$0].time < steps[$1].time }) {
        let step = steps.remove(at: next)
        guard step.isPush else {
          (begun[step.device], seen[step.device]) = (step.time, version)
          // Both ways through the hub take their turn.
          let port = free[0] < free[1] ? 0 : 1
          free[port] = max(step.time + merging, free[port]) + pushing
          steps.append(Step(time: free[port], device: step.device, isPush: true))
          continue
        }
        mostTries = max(mostTries, retries[step.device].count + 1)
        guard seen[step.device] != version else {
          version += 1
          end = step.time
          continue
        }
        let tip = ObjectId(ofBlob: Array("\(seen[step.device])".utf8))
        let pause = try #require(
          retries[step.device].pause(
            after: tip, taking: step.time - begun[step.device], of: PushRetryTests.limit - step.time
          ) {
            Double.random(in: $0, using: &random)
          }, "device \(step.device) of \(devices) gave up")
        steps.append(Step(time: step.time + pause, device: step.device, isPush: false))
      }
      try #require(version == devices)
    }
  }

  @Test(arguments: [UInt64(1), 2, 3]) func allDevicesGetThroughInATimeThatGrowsWithTheirNumber(seed: UInt64) throws {
    for devices in [2, 10, 50, 100] {
      let hub = try Hub(devices, seed: seed)
      // As long as one takes that comes when all others are done.
      let alone = Double(devices) * (hub.merging + hub.pushing)
      #expect(hub.end < min(4 * alone, Self.limit), "\(devices) devices: \(hub.end) s")
      #expect(hub.mostTries < 40, "\(devices) devices: \(hub.mostTries) tries")
      print("\(devices) devices: \(hub.end / alone) times as long as one by one, at most \(hub.mostTries) tries")
    }
  }

  /// Where the limit is long over before the last one has its turn.
  @Test(arguments: [UInt64(1), 2, 3]) func fiftyDevicesGetThroughOverASlowLine(seed: UInt64) throws {
    let hub = try Hub(50, merging: 3, pushing: 1, seed: seed)
    print("\(hub.end) s, at most \(hub.mostTries) tries")
    #expect(hub.end > 2 * Self.limit && hub.end < 4 * 50 * (hub.merging + hub.pushing))
    #expect(hub.mostTries <= PushRetry.fewestTries)
  }

  /// Beside devices that push three times a second, a try gets through if none of them pushes while it lasts.
  @Test(arguments: [0.1, 0.3, 0.6]) func aDeviceBesideThoseThatPushAllTheTimeGetsThrough(seconds: Double) {
    var random = SeededRandom(seed: 1)
    let chance = exp(-3 * seconds)
    let ends = (0..<1000).compactMap { _ in
      let run = run(
        taking: seconds, drawing: { Double.random(in: $0, using: &random) },
        isThrough: { Double.random(in: 0...1, using: &random) < chance })
      return run.isThrough ? run.time : nil
    }
    print("a try takes \(seconds) s: \(ends.count) of 1000 get through, in \(ends.max() ?? 0) s at most")
    #expect(ends.count >= 970)
  }

  /// However long a try and a pause take, there is an end.
  @Test(arguments: [0.01, 0.5, 5, 30]) func aRemoteThatChangesAllTheTimeIsGivenUp(seconds: Double) {
    for draw in [\ClosedRange<Double>.lowerBound, \.upperBound] {
      let run = run(taking: seconds, drawing: { $0[keyPath: draw] }, isThrough: { false })
      print("a try takes \(seconds) s: given up after \(run.time) s and \(run.tries) tries")
      #expect(
        run.tries == PushRetry.fewestTries || (0.9 * Self.limit...Self.limit + seconds).contains(run.time))
      #expect(run.tries >= PushRetry.fewestTries)
    }
  }

  /// Tries beside others, until one gets through or the push is given up.
  private func run(
    taking seconds: Double, drawing: (ClosedRange<Double>) -> Double, isThrough: () -> Bool
  ) -> (time: Double, tries: Int, isThrough: Bool) {
    var (retry, time) = (PushRetry(), 0.0)
    while true {
      time += seconds
      if isThrough() { return (time, retry.count + 1, true) }
      let tip = ObjectId(ofBlob: Array("\(retry.count)".utf8))
      guard let pause = retry.pause(after: tip, taking: seconds, of: Self.limit - time, drawing: drawing) else {
        return (time, retry.count, false)
      }
      time += pause
    }
  }

  @Test func aRemoteThatStaysAsItIsIsGivenUpSooner() {
    for tip in [ObjectId(ofBlob: [1]), nil] {
      var retry = PushRetry()
      while retry.pause(after: tip, taking: 0.1, of: Self.limit, drawing: { $0.upperBound }) != nil {}
      #expect(retry.count == PushRetry.mostWithoutChange)
    }
  }

  @Test func noPauseIsLongerThanTheLongest() {
    var retry = PushRetry()
    var longest = 0.0
    for number in 0..<PushRetry.fewestTries {
      longest = max(
        longest,
        retry.pause(after: ObjectId(ofBlob: [UInt8(number)]), taking: 900, of: Self.limit, drawing: { $0.upperBound })
          ?? 0)
    }
    #expect(longest == PushRetry.longestPause)
  }
}
