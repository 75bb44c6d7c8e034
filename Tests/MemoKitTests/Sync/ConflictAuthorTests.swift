import MemoCore
import MemoTestSupport
import Testing

@testable import MemoStore
@testable import MemoSync

/// Whose lines the versions of a conflict are, when more than two devices wrote them.
@Suite struct ConflictAuthorTests {
  private static func text(_ line: String) -> String { "# A\n\nfirst\n\(line)\nlast\n" }

  /// Each device changes the line; then each syncs until all have the same.
  private static func apart(_ count: Int = 3, _ text: (Int) -> String) throws -> SyncedDevices {
    let devices = try SyncedDevices(count, Self.text("one"))
    for device in 0..<count { try devices.write(text(device), to: "a.md", on: device) }
    try devices.meet()
    return devices
  }

  /// The conflict that has most lines: the one of the last merge.
  private static func last(_ devices: SyncedDevices, on device: Int) throws -> SyncConflict {
    let found = try devices.conflicts(device).filter { $0.path == VaultPath("a.md") }
    return try #require(found.max { $0.ours.count + $0.theirs.count < $1.ours.count + $1.theirs.count })
  }

  /// The devices of each line, by their names.
  private static func authors(_ conflict: SyncConflict) -> [String: Set<String>] {
    let parts = ConflictVersion.allCases.flatMap { conflict.parts(of: $0) }
    return parts.reduce(into: [:]) { authors, part in
      for line in String(decoding: part.text, as: UTF8.self).split(separator: "\n") {
        authors[String(line), default: []].formUnion(part.devices.map { $0?.name ?? "here" })
      }
    }
  }

  /// Settles all conflicts of the memo that have a version of this device, as the command does.
  private static func settle(_ version: ConflictVersion, _ devices: SyncedDevices, on device: Int) throws {
    let path = VaultPath("a.md")
    let own = try devices.conflicts(device).filter { $0.path == path && $0.hasOwn }
    _ = try devices.syncer(device).settle(own, in: path, with: version, as: "conflicts", at: 1)
  }

  @Test func eachOfThreeDevicesHasItsLine() throws {
    let devices = try Self.apart { Self.text("one of d\($0)") }
    for device in 0...2 {
      let conflict = try Self.last(devices, on: device)
      let expected = (0...2).map { ("one of d\($0)", Set([$0 == device ? "here" : "d\($0)"])) }
      #expect(Self.authors(conflict) == Dictionary(uniqueKeysWithValues: expected), "on \(device)")
      #expect(String(decoding: conflict.ours, as: UTF8.self) == "one of d\(device)\n", "on \(device)")
      for other in try devices.conflicts(device) where other.hasOwn {
        #expect(String(decoding: other.ours, as: UTF8.self) == "one of d\(device)\n", "on \(device)")
      }
    }
  }

  @Test(arguments: 0...2)
  func oursIsWhatThisDeviceWrote(device: Int) throws {
    let devices = try Self.apart { Self.text("one of d\($0)") }
    try Self.settle(.ours, devices, on: device)
    #expect(try devices.text("a.md", on: device) == Self.text("one of d\(device)"))
    try devices.meet()
    for other in 0...2 {
      #expect(try devices.text("a.md", on: other) == Self.text("one of d\(device)"), "on \(other)")
      #expect(try devices.conflicts(other).isEmpty, "on \(other)")
    }
  }

  @Test(arguments: 0...2)
  func theirsIsWhatTheOthersWrote(device: Int) throws {
    let devices = try Self.apart { Self.text("one of d\($0)") }
    try Self.settle(.theirs, devices, on: device)
    let lines = try #require(try devices.text("a.md", on: device)).split(separator: "\n").map { String($0) }
    let others = (0...2).filter { $0 != device }.map { "one of d\($0)" }
    #expect(lines.filter { $0.hasPrefix("one") }.sorted() == others, "\(lines)")
    #expect(try devices.conflicts(device).allSatisfy { !$0.hasOwn }, "nothing of this device is left to choose")
  }

  /// One conflict alone is settled, as keys and the walk through all of them do.
  @Test func whatAnotherDeviceHadTakenIsBackWithTheOwnVersion() throws {
    let devices = try SyncedDevices(3, "# A\n\neins\nzwo\ndrei\nend\n")
    try devices.write("# A\n\nalpha\nzwo\ndrei\nend\n", to: "a.md", on: 0)
    try devices.write("# A\n\nbeta\ngamma\ndelta\nend\n", to: "a.md", on: 1)
    try devices.write("# A\n\nomega\nzwo\ndrei\nend\n", to: "a.md", on: 2)
    try devices.meet()
    let conflict = try Self.last(devices, on: 0)
    #expect(String(decoding: conflict.ours, as: UTF8.self) == "alpha\n")
    #expect(try devices.syncer(0).settle(conflict, with: .only(.ours), as: "conflicts", at: 1) == .settled)
    #expect(try devices.text("a.md", on: 0) == "# A\n\nalpha\nzwo\ndrei\nend\n")
    #expect(try devices.conflicts(0).isEmpty)
  }

  @Test func whoKeepsAllIsAskedOnce() throws {
    let devices = try Self.apart { Self.text("one of d\($0)") }
    let before = try devices.text("a.md", on: 0)
    let conflict = try Self.last(devices, on: 0)
    #expect(try devices.syncer(0).settle(conflict, with: .both, as: "conflicts", at: 1) == .settled)
    #expect(try devices.text("a.md", on: 0) == before)
    #expect(try devices.conflicts(0).isEmpty)
  }

  /// The device that changed the memo last on one side did not write the line.
  @Test func anotherEditInTheMemoIsNoEditOfTheLine() throws {
    let devices = try SyncedDevices(3, Self.text("one"))
    try devices.write(Self.text("one of d0"), to: "a.md", on: 0)
    for device in [0, 1] { try devices.sync(device) }
    try devices.write(Self.text("one of d0").replacing("# A", with: "# B"), to: "a.md", on: 1)
    try devices.sync(1)
    try devices.write(Self.text("one of d2"), to: "a.md", on: 2)
    for device in [2, 0, 1] { try devices.sync(device) }
    let names = ["one of d0": ["here", "d0", "d0"], "one of d2": ["d2", "d2", "here"]]
    for device in 0...2 {
      let conflict = try Self.last(devices, on: device)
      #expect(Self.authors(conflict) == names.mapValues { [$0[device]] }, "on \(device)")
      #expect(conflict.hasOwn == (device != 1), "on \(device)")
    }
  }

  @Test func whoRenamesAMemoDoesNotWriteIt() throws {
    let devices = try SyncedDevices(3, Self.text("one"))
    try devices.write(Self.text("one of d0"), to: "a.md", on: 0)
    for device in [0, 1] { try devices.sync(device) }
    try devices.rename("a.md", to: "b.md", on: 1)
    try devices.sync(1)
    try devices.write(Self.text("one of d2"), to: "a.md", on: 2)
    for device in [2, 0, 1] { try devices.sync(device) }
    let conflict = try #require(try devices.conflicts(1).first)
    #expect(conflict.path == VaultPath("b.md") && !conflict.hasOwn)
    #expect(Self.authors(conflict) == ["one of d0": ["d0"], "one of d2": ["d2"]])
  }

  @Test func aLineOfTwoDevicesHasBothNames() throws {
    let devices = try Self.apart { Self.text($0 == 2 ? "one of d2" : "one of both") }
    for device in 0...2 {
      let conflict = try Self.last(devices, on: device)
      let both = Set((0...1).map { $0 == device ? "here" : "d\($0)" })
      let third: Set = [device == 2 ? "here" : "d2"]
      #expect(Self.authors(conflict) == ["one of both": both, "one of d2": third], "on \(device)")
      #expect(String(decoding: conflict.ours, as: UTF8.self) == (device == 2 ? "one of d2\n" : "one of both\n"))
    }
  }

  @Test func theValueOfAKeyIsThatOfItsDevice() throws {
    let devices = try SyncedDevices(3, "---\nstatus: open\n---\n# A\n")
    for device in 0...2 { try devices.write("---\nstatus: d\(device)\n---\n# A\n", to: "a.md", on: device) }
    try devices.meet()
    for device in 0...2 {
      for conflict in try devices.conflicts(device) {
        #expect(conflict.kind == .one)
        for (line, names) in Self.authors(conflict) {
          let name = String(line.dropFirst("status: ".count))
          #expect(names == [name == "d\(device)" ? "here" : name], "\(line) on \(device)")
        }
      }
    }
  }

  // MARK: Parts

  private static func parts(_ text: String, was version: String, by names: [String?]) -> [String] {
    let authors = names.map { $0.map { ConflictAuthors.Author(devices: [$0]) } }
    let parts = ConflictAuthors.parts(of: Array(text.utf8), was: Array(version.utf8), by: authors) { names in
      names.map { $0 == "own" ? nil : SyncDevice($0) }
    }
    return parts.map { part in
      let names = part.devices.map { $0?.name ?? "here" }.joined(separator: "+")
      return "\(names): \(String(decoding: part.text, as: UTF8.self))"
    }
  }

  @Test(arguments: [
    ("as it was", "a\nb\nc\n", "a\nb\nc\n", ["x", "x", "own"], ["x: a\nb\n", "here: c\n"]),
    ("edited", "a\nb!\nc\n", "a\nb\nc\n", ["x", "y", "x"], ["x: a\n", "y: b!\n", "x: c\n"]),
    ("one is gone", "a\nc\n", "a\nb\nc\n", ["x", "y", "z"], ["x: a\n", "z: c\n"]),
    ("one is gone, one edited", "a\nc!\n", "a\nb\nc\n", ["x", "y", "z"], ["x: a\n", "x+y+z: c!\n"]),
    ("blank lines", "\na\n\nb\n", "\na\n\nb\n", [nil, "x", nil, "y"], ["x: \na\n\n", "y: b\n"]),
    ("no end", "a\r\nb", "a\r\nb", ["x", "y"], ["x: a\r\n", "y: b"]), ("nothing", "", "", ["x"], ["x: "]),
    ("all are gone", "", "a\nb\n", ["x", "y"], ["x+y: "]),
  ])
  func partsAreTheLinesOfOneDevice(
    name: String, text: String, version: String, names: [String?], expected: [String]
  ) throws {
    #expect(Self.parts(text, was: version, by: names) == expected, "\(name)")
  }

  @Test func whoMayHaveWrittenALineIsNotSaidToHave() throws {
    let authors = [ConflictAuthors.Author(all: [.init(devices: ["own"]), .init(devices: ["x"])])]
    let parts = ConflictAuthors.parts(of: Array("a\n".utf8), was: Array("a\n".utf8), by: authors) { names in
      names.map { $0 == "own" ? nil : SyncDevice($0) }
    }
    #expect(parts.map(\.isOwn) == [false])
    #expect(parts.map { $0.devices.map { $0?.name } } == [[nil, "x"]], "both are named")
  }
}
