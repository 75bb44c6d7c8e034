import MemoCore
import MemoTestSupport
import Testing

@testable import MemoSync

/// Branches whose names leave no room for others: git cannot have `wip` and `wip/x` at once.
@Suite struct BranchNamesTests {
  static let pairs = [("wip", "wip/x"), ("wip/x", "wip"), ("wip/x/y", "wip")]

  private func send(_ device: Int, _ devices: SyncedDevices) throws -> SyncReport {
    var options = SyncOptions()
    options.settling = .zero
    options.allowsNewBranch = true
    return try devices.syncer(device).sync(options)
  }

  /// Memo still knows of the first branch what the remote had of it.
  @Test(arguments: pairs, [false, true])
  func aBranchIsSyncedAfterOneWhoseNameLeftNoRoomForItsName(names: (String, String), isPacked: Bool) throws {
    let devices = try SyncedDevices()
    for name in [names.0, names.1] {
      try devices.place.shell("git switch -qc \(name)", in: "d0")
      try devices.write("# \(name)\n", to: "a.md", on: 0)
      #expect(try send(0, devices).isPushed)
      let following = "git config branch.\(name).remote origin && git config branch.\(name).merge refs/heads/\(name)"
      try devices.place.shell("git switch -qc \(name) && \(following)", in: "d1")
      try devices.sync(1)
      #expect(try devices.text("a.md", on: 1) == "# \(name)\n")
      for device in 0...1 {
        #expect(try devices.sync(device).isIdle)
        let list = "git for-each-ref --format='%(refname)' refs/remotes refs/memo"
        let refs = try devices.place.shell(list, in: "d\(device)")
        let noted = ["refs/memo/taken/\(name)\n", "refs/remotes/origin/\(name)\n"]
        #expect(noted.allSatisfy { refs.contains($0) }, "\(device): \(refs)")
        try devices.place.shell("git switch -q main && git branch -qD \(name)", in: "d\(device)")
        if isPacked { try devices.place.shell("git pack-refs --all", in: "d\(device)") }
      }
      try devices.place.shell("git branch -qD \(name)", in: "hub.git")
    }
    let notes = try devices.place.shell("git for-each-ref refs/memo/taken/main", in: "d0")
    #expect(!notes.isEmpty, "what is noted of other branches stays")
    #expect(try devices.sync(0).isIdle)
  }

  /// The remote says so, and it is no device that is faster.
  @Test(arguments: pairs) func aBranchThatTheRemoteHasNoRoomForIsReported(names: (String, String)) throws {
    let devices = try SyncedDevices()
    try devices.place.shell("git branch \(names.0) main", in: "hub.git")
    try devices.place.shell("git switch -qc \(names.1)", in: "d0")
    let error = #expect(throws: SyncError.self) { try send(0, devices) }
    guard case .remote(let reason) = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(reason == RemoteReason(kind: .branchInTheWay, text: names.0))
    // What the hint says.
    try devices.place.shell("git branch -m other", in: "d0")
    #expect(try send(0, devices).isPushed)
  }
}
