import MemoCore
import MemoTestSupport
import Testing

@testable import MemoSync

/// Devices that push to one hub at the same moment, on a clock of the test's own.
@Suite struct PushRetryTests {
  /// A hub that takes two pushes at once, and devices that need some time between a fetch and a push.
  private struct Hub {
    private struct Step {
      let time: Double
      let device: Int
      let isPush: Bool
    }

    /// Seconds from a fetch to the push.
    let merging = 0.3
    /// Seconds that the hub needs for one push.
    let pushing = 0.1
    private(set) var mostTries = 0
    /// When the last device was done.
    private(set) var end = 0.0

    init(_ devices: Int, seed: UInt64) throws {
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
          retries[step.device].pause(after: tip, taking: step.time - begun[step.device]) {
            Double.random(in: $0, using: &random)
          }, "device \(step.device) of \(devices) gave up")
        steps.append(Step(time: step.time + pause, device: step.device, isPush: false))
      }
      try #require(version == devices)
    }
  }

  @Test(arguments: [UInt64(1), 2, 3]) func allDevicesGetThroughInATimeThatGrowsWithTheirNumber(seed: UInt64) throws {
    for devices in [2, 10, 50, 500] {
      let hub = try Hub(devices, seed: seed)
      // As long as one takes that comes when all others are done.
      let alone = Double(devices) * (hub.merging + hub.pushing)
      #expect(hub.end < 4 * alone, "\(devices) devices: \(hub.end) s")
      #expect(devices > 50 || hub.mostTries < PushRetry.mostTries / 2, "\(devices) devices: \(hub.mostTries) tries")
      print("\(devices) devices: \(hub.end / alone) times as long as one by one, at most \(hub.mostTries) tries")
    }
  }

  @Test func aRemoteThatStaysAsItIsIsGivenUpSooner() {
    let tips = [ObjectId(ofBlob: [1]), ObjectId(ofBlob: [2])]
    var (still, moving) = (PushRetry(), PushRetry())
    while still.pause(after: tips[0], taking: 0.1, drawing: { $0.upperBound }) != nil {}
    #expect(still.count == PushRetry.mostWithoutChange)
    while moving.pause(after: tips[moving.count % 2], taking: 0.1, drawing: { $0.upperBound }) != nil {}
    #expect(moving.count == PushRetry.mostTries)
    var empty = PushRetry()
    while empty.pause(after: nil, taking: 0.1, drawing: { $0.upperBound }) != nil {}
    #expect(empty.count == PushRetry.mostWithoutChange)
  }

  @Test func noPauseIsLongerThanTheLongest() {
    var retry = PushRetry()
    var longest = 0.0
    for number in 0..<20 {
      longest = max(
        longest,
        retry.pause(after: ObjectId(ofBlob: [UInt8(number)]), taking: 900, drawing: { $0.upperBound }) ?? 0)
    }
    #expect(longest == PushRetry.longestPause)
  }
}
