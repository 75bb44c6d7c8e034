import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// Devices that edit the same memos and are killed in the middle of syncs end with the same files, and no line is lost.
/// MEMO_LONG_TESTS=N runs N times as many seeds and rounds.
@Suite(.serialized) struct ConvergenceTests {
  private static let scale = ProcessInfo.processInfo.environment["MEMO_LONG_TESTS"].flatMap(Int.init) ?? 1
  static let seeds = (1...UInt64(2 * scale)).map { (seed: $0, devices: $0 % 4 == 0 ? 5 : 2 + Int($0 % 2)) }

  @Test(arguments: seeds)
  func allDevicesEndWithTheSameFilesAndNoLineIsLost(seed: UInt64, count: Int) throws {
    let trial = try ConvergenceTrial(seed: seed, devices: count)
    try trial.run(rounds: 10 + 5 * Self.scale)
    try trial.check()
  }
}

/// One run of the test above.
private final class ConvergenceTrial {
  private let seed: UInt64
  private let devices: Devices
  private var edits: RandomDeviceEdits
  /// What stood in files when a sync that went through began.
  private var synced: Set<String> = []
  private var kills = 0
  /// How long a sync takes here and now, so that kills hit all of it.
  private var usual: Duration = .milliseconds(100)

  init(seed: UInt64, devices count: Int) throws {
    self.seed = seed
    devices = try Devices(count)
    edits = RandomDeviceEdits(devices, seed: seed)
    for device in 0..<count {
      try devices.write("# A\nline\nmore\n", to: "a.md", on: device)
      try devices.join(device)
    }
  }

  func run(rounds: Int) throws {
    for _ in 0..<rounds {
      let device = edits.below(devices.names.count)
      for _ in 0...edits.below(4) { try edits.edit(device) }
      try sync(device)
    }
    for _ in 0..<3 {
      for device in devices.names.indices { try devices.mustSync(device, "--allow-mass-delete") }
    }
    print("seed \(seed): \(devices.names.count) devices, \(kills) kills")
  }

  private func sync(_ device: Int) throws {
    let tokens = try tokens(on: device)
    for _ in 0..<3 {
      if edits.below(100) < 50 {
        let delay = usual * edits.below(120) / 100
        let killed = KilledSync(devices: devices)
        if try killed.run(device, after: delay, withChildren: edits.below(2) == 0) {
          kills += 1
          continue
        }
      }
      let start = ContinuousClock.now
      let run = try devices.sync(device, "--allow-mass-delete")
      usual = (usual + (ContinuousClock.now - start)) / 2
      if run.end == .exited(0) { synced.formUnion(tokens) }
      return
    }
  }

  private func tokens(on device: Int) throws -> Set<String> {
    try devices.files(device).values.reduce(into: []) { $0.formUnion(RandomDeviceEdits.tokens(in: $1)) }
  }

  // MARK: What has to hold

  func check() throws {
    try devices.expectInStep()
    let final = try tokens(on: 0)
    let log = try devices.git("log", "-p", "-m", "--all", "--text", "--format=", in: "d0")
    let history = RandomDeviceEdits.tokens(in: Array(log.utf8))
    #expect(synced.subtracting(final).subtracting(history).isEmpty, "seed \(seed): lost")
    #expect(synced.subtracting(edits.deleted).subtracting(final).isEmpty, "seed \(seed): gone, and nobody deleted it")
    for bytes in try devices.files(0).values {
      let hasMarker = bytes.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: Array("<<<<<<<".utf8)) }
      #expect(!hasMarker, "seed \(seed)")
    }
    for name in devices.names { try checkRepository(name) }
    try checkClone()
    try checkThatNothingIsLeftToDo()
  }

  private func checkRepository(_ name: String) throws {
    let left = try devices.sandbox.shell(
      "find .git -name '*.lock' -o -name MERGE_HEAD -o -name 'rebase-*'; git for-each-ref refs/memo/pending", in: name)
    #expect(left.text.isEmpty, "seed \(seed), \(name): \(left.text)")
    let check = try devices.sandbox.shell("git fsck --strict", in: name)
    #expect(check.end == .exited(0), "seed \(seed), \(name): \(check.errors)")
  }

  private func checkClone() throws {
    let run = try devices.sandbox.memo("clone", "hub.git", "clone", in: "")
    #expect(run.end == .exited(0), "seed \(seed): \(run.errors)")
    #expect(try devices.files(in: "clone") == devices.files(0), "seed \(seed)")
    #expect(try devices.order(of: "clone") == devices.order(of: "d0"), "seed \(seed)")
  }

  private func checkThatNothingIsLeftToDo() throws {
    let (head, order) = (try devices.head(0), try devices.order(of: "d0"))
    try devices.mustSync(0)
    #expect(try devices.head(0) == head, "seed \(seed)")
    #expect(try devices.order(of: "d0") == order, "seed \(seed)")
  }
}
