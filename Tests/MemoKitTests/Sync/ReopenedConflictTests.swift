import MemoCore
import MemoTestSupport
import Testing

@testable import MemoStore
@testable import MemoSync

/// A version that one device takes out while another one edits it: both versions are in the memo again, and both are listed.
@Suite struct ReopenedConflictTests {
  private static func text(_ lines: String...) -> String {
    "# A\n\nfirst\n" + lines.map { "\($0)\n" }.joined() + "last\n"
  }

  /// Each of three devices changes the line, the first one keeps its own, and the last one edits its version before it has
  /// heard of that.
  private static func reopened(_ edit: String) throws -> SyncedDevices {
    let devices = try SyncedDevices(3, text("one"))
    for device in 0..<3 { try devices.write(text("one of d\(device)"), to: "a.md", on: device) }
    try devices.meet()
    let path = VaultPath("a.md")
    let own = try devices.conflicts(0).filter(\.hasOwn)
    _ = try devices.syncer(0).settle(own, in: path, with: .ours, as: "conflicts", at: 1)
    #expect(try devices.text("a.md", on: 0) == text("one of d0"))
    let all = try #require(try devices.text("a.md", on: 2))
    try devices.write(all.replacing("one of d2", with: edit), to: "a.md", on: 2)
    try devices.meet()
    for device in 0..<3 {
      #expect(Set(try SharedPlaceTests.lines(devices, device)) == ["one of d0", edit], "on \(device)")
    }
    return devices
  }

  @Test func bothVersionsAreListed() throws {
    let edit = "one of d2, edited"
    let devices = try Self.reopened(edit)
    for device in 0..<3 {
      let found = try devices.conflicts(device)
      #expect(found.count == 1, "on \(device)")
      let versions = try #require(found.first.map { [$0.ours, $0.theirs] })
      #expect(Set(versions) == [Array("one of d0\n".utf8), Array("\(edit)\n".utf8)], "on \(device)")
    }
  }

  @Test(arguments: [ConflictVersion.ours, .theirs])
  func whatWasSettledOutStaysOut(version: ConflictVersion) throws {
    let edit = "one of d2, edited"
    let devices = try Self.reopened(edit)
    let conflict = try #require(try devices.conflicts(0).first)
    #expect(conflict.ours == Array("one of d0\n".utf8))
    #expect(try devices.syncer(0).settle(conflict, with: .only(version), as: "conflicts", at: 2) == .settled)
    try devices.meet()
    for device in 0..<3 {
      #expect(try SharedPlaceTests.lines(devices, device) == [version == .ours ? "one of d0" : edit], "on \(device)")
      #expect(try devices.conflicts(device).isEmpty, "on \(device)")
    }
  }

  /// Two devices with a version each, of which the first one deletes the other's by hand while that one edits it.
  private static func deleted(besides more: String = "", edit: String) throws -> SyncedDevices {
    let devices = try SyncedDevices(2, text("one"))
    for device in 0...1 { try devices.write(text("one of d\(device)"), to: "a.md", on: device) }
    try devices.meet()
    let both = try #require(try devices.text("a.md", on: 1))
    try devices.write(text("one of d0") + more, to: "a.md", on: 0)
    try devices.write(both.replacing("one of d1", with: edit), to: "a.md", on: 1)
    try devices.meet()
    for device in 0...1 {
      let expected = ["one of d0", edit] + more.split(separator: "\n").map(String.init)
      #expect(Set(try SharedPlaceTests.lines(devices, device)) == Set(expected), "on \(device)")
    }
    return devices
  }

  /// What is merged is the other device's text, byte for byte.
  @Test(arguments: [("one of d1, edited", "one of d0\n"), ("something else", "")])
  func whatWasDeletedByHandIsListedWithItsEdit(edit: String, kept: String) throws {
    let devices = try Self.deleted(edit: edit)
    for device in 0...1 {
      let versions = try devices.conflicts(device).map { Set([$0.ours, $0.theirs]) }
      #expect(versions == [[Array(kept.utf8), Array("\(edit)\n".utf8)]], "on \(device)")
    }
    #expect(try devices.sync(1).isIdle)
  }

  /// The deletion looks like the save of an editor that did not know of the line, so that is added again.
  @Test func whatWasAddedAgainAndThenEditedIsListed() throws {
    let edit = "one of d1, edited"
    let devices = try Self.deleted(besides: "more\n", edit: edit)
    for device in 0...1 {
      let versions = try devices.conflicts(device).map { Set([$0.ours, $0.theirs]) }
      #expect(versions == [[Array("one of d0\n".utf8), Array("\(edit)\n".utf8)]], "on \(device)")
    }
  }

  @Test func aLineThatOneDeviceDeletesAndOneEditsIsListed() throws {
    let devices = try SyncedDevices(2, Self.text("one"))
    try devices.write(Self.text(), to: "a.md", on: 0)
    try devices.write(Self.text("one, edited"), to: "a.md", on: 1)
    try devices.meet()
    for device in 0...1 {
      #expect(try SharedPlaceTests.lines(devices, device) == ["one, edited"], "on \(device)")
      #expect(try devices.conflicts(device).count == 1, "on \(device)")
    }
  }

  /// The edit looks like no version any more: the removal and the edit are listed, as anywhere else.
  @Test func anEditThatChoosesNothingBringsNothingBack() throws {
    let devices = try Self.reopened("something else")
    let conflict = try #require(try devices.conflicts(0).first)
    #expect(try devices.syncer(0).settle(conflict, with: .only(.theirs), as: "conflicts", at: 2) == .settled)
    #expect(try !SharedPlaceTests.lines(devices, 0).contains("one of d1"))
  }
}
