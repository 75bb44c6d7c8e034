import MemoCore
import MemoPlatform
import MemoTestSupport
import Testing

@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// Saves of old texts that people have committed with git before a sync saw them.
@Suite struct CommittedStaleSaveTests {
  private static let before = "# A\none\ntwo\nthree\nfour\nfive\n"
  private static let stale = "# A\nONE\ntwo\nthree\nfour\nfive\n"
  private static let received = before + "incoming\n"
  private static let path = VaultPath("a.md")

  /// Two devices, of which the second has received a line.
  private func devices() throws -> SyncedDevices {
    let devices = try SyncedDevices(2, Self.before)
    try devices.write("# B\n", to: "b.md", on: 0)
    try devices.write(Self.received, to: "a.md", on: 0)
    try devices.spread(from: 0)
    try #require(try devices.text("a.md", on: 1) == Self.received)
    return devices
  }

  private func commit(_ text: String, to name: String = "a.md", in devices: SyncedDevices) throws {
    try devices.write(text, to: name, on: 1)
    try devices.place.shell("git commit -qam hand", in: "d1")
  }

  /// Syncs the second device, which has nothing to say of the memo, and then the first one.
  private func expectAsItIs(_ text: String, in devices: SyncedDevices) throws {
    let report = try devices.sync(1)
    #expect(report.revived.isEmpty && report.doubtful.isEmpty && report.conflicts == 0)
    try devices.sync(0)
    for device in 0...1 { #expect(try devices.text("a.md", on: device) == text) }
    #expect(try devices.conflicts(1).isEmpty)
  }

  // MARK: Lines come back

  @Test(arguments: ["true", "git push -q", "git commit -q --amend -m again"])
  func linesThatACommitByHandDroppedComeBackInACommitOfTheirOwn(next command: String) throws {
    let devices = try devices()
    try commit(Self.stale, in: devices)
    try devices.place.shell(command, in: "d1")
    let hand = try devices.head(1)
    let report = try devices.sync(1)
    #expect(report.revived == [Self.path] && report.conflicts == 1)
    #expect(try devices.place.shell("git rev-parse HEAD~1", in: "d1") == hand + "\n")
    #expect(try devices.place.shell("git show HEAD~1:a.md", in: "d1") == Self.stale)
    try devices.sync(0)
    for device in 0...1 { #expect(try devices.text("a.md", on: device) == Self.stale + "incoming\n") }
    #expect(try devices.conflicts(1).map(\.kind) == [.stale])
    #expect(try devices.sync(1).isIdle)
  }

  @Test func laterCommitsAndSavesOfTheSameBufferAreTreatedAlike() throws {
    let devices = try devices()
    for text in [Self.stale, Self.stale + "six\n"] { try commit(text, in: devices) }
    try commit("# B\nmore\n", to: "b.md", in: devices)
    try devices.write("# A\nONE\nTWO\nthree\nfour\nfive\nsix\n", to: "a.md", on: 1)
    #expect(try devices.sync(1).revived == [Self.path])
    let text = try #require(try devices.text("a.md", on: 1))
    for line in ["ONE", "TWO", "six", "incoming"] { #expect(text.contains(line + "\n"), "\(text)") }
    try devices.sync(0)
    #expect(try devices.text("a.md", on: 0) == text)
    #expect(try devices.conflicts(1).map(\.kind) == [.stale])
  }

  @Test func whatWasPulledOntoTheCommitStays() throws {
    let devices = try devices()
    try devices.write("# A\none\ntwo\nTHREE\nfour\nfive\nincoming\n", to: "a.md", on: 0)
    try devices.sync(0)
    try commit(Self.stale, in: devices)
    try devices.place.shell("git pull -q --no-rebase --no-edit", in: "d1")
    #expect(try devices.sync(1).revived == [Self.path])
    try devices.sync(0)
    for device in 0...1 {
      #expect(try devices.text("a.md", on: device) == "# A\nONE\ntwo\nTHREE\nfour\nfive\nincoming\n")
    }
  }

  @Test func aSyncThatCannotReachTheRemoteAddsThemToo() throws {
    let devices = try devices()
    try commit(Self.stale, in: devices)
    try devices.place.shell("mv hub.git away")
    #expect(throws: (any Error).self) { try devices.sync(1) }
    #expect(try devices.text("a.md", on: 1) == Self.stale + "incoming\n")
    try devices.place.shell("mv away hub.git")
    for device in [1, 0] { try devices.sync(device) }
    #expect(try devices.text("a.md", on: 0) == Self.stale + "incoming\n")
  }

  /// As if the process died at every single call that changes something, and at every call of git.
  @Test func aSyncThatDiesAnywhereIsFinishedByTheNext() throws {
    let devices = try devices()
    var (number, isThrough) = (1, false)
    while !isThrough {
      try commit(Self.stale + "edit \(number)\n", in: devices)
      let fault = Fault(at: number, .death)
      _ = try? devices.sync(1, fault)
      isThrough = !fault.hasHappened
      try devices.sync(1)
      let text = try #require(try devices.text("a.md", on: 1))
      #expect(text.contains("edit \(number)\n") && text.contains("incoming\n"), "\(number): \(text)")
      #expect(try devices.sync(1).isIdle, "\(number)")
      number += 1
    }
    #expect(number > 10)
  }

  // MARK: What is meant stays

  @Test(arguments: [
    ("git revert --no-edit HEAD", before), ("git checkout -q HEAD~1 -- a.md; git commit -qm back", before),
    ("sed -i /incoming/d a.md; git commit -qam less", before),
    ("sed -i /incoming/d a.md; git commit -qam less; sed -i s/one/ONE/ a.md; git commit -qam edit", stale),
    ("sed -i s/one/ONE/ a.md; git commit -qam edit; sed -i /incoming/d a.md; git commit -qam less", stale),
  ])
  func whatIsUndoneByACommitOfItsOwnIsMeant(commands: String, text: String) throws {
    let devices = try devices()
    try devices.place.shell(commands, in: "d1")
    try #require(try devices.text("a.md", on: 1) == text)
    try expectAsItIs(text, in: devices)
  }

  @Test func whoeverPutsTheLinesBackHasNothingToReview() throws {
    let devices = try devices()
    for text in [Self.stale, Self.stale + "incoming\n"] { try commit(text, in: devices) }
    try expectAsItIs(Self.stale + "incoming\n", in: devices)
  }

  @Test func anotherMemoMayHaveThem() throws {
    let devices = try devices()
    try commit(Self.stale, in: devices)
    try commit("# B\nincoming\n", to: "b.md", in: devices)
    try expectAsItIs(Self.stale, in: devices)
  }

  @Test func whatMemosOwnCommandsWroteIsNeverSuspicious() throws {
    let devices = try devices()
    try devices.command("restore", Self.stale, to: "a.md", on: 1)
    try devices.place.shell("git commit -qam hand", in: "d1")
    try expectAsItIs(Self.stale, in: devices)
  }

  @Test func whatOthersHaveCommittedByHandIsTheirs() throws {
    let devices = try devices()
    try devices.write(Self.stale, to: "a.md", on: 0)
    try devices.place.shell("git commit -qam hand; git push -q", in: "d0")
    try devices.place.shell("git pull -q --ff-only", in: "d1")
    try expectAsItIs(Self.stale, in: devices)
  }
}
