import MemoCore
import MemoStore
import MemoSync
import MemoTestSupport
import Testing

/// A file that was too large for a time, and small again, is an edit of what it was before it grew.
@Suite struct ShrunkenFileTests {
  let devices: ClockedDevices

  init() throws {
    devices = try ClockedDevices()
  }

  private static let base = (1...6).map { "line \($0)\n" }.joined()

  private func makeLarge(_ name: String, megabytes: Int = 21) throws {
    try devices.place.shell("truncate -s \(megabytes)M \(devices.names[1])/\(name)")
  }

  /// The second device's file grows, the first device writes another version, and the second receives it.
  private func grow(_ name: String, from base: String, other: String) throws {
    try devices.write(base, to: name, on: 0)
    try devices.join()
    try makeLarge(name)
    try devices.write(other, to: name, on: 0)
    try devices.sync(0)
    let report = try devices.sync(1)
    #expect(report.skipped.map(\.reason) == [.tooLarge])
  }

  /// Syncs both devices and expects the same files on them, with these texts.
  private func expectInStep(_ texts: Set<String>) throws {
    for device in [1, 0, 1] { try devices.sync(device) }
    for device in 0...1 {
      let names = try devices.place.folder.names(in: VaultPath(devices.names[device])).filter {
        $0.first != UInt8(ascii: ".")
      }
      let found = try names.map { try devices.text(String(decoding: $0, as: UTF8.self), on: device) ?? "" }
      #expect(Set(found) == texts && found.count == texts.count, "device \(device): \(found)")
    }
    #expect(try devices.head(0) == devices.head(1))
  }

  @Test func aMemoIsMergedWithConcurrentChanges() throws {
    try grow("a.md", from: Self.base, other: Self.base.replacing("line 1", with: "line 1 there"))
    try devices.write(Self.base.replacing("line 6", with: "line 6 here"), to: "a.md", on: 1)
    try expectInStep([Self.base.replacing("line 1", with: "line 1 there").replacing("line 6", with: "line 6 here")])
  }

  @Test func linesThatBothChangedAreAConflict() throws {
    try grow("a.md", from: Self.base, other: Self.base.replacing("line 3", with: "line 3 there"))
    try devices.write(Self.base.replacing("line 3", with: "line 3 here"), to: "a.md", on: 1)
    #expect(try devices.sync(1).conflicts == 1)
    let text = try #require(try devices.text("a.md", on: 1))
    #expect(text.contains("line 3 there\n") && text.contains("line 3 here\n"))
    try expectInStep([text])
  }

  @Test func anAttachmentGetsAConflictCopy() throws {
    try grow("a.bin", from: "\0base", other: "\0there")
    try devices.write("\0here", to: "a.bin", on: 1)
    #expect(try devices.sync(1).copies.count == 1)
    try expectInStep(["\0here", "\0there"])
  }

  @Test(arguments: ["a.md", "a.bin"]) func oneThatIsAsItWasBeforeIsNoEdit(name: String) throws {
    try grow(name, from: "\0base", other: "\0there")
    try devices.write("\0base", to: name, on: 1)
    try expectInStep(["\0there"])
  }

  @Test func aFileCreatedElsewhereSinceIsAnotherFile() throws {
    try devices.join()
    try devices.write("\0", to: "a.bin", on: 1)
    try makeLarge("a.bin")
    try devices.write("\0there", to: "a.bin", on: 0)
    try devices.sync(0)
    try devices.sync(1)
    try devices.write("\0here", to: "a.bin", on: 1)
    try expectInStep(["\0here", "\0there"])
  }

  @Test func oneThatGrowsAndShrinksAgainKeepsEverybodysLines() throws {
    try grow("a.md", from: Self.base, other: "there 1\n" + Self.base)
    try devices.write(Self.base + "here 1\n", to: "a.md", on: 1)
    try devices.sync(1)
    let text = try #require(try devices.text("a.md", on: 1))
    try makeLarge("a.md")
    try devices.sync(0)
    for number in 2...3 {
      try devices.write("there \(number)\n" + (try devices.text("a.md", on: 0) ?? ""), to: "a.md", on: 0)
      try devices.sync(0)
      try devices.sync(1)
    }
    try devices.write(text + "here 2\n", to: "a.md", on: 1)
    try expectInStep(["there 3\nthere 2\nthere 1\n" + Self.base + "here 1\nhere 2\n"])
  }

  @Test func oneTooLargeForMemoryHoldsUpNoOtherFile() throws {
    try devices.write("\0base", to: "a.bin", on: 0)
    try devices.join()
    try makeLarge("a.bin", megabytes: 70)
    try devices.write("\0there", to: "a.bin", on: 0)
    try devices.write("other\n", to: "b.md", on: 0)
    try devices.sync(0)
    try devices.sync(1)
    #expect(try devices.text("b.md", on: 1) == "other\n")
    try devices.write("\0here", to: "a.bin", on: 1)
    try expectInStep(["\0here", "\0there", "other\n"])
  }

  @Test func aFileDeletedElsewhereSinceStays() throws {
    try devices.write(Self.base, to: "a.md", on: 0)
    try devices.write("b\n", to: "b.md", on: 0)
    try devices.join()
    try makeLarge("a.md")
    try devices.place.shell("rm d0/a.md")
    try devices.sync(0)
    try devices.sync(1)
    try devices.write(Self.base + "here\n", to: "a.md", on: 1)
    try expectInStep([Self.base + "here\n", "b\n"])
  }
}
