import MemoCore
import MemoTestSupport
import Testing

@testable import MemoStore
@testable import MemoSync

/// Two devices that settle one conflict, each its own way: both versions stay, and are listed again.
@Suite struct OppositeChoiceTests {
  /// Both devices sync until they have the same; returns how many conflicts each reported.
  @discardableResult
  private static func meet(_ devices: SyncedDevices) throws -> [Int] {
    var told = [0, 0]
    for device in [0, 1, 0, 1] {
      let report = try devices.sync(device)
      if !report.isIdle { told[device] = report.conflicts }
    }
    return told
  }

  private static func settle(_ version: ConflictVersion, _ devices: SyncedDevices, on device: Int) throws {
    let conflict = try #require(try devices.conflicts(device).first)
    #expect(try devices.syncer(device).settle(conflict, with: .only(version), as: "conflicts", at: 1) == .settled)
  }

  @Test(arguments: [ConflictVersion.ours, .theirs])
  func bothVersionsOfALineStay(version: ConflictVersion) throws {
    let devices = try SyncedDevices(2, "# M\n\nThe plan.\n\nend\n")
    try devices.write("# M\n\nThe plan, by desk.\n\nend\n", to: "a.md", on: 0)
    try devices.write("# M\n\nThe plan, by phone.\n\nend\n", to: "a.md", on: 1)
    try Self.meet(devices)
    for device in 0...1 { try Self.settle(version, devices, on: device) }
    #expect(try Self.meet(devices) == [1, 1], "each says so")
    let text = try devices.text("a.md", on: 0)
    #expect(text?.contains("by desk.\n") == true && text?.contains("by phone.\n") == true, "\(text ?? "gone")")
    #expect(try devices.text("a.md", on: 1) == text)
    for device in 0...1 { #expect(try devices.conflicts(device).map(\.path) == [VaultPath("a.md")], "listed again") }
    try Self.settle(version, devices, on: 0)
    try Self.meet(devices)
    // Who took theirs before has the phone's as the own one.
    #expect(try devices.text("a.md", on: 1) == "# M\n\nThe plan, by desk.\n\nend\n")
    #expect(try devices.conflicts(1).isEmpty)
  }

  /// One of the versions is a line that the memo has above, too.
  @Test func bothVersionsStayThoughALineIsElsewhere() throws {
    func text(_ line: String) -> String { "# B\n\nmilk\n\n\(line)\nend\n" }
    let devices = try SyncedDevices(2, text("plan"))
    for (device, line) in ["milk", "eggs"].enumerated() { try devices.write(text(line), to: "a.md", on: device) }
    try Self.meet(devices)
    for (device, line) in ["milk", "eggs"].enumerated() { try devices.write(text(line), to: "a.md", on: device) }
    #expect(try Self.meet(devices) == [1, 1], "each says so")
    for device in 0...1 {
      let found = try #require(try devices.text("a.md", on: device))
      #expect([text("milk\neggs"), text("eggs\nmilk")].contains(found), "\(found) on \(device)")
      #expect(try devices.conflicts(device).map(\.line) == [5], "listed again")
    }
  }

  @Test func whatOneSideAloneTookOutIsGone() throws {
    let devices = try SyncedDevices(2, "# M\n\nThe plan.\n")
    try devices.write("# M\n\nThe plan, by desk.\n", to: "a.md", on: 0)
    try devices.write("# M\n\nThe plan, by phone.\n", to: "a.md", on: 1)
    try Self.meet(devices)
    let both = try #require(try devices.text("a.md", on: 0))
    try devices.write("# M\n\nThe plan, by desk.\n", to: "a.md", on: 0)
    try devices.write(both + "\nmore\n", to: "a.md", on: 1)
    try Self.meet(devices)
    #expect(try devices.text("a.md", on: 1) == "# M\n\nThe plan, by desk.\n\nmore\n")
  }

  @Test func aVersionThatWasEditedWasNotTakenOut() throws {
    let devices = try SyncedDevices(2, "# M\n\nThe plan.\n\nend\n")
    try devices.write("# M\n\nThe plan, by desk.\n\nend\n", to: "a.md", on: 0)
    try devices.write("# M\n\nThe plan, by phone.\n\nend\n", to: "a.md", on: 1)
    try Self.meet(devices)
    let both = try #require(try devices.text("a.md", on: 0))
    // Each goes on with the line that the other one wrote.
    try devices.write(both.replacing("by phone.", with: "by phone and tablet."), to: "a.md", on: 0)
    try devices.write(both.replacing("by desk.", with: "by desk and shelf."), to: "a.md", on: 1)
    try Self.meet(devices)
    let merged = both.replacing("by phone.", with: "by phone and tablet.").replacing(
      "by desk.", with: "by desk and shelf.")
    for device in 0...1 { #expect(try devices.text("a.md", on: device) == merged, "device \(device)") }
  }

  @Test func bothNamesOfAMemoStay() throws {
    let devices = try SyncedDevices()
    try devices.rename("a.md", to: "desk.md", on: 0)
    try devices.rename("a.md", to: "phone.md", on: 1)
    try Self.meet(devices)
    try #require(try devices.text("phone.md", on: 0) != nil && devices.text("desk.md", on: 1) != nil)
    try devices.remove("phone.md", on: 0)
    try devices.remove("desk.md", on: 1)
    try Self.meet(devices)
    for device in 0...1 {
      for name in ["desk.md", "phone.md"] { #expect(try devices.text(name, on: device) != nil, "\(name), \(device)") }
      #expect(try devices.conflicts(device).count == 1, "listed again")
    }
  }

  @Test func twoNamesAreListedWhereverTheMemosGo() throws {
    let devices = try SyncedDevices()
    try devices.rename("a.md", to: "desk.md", on: 0)
    try devices.rename("a.md", to: "phone.md", on: 1)
    try Self.meet(devices)
    try devices.rename("phone.md", to: "tablet.md", on: 1)
    try Self.meet(devices)
    for device in 0...1 {
      let conflict = try #require(try devices.conflicts(device).first)
      let names = [conflict.path, conflict.otherPath].map { $0?.text }
      #expect(Set(names) == ["desk.md", "tablet.md"], "device \(device)")
    }
    try devices.remove("desk.md", on: 0)
    try Self.meet(devices)
    for device in 0...1 { #expect(try devices.conflicts(device).isEmpty, "device \(device)") }
  }

  @Test func bothVersionsOfAPictureStay() throws {
    let devices = try SyncedDevices(2, "first\u{0}", named: "p.png")
    try devices.write("desk\u{0}", to: "p.png", on: 0)
    try devices.write("phone\u{0}", to: "p.png", on: 1)
    try Self.meet(devices)
    let conflict = try #require(try devices.conflicts(0).first)
    let names = [conflict.path, try #require(conflict.otherPath)].map(\.text)
    try devices.remove(names[0], on: 0)
    try devices.remove(names[1], on: 1)
    try Self.meet(devices)
    for device in 0...1 {
      #expect(Set(try names.compactMap { try devices.text($0, on: device) }) == ["desk\u{0}", "phone\u{0}"])
    }
  }
}
