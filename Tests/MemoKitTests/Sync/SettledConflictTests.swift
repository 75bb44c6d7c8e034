import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// What a person has settled stays settled, whatever the memo becomes, and settling never takes both versions away.
@Suite struct SettledConflictTests {
  private static func text(_ line: String) -> String { "# dns\n\n\(line)\n\nmore\nof it\nto the\nend\n" }

  /// Both devices change the line, and the second one has merged.
  private static func conflict(_ devices: SyncedDevices, _ first: String, _ second: String) throws -> [SyncConflict] {
    try devices.write(text(first), to: "a.md", on: 0)
    try devices.sync(0)
    try devices.write(text(second), to: "a.md", on: 1)
    try devices.sync(1)
    return try devices.conflicts(1)
  }

  private static func settle(
    _ conflict: SyncConflict, _ version: ConflictVersion, _ devices: SyncedDevices
  ) throws -> ConflictOutcome {
    try devices.syncer(1).settle(conflict, with: .only(version), as: "conflicts", at: 1)
  }

  // Who keeps theirs and then writes over it looks like an editor that never saw it, so that there is one round only.
  @Test(arguments: [(ConflictVersion.ours, rounds: 4), (.theirs, rounds: 1)])
  func theSameLineInConflictAgainAndAgain(version: ConflictVersion, rounds: Int) throws {
    let devices = try SyncedDevices(2, Self.text("TTL 300"))
    for round in 1...rounds {
      // Each side's new line looks like the other side's last one.
      let (first, second) =
        round.isMultiple(of: 2)
        ? ("TTL aaa work \(round)", "TTL bbb home \(round)") : ("TTL bbb work \(round)", "TTL aaa home \(round)")
      let found = try Self.conflict(devices, first, second)
      #expect(found.count == 1, "round \(round)")
      let conflict = try #require(found.first)
      #expect(conflict.ours == Array("\(second)\n".utf8) && conflict.theirs == Array("\(first)\n".utf8))
      #expect(try Self.settle(conflict, version, devices) == .settled)
      let kept = Self.text(version == .ours ? second : first)
      #expect(try devices.text("a.md", on: 1) == kept, "round \(round)")
      for device in [1, 0] { try devices.sync(device) }
      for device in 0...1 {
        #expect(try devices.text("a.md", on: device) == kept, "round \(round)")
        #expect(try devices.conflicts(device).isEmpty, "round \(round)")
      }
    }
  }

  @Test(arguments: [ConflictVersion.ours, .theirs])
  func aVersionThatWasEditedIsKeptAsItIsNow(version: ConflictVersion) throws {
    let devices = try SyncedDevices(2, Self.text("TTL 300"))
    _ = try Self.conflict(devices, "TTL work", "TTL home")
    let line = version == .ours ? "TTL home" : "TTL work"
    let both = try #require(try devices.text("a.md", on: 1))
    try devices.write(both.replacing("\(line)\n", with: "\(line), and more\n"), to: "a.md", on: 1)
    let conflict = try #require(try devices.conflicts(1).first)
    #expect(try Self.settle(conflict, version, devices) == .settled)
    #expect(try devices.text("a.md", on: 1) == Self.text("\(line), and more"))
  }

  @Test func aVersionThatIsAloneIsNeverTakenOut() throws {
    let devices = try SyncedDevices(2, Self.text("TTL 300"))
    let conflict = try #require(try Self.conflict(devices, "TTL work", "TTL home").first)
    #expect(try Self.settle(conflict, .ours, devices) == .settled)
    // As a list shows it that was made before.
    #expect(try Self.settle(conflict, .theirs, devices) == .gone)
    #expect(try devices.text("a.md", on: 1) == Self.text("TTL home"))
  }

  // MARK: Lines that the memo has elsewhere, too

  @Test func aVersionThatWasDeletedByHandIsGoneThoughItsLineIsElsewhere() throws {
    let devices = try SyncedDevices(2, "# B\n\nmilk\n\nplan\nend\n")
    for (device, line) in ["milk", "eggs"].enumerated() {
      try devices.write("# B\n\nmilk\n\n\(line)\nend\n", to: "a.md", on: device)
      try devices.sync(device)
    }
    #expect(try devices.conflicts(1).map(\.line) == [5])
    let left = "# B\n\nmilk\n\neggs\nend\n"
    try devices.write(left, to: "a.md", on: 1)
    #expect(try devices.conflicts(1).isEmpty)
    for device in [1, 0] { try devices.sync(device) }
    for device in 0...1 {
      #expect(try devices.text("a.md", on: device) == left && devices.conflicts(device).isEmpty, "on \(device)")
    }
  }

  @Test(arguments: [ConflictVersion.ours, .theirs])
  func linesOfAVersionThatAreElsewhereStayThere(version: ConflictVersion) throws {
    func text(_ lines: String, _ line: String) -> String { "\(lines)x\n\(line)\ny\nz\nmilk\nend\n" }
    let devices = try SyncedDevices(2, text("a1\na2\na3\n", "plan"))
    let texts = [text("b1\nb2\nb3\n", "eggs"), text("c1\nc2\nc3\n", "milk")]
    for device in 0...1 {
      try devices.write(texts[device], to: "a.md", on: device)
      try devices.sync(device)
    }
    let (syncer, path, open) = (try devices.syncer(1), VaultPath("a.md"), try devices.conflicts(1))
    #expect(open.map(\.line) == [1, 8])
    #expect(try syncer.settle(open, in: path, with: version, as: "conflicts", at: 1) == [.settled, .settled])
    #expect(try devices.text("a.md", on: 1) == texts[version == .ours ? 1 : 0])
  }

  private static let empty = "# A\n- [ ]\nx\nplan\n- [ ]\nend\n"

  /// The first device has edited a line and removed an empty task behind it, the second has edited the line alone.
  private func conflictBesideAnEmptyTask() throws -> (devices: SyncedDevices, conflict: SyncConflict) {
    let devices = try SyncedDevices(2, Self.empty)
    for (device, text) in ["plan by 0\n", "plan by 1\n- [ ]\n"].enumerated() {
      try devices.write("# A\n- [ ]\nx\n\(text)end\n", to: "a.md", on: device)
      try devices.sync(device)
    }
    #expect(try devices.text("a.md", on: 1)?.hasSuffix("- [ ]\nend\n") == false)
    return (devices, try #require(try devices.conflicts(1).first))
  }

  @Test func aLineThatTheOtherVersionRemovedComesBackThoughOneLikeItIsNear() throws {
    let (devices, conflict) = try conflictBesideAnEmptyTask()
    #expect(try Self.settle(conflict, .ours, devices) == .settled)
    #expect(try devices.text("a.md", on: 1) == Self.empty.replacing("plan", with: "plan by 1"))
  }

  @Test func aLineThatAPersonHasPutBackIsThereOnce() throws {
    let (devices, conflict) = try conflictBesideAnEmptyTask()
    let both = try #require(try devices.text("a.md", on: 1))
    try devices.write(both.replacing("end\n", with: "- [ ]\nend\n"), to: "a.md", on: 1)
    #expect(try Self.settle(conflict, .ours, devices) == .settled)
    #expect(try devices.text("a.md", on: 1) == Self.empty.replacing("plan", with: "plan by 1"))
  }

  @Test func ofALineThatEachVersionRemovedOnceTheOneThatIsLeftIsThereOnce() throws {
    let devices = try SyncedDevices(2, "# A\nplan\n- [ ]\n- [ ]\nend\n")
    for device in 0...1 {
      try devices.write("# A\nplan by \(device)\n- [ ]\nend\n", to: "a.md", on: device)
      try devices.sync(device)
    }
    let conflict = try #require(try devices.conflicts(1).first)
    #expect(try Self.settle(conflict, .ours, devices) == .settled)
    #expect(try devices.text("a.md", on: 1) == "# A\nplan by 1\n- [ ]\nend\n")
  }

  // MARK: Other names

  /// Plain git records no rename, and no refresh has seen it.
  @Test(arguments: [["b.md"], ["b.md", "c.md"]])
  func aConflictOfAMemoThatPlainGitHasRenamedIsListedUntilItIsSettled(names: [String]) throws {
    let devices = try SyncedDevices(2, Self.text("TTL 300"))
    _ = try Self.conflict(devices, "TTL work", "TTL home")
    for (old, new) in zip(["a.md"] + names, names) {
      try devices.place.shell("git mv \(old) \(new); git commit -qm rename", in: "d1")
    }
    let name = try #require(names.last)
    try devices.place.shell("sed -i 's/^end$/END/' \(name); git commit -qam edit", in: "d1")
    let open = try devices.conflicts(1)
    #expect(open.map(\.path.text) == [name])
    #expect(try devices.sync(1).conflicts == 1)
    #expect(try Self.settle(#require(open.first), .ours, devices) == .settled)
    #expect(try devices.text(name, on: 1) == Self.text("TTL home").replacing("end", with: "END"))
    #expect(try devices.conflicts(1).isEmpty)
  }

  // MARK: Blank lines

  @Test func aLineTakenOutByHandStaysOutThoughABlankOneIsLeft() throws {
    let devices = try SyncedDevices(2, Self.text("TTL 300"))
    _ = try Self.conflict(devices, "TTL work", "TTL home")
    let both = try #require(try devices.text("a.md", on: 1))
    let left = both.replacing("TTL work\n", with: "")
    #expect(left.contains("\n\n\n"))
    try devices.write(left, to: "a.md", on: 1)
    #expect(try devices.sync(1).revived.isEmpty)
    try devices.sync(0)
    for device in 0...1 {
      #expect(try devices.text("a.md", on: device) == left && devices.conflicts(device).isEmpty)
    }
  }

  @Test func aBlankLineElsewhereIsWorkOfAnEditorThatDoesNotKnow() throws {
    let devices = try SyncedDevices(2, Self.text("TTL 300"))
    _ = try Self.conflict(devices, "TTL work", "TTL home")
    try devices.write(Self.text("TTL home") + "\n", to: "a.md", on: 1)
    #expect(try devices.sync(1).revived == [VaultPath("a.md")])
    #expect(try devices.text("a.md", on: 1)?.contains("TTL work") == true)
  }
}
