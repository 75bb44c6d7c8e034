import MemoCore
import MemoStore
import MemoTestSupport
import Synchronization
import Testing

@testable import MemoKit
@testable import MemoSync

/// Memos that are moved or deleted after a sync has looked at the files, and before it brings changes of them in.
@Suite struct MovedMeanwhileTests {
  /// A git before whose first comparison of branch and remote something else happens.
  private final class BusyGit: WrappingGit {
    let git: any Git
    private let isOver = Mutex(false)
    private let action: @Sendable () throws -> Void

    init(_ git: any Git, action: @escaping @Sendable () throws -> Void) { (self.git, self.action) = (git, action) }

    func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
      let isFirst =
        call.arguments.contains(Array("--boundary".utf8))
        && isOver.withLock { isOver in
          defer { isOver = true }
          return !isOver
        }
      do {
        if isFirst { try action() }
      } catch {
        throw .failed(command: "\(call)", reason: "\(error)")
      }
      return try git.run(call, feeding: chunks)
    }

    var hasHappened: Bool { isOver.withLock { $0 } }
  }

  private static let memo = "# A\n\none\n[[N]]\ntwo\n"

  /// Device 0 has renamed a memo to which another one leads by a link, and has added a line there; device 1 syncs, and something
  /// happens meanwhile.
  private func devices(
    hasOwnChange: Bool, meanwhile action: @escaping @Sendable (LinkedDevices) throws -> Void
  ) throws -> (devices: LinkedDevices, report: SyncReport) {
    let devices = try LinkedDevices(["a.md": Self.memo, "n.md": "# N\n", "o.md": "# O\n"])
    try devices.write(Self.memo.replacing("one\n", with: "zero\none\n"), to: "a.md", on: 0)
    try devices.rename("n.md", to: "New", on: 0)
    _ = try devices.sync(0)
    if hasOwnChange { try devices.write("# O\nmore\n", to: "o.md", on: 1) }
    let git = BusyGit(devices.devices.place.git) { try action(devices) }
    let report = try devices.devices.sync(1, by: git)
    try #require(git.hasHappened)
    for device in [1, 0, 1] { _ = try devices.sync(device) }
    return (devices, report)
  }

  @Test(arguments: [true, false]) func aMemoThatIsMovedHasTheChangesInItsNewPlace(hasOwnChange: Bool) throws {
    let (devices, report) = try devices(hasOwnChange: hasOwnChange) { try $0.move("a.md", to: "sub", on: 1) }
    #expect(report.hasNewConflicts == false && report.isPushed)
    for device in 0...1 {
      #expect(try devices.text("a.md", on: device) == nil, "its old name does not come back")
      #expect(try devices.text("sub/a.md", on: device) == "# A\n\nzero\none\n[[New]]\ntwo\n")
      #expect(try devices.devices.conflicts(device).isEmpty)
    }
    let log = try devices.devices.place.shell("git log --format=%B", in: "d0")
    #expect(log.contains(#"Memo-Renamed: "a.md" -> "sub/a.md""#))
  }

  @Test func aMemoThatAnEditorSavesAndAnotherProgramMovesIsNoSaveOfAnOldText() throws {
    let (devices, _) = try devices(hasOwnChange: true) {
      try $0.move("a.md", to: "sub", on: 1)
      try $0.write(Self.memo + "three\n", to: "sub/a.md", on: 1)
    }
    for device in 0...1 {
      #expect(try devices.text("a.md", on: device) == nil)
      #expect(try devices.text("sub/a.md", on: device) == "# A\n\nzero\none\n[[New]]\ntwo\nthree\n")
      #expect(try devices.devices.conflicts(device).isEmpty, "device \(device)")
    }
  }

  @Test func aMemoThatIsDeletedIsKeptAsTheOtherDeviceHasChangedIt() throws {
    let (devices, report) = try devices(hasOwnChange: false) { try $0.devices.remove("a.md", on: 1) }
    #expect(report.issues.contains { if case .keptEdit = $0 { true } else { false } }, "\(report.issues)")
    for device in 0...1 {
      #expect(try devices.text("a.md", on: device) == "# A\n\nzero\none\n[[New]]\ntwo\n")
    }
  }
}
