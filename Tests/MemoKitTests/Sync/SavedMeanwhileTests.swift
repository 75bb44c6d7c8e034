import Dispatch
import MemoCore
import MemoStore
import MemoTestSupport
import Synchronization
import Testing

@testable import MemoSync

/// What is saved while a sync waits for the network, after it has committed what the files had.
@Suite struct SavedMeanwhileTests {
  /// A git before whose first call of a command something else happens, once the files are committed.
  private final class BusyGit: WrappingGit {
    let git: any Git
    private let command: String
    private let actions: [@Sendable () throws -> Void]
    private let calls = Mutex(0)
    private let committed = DispatchSemaphore(value: 0)

    /// - Parameter second: what happens before the second call.
    init(
      _ git: any Git, before command: String, second: (@Sendable () throws -> Void)? = nil,
      action: @escaping @Sendable () throws -> Void
    ) {
      (self.git, self.command, actions) = (git, command, [action, second].compactMap(\.self))
    }

    func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
      defer { if call.name == "fast-import" { committed.signal() } }
      let number =
        call.name == command
        ? calls.withLock { calls in
          calls += 1
          return calls
        } : 0
      // The fetch runs beside the commit.
      if number == 1, committed.wait(timeout: .now() + 60) == .timedOut {
        throw .failed(command: "\(call)", reason: "nothing is committed")
      }
      do {
        if actions.indices.contains(number - 1) { try actions[number - 1]() }
      } catch {
        throw .failed(command: "\(call)", reason: "\(error)")
      }
      return try git.run(call, feeding: chunks)
    }

    var hasHappened: Bool { calls.withLock { $0 } >= actions.count }
  }

  /// Both devices have a change that the other one lacks.
  private func devices(_ change: (LinkedDevices) throws -> Void = { _ in }) throws -> LinkedDevices {
    let devices = try LinkedDevices(["n.md": "# N\n", "o.md": "# O\n"])
    try devices.write("# B\n", to: "b.md", on: 0)
    try change(devices)
    _ = try devices.sync(0)
    try devices.write("# O\nmore\n", to: "o.md", on: 1)
    return devices
  }

  /// A sync during which a link is saved has the link follow to a name, on both devices.
  private func expectFollowed(_ name: String, _ devices: LinkedDevices, by git: BusyGit) throws {
    let report = try devices.sync(1, by: git)
    #expect(git.hasHappened && report.isPushed && report.relinked.map(\.text) == ["n.md"])
    _ = try devices.sync(0)
    for device in 0...1 {
      #expect(try devices.text("n.md", on: device) == "# N\nsee [[\(name)]]\n", "device \(device)")
    }
  }

  /// The first try of a push is one too many, as the other device is faster.
  @Test(arguments: ["fetch", "push"]) func aLinkFollowsARenameThatComesAfterIt(command: String) throws {
    let devices = try devices()
    let git = BusyGit(devices.devices.place.git, before: command) {
      try devices.rename("a.md", to: "New", on: 0)
      _ = try devices.sync(0)
      try devices.write("# N\nsee [[a]]\n", to: "n.md", on: 1)
    }
    try expectFollowed("New", devices, by: git)
    #expect(try devices.sync(1).isIdle)
  }

  @Test func aLinkFollowsTwoRenamesOfWhichTheSecondComesWithTheNextTry() throws {
    let devices = try devices { try $0.rename("a.md", to: "New", on: 0) }
    try devices.write("# N\nsee [[a]]\n", to: "n.md", on: 1)
    let git = BusyGit(devices.devices.place.git, before: "push") {
      try devices.rename("New.md", to: "Newer", on: 0)
      _ = try devices.sync(0)
    }
    try expectFollowed("Newer", devices, by: git)
  }

  /// The other device has renamed a memo and is faster with its next push, too: between two tries its rename is here.
  private func linkedBetweenTwoTries(_ devices: LinkedDevices) -> BusyGit {
    BusyGit(devices.devices.place.git, before: "push") {
      try devices.write("# B\nmore\n", to: "b.md", on: 0)
      _ = try devices.sync(0)
      #expect(try devices.text("New.md", on: 1) != nil)
      try devices.write("# N\nsee [[a]]\n", to: "n.md", on: 1)
    }
  }

  @Test func aLinkFollowsARenameThatWasHereWhenItWasSaved() throws {
    let devices = try devices { try $0.rename("a.md", to: "New", on: 0) }
    let git = linkedBetweenTwoTries(devices)
    try expectFollowed("New", devices, by: git)
    #expect(try devices.sync(1).isIdle)
    #expect(try devices.devices.syncer(1).folder.readState().linkedMerges == nil, "nothing is left to remember")
  }

  @Test func theNextSyncHasItFollow() throws {
    let devices = try devices { try $0.rename("a.md", to: "New", on: 0) }
    let git = linkedBetweenTwoTries(devices)
    // This one ends before links follow.
    try devices.devices.sync(1, by: git)
    #expect(try git.hasHappened && devices.text("n.md", on: 1) == "# N\nsee [[a]]\n")
    #expect(try devices.sync(1).relinked.map(\.text) == ["n.md"])
    #expect(try devices.text("n.md", on: 1) == "# N\nsee [[New]]\n")
  }

  /// No other push comes after it.
  @Test func aLinkThatIsSavedDuringTheLastPushFollowsARenameThatWasHere() throws {
    let devices = try devices { try $0.rename("a.md", to: "New", on: 0) }
    let git = BusyGit(devices.devices.place.git, before: "push") {
      #expect(try devices.text("New.md", on: 1) != nil)
      try devices.write("# N\nsee [[a]]\n", to: "n.md", on: 1)
    }
    try expectFollowed("New", devices, by: git)
    #expect(try devices.sync(1).isIdle)
    #expect(try devices.devices.syncer(1).folder.readState().linkedMerges == nil, "nothing is left to remember")
  }

  private struct Unreachable: Error {}

  @Test func aLinkThatIsSavedDuringAPushThatFailsFollowsARenameThatWasHere() throws {
    let devices = try devices { try $0.rename("a.md", to: "New", on: 0) }
    let git = BusyGit(devices.devices.place.git, before: "push") {
      try devices.write("# N\nsee [[a]]\n", to: "n.md", on: 1)
      throw Unreachable()
    }
    #expect(throws: (any Error).self) { try devices.sync(1, by: git) }
    #expect(try git.hasHappened && devices.text("n.md", on: 1) == "# N\nsee [[New]]\n")
    #expect(try devices.sync(1).isPushed)
    _ = try devices.sync(0)
    #expect(try devices.text("n.md", on: 0) == "# N\nsee [[New]]\n")
  }

  @Test func aLinkToAMemoThatHasTheNameByThenStays() throws {
    let devices = try devices {
      try $0.rename("a.md", to: "New", on: 0)
      try $0.write("# Another\n", to: "a.md", on: 0)
    }
    let git = linkedBetweenTwoTries(devices)
    #expect(try devices.sync(1, by: git).relinked.isEmpty && git.hasHappened)
    _ = try devices.sync(0)
    for device in 0...1 { #expect(try devices.text("n.md", on: device) == "# N\nsee [[a]]\n", "device \(device)") }
  }

  @Test func aLinkFollowsARenameOfTheMergeThatIsBeingSent() throws {
    let devices = try devices()
    let git = BusyGit(
      devices.devices.place.git, before: "push",
      second: {
        #expect(try devices.text("a.md", on: 1) != nil, "no file is as the merge has it")
        try devices.write("# N\nsee [[a]]\n", to: "n.md", on: 1)
      },
      action: {
        try devices.rename("a.md", to: "New", on: 0)
        _ = try devices.sync(0)
      })
    try expectFollowed("New", devices, by: git)
    #expect(try devices.sync(1).isIdle)
  }

  @Test func aSaveUnderAFormerNameIsInTheMemo() throws {
    let devices = try devices { try $0.devices.rename("a.md", to: "c.md", on: 0) }
    let text = try #require(try devices.text("a.md", on: 1)) + "here\n"
    let git = BusyGit(devices.devices.place.git, before: "push") {
      try devices.write("# B\nmore\n", to: "b.md", on: 0)
      _ = try devices.sync(0)
      try devices.write(text, to: "a.md", on: 1)
    }
    let report = try devices.sync(1, by: git)
    #expect(git.hasHappened && report.savedUnderFormerNames.map(\.newPath.text) == ["c.md"], "\(report.issues)")
    _ = try devices.sync(0)
    for device in 0...1 {
      #expect(try devices.text("c.md", on: device) == text, "device \(device)")
      #expect(try devices.text("a.md", on: device) == nil, "device \(device)")
    }
  }
}
