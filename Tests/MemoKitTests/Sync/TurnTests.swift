import MemoCore
import MemoStore
import MemoTestSupport
import Synchronization
import Testing

@testable import MemoSync

/// Devices that sync at once through a hub in a folder: those that have something to send take turns.
@Suite struct TurnTests {
  /// A git that notes whether a device has the turn when the hub is asked and refs are set.
  private final class WatchedGit: WrappingGit {
    let git: any Git
    private let hub: any VaultWriting
    private let notes = Mutex<[(name: String, isTurn: Bool)]>([])

    init(_ git: any Git, _ hub: any VaultWriting) { (self.git, self.hub) = (git, hub) }

    /// What it was asked, in order.
    var calls: [(name: String, isTurn: Bool)] { notes.withLock(\.self) }

    func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
      // Only the calls at which the sync itself does not reach for its turn.
      if ["fetch", "push", "update-ref"].contains(call.name) {
        let isTurn = hub.lockFolder(.root, waiting: .zero) == nil
        notes.withLock { $0.append((call.name, isTurn)) }
      }
      return try git.run(call, feeding: chunks)
    }
  }

  private static let base = "# A\none\ntwo\nthree\n"

  private func hub(_ devices: SyncedDevices) throws -> any VaultWriting {
    try devices.place.folder.host().vault(at: devices.place.folder.path.appending("hub.git")).writer
  }

  /// The other device pushes while this one waits.
  @Test func aTurnLastsFromTheFetchToThePush() throws {
    nonisolated(unsafe) let devices = try SyncedDevices(2, Self.base)
    try devices.write(Self.base + "mine\n", to: "a.md", on: 0)
    try devices.write("# A\nzero\none\ntwo\nthree\n", to: "a.md", on: 1)
    let hub = try hub(devices)
    let held = Mutex(hub.lockFolder(.root, waiting: .zero))
    #expect(held.withLock { $0 != nil })
    let git = WatchedGit(devices.place.git, hub)
    let waits = Mutex(0)
    var options = SyncOptions()
    options.settling = .zero
    options.waitingForTurn = {
      waits.withLock { $0 += 1 }
      do {
        try devices.sync(1)
      } catch {
        Issue.record(error)
      }
      held.withLock { $0 = nil }
    }
    let report = try devices.syncer(0, by: git).sync(options)
    #expect(report.isPushed && report.merged == [VaultPath("a.md")] && waits.withLock { $0 } == 1)
    let calls = git.calls
    let pushes = calls.indices.filter { calls[$0].name == "push" }
    #expect(pushes.count == 1 && calls.contains { $0.name == "fetch" }, "\(calls)")
    for call in calls where call.name != "update-ref" { #expect(call.isTurn, "\(calls)") }
    let rest = calls.dropFirst((pushes.last ?? 0) + 1)
    #expect(!rest.isEmpty && !rest.contains { $0.isTurn }, "others wait after the push: \(calls)")
    #expect(hub.lockFolder(.root, waiting: .zero) != nil, "its turn has not ended")
    let text = "# A\nzero\none\ntwo\nthree\nmine\n"
    #expect(try devices.textOfHub() == text && devices.text("a.md", on: 0) == text)
  }

  @Test func whoSendsAloneFetchesOnce() throws {
    let devices = try SyncedDevices(2, Self.base)
    try devices.write(Self.base + "theirs\n", to: "a.md", on: 1)
    try devices.sync(1)
    try devices.write("# B\n", to: "b.md", on: 0)
    let git = WatchedGit(devices.place.git, try hub(devices))
    #expect(try devices.sync(0, by: git).isPushed)
    let calls = git.calls.filter { $0.name != "update-ref" }
    #expect(calls.map(\.name) == ["fetch", "push"] && calls.last?.isTurn == true, "\(calls)")
  }

  @Test func whoHasNothingToSendTakesNoTurn() throws {
    let devices = try SyncedDevices(2, Self.base)
    try devices.write(Self.base + "theirs\n", to: "a.md", on: 1)
    try devices.sync(1)
    let hub = try hub(devices)
    let held = hub.lockFolder(.root, waiting: .zero)
    defer { withExtendedLifetime(held) {} }
    #expect(held != nil)
    let waits = Mutex(0)
    var options = SyncOptions()
    options.settling = .zero
    options.waitingForTurn = { waits.withLock { $0 += 1 } }
    options.longestTurn = .seconds(2)
    for received in [1, 0] {
      let report = try devices.syncer(0).sync(options)
      #expect(report.received == received && !report.isPushed && waits.withLock { $0 } == 0)
    }
  }

  @Test func aDeviceThatStopsInItsTurnDoesNotStopOthers() throws {
    let devices = try SyncedDevices(2, Self.base)
    let hub = try hub(devices)
    let held = hub.lockFolder(.root, waiting: .zero)
    defer { withExtendedLifetime(held) {} }
    #expect(held != nil)
    try devices.write(Self.base + "mine\n", to: "a.md", on: 0)
    var options = SyncOptions()
    (options.settling, options.longestTurn) = (.zero, .milliseconds(20))
    #expect(try devices.syncer(0).sync(options).isPushed)
    #expect(try devices.textOfHub() == Self.base + "mine\n")
  }
}
