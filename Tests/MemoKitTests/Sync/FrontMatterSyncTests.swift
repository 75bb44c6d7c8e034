import MemoCore
import MemoStore
import MemoSync
import MemoTestSupport
import Testing

/// Front matter that two devices have changed.
@Suite struct FrontMatterSyncTests {
  let devices: ClockedDevices

  init() throws {
    devices = try ClockedDevices()
  }

  /// Both devices change a memo and sync; it has the same text on both, which is returned.
  private func merged(_ base: String, _ first: String, _ second: String) throws -> String {
    try devices.write("---\n\(base)\n---\nbody\n", to: "a.md", on: 0)
    try devices.join()
    try devices.write("---\n\(first)\n---\nbody\n", to: "a.md", on: 0)
    try devices.write("---\n\(second)\n---\nbody\n", to: "a.md", on: 1)
    for device in [0, 1, 0] { try devices.sync(device) }
    let text = try #require(try devices.text("a.md", on: 0))
    #expect(try devices.text("a.md", on: 1) == text)
    return text
  }

  @Test func tagsOfBothStay() throws {
    #expect(try merged("tags: [a, b]", "tags: [a, b, c]", "tags: [b, d]") == "---\ntags: [b, c, d]\n---\nbody\n")
    #expect(try devices.syncer(0).conflicts().isEmpty)
  }

  @Test func aKeyWithTwoValuesIsListedUntilItHasAnotherOne() throws {
    #expect(try merged("status: new", "status: open", "status: done") == "---\nstatus: open\n---\nbody\n")
    for (device, ours) in [(0, "status: open\n"), (1, "status: done\n")] {
      let conflict = try #require(try devices.syncer(device).conflicts().first)
      #expect(conflict.kind == .one && conflict.line == 2)
      #expect(String(decoding: conflict.ours, as: UTF8.self) == ours)
      #expect(conflict.inForce == (device == 1 ? .theirs : .ours))
    }
    try devices.write("---\nx: 1\nstatus: open\n---\nbody status: open\n", to: "a.md", on: 0)
    #expect(try devices.syncer(0).conflicts().map(\.line) == [3], "as long as the value is the same")
    try devices.write("---\nx: 1\nstatus: done\n---\nstatus: open\n", to: "a.md", on: 0)
    #expect(try devices.syncer(0).conflicts().isEmpty)
    #expect(try devices.syncer(1).resolve(VaultPath("a.md")).count == 1)
    #expect(try devices.syncer(1).conflicts().isEmpty)
  }

  @Test func aKeyThatOneRemovedAndTheOtherChangedStaysAndIsListed() throws {
    let text = try merged("status: new\nx: 1", "x: 1", "status: done\nx: 1")
    #expect(text == "---\nstatus: done\nx: 1\n---\nbody\n")
    #expect(try devices.syncer(0).conflicts().map(\.kind) == [.one])
  }

  private static let values = [
    ("a: |\n  one", "a: |\n  one A\n  more", "a: |\n  one B\n\n  rest"), ("a: |\n  1", "a: |\n  2", "a: |\n  2\n  3"),
    ("a: 1\nb: 1", "a: |\n" + String(repeating: "  a long line\n", count: 200) + "b: 1", "a: 3\nb: 1"),
    ("m:\n  a: 1\n  b: 1", "m:\n  a: 2\n  b: 1", "m:\n  a: 3\n  b: 1"), ("a: 1\nb: 1", "b: 1", "a: 2\nb: 1"),
  ]

  /// Values of several lines, one longer than a commit records, a key below another, and one that is gone.
  @Test(arguments: values.indices, [ConflictVersion.ours, .theirs])
  func eitherValueOfAKeyCanBeChosen(number: Int, version: ConflictVersion) throws {
    let values = Self.values[number]
    _ = try merged(values.0, values.1, values.2)
    let conflict = try #require(try devices.syncer(0).conflicts().first)
    #expect(try devices.syncer(0).settle(conflict, with: .only(version), as: "conflicts", at: 1) == .settled)
    #expect(try devices.syncer(0).conflicts().isEmpty)
    #expect(try devices.text("a.md", on: 0) == "---\n\(version == .ours ? values.1 : values.2)\n---\nbody\n")
  }
}
