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
  private final class BusyGit: WrappedGit {
    let base: any Git
    private let command: String
    private let action: @Sendable () throws -> Void
    private let isOver = Mutex(false)
    private let committed = DispatchSemaphore(value: 0)

    init(_ base: any Git, before command: String, action: @escaping @Sendable () throws -> Void) {
      (self.base, self.command, self.action) = (base, command, action)
    }

    func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
      defer { if call.name == "fast-import" { committed.signal() } }
      let isFirst =
        call.name == command
        && isOver.withLock { isOver in
          defer { isOver = true }
          return !isOver
        }
      // The fetch runs beside the commit.
      if isFirst, committed.wait(timeout: .now() + 60) == .timedOut {
        throw .failed(command: "\(call)", reason: "nothing is committed")
      }
      do {
        if isFirst { try action() }
      } catch {
        throw .failed(command: "\(call)", reason: "\(error)")
      }
      return try base.run(call, feeding: chunks)
    }

    var hasHappened: Bool { isOver.withLock { $0 } }
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

  /// The first try of a push is one too many, as the other device is faster.
  @Test(arguments: ["fetch", "push"]) func aLinkFollowsARenameThatComesAfterIt(command: String) throws {
    let devices = try devices()
    let git = BusyGit(devices.devices.place.git, before: command) {
      try devices.rename("a.md", to: "New", on: 0)
      _ = try devices.sync(0)
      try devices.write("# N\nsee [[a]]\n", to: "n.md", on: 1)
    }
    let report = try devices.sync(1, by: git)
    #expect(git.hasHappened && report.isPushed && report.relinked.map(\.text) == ["n.md"])
    _ = try devices.sync(0)
    for device in 0...1 { #expect(try devices.text("n.md", on: device) == "# N\nsee [[New]]\n", "device \(device)") }
    #expect(try devices.sync(1).isIdle)
  }

  @Test func aLinkFollowsTwoRenamesOfWhichTheSecondComesWithTheNextTry() throws {
    let devices = try devices { try $0.rename("a.md", to: "New", on: 0) }
    try devices.write("# N\nsee [[a]]\n", to: "n.md", on: 1)
    let git = BusyGit(devices.devices.place.git, before: "push") {
      try devices.rename("New.md", to: "Newer", on: 0)
      _ = try devices.sync(0)
    }
    let report = try devices.sync(1, by: git)
    #expect(git.hasHappened && report.isPushed && report.relinked.map(\.text) == ["n.md"])
    _ = try devices.sync(0)
    for device in 0...1 {
      #expect(try devices.text("n.md", on: device) == "# N\nsee [[Newer]]\n", "device \(device)")
    }
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
