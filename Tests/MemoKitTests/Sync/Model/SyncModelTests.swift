import Foundation
import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// All small worlds: one path on two devices, edits by people on both, and a power cut after every change that a sync makes
/// to the disk. What is planned and in which order is the real sync's; disks and git are in memory.
///
/// `MEMO_SYNC_MODEL=3` goes on to three edits with a cut between any two, which takes hours; `MEMO_SYNC_WALKS` sets how many
/// longer ways are gone by chance.
@Suite struct SyncModelTests {
  private static let depth = ProcessInfo.processInfo.environment["MEMO_SYNC_MODEL"].flatMap { Int($0) } ?? 2

  static let beginnings: [[ModelEdit]] = [[], [.text], [.bytes], [.folder]]

  @Test(arguments: beginnings)
  func nothingIsLostHoweverASyncIsBrokenOff(beginning: [ModelEdit]) throws {
    var walk = ModelWalk(world: try ModelWorld(after: beginning))
    try walk.explore(edits: Self.depth, isFirst: true)
    print("after \(beginning): \(walk.count) worlds")
    let shown = walk.faults.prefix(8).joined(separator: "\n")
    if !shown.isEmpty { Issue.record("\(walk.faults.count) of \(walk.count) worlds:\n\(shown)") }
  }

  static let stories: [([ModelEdit], String)] = [
    (
      [],
      """
      b: folder, b syncs, a: text, a syncs 13, b: bytes, b syncs 18, a syncs 5, a syncs, a: folder, a syncs 20, a: delete, \
      a syncs 0
      """
    ),
    (
      [],
      """
      b syncs 3, a syncs 6, a: link, a syncs, a: folder, a syncs 21, a syncs 23, b syncs 11, b: text, b syncs, a syncs
      """
    ),
    (
      [.text],
      """
      b: link, b syncs 3, a: delete, a syncs 6, a: link, a syncs, a: folder, a syncs 21, a syncs 23, b syncs 11, b: text, \
      b syncs, a syncs
      """
    ),
    (
      [],
      """
      b: folder, b syncs, b: bytes, b syncs, a syncs 15, a: folder, a syncs, a syncs, a: delete, a syncs 17, a syncs
      """
    ),
    ([.folder], "b: link, b syncs, a: text, a syncs, a: folder, a syncs 10, b syncs, a syncs 7, b: folder, b syncs 13"),
    ([.text], "b: link, b syncs 14, a: bytes, a syncs 14, b: text, b syncs 11"),
    ([], "a: folder, a syncs 10, b: link, b syncs, a syncs 7, b: folder, b syncs 13, a syncs"),
    (
      [],
      "a: link, a syncs, b: text, b syncs, a syncs 18, b: bytes, b syncs 21, a syncs, b syncs 12, a: bytes, a syncs 10"
    ),
    (
      [.bytes],
      "a: delete, a syncs 19, b syncs 13, a: folder, a syncs 22, a: text, a syncs 13, a syncs 0, b: folder, b syncs"
    ),
  ]

  @Test(arguments: stories)
  func waysOnWhichSomethingWasLostOnce(beginning: [ModelEdit], story: String) throws {
    var world = try ModelWorld(after: beginning)
    try world.replay(story)
    #expect(try world.faults() == [])
  }

  /// With `merged`, what the hub lost is sent again; with `adopted`, it is kept besides.
  @Test(arguments: beginnings, [SyncOptions.Rewriting.merged, .adopted])
  func nothingIsLostWhereTheHubGoesBack(beginning: [ModelEdit], choice: SyncOptions.Rewriting) throws {
    let count = ProcessInfo.processInfo.environment["MEMO_SYNC_WALKS"].flatMap { UInt64($0) } ?? 100
    var walk = ModelWalk(world: try ModelWorld(after: beginning))
    walk.world.choice = choice
    try walk.exploreHubs()
    for seed in 0..<count { try walk.wander(seed: seed, hubGoesBack: 20) }
    print("after \(beginning), \(choice): \(walk.count) worlds")
    let shown = walk.faults.prefix(8).joined(separator: "\n")
    if !shown.isEmpty { Issue.record("\(walk.faults.count) of \(walk.count) worlds:\n\(shown)") }
  }

  @Test(arguments: beginnings)
  func longerWaysByChanceLoseNothingEither(beginning: [ModelEdit]) throws {
    let count = ProcessInfo.processInfo.environment["MEMO_SYNC_WALKS"].flatMap { UInt64($0) } ?? 200
    var walk = ModelWalk(world: try ModelWorld(after: beginning))
    for seed in 0..<count { try walk.wander(seed: seed) }
    let shown = walk.faults.prefix(8).joined(separator: "\n")
    if !shown.isEmpty { Issue.record("\(walk.faults.count) of \(walk.count) ways:\n\(shown)") }
  }
}

private struct ModelWalk {
  var world: ModelWorld
  var count = 0
  var faults: [String] = []

  /// - Parameter isFirst: whether nothing has happened, so that the devices can be exchanged: the other one begins.
  mutating func explore(edits: Int, isFirst: Bool) throws {
    let start = try world.kept()
    for device in isFirst ? [.b] : ModelWorld.Device.allCases {
      for edit in ModelEdit.allCases {
        try world.goBack(to: start)
        guard try world.apply(edit, on: device) else { continue }
        if device == .b, !survives({ try $0.sync(.b) }) { continue }
        try exploreSyncs(edits: edits)
      }
    }
  }

  /// All ends of a sync of the first device, and what comes after each.
  private mutating func exploreSyncs(edits: Int) throws {
    let start = try world.kept()
    try check()
    guard edits > 1 else { return }
    try world.goBack(to: start)
    try explore(edits: edits - 1, isFirst: false)
    for changes in 0... {
      try world.goBack(to: start)
      var isCut = false
      guard survives({ isCut = try $0.sync(.a, changes: changes) }) else { return }
      try explore(edits: edits - 1, isFirst: false)
      if !isCut { return }
    }
  }

  private static let mostSteps = 8

  /// An edit on each device, all of it synced, and then a hub that has only the first of them, or neither.
  mutating func exploreHubs() throws {
    let start = try world.kept()
    for first in ModelEdit.allCases {
      for second in ModelEdit.allCases {
        for steps in 1...2 {
          try world.goBack(to: start)
          guard try world.apply(first, on: .a), survives({ try $0.sync(.a) }), survives({ try $0.sync(.b) }),
            try world.apply(second, on: .b), survives({ try $0.sync(.b) }), survives({ try $0.sync(.a) }),
            world.takeBackHub(by: steps)
          else { continue }
          try check()
        }
      }
    }
    try world.goBack(to: start)
  }

  /// Goes one way by chance from the world's beginning.
  ///
  /// - Parameter percent: how likely each step is that the hub goes back.
  mutating func wander(seed: UInt64, hubGoesBack percent: Int = 0) throws {
    let start = try world.kept()
    var random = SeededRandom(seed: seed)
    for _ in 0..<(2 + random.below(Self.mostSteps)) {
      if percent > 0, random.happens(percent: percent) { _ = world.takeBackHub(by: 1 + random.below(2)) }
      let device = random.pick(ModelWorld.Device.allCases) ?? .a
      if random.happens(percent: 60) { _ = try world.apply(random.pick(ModelEdit.allCases) ?? .add, on: device) }
      let changes = random.happens(percent: 60) ? random.below(25) : nil
      guard random.happens(percent: 80) else { continue }
      guard survives({ try $0.sync(device, changes: changes) }) else { return try world.goBack(to: start) }
    }
    try check()
    try world.goBack(to: start)
  }

  private mutating func check() throws {
    count += 1
    var found: [String] = []
    guard survives({ found = try $0.faults() }) else { return }
    if !found.isEmpty { faults.append("\(world.story): \(found.joined(separator: "; "))") }
  }

  private mutating func survives(_ step: (inout ModelWorld) throws -> Void) -> Bool {
    do {
      try step(&world)
      return true
    } catch {
      faults.append("\(world.story): \(error)")
      return false
    }
  }
}
