import MemoCore
import MemoPlatform
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoSync

#if os(Linux)
  import Glibc
#else
  import Darwin
#endif

/// Links that could not follow when the merge was made.
@Suite struct FollowedLaterTests {
  /// Device 0 has renamed a memo and synced; device 1 has written links to it and has not.
  private func renamed(_ writes: [String: String] = ["n.md": "# N\n[[a]]\n"]) throws -> LinkedDevices {
    let devices = try LinkedDevices(["a.md": "# A\n", "n.md": "# N\n"])
    try devices.rename("a.md", to: "New", on: 0)
    for (name, text) in writes { try devices.write(text, to: name, on: 1) }
    _ = try devices.sync(0)
    return devices
  }

  private func notes(_ devices: LinkedDevices) throws -> [LinkedMergeNote]? {
    try devices.devices.syncer(1).folder.readState().linkedMerges
  }

  @Test func aSyncThatEndedRightAfterItsMerge() throws {
    let devices = try renamed()
    try devices.devices.sync(1)
    #expect(try devices.text("n.md", on: 1) == "# N\n[[a]]\n", "only the merge was made")
    let report = try devices.sync(1)
    #expect(report.relinked.map(\.text) == ["n.md"] && report.isPushed)
    _ = try devices.sync(0)
    for device in 0...1 { #expect(try devices.text("n.md", on: device) == "# N\n[[New]]\n") }
    #expect(try notes(devices) == nil, "nothing is left to remember")
    let again = try devices.sync(1)
    #expect(again.isIdle && again.relinked.isEmpty)
  }

  @Test func aDryRunInBetweenChangesNothing() throws {
    let devices = try renamed()
    try devices.devices.sync(1)
    var options = SyncOptions()
    options.isDryRun = true
    _ = try LinkedSync(
      vault: devices.devices.vault(1), syncer: devices.devices.syncer(1), clock: SystemClock()
    ).run(options)
    #expect(try devices.text("n.md", on: 1) == "# N\n[[a]]\n")
    #expect(try devices.sync(1).relinked.map(\.text) == ["n.md"])
  }

  @Test func aMergeThatCannotBeSent() throws {
    let devices = try renamed()
    try devices.devices.place.shell("git -C hub.git config receive.maxInputSize 1")
    #expect(throws: (any Error).self) { try devices.sync(1) }
    #expect(try devices.text("n.md", on: 1) == "# N\n[[New]]\n", "links follow in the files")
    try devices.devices.place.shell("git -C hub.git config --unset receive.maxInputSize")
    #expect(try devices.sync(1).isPushed)
    _ = try devices.sync(0)
    #expect(try devices.text("n.md", on: 0) == "# N\n[[New]]\n")
    #expect(try notes(devices) == nil)
  }

  @Test func whatIsUndoneBetweenTwoTriesStaysUndone() throws {
    let devices = try renamed()
    try devices.devices.place.shell("git -C hub.git config receive.maxInputSize 1")
    #expect(throws: (any Error).self) { try devices.sync(1) }
    try devices.devices.undo(1)
    #expect(throws: (any Error).self) { try devices.sync(1) }
    #expect(try devices.text("n.md", on: 1) == "# N\n[[a]]\n")
  }

  @Test func aMemoThatAProgramKeepsOpenHoldsUpNoOther() throws {
    let devices = try renamed(["n.md": "# N\n[[a]]\n", "m.md": "# M\n[[a]]\n"])
    let descriptor = open(devices.devices.place.folder.path.appending("d1/n.md").text, O_WRONLY | O_APPEND | O_CLOEXEC)
    try #require(descriptor >= 0)
    let first = try devices.sync(1)
    #expect(first.relinked.map(\.text) == ["m.md"])
    #expect(try devices.text("n.md", on: 1) == "# N\n[[a]]\n")
    close(descriptor)
    let second = try devices.sync(1)
    #expect(second.relinked.map(\.text) == ["n.md"] && second.isPushed)
    _ = try devices.sync(0)
    for (name, text) in ["n.md": "# N\n[[New]]\n", "m.md": "# M\n[[New]]\n"] {
      #expect(try devices.text(name, on: 0) == text)
    }
    #expect(try notes(devices) == nil)
  }

  @Test func whatAPersonWroteInBetweenStays() throws {
    let devices = try renamed(["n.md": "# N\n[[a]]\n[[a]] more\n"])
    try devices.devices.sync(1)
    try devices.write("# N\n[[a]] by hand\n[[a]] more\n", to: "n.md", on: 1)
    #expect(try devices.sync(1).relinked.map(\.text) == ["n.md"])
    #expect(try devices.text("n.md", on: 1) == "# N\n[[a]] by hand\n[[New]] more\n")
  }

  /// Moves a memo as a person does without memo, in a vault with a cache.
  private func moveByHand(_ path: String, to newPath: String, _ devices: LinkedDevices) throws {
    _ = try devices.devices.vault(1).refresh()
    try devices.devices.place.shell("mkdir sub && mv \(path) \(newPath)", in: "d1")
  }

  @Test(arguments: [false, true]) func linksInAMemoThatWasMovedInBetween(byHand isByHand: Bool) throws {
    let devices = try renamed()
    try devices.devices.sync(1)
    if isByHand {
      try moveByHand("n.md", to: "sub/n.md", devices)
    } else {
      try devices.move("n.md", to: "sub", on: 1)
    }
    #expect(try devices.sync(1).relinked.map(\.text) == ["sub/n.md"])
    _ = try devices.sync(0)
    for device in 0...1 {
      #expect(try devices.text("n.md", on: device) == nil)
      #expect(try devices.text("sub/n.md", on: device) == "# N\n[[New]]\n")
    }
    #expect(try notes(devices) == nil)
  }

  @Test func pathsInAMemoThatWasMovedInBetween() throws {
    let devices = try renamed(["n.md": "# N\n\n[x](a.md)\n"])
    try devices.devices.sync(1)
    try moveByHand("n.md", to: "sub/n.md", devices)
    #expect(try devices.sync(1).relinked.map(\.text) == ["sub/n.md"])
    #expect(try devices.text("sub/n.md", on: 1) == "# N\n\n[x](../New.md)\n")
  }

  @Test(arguments: [false, true]) func pathsToAMemoThatWasMovedInBetween(byHand isByHand: Bool) throws {
    let devices = try renamed(["n.md": "# N\n\n[x](a.md)\n"])
    try devices.devices.sync(1)
    if isByHand {
      try moveByHand("New.md", to: "sub/New.md", devices)
    } else {
      try devices.move("New.md", to: "sub", on: 1)
    }
    #expect(try devices.sync(1).relinked.map(\.text) == ["n.md"])
    _ = try devices.sync(0)
    for device in 0...1 { #expect(try devices.text("n.md", on: device) == "# N\n\n[x](sub/New.md)\n") }
  }

  @Test func aMergeThatIsNotInTheBranchIsForgotten() throws {
    let devices = try renamed()
    let other = try #require(ObjectId(hexadecimal: Array(devices.devices.head(0).utf8)))
    let syncer = try devices.devices.syncer(1)
    let (lost, base) = (ObjectId(String(repeating: "a", count: 40)), ObjectId(String(repeating: "b", count: 40)))
    syncer.folder.note(LinkedMergeNote(lost, of: [other, lost], since: [base], at: 1))
    #expect(try devices.sync(1).relinked.map(\.text) == ["n.md"])
    #expect(try notes(devices) == nil)
  }

  @Test func aSyncOfAnotherBranchForgetsNoMerge() throws {
    let devices = try renamed()
    try devices.devices.sync(1)
    try devices.devices.place.shell("git switch -qc side $(git merge-base HEAD^1 HEAD^2)", in: "d1")
    #expect(throws: SyncError.newBranch(SideBranch(name: "side", synced: "main"))) { try devices.sync(1) }
    try devices.devices.place.shell("git switch -q main", in: "d1")
    #expect(try devices.sync(1).relinked.map(\.text) == ["n.md"])
    #expect(try devices.text("n.md", on: 1) == "# N\n[[New]]\n" && notes(devices) == nil)
  }

  @Test func onlyTheNewestAreKept() {
    var notes: [LinkedMergeNote] = []
    func note(_ number: Int, at time: Int64) -> LinkedMergeNote {
      let id = ObjectId(ofBlob: Array("\(number)".utf8))
      return LinkedMergeNote(id, of: [id, id], since: [], at: time)
    }
    for number in 0..<20 { notes = note(number, at: 1).added(to: notes) }
    #expect(notes.count == 16 && notes == (4..<20).map { note($0, at: 1) })
    #expect(note(19, at: 2).added(to: notes).count == 16, "a merge is kept once")
    let week: Int64 = 7 * 86_400_000_000_000
    #expect(note(30, at: week + 2).added(to: notes) == [note(30, at: week + 2)], "others are too old")
  }
}
