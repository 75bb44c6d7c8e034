import MemoCore
import MemoTestSupport
import Synchronization
import Testing

@testable import MemoStore
@testable import MemoSync

/// Syncs whose first push is rejected, because another device was faster.
@Suite struct RejectedPushTests {
  private static let base = "# A\none\ntwo\nthree\n"

  /// The git of the first device: at its first push other things happen before, and some calls later nothing works any more, as
  /// if the sync had been killed.
  private final class LateGit: WrappedGit {
    let base: any Git
    private nonisolated(unsafe) let devices: SyncedDevices
    private let last: Int
    private let action: @Sendable (SyncedDevices) throws -> Void
    /// The calls after the first push; `nil` before it.
    private let calls = Mutex<Int?>(nil)

    init(_ devices: SyncedDevices, last: Int = .max, action: @escaping @Sendable (SyncedDevices) throws -> Void) {
      (base, self.devices, self.last, self.action) = (devices.place.git, devices, last, action)
    }

    var count: Int { calls.withLock { $0 ?? 0 } }

    func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
      let number = calls.withLock { calls in
        calls = calls.map { $0 + 1 } ?? (call.name == "push" ? 0 : nil)
        return calls
      }
      do {
        if number == 0 { try action(devices) }
      } catch {
        throw .failed(command: "\(call)", reason: "\(error)")
      }
      if let number, number > last { throw .failed(command: "\(call)", reason: "the test") }
      return try base.run(call, feeding: chunks)
    }
  }

  /// Two devices with changes of the same memo, of which the second syncs when the first is about to push.
  private func devices() throws -> SyncedDevices {
    let devices = try SyncedDevices(2, Self.base)
    try devices.write(Self.base + "mine\n", to: "a.md", on: 0)
    try devices.write("# A\nzero\none\ntwo\nthree\n", to: "a.md", on: 1)
    return devices
  }

  /// Git's own index may be at the commit of the first try then, and the branch at the merge.
  @Test func gitsIndexHasNothingStagedAfterAKill() throws {
    let devices = try devices()
    try devices.keep()
    let whole = LateGit(devices) { try $0.sync(1) }
    try devices.sync(0, by: whole)
    let merge = try devices.place.shell("git rev-parse HEAD^{tree}", in: "d0")
    var cases = 0
    for last in 0..<whole.count {
      try devices.restore()
      _ = try? devices.sync(0, by: LateGit(devices, last: last) { try $0.sync(1) })
      let isMerged = try devices.place.shell("git rev-parse HEAD^{tree}", in: "d0") == merge
      if isMerged, try devices.place.shell("ls .git/memo", in: "d0").contains("running\n") { cases += 1 }
      #expect(try devices.sync(0).staged == nil, "killed after \(last) calls")
      let rest = try devices.place.shell("git status --short; git for-each-ref refs/memo/staged", in: "d0")
      #expect(rest.isEmpty, "killed after \(last) calls: \(rest)")
    }
    print("\(whole.count) kills, \(cases) of them when the branch was at the merge")
    #expect(cases > 0)
  }

  @Test func aTryAfterTheFirstIsTold() throws {
    let devices = try devices()
    let retries = Mutex(0)
    var options = SyncOptions()
    options.settling = .zero
    options.retrying = { retries.withLock { $0 += 1 } }
    let report = try devices.syncer(0, by: LateGit(devices) { try $0.sync(1) }).sync(options)
    #expect(report.isPushed && retries.withLock { $0 } == 1)
    #expect(try devices.place.shell("git show main:a.md", in: "hub.git") == "# A\nzero\none\ntwo\nthree\nmine\n")
  }

  @Test func aFileThatIsMergedTwiceIsReportedOnce() throws {
    let devices = try devices()
    try devices.sync(1)
    let late = LateGit(devices) {
      try $0.write("# A\nzero\none\none and a half\ntwo\nthree\n", to: "a.md", on: 1)
      try $0.sync(1)
    }
    #expect(try devices.sync(0, by: late).merged == [VaultPath("a.md")])
    let text = try devices.place.shell("git show main:a.md", in: "hub.git")
    #expect(text == "# A\nzero\none\none and a half\ntwo\nthree\nmine\n")
  }
}
