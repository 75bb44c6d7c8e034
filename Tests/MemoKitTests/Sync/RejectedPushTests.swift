import Dispatch
import Foundation
import MemoCore
import MemoTestSupport
import Synchronization
import Testing

@testable import MemoStore
@testable import MemoSync

/// Syncs whose first push is rejected, because another device was faster.
@Suite struct RejectedPushTests {
  private static let base = "# A\none\ntwo\nthree\n"
  private static let merged = "# A\nzero\none\ntwo\nthree\nmine\n"

  /// The git of the first device: at its first pushes other things happen before, and some calls after the first of them nothing
  /// works any more, as if the sync had been killed. Git's own index follows before it and not beside it, so that the calls after it
  /// are the same in each run.
  private final class LateGit: WrappingGit {
    let git: any Git
    private nonisolated(unsafe) let devices: SyncedDevices
    private let last: Int
    /// At how many more pushes other things happen.
    private let rivals: Mutex<Int>
    private let action: @Sendable (SyncedDevices) throws -> Void
    /// The calls after the first push; `nil` before it.
    private let calls = Mutex<Int?>(nil)
    private let indexed = DispatchSemaphore(value: 0)

    init(
      _ devices: SyncedDevices, last: Int = .max, rivals: Int = 1,
      action: @escaping @Sendable (SyncedDevices) throws -> Void
    ) {
      (git, self.devices, self.last, self.action) = (devices.place.git, devices, last, action)
      self.rivals = Mutex(rivals)
    }

    var count: Int { calls.withLock { $0 ?? 0 } }

    func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
      if call.name == "push", calls.withLock({ $0 }) == nil, indexed.wait(timeout: .now() + 60) == .timedOut {
        throw .failed(command: "\(call)", reason: "git's own index does not follow")
      }
      defer { if call.name == "update-index" { indexed.signal() } }
      let number = calls.withLock { calls in
        calls = calls.map { $0 + 1 } ?? (call.name == "push" ? 0 : nil)
        return calls
      }
      let isLate =
        call.name == "push"
        && rivals.withLock { rivals in
          rivals -= 1
          return rivals >= 0
        }
      do {
        if isLate { try action(devices) }
      } catch {
        throw .failed(command: "\(call)", reason: "\(error)")
      }
      if let number, number > last { throw .failed(command: "\(call)", reason: "the test") }
      return try git.run(call, feeding: chunks)
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
      #expect(try devices.textOfHub() == Self.merged, "killed after \(last) calls")
      #expect(try devices.text("a.md", on: 0) == Self.merged, "killed after \(last) calls")
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
    #expect(try devices.textOfHub() == Self.merged)
  }

  @Test func aTurnIsGivenBackBeforeThePause() throws {
    let devices = try devices()
    let place = devices.place.folder
    let hub = try place.host().vault(at: place.path.appending("hub.git")).writer
    let isFree = Mutex<[Bool]>([])
    let waits = Mutex(0)
    var options = SyncOptions()
    options.settling = .zero
    options.retrying = { isFree.withLock { $0.append(hub.lockFolder(.root, waiting: .zero) != nil) } }
    options.waitingForTurn = { waits.withLock { $0 += 1 } }
    let report = try devices.syncer(0, by: LateGit(devices) { try $0.sync(1) }).sync(options)
    #expect(report.isPushed && isFree.withLock(\.self) == [true] && waits.withLock(\.self) == 0)
  }

  @Test func aFileThatIsMergedTwiceIsReportedOnce() throws {
    let devices = try devices()
    try devices.sync(1)
    let late = LateGit(devices) {
      try $0.write("# A\nzero\none\none and a half\ntwo\nthree\n", to: "a.md", on: 1)
      try $0.sync(1)
    }
    #expect(try devices.sync(0, by: late).merged == [VaultPath("a.md")])
    #expect(try devices.textOfHub() == "# A\nzero\none\none and a half\ntwo\nthree\nmine\n")
  }

  /// Of fifty devices at the same moment, each makes several: with each other's they would be a history of hundreds.
  @Test func aMergeThatComesTooLateIsInNoHistory() throws {
    let devices = try devices()
    let late = LateGit(devices, rivals: 3) {
      let text = try #require(try $0.text("a.md", on: 1))
      try $0.write(text.replacing("one\n", with: "one\nmore\n"), to: "a.md", on: 1)
      try $0.sync(1)
    }
    let report = try devices.sync(0, by: late)
    #expect(report.merged == [VaultPath("a.md")] && report.received == 1)
    #expect(try devices.place.shell("git rev-list --merges --count main", in: "hub.git") == "1\n")
    let text = "# A\nzero\none\nmore\nmore\nmore\ntwo\nthree\nmine\n"
    #expect(try devices.textOfHub() == text && devices.text("a.md", on: 0) == text)
    #expect(try devices.place.shell("git status --short; git for-each-ref refs/memo/pending", in: "d0").isEmpty)
    let notes = try SyncFolder(vault: devices.vault(0)).readState().linkedMerges
    #expect(notes?.count == 1, "the merges after which links may have to follow")
  }
}

extension SyncedDevices {
  /// What the hub has of the memo.
  func textOfHub() throws -> String { try place.shell("git show main:a.md", in: "hub.git") }
}
