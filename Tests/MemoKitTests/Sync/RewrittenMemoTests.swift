import MemoCore
import MemoTestSupport
import Testing

@testable import MemoSync

/// Memos that plain git has renamed in one commit, and of which later ones have left hardly a line.
@Suite struct RewrittenMemoTests {
  private static let alpha = "# Alpha\none\ntwo\nthree\nfour\nfive\n"
  private static let beta = "# Beta\nuno\ndue\ntre\nfour\nfive\n"

  private func rename(_ name: String, to newName: String, on device: Int, _ devices: LinkedDevices) throws {
    try devices.devices.place.shell("git mv \(name) \(newName); git commit -qm rename", in: "d\(device)")
  }

  private func rewrite(_ name: String, as text: String, on device: Int, _ devices: LinkedDevices) throws {
    try devices.write(text, to: name, on: device)
    try devices.devices.place.shell("git commit -qam rewrite", in: "d\(device)")
  }

  /// Devices of which the first has renamed a memo, once or twice, and has rewritten it then.
  private func devices(through names: [String]) throws -> LinkedDevices {
    let devices = try LinkedDevices(["a.md": Self.alpha, "n.md": "# N\n"])
    for (old, new) in zip(["a.md"] + names, names) { try rename(old, to: new, on: 0, devices) }
    let name = try #require(names.last)
    try rewrite(name, as: Self.beta, on: 0, devices)
    return devices
  }

  @Test(arguments: [["b.md"], ["c.md", "b.md"]], [0, 1])
  func anEditOfTheOldNameAndALinkToItFollow(names: [String], first: Int) throws {
    let devices = try devices(through: names)
    try devices.write(Self.alpha + "six\n", to: "a.md", on: 1)
    try devices.write("# N\nsee [[a]]\n", to: "n.md", on: 1)
    for device in [first, 1 - first, first] { _ = try devices.sync(device) }
    for device in 0...1 {
      #expect(try devices.text("b.md", on: device) == Self.beta + "six\n", "device \(device)")
      #expect(try devices.text("a.md", on: device) == nil, "device \(device)")
      #expect(try devices.text("n.md", on: device) == "# N\nsee [[b]]\n", "device \(device)")
    }
  }

  /// The device has nothing to merge when the memo comes.
  @Test func aSaveUnderTheOldNameFollows() throws {
    let devices = try devices(through: ["b.md"])
    for device in 0...1 { _ = try devices.sync(device) }
    #expect(try devices.text("a.md", on: 1) == nil)
    try devices.write(Self.alpha + "six\n", to: "a.md", on: 1)
    #expect(try devices.sync(1).savedUnderFormerNames.map(\.newPath.text) == ["b.md"])
    _ = try devices.sync(0)
    for device in 0...1 {
      #expect(try devices.text("b.md", on: device) == Self.beta + "six\n", "device \(device)")
      #expect(try devices.text("a.md", on: device) == nil, "device \(device)")
    }
  }

  @Test func aDryRunKnowsIt() throws {
    let devices = try devices(through: ["b.md"])
    try devices.write(Self.alpha + "six\n", to: "a.md", on: 1)
    _ = try devices.sync(0)
    try devices.devices.place.shell("git fetch -q", in: "d1")
    #expect(try devices.devices.preview(1).merged == [VaultPath("b.md")])
  }

  /// Devices of which the first has copied a memo, has rewritten the copy and has deleted the memo then.
  ///
  /// - Parameter others: what else the commit of the copy does.
  private func devicesWithCopy(besides others: String) throws -> LinkedDevices {
    let devices = try LinkedDevices(["a.md": Self.alpha, "n.md": "# N\n", "x.md": "# X\nseven\neight\n"])
    try devices.devices.place.shell("cp a.md b.md; git add b.md; \(others); git commit -qm copy", in: "d0")
    try rewrite("b.md", as: Self.beta, on: 0, devices)
    try devices.devices.place.shell("git rm -q a.md; git commit -qm delete", in: "d0")
    return devices
  }

  @Test(arguments: ["true", "git mv x.md y.md"])
  func anEditOfADeletedMemoAndALinkToItDoNotGoToACopyThatIsAnotherMemoNow(others: String) throws {
    let devices = try devicesWithCopy(besides: others)
    try devices.write(Self.alpha + "six\n", to: "a.md", on: 1)
    try devices.write("# N\nsee [[a]]\n", to: "n.md", on: 1)
    for device in [0, 1, 0] { _ = try devices.sync(device) }
    for device in 0...1 {
      #expect(try devices.text("a.md", on: device) == Self.alpha + "six\n", "device \(device)")
      #expect(try devices.text("b.md", on: device) == Self.beta, "device \(device)")
      #expect(try devices.text("n.md", on: device) == "# N\nsee [[a]]\n", "device \(device)")
    }
  }

  @Test func aSaveUnderTheNameOfADeletedMemoDoesNotGoToACopyOfIt() throws {
    let devices = try devicesWithCopy(besides: "true")
    for device in 0...1 { _ = try devices.sync(device) }
    #expect(try devices.text("a.md", on: 1) == nil)
    try devices.write(Self.alpha + "six\n", to: "a.md", on: 1)
    #expect(try devices.sync(1).savedUnderFormerNames.isEmpty)
    #expect(try devices.text("a.md", on: 1) == Self.alpha + "six\n")
    #expect(try devices.text("b.md", on: 1) == Self.beta)
  }

  /// It was there when the memo was renamed, so the lines of the memo were in both.
  @Test func aMemoWithoutLinesOfItsOwnMayHaveBeenDeleted() throws {
    let devices = try LinkedDevices(["a.md": "# Day\nmail\n", "z.md": "# Day\nmail\nwalk\n"])
    try rename("a.md", to: "b.md", on: 0, devices)
    try rewrite("b.md", as: "# Day\ntea\n", on: 0, devices)
    try devices.write("# Day\nmail\nmine\n", to: "a.md", on: 1)
    for device in [0, 1, 0] { _ = try devices.sync(device) }
    for device in 0...1 {
      #expect(try devices.text("a.md", on: device) == "# Day\nmail\nmine\n", "device \(device)")
      #expect(try devices.text("b.md", on: device) == "# Day\ntea\n", "device \(device)")
    }
  }
}
