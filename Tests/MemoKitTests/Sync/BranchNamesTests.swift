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
    // Git has given its files new times.
    try devices.sync(0)
    #expect(try devices.sync(0).isIdle)
  }

  /// It is no other program that keeps committing.
  @Test func aNewBranchThatHasNoRoomBesideAnotherOneIsReported() throws {
    let devices = try SyncedDevices()
    try devices.place.shell("git branch wip/x && git symbolic-ref HEAD refs/heads/wip", in: "d0")
    let reason = "cannot lock ref 'refs/heads/wip': 'refs/heads/wip/x' exists; cannot create 'refs/heads/wip'"
    #expect(throws: GitError.failed(command: "fast-import", reason: reason)) { try send(0, devices) }
    // What the hint says.
    try devices.place.shell("git branch -m wip/x other", in: "d0")
    #expect(try send(0, devices).isPushed)
  }

  // macOS takes such names for one, or refuses them.
  #if os(Linux)
    /// To git they are two, and what is noted of one is nothing of the other.
    @Test(arguments: [false, true]) func branchesWithCanonicallyEquivalentNamesAreTwo(isPacked: Bool) throws {
      let devices = try SyncedDevices()
      let names = ["\u{D55C}", "\u{1112}\u{1161}\u{11AB}"]
      for round in 0..<2 {
        for name in names {
          let option = round == 0 ? "-c" : ""
          try devices.place.shell("git switch -q main && git switch -q \(option) \(name)", in: "d0")
          let text = "# \(name.unicodeScalars.count)\nround \(round)\n"
          try devices.write(text, to: "a.md", on: 0)
          let report = try send(0, devices)
          #expect(report.isPushed && report.backup == nil)
          #expect(try devices.place.shell("git show \(name):a.md", in: "hub.git") == text)
          if isPacked { try devices.place.shell("git pack-refs --all", in: "d0") }
          #expect(try devices.sync(0).isIdle)
        }
      }
      let commits = try devices.place.shell("git rev-list --count --all --not main", in: "hub.git")
      #expect(commits == "4\n", "two for each branch, and no merge")
    }

    @Test func aBranchThatTheRemoteHasUnderAnEquivalentNameNowIsNotSentAgain() throws {
      let devices = try SyncedDevices()
      let (old, new) = ("\u{D55C}", "\u{1112}\u{1161}\u{11AB}")
      try devices.place.shell("git branch -m main \(old)", in: "hub.git")
      try devices.place.shell("git branch -m \(old) && git config branch.\(old).merge refs/heads/\(old)", in: "d0")
      try devices.sync(0)
      try devices.place.shell("git branch -m \(old) \(new)", in: "hub.git")
      try devices.write("# B\n", to: "b.md", on: 0)
      #expect(throws: SyncError.renamedBranch(SideBranch(name: old, synced: new))) { try devices.sync(0) }
      #expect(try devices.place.shell("git for-each-ref --format='%(refname)'", in: "hub.git") == "refs/heads/\(new)\n")
    }

    /// Read as well as it can be, its name is another branch's.
    @Test func aBranchWhoseNameIsNotUTF8IsReported() throws {
      let devices = try SyncedDevices()
      try devices.place.shell(#"git switch -qc "$(printf 'b\377')""#, in: "d0")
      try devices.write("# B\n", to: "b.md", on: 0)
      #expect(throws: SyncError.repository(.branchName("b\u{FFFD}"))) { try send(0, devices) }
      #expect(try devices.place.shell("git for-each-ref refs/heads", in: "d0").split(separator: "\n").count == 2)
      // What the hint says.
      try devices.place.shell("git branch -m other", in: "d0")
      #expect(try send(0, devices).isPushed)
    }

    /// Read as well as it can be, it is another ref's, which is not there.
    @Test func whatIsNotedUnderANameThatIsNotUTF8DoesNotKeepABranchAway() throws {
      let devices = try SyncedDevices()
      try devices.write("# B\n", to: "b.md", on: 1)
      try devices.sync(1)
      let note = #"git update-ref "refs/remotes/origin/main/$(printf '\260\241')" HEAD"#
      try devices.place.shell("git update-ref -d refs/remotes/origin/main && \(note)", in: "d0")
      try devices.sync(0)
      #expect(try devices.text("b.md", on: 0) == "# B\n")
      let refs = try devices.place.shell("git for-each-ref --format='%(refname)' refs/remotes", in: "d0")
      #expect(refs == "refs/remotes/origin/main\n")
    }
  #endif

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
