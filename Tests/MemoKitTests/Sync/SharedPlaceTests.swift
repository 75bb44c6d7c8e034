import MemoCore
import MemoTestSupport
import Testing

@testable import MemoStore
@testable import MemoSync

/// A place that more than two devices changed is recorded by more than one merge, and listed once.
@Suite struct SharedPlaceTests {
  private static let path = VaultPath("a.md")

  private static func text(_ line: String) -> String { "# A\n\nfirst\n\(line)\nlast\n" }

  /// The lines of the place.
  static func lines(_ devices: SyncedDevices, _ device: Int) throws -> [String] {
    let text = try #require(try devices.text("a.md", on: device))
    return text.split(separator: "\n").map(String.init).filter { !["# A", "first", "last"].contains($0) }
  }

  /// Three devices that have each changed the line, and have merged one after the other.
  private static func inTurn() throws -> SyncedDevices {
    let devices = try SyncedDevices(3, text("one"))
    for device in 0..<3 { try devices.write(text("one of d\(device)"), to: "a.md", on: device) }
    for device in [0, 1, 2, 0, 1, 2] { try devices.sync(device) }
    return devices
  }

  /// The same where two of them have each merged with the first one, before they meet.
  private static func apart() throws -> SyncedDevices {
    let devices = try SyncedDevices(3, text("one"))
    for device in 0..<3 { try devices.write(text("one of d\(device)"), to: "a.md", on: device) }
    try devices.sync(0)
    // The merge is made, and cannot be sent.
    try devices.place.shell("git config receive.maxInputSize 1", in: "hub.git")
    #expect(throws: SyncError.self) { try devices.sync(1) }
    try devices.place.shell("git config --unset receive.maxInputSize", in: "hub.git")
    for device in [2, 1, 0, 2] { try devices.sync(device) }
    return devices
  }

  @Test func aPlaceOfThreeDevicesIsListedOnce() throws {
    let devices = try Self.inTurn()
    for device in 0..<3 {
      let syncer = try devices.syncer(device)
      #expect(try syncer.recordedPlaces(in: nil, by: syncer.past()).count == 2, "on \(device)")
      let found = try devices.conflicts(device)
      #expect(found.count == 1, "on \(device)")
      let conflict = try #require(found.first)
      #expect(String(decoding: conflict.ours, as: UTF8.self) == "one of d\(device)\n")
      let others = String(decoding: conflict.theirs, as: UTF8.self).split(separator: "\n").map(String.init)
      #expect(others.sorted() == (0..<3).filter { $0 != device }.map { "one of d\($0)" }, "on \(device)")
      #expect(try devices.syncer(device).openPlaces().count == 1)
    }
  }

  /// On each device, one after the other takes its own version out.
  @Test func whatIsLeftOfAPlaceIsListedAgain() throws {
    let devices = try Self.inTurn()
    for device in [2, 1] {
      let conflict = try #require(try devices.conflicts(device).first)
      #expect(try devices.syncer(device).settle(conflict, with: .only(.theirs), as: "conflicts", at: 1) == .settled)
      for other in [device, 0, 1, 2] { try devices.sync(other) }
      #expect(try devices.conflicts(0).count == (device == 2 ? 1 : 0))
    }
    #expect(try Self.lines(devices, 0) == ["one of d0"])
  }

  @Test(arguments: [false, true]) func whoKeepsAllHasSeenThePlace(isByMemo: Bool) throws {
    let devices = try isByMemo ? Self.apart() : Self.inTurn()
    if isByMemo {
      #expect(try devices.syncer(0).resolve(Self.path).count == 1)
    } else {
      let conflict = try #require(try devices.conflicts(0).first)
      #expect(try devices.syncer(0).settle(conflict, with: .both, as: "conflicts", at: 1) == .settled)
    }
    #expect(try devices.conflicts(0).isEmpty)
    #expect(try Self.lines(devices, 0).count == 3)
  }

  /// Neither merge has the versions of all.
  @Test func twoMergesWithTheSameVersionAreOnePlace() throws {
    let devices = try Self.apart()
    for device in 0..<3 {
      let syncer = try devices.syncer(device)
      #expect(try syncer.recordedPlaces(in: nil, by: syncer.past()).count == 2, "on \(device)")
      let found = try devices.conflicts(device)
      #expect(found.count == 1 && found.first?.hasOwn == true, "on \(device)")
    }
    let own = try devices.conflicts(0)
    #expect(try devices.syncer(0).settle(own, in: Self.path, with: .ours, as: "conflicts", at: 1) == [.settled])
    #expect(try Self.lines(devices, 0) == ["one of d0"])
    #expect(try devices.conflicts(0).isEmpty)
  }

  // MARK: Places

  private static func conflict(_ ours: String, _ theirs: String, line: Int) -> SyncConflict {
    let overlap = Overlap(
      path: path, line: line, first: Array(ours.utf8), second: Array(theirs.utf8), devices: ["", "x"])
    return SyncConflict(
      issue: .overlap(overlap), kind: .both, path: path, line: line, ours: overlap.first, theirs: overlap.second,
      ourDevice: nil, theirDevice: nil, commit: nil, key: "\(line) \(ours)")
  }

  /// Conflicts in a text, and which of them are not listed.
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let conflicts: [[String]]
    var lines: [Int]
    var hidden: Set<Int> = []
  }

  private static let examples: [Example] = [
    Example(
      testDescription: "apart", text: "a\nb\nx\nc\nd\n", conflicts: [["a\n", "b\n"], ["c\n", "d\n"]], lines: [1, 4]),
    Example(
      testDescription: "one below the other", text: "a\nb\nc\nd\n", conflicts: [["a\n", "b\n"], ["c\n", "d\n"]],
      lines: [1, 3]),
    Example(
      testDescription: "a part", text: "a\nb\nc\n", conflicts: [["b\n", "c\n"], ["a\n", "b\nc\n"]], lines: [2, 1],
      hidden: [0]),
    Example(
      testDescription: "one version", text: "a\nb\nc\n", conflicts: [["a\n", "b\n"], ["a\n", "c\n"]], lines: [1, 1],
      hidden: [1]),
    Example(
      testDescription: "a part of a version", text: "a\nb\nc\nd\ne\n",
      conflicts: [["a\n", "b\nc\n"], ["c\nd\n", "e\n"]], lines: [1, 3]),
    Example(
      testDescription: "a line that is there twice", text: "a\nmilk\n\n\n\n\nmilk\nb\n",
      conflicts: [["a\n", "milk\n"], ["b\n", "milk\n"]], lines: [1, 2]),
  ]

  @Test(arguments: examples) func aPlaceIsWhereAVersionIs(_ example: Example) {
    let text = Array(example.text.utf8)
    let conflicts = zip(example.conflicts, example.lines).map { Self.conflict($0[0], $0[1], line: $1) }
    #expect(SharedPlaces(of: conflicts) { _ in text }.hidden == example.hidden)
  }
}
