import MemoCore
import MemoPlatform
import MemoTestSupport
import Testing

@testable import MemoStore
@testable import MemoSync

/// What two devices have written alike is in a memo once, and no undo on one of them takes it from the other.
@Suite struct ReceivedTextTests {
  private static let path = VaultPath("a.md")
  private static let before = "# A\none\ntwo\nthree\n"
  private static let text = before + "written by both\n"

  private func history(_ device: Int, of devices: SyncedDevices) throws -> OperationHistory {
    OperationHistory(of: try devices.vault(device))
  }

  /// The first device has the line from a command, the second one from an editor.
  private func alike(syncing order: [Int]) throws -> SyncedDevices {
    let devices = try SyncedDevices()
    try devices.write(Self.text, to: "a.md", on: 1)
    try devices.command("git restore", Self.text, to: "a.md", on: 0)
    for device in order { try devices.sync(device) }
    for device in 0...1 { #expect(try devices.text("a.md", on: device) == Self.text) }
    return devices
  }

  /// Either device makes the merge.
  @Test(arguments: [[1, 0], [0, 1, 0]]) func aLineThatAnotherDeviceWroteAsWellStays(order: [Int]) throws {
    let devices = try alike(syncing: order)
    let history = try history(0, of: devices)
    for isDryRun in [true, false] {
      #expect(throws: OperationError.received([Self.path])) { try history.undo(isDryRun: isDryRun) }
    }
    for device in [0, 1] { try devices.sync(device) }
    for device in 0...1 { #expect(try devices.text("a.md", on: device) == Self.text) }
    #expect(try history.forgetLast().changed == [Self.path])
    #expect(try devices.text("a.md", on: 0) == Self.text)
  }

  @Test func aCommandAfterTheMergeIsUndone() throws {
    let devices = try alike(syncing: [1, 0])
    try devices.command("append", Self.text + "more\n", to: "a.md", on: 0)
    try devices.undo(0)
    #expect(try devices.text("a.md", on: 0) == Self.text)
    #expect(throws: OperationError.received([Self.path])) { try devices.undo(0) }
  }

  @Test func whatIsReceivedInOtherMemosForbidsNothing() throws {
    let devices = try SyncedDevices()
    try devices.command("append", Self.text, to: "a.md", on: 0)
    try devices.write("# B\n", to: "b.md", on: 1)
    for device in [1, 0] { try devices.sync(device) }
    #expect(try devices.text("b.md", on: 0) == "# B\n")
    try devices.undo(0)
    #expect(try devices.text("a.md", on: 0) == Self.before)
  }

  /// Be it by memo or by hand: who deletes a memo has written nothing.
  @Test(arguments: [true, false]) func whatWasWrittenToAMemoThatAnotherDeviceDeletedIsUndone(isByHand: Bool) throws {
    let devices = try SyncedDevices()
    try devices.command("append", Self.text, to: "a.md", on: 0)
    if isByHand {
      try devices.place.shell("git rm -q a.md; git commit -qm gone; git push -q", in: "d1")
    } else {
      try devices.remove("a.md", on: 1)
      try devices.sync(1)
    }
    #expect(try devices.sync(0).deletedElsewhere == [Self.path])
    try devices.undo(0)
    #expect(try devices.text("a.md", on: 0) == Self.before)
  }

  /// What the other device only received, it has not written.
  @Test func whatWasSentIsUndone() throws {
    let devices = try SyncedDevices()
    try devices.command("append", Self.text, to: "a.md", on: 0)
    try devices.spread(from: 0)
    try devices.write("# B\n", to: "b.md", on: 1)
    try devices.spread(from: 1)
    try devices.undo(0)
    try devices.spread(from: 0)
    #expect(try devices.text("a.md", on: 1) == Self.before)
  }

  @Test func aRedoTakesNothingEither() throws {
    let devices = try SyncedDevices()
    for device in 0...1 { try devices.write(Self.text, to: "a.md", on: device) }
    try devices.command("write", Self.before, to: "a.md", on: 0)
    try devices.undo(0)
    for device in [1, 0] { try devices.sync(device) }
    let history = try history(0, of: devices)
    #expect(throws: OperationError.received([Self.path])) { try history.redo() }
    #expect(try devices.text("a.md", on: 0) == Self.text)
  }

  @Test func aMemoThatBothMadeStays() throws {
    let devices = try SyncedDevices()
    let (path, text) = (VaultPath("today.md"), "# Today\n")
    let draft = try history(0, of: devices).begin("today", at: SystemClock().now)
    try draft.create(path, contents: Array(text.utf8))
    _ = try draft.commit()
    try devices.write(text, to: "today.md", on: 1)
    for device in [1, 0] { try devices.sync(device) }
    #expect(throws: OperationError.received([path])) { try devices.undo(0) }
    #expect(try devices.text("today.md", on: 0) == text)
  }

  /// The move is undone, and what was written before it is not.
  @Test func itStaysInAMemoThatWasMovedHere() throws {
    let devices = try SyncedDevices()
    try devices.write(Self.text, to: "a.md", on: 1)
    try devices.command("append", Self.text, to: "a.md", on: 0)
    let draft = try history(0, of: devices).begin("move", at: SystemClock().now)
    try draft.move(Self.path, to: VaultPath("b.md"), read: XXHash64.hash(Array(Self.text.utf8)))
    _ = try draft.commit()
    for device in [1, 0] { try devices.sync(device) }
    #expect(try devices.text("b.md", on: 0) == Self.text)
    try devices.undo(0)
    #expect(throws: OperationError.received([Self.path])) { try devices.undo(0) }
    #expect(try devices.text("a.md", on: 0) == Self.text)
  }
}
